/** The module inside the package: compressed and in base64, so that every bundler, CommonJS and workers can hold it. */
import packed from "./generated/engine.wasm?gzip";

export default async function bytes(): Promise<ArrayBuffer> {
  const compressed = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  return new Response(new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
