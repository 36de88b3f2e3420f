/** The engine of the application: files of their own, so that the page is there before them. */
import { loadBrowserEngine } from "../core/browser-engine";
import { loadHelpers } from "../core/helpers";
import { setEngineLoader } from "../editor";
import engine from "../engine/generated/engine.wasm?url";
import helpers from "../engine/generated/helpers.wasm?url";
import { compiled } from "../engine/load";

/** Says to the editor where the engine is. It never changes a template in place, so what stayed the same need not be compared. */
export function loadEngineFromFile(): void {
  setEngineLoader(() => loadBrowserEngine({ immutable: true, module: engine }));
}

let ready: Promise<void> | null = null;

/** The functions that the editor calls synchronously, which have to be there before it is. */
export function helpersReady(): Promise<void> {
  ready ??= loadHelpers(compiled(helpers)).catch((error: unknown) => {
    ready = null;
    throw error;
  });
  return ready;
}
