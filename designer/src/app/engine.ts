/** The engine of the application: a file of its own, so that the page is there before it. */
import { loadBrowserEngine } from "../core/browser-engine";
import { loadHelpers } from "../core/helpers";
import type { Engine } from "../engine";
import engine from "../engine/generated/engine.wasm?url";
import { compiled } from "../engine/load";

/** Names the build of the engine: another one may draw in another way. */
export const ENGINE_BUILD: string = engine;

let compiling: Promise<WebAssembly.Module> | null = null;

/** The compiled module, once for the page and all templates that are opened. */
function engineModule(): Promise<WebAssembly.Module> {
  compiling ??= compiled(engine).catch((error: unknown) => {
    // The next template tries again.
    compiling = null;
    throw error;
  });
  return compiling;
}

let early: Promise<Engine> | null = null;

/** Starts the engine of the first template. Who needs it sees why it failed. */
export function preloadEngine(): void {
  early = startEngine();
  for (const started of [early, helpersReady()]) started.catch(() => {});
}

/** An engine for one template: the one that was started early, or another. */
export function takeEngine(): Promise<Engine> {
  const taken = early ?? startEngine();
  early = null;
  return taken;
}

/** The editor never changes a template in place, so what stayed the same need not be compared. */
function startEngine(): Promise<Engine> {
  return loadBrowserEngine({ immutable: true, inline: true, module: engineModule() });
}

/** The functions that the editor calls synchronously, which have to be there before it is. */
export function helpersReady(): Promise<void> {
  return loadHelpers(engineModule());
}
