/** The worker of pdf.js: a script for a worker, and a module for where there is none. */
// @ts-expect-error -- pdf.js has no types for its worker
export { WorkerMessageHandler } from "pdfjs-dist/build/pdf.worker.min.mjs";
