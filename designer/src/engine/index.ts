/** The entry `./engine`: the engine as it is. */
export { createAdapter, type AdapterOptions, type Engine } from "./adapter";
export { createHttpEngine, type HttpEngineOptions } from "./http";
export { loadEngine, type EngineModule, type EngineOptions } from "./load";
export type { Port } from "./protocol";
export { directPort, workerPort, type WorkerLike } from "./ports";
export type * from "./types";
