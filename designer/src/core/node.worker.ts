/** The engine in a worker thread of Node. The first message is the compiled module, every other one a request. */
import { parentPort } from "node:worker_threads";
import { EngineCore } from "../engine/core";
import { start } from "../engine/instance";
import type { Request } from "../engine/protocol";

const core = new EngineCore();

parentPort?.on("message", (message: WebAssembly.Module | Request) => {
  if (message instanceof WebAssembly.Module) {
    start(message);
    return;
  }
  const reply = core.run(message);
  const bytes = "result" in reply && typeof reply.result === "object" && "bytes" in reply.result ? reply.result.bytes : null;
  parentPort?.postMessage(reply, bytes ? [bytes.buffer as ArrayBuffer] : []);
});
