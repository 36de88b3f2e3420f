/** The engine beside the event loop of Node. */
import type { Worker } from "node:worker_threads";
import { loadEngine, type Engine, type WorkerLike } from "../engine";

export async function loadNodeEngine(): Promise<Engine> {
  const { Worker } = await import("node:worker_threads");
  return loadEngine({ worker: () => asWorker(new Worker(new URL("./node.worker.ts", import.meta.url))), engines: 1 });
}

/** A thread of Node as the engine expects workers to be. It keeps the process alive only while something is asked of it. */
function asWorker(thread: Worker): WorkerLike {
  let asked = 0;
  thread.unref();
  return {
    postMessage(message) {
      // The module is not answered.
      if (!(message instanceof WebAssembly.Module)) {
        asked += 1;
        thread.ref();
      }
      thread.postMessage(message);
    },
    addEventListener(type: string, listener: (event: { data: unknown }) => void) {
      thread.on(type, (data: unknown) => {
        if (type === "message") asked -= 1;
        if (asked === 0) thread.unref();
        listener({ data });
      });
      // A thread that runs out of memory ends without another word.
      if (type === "error") thread.on("exit", () => listener({ data: null }));
    },
    terminate: () => thread.terminate(),
  };
}
