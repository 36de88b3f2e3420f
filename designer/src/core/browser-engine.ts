/** The engine beside a window: in a worker where one can be had, else in the window itself. */
import { loadEngine, type Engine, type EngineOptions } from "../engine";

export async function loadBrowserEngine(options: Omit<EngineOptions, "worker"> = {}): Promise<Engine> {
  if (typeof Worker === "function") {
    const make = () => new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" });
    // The first one reads its script while the module is still compiled.
    let first: Worker | null = null;
    try {
      const early = (first = make());
      // Its failure before it is used would be missed; another one is tried then.
      early.addEventListener("error", () => {
        if (first === early) first = null;
      });
    } catch {
      // It is tried again below, and the engine then runs in the window.
    }
    const worker = () => {
      const made = first ?? make();
      first = null;
      return made;
    };
    const engine = await loadEngine({ ...options, worker }).catch((error: unknown) => {
      first?.terminate();
      throw error;
    });
    try {
      // A policy of the page, or a bundler that lost the script, shows only when the worker is used. This starts the
      // worker that draws; the other one comes with the first check or document.
      await engine.measureText("", 1);
      return engine;
    } catch {
      engine.dispose();
    }
  }
  return loadEngine({ ...options, worker: false });
}
