/**
 * The engine's small synchronous functions: WebAssembly, compressed inside the package and started at the first call, so
 * that nothing has to be awaited after an import. A page that has the module as a file loads that first instead.
 */
import { gunzipSync } from "fflate";
import * as generated from "../engine/generated/helpers.js";
import packed from "../engine/generated/helpers.wasm?gzip";
import { bytesOf } from "./base64";
import { errorFrom } from "./errors";

let started = false;

/** The functions. What they throw is an error of this package. */
export function helpers(): typeof generated {
  if (!started) start(gunzipSync(bytesOf(packed)) as Uint8Array<ArrayBuffer>);
  return generated;
}

function start(module: BufferSource | WebAssembly.Module): void {
  generated.initSync({ module });
  started = true;
}

/** Starts the functions from a file. They must not be called before this is done where they are not inside the script. */
export async function loadHelpers(module: Promise<WebAssembly.Module>): Promise<void> {
  const compiled = await module;
  if (!started) start(compiled);
}

/** A value as JSON, which is how values reach the engine. */
export function jsonOf(value: unknown): string {
  return (JSON.stringify(value) as string | undefined) ?? "null";
}

/** A result of the engine. */
export function parsed<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** Calls the engine; a problem that it throws becomes an error of its class. */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw typeof thrown === "string" ? errorFrom(JSON.parse(thrown)) : thrown;
  }
}
