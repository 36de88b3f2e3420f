/** The engine beside a window: in a worker where one can be had, else in the window itself. */
import { loadEngine, type Engine, type EngineOptions } from "../engine";

export async function loadBrowserEngine(options: Omit<EngineOptions, "worker"> = {}): Promise<Engine> {
  if (typeof Worker === "function") {
    const worker = () => new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" });
    const engine = await loadEngine({ ...options, worker });
    try {
      // A policy of the page, or a bundler that lost the script, shows only when the worker is used.
      await engine.schema();
      return engine;
    } catch {
      engine.dispose();
    }
  }
  return loadEngine({ ...options, worker: false });
}
