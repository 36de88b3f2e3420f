/** The module inside the package: compressed and in base64, so that every bundler, CommonJS and workers can hold it. */
import { bytesOf } from "../core/base64";
import packed from "./generated/engine.wasm?gzip";

export default async function bytes(): Promise<ArrayBuffer> {
  return new Response(new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
