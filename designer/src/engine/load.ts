/** Loading the engine. */
import { createAdapter, type Engine } from "./adapter";
import { EngineCore } from "./core";
import { InlineEngine } from "./inline";
import { start, startedModule } from "./instance";
import { directPort, workerPort, type WorkerLike } from "./ports";

/** Source of the module: compiled, as bytes, or at an address. */
export type EngineModule = WebAssembly.Module | BufferSource | Response | string | URL;

export interface EngineOptions {
  /** The module. Default: the one inside the package. */
  module?: EngineModule | Promise<EngineModule>;
  /** Makes a worker that runs `worker.ts`; `false` runs the engine in this thread. Default: `false`. */
  worker?: (() => WorkerLike) | false;
  /** See `AdapterOptions`. Default: 2 with workers. */
  engines?: 1 | 2;
  /** See `AdapterOptions`. */
  immutable?: boolean;
  /** With workers: whether a second engine in this thread draws what is drawn quickly. Default: false. */
  inline?: boolean;
  /** Fonts used before the fallback font. */
  fonts?: readonly Uint8Array[];
  /** Files that templates name as `lib:NAME`, by name. */
  library?: Readonly<Record<string, Uint8Array>>;
}

/** An engine, ready to be used. */
export async function loadEngine(options: EngineOptions = {}): Promise<Engine> {
  const { worker = false, immutable = false, inline = false, fonts, library } = options;
  const module = await compiled(await (options.module ?? packaged()));
  const open = worker ? () => workerPort(worker(), module) : () => directPort(module);
  const here = () => {
    start(module);
    return new EngineCore();
  };
  const quick = worker && inline ? { inline: new InlineEngine(here) } : {};
  const engine = createAdapter({ open, immutable, engines: worker ? (options.engines ?? 2) : 1, ...quick });
  if (fonts && fonts.length > 0) await engine.setFonts(fonts);
  if (library) await engine.setLibrary(library);
  return engine;
}

async function packaged(): Promise<EngineModule> {
  const started = startedModule();
  if (started) return started;
  const { default: bytes } = await import("./bytes");
  return bytes();
}

/** A module, compiled while it arrives where the server says what it is. */
export async function compiled(module: EngineModule): Promise<WebAssembly.Module> {
  if (module instanceof WebAssembly.Module) return module;
  if (typeof module === "string" || module instanceof URL) return compiled(await fetch(module));
  if (typeof Response !== "undefined" && module instanceof Response) {
    if (!module.ok) throw new Error(`the engine cannot be loaded: ${module.url} answers ${module.status}`);
    // Servers that do not know the type of the file would make streaming fail.
    if (module.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(module);
    return WebAssembly.compile(await module.arrayBuffer());
  }
  return WebAssembly.compile(module as BufferSource);
}
