/** The engine in a worker. The first message is the compiled module, every other one a request. */
import { EngineCore } from "./core";
import { start } from "./instance";
import type { Reply, Request } from "./protocol";

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<WebAssembly.Module | Request>) => void) | null;
  postMessage(reply: Reply, transfer: Transferable[]): void;
};

const core = new EngineCore();

scope.onmessage = ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    start(data);
    return;
  }
  const reply = core.run(data);
  const bytes = "result" in reply && typeof reply.result === "object" && "bytes" in reply.result ? reply.result.bytes : null;
  scope.postMessage(reply, bytes ? [bytes.buffer as ArrayBuffer] : []);
};
