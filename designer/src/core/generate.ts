/** PDF files from templates and data. */
import { loadEngine, type DocumentOptions, type Engine } from "../engine";
import { withNamedFonts } from "./named-fonts";
import { withTexts } from "./texts";
import type { Binding, GeneratePdfOptions, Template } from "./types";

export type GeneratePdf = (
  template: Template,
  data: unknown,
  bindings: Binding[],
  options?: GeneratePdfOptions,
) => Promise<Uint8Array>;

/** An engine, the fonts and files that it has, and what it does last. */
type Generator = { engine: Promise<Engine>; fonts: Uint8Array[]; library: Files; last: Promise<unknown> };

type Files = Record<string, Uint8Array>;

/**
 * Makes `generatePdf`. `beside` starts an engine beside the present thread; `byDefault` says whether that is the one to
 * use unless the caller says otherwise.
 */
export function generatorWith(beside: () => Promise<Engine>, byDefault: () => boolean): GeneratePdf {
  const start = (load: () => Promise<Engine>): Generator => ({ engine: load(), fonts: [], library: {}, last: Promise.resolve() });
  let here: Generator | undefined;
  let aside: Generator | undefined;

  return async (template, data, bindings, options = {}) => {
    options.signal?.throwIfAborted();
    const besides = options.worker ?? byDefault();
    const generator = besides ? (aside ??= start(beside)) : (here ??= start(loadEngine));
    let engine: Engine;
    try {
      engine = await generator.engine;
    } catch (error) {
      // The next call tries again.
      if (besides) aside = undefined;
      else here = undefined;
      throw error;
    }
    // The input is read now, before the caller may change it.
    const input = { template: withNamedFonts(withTexts(template, options.texts), options.namedFonts), bindings, data, options: documentOptions(options) };
    return inTurn(generator, async () => {
      options.signal?.throwIfAborted();
      await useFonts(generator, engine, fontsOf(options));
      await useLibrary(generator, engine, libraryOf(options));
      const { bytes, warnings } = await engine.render(input, options.signal);
      for (const { code, message, field } of warnings) {
        options.onWarning?.({ code, message, ...(field === undefined ? {} : { field }) });
      }
      return bytes;
    });
  };
}

/** Runs a task after those before it: fonts belong to the engine, so two documents must not mix theirs. */
function inTurn<T>(generator: Generator, task: () => Promise<T>): Promise<T> {
  const result = generator.last.then(task, task);
  generator.last = result.catch(() => {});
  return result;
}

async function useFonts(generator: Generator, engine: Engine, fonts: Uint8Array[]): Promise<void> {
  const same = fonts.length === generator.fonts.length && fonts.every((font, i) => equal(font, generator.fonts[i]));
  if (same) return;
  await engine.setFonts(fonts);
  generator.fonts = fonts;
}

async function useLibrary(generator: Generator, engine: Engine, library: Files): Promise<void> {
  const names = Object.keys(library);
  const same = names.length === Object.keys(generator.library).length;
  if (same && names.every((name) => equal(library[name] as Uint8Array, generator.library[name]))) return;
  await engine.setLibrary(library);
  generator.library = library;
}

function equal(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return a === b || (a.length === b?.length && a.every((byte, i) => byte === b[i]));
}

/** Copies, because the caller may use the memory again. */
function fontsOf({ fontBytes, fonts = [] }: GeneratePdfOptions): Uint8Array[] {
  const files = fontBytes === undefined ? fonts : [fontBytes, ...fonts];
  return files.map((file) => new Uint8Array(file instanceof Uint8Array ? file : file.slice(0)));
}

function libraryOf({ library = {} }: GeneratePdfOptions): Files {
  const copy = (file: Uint8Array | ArrayBuffer) => new Uint8Array(file instanceof Uint8Array ? file : file.slice(0));
  return Object.fromEntries(Object.entries(library).map(([name, file]) => [name, copy(file)]));
}

function documentOptions({ maxPages, fallbackFont, creationDate, title, author, locale }: GeneratePdfOptions): DocumentOptions {
  return {
    ...(maxPages === undefined ? {} : { maxPages }),
    ...(fallbackFont === undefined ? {} : { fallbackFont }),
    ...(creationDate === undefined ? {} : { creationDate: new Date(creationDate).toISOString() }),
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { author }),
    ...(locale === undefined ? {} : { locale }),
  };
}
