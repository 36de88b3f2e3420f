/** The module in this thread: one instance, which its engines and the synchronous functions share. */
import * as glue from "./generated/engine.js";

/** The number of the present instance; a failure ends it for all of them. */
let instances = 0;
let compiledModule: WebAssembly.Module | null = null;

/** Starts the module in this thread; only the first call does anything. */
export function start(module: WebAssembly.Module | BufferSource): void {
  if (instances > 0) return;
  compiledModule = module instanceof WebAssembly.Module ? module : new WebAssembly.Module(module);
  glue.initSync({ module: compiledModule });
  instances = 1;
}

/** The module that was started here, which need not be compiled again. */
export function startedModule(): WebAssembly.Module | null {
  return compiledModule;
}

/** The number of the present instance, 0 before the first. What an earlier one gave out is lost. */
export function instance(): number {
  return instances;
}

/** Gives up an instance that failed; says why it did. */
export function restart(error: unknown): string {
  let reason = error instanceof Error ? error.message : String(error);
  try {
    reason = glue.lastPanic() ?? reason;
  } catch {
    // The instance is too broken to be asked.
  }
  glue.__wbg_reset_state();
  instances += 1;
  return reason;
}
