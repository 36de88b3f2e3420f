/** Fonts packed for the web, unpacked by the engine in this thread. */
import { start } from "./core";
import { unpackFont as unpack } from "./generated/engine.js";

let started: Promise<void> | undefined;

export async function unpackFont(): Promise<(bytes: Uint8Array) => Uint8Array> {
  started ??= import("./bytes").then(async ({ default: bytes }) => start(await WebAssembly.compile(await bytes())));
  await started;
  return unpack;
}
