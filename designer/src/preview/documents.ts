/** pdf.js out of this package: nothing is fetched from anywhere else. */
import { bytesOf } from "../core/base64";
import { loadedPart } from "../core/loaded-part";
import type { PDFDocumentProxy, PDFWorker } from "pdfjs-dist";
import { configuredWorker } from "./worker-address";

type PdfJs = typeof import("pdfjs-dist");

let loaded: { from: number; parts: Promise<{ pdfjs: PdfJs; worker: PDFWorker }> } | undefined;

/** pdf.js and its worker, loaded again after the host gave another address. */
function parts(): Promise<{ pdfjs: PdfJs; worker: PDFWorker }> {
  const { changes } = configuredWorker();
  if (loaded?.from !== changes) loaded = { from: changes, parts: load() };
  return loaded.parts;
}

async function load(): Promise<{ pdfjs: PdfJs; worker: PDFWorker }> {
  const pdfjs = await loadedPart(() => import("pdfjs-dist/build/pdf.min.mjs"));
  const port = await startWorker();
  if (port === undefined) {
    // Without a worker pdf.js looks for its handler here.
    Object.assign(globalThis, { pdfjsWorker: await loadedPart(() => import("./pdf.worker")) });
    return { pdfjs, worker: new pdfjs.PDFWorker() };
  }
  return { pdfjs, worker: new pdfjs.PDFWorker({ port: port as unknown as null }) };
}

/** A worker that answers; none where workers or their scripts are out of reach. */
async function startWorker(): Promise<Worker | undefined> {
  const { address } = configuredWorker();
  try {
    const worker =
      address === undefined
        ? new Worker(new URL("./pdf.worker.ts", import.meta.url), { type: "module" })
        : new Worker(address, { type: "module" });
    // The script says that it is ready.
    const ready = await new Promise<boolean>((resolve) => {
      worker.onmessage = () => resolve(true);
      worker.onerror = () => resolve(false);
    });
    worker.onmessage = null;
    return ready ? worker : undefined;
  } catch {
    return undefined;
  }
}

/** Opens a PDF. The bytes stay as they are. */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { pdfjs, worker } = await parts();
  const task = pdfjs.getDocument({
    data: bytes.slice(),
    worker,
    isEvalSupported: false,
    useSystemFonts: false,
    useWorkerFetch: false,
    standardFontDataUrl: "fonts/",
    StandardFontDataFactory: BundledFonts,
  });
  return task.promise;
}

/** The font that stands for Helvetica, which PDF files do not carry. */
class BundledFonts {
  async fetch(_: { filename: string }): Promise<Uint8Array> {
    const { default: font } = await import("pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf");
    // Bundlers give an address, the package itself has the font as base64.
    if (/^(data:|blob:|https?:|\.{0,2}\/)/.test(font)) return new Uint8Array(await (await fetch(font)).arrayBuffer());
    return bytesOf(font);
  }
}
