/**
 * The engine's small synchronous functions. The module is compressed inside the package and starts at the first call, so
 * that nothing has to be awaited after an import. A page that has the module as a file loads that first instead.
 */
import { gunzipSync } from "fflate";
import * as functions from "../engine/generated/engine.js";
import packed from "../engine/generated/engine.wasm?gzip";
import { instance, restart, start } from "../engine/instance";
import { bytesOf } from "./base64";
import { errorFrom } from "./errors";

/** Calls functions of the engine. A problem that they throw becomes an error of its class. */
export function helpers<T>(call: (engine: typeof functions) => T): T {
  if (instance() === 0) start(gunzipSync(bytesOf(packed)) as Uint8Array<ArrayBuffer>);
  try {
    return call(functions);
  } catch (thrown) {
    if (typeof thrown === "string") throw errorFrom(JSON.parse(thrown));
    if (!(thrown instanceof WebAssembly.RuntimeError)) throw thrown;
    throw new Error(`the engine failed: ${restart(thrown)}`, { cause: thrown });
  }
}

/** Starts the functions from a file. They must not be called before this is done where they are not inside the script. */
export async function loadHelpers(module: Promise<WebAssembly.Module>): Promise<void> {
  start(await module);
}

/** A value as JSON, which is how values reach the engine. */
export function jsonOf(value: unknown): string {
  return (JSON.stringify(value) as string | undefined) ?? "null";
}

/** A result of the engine. */
export function parsed<T>(text: string): T {
  return JSON.parse(text) as T;
}
