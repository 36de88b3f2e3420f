/**
 * The engine's small synchronous functions: WebAssembly inside the package, started at the first call, so that nothing
 * has to be awaited after an import.
 */
import * as generated from "../engine/generated/helpers.js";
import wasm from "../engine/generated/helpers.wasm.ts";
import { errorFrom } from "./errors";

let started = false;

/** The functions. What they throw is an error of this package. */
export function helpers(): typeof generated {
  if (!started) {
    generated.initSync({ module: Uint8Array.from(atob(wasm), (char) => char.charCodeAt(0)) });
    started = true;
  }
  return generated;
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
