/** The entry `./server`: everything that needs neither React nor a window. */
import { generatorWith } from "./core/generate";
import { loadNodeEngine } from "./core/node-engine";

/** Makes a PDF. With `worker: true` the event loop stays free meanwhile. */
export const generatePdf = generatorWith(loadNodeEngine, () => false);

export * from "./core";
