/** Ways to an engine: in this thread, or in a worker. */
import { EngineCore } from "./core";
import { start } from "./instance";
import type { Port, Reply } from "./protocol";

/** The engine in this thread. Tasks run when they are sent; replies come later, as from a worker. */
export function directPort(module: WebAssembly.Module | BufferSource): Port {
  start(module);
  const core = new EngineCore();
  let listener: (reply: Reply) => void = () => {};
  let open = true;
  return {
    send(request) {
      const reply = core.run(request);
      queueMicrotask(() => open && listener(reply));
    },
    receive(receive) {
      listener = receive;
    },
    close() {
      open = false;
      core.dispose();
    },
  };
}

/** The part of a `Worker` that is needed. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "error" | "messageerror", listener: (event: unknown) => void): void;
  terminate(): unknown;
}

/** The engine in a worker that runs `worker.ts`. */
export function workerPort(worker: WorkerLike, module: WebAssembly.Module): Port {
  worker.postMessage(module);
  return {
    send(request) {
      worker.postMessage(request);
    },
    receive(listener) {
      worker.addEventListener("message", ({ data }) => listener(data as Reply));
      for (const type of ["error", "messageerror"] as const) worker.addEventListener(type, () => listener(null));
    },
    close() {
      worker.terminate();
    },
  };
}
