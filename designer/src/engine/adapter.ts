/** The engine as the designer and the package call it. */
import { errorFrom } from "../core/errors";
import type { InlineEngine } from "./inline";
import { CallQueue, type Needs } from "./call-queue";
import type { Port, Result, Task } from "./protocol";
import { immutableText, jsonText } from "./texts";
import type {
  DocumentInput,
  DocumentOptions,
  DrawnDocument,
  EngineAdapter,
  Evaluation,
  Problem,
  TextMeasure,
} from "./types";

export interface AdapterOptions {
  /** Opens a way to an engine; called again when one has failed. */
  open: () => Port;
  /** How many engines work at the same time: 2 lets the canvas follow while a long document is made. Default: 1. */
  engines?: 1 | 2;
  /**
   * True if templates, bindings and data are never changed in place. Then they are compared by identity and only changed
   * fields are written again; otherwise by their content. Default: false.
   */
  immutable?: boolean;
  /** Draws in this thread what is drawn quickly. */
  inline?: InlineEngine;
}

/** Everything that the engine can do. */
export interface Engine extends EngineAdapter {
  /** The page model, as `reportctl render --format layout` prints it, with `id` and `pointer` of every field. */
  layout(input: DocumentInput, signal?: AbortSignal): Promise<unknown>;
  setLibrary(files: Readonly<Record<string, Uint8Array>>): Promise<void>;
  /** One page, numbered from 1, as an SVG file. */
  pageSvg(input: DocumentInput, page: number, signal?: AbortSignal): Promise<string>;
}

/** Number of templates, and of data, that are kept ready. */
const KEPT = 4;

const RANK = { canvas: 0, check: 1, document: 2 };

/** An earlier input: its objects, its texts, and the key under which engines know it. */
interface Known {
  key: number;
  values: readonly unknown[];
  texts: readonly string[];
}

export function createAdapter({ open, engines: count = 1, immutable = false, inline }: AdapterOptions): Engine {
  const queues = Array.from({ length: count }, () => new CallQueue(open));
  // Drawing and what is typed go first; documents and checks take the last engine.
  const canvas = queues[0] as CallQueue;
  const documents = queues[count - 1] as CallQueue;
  const pictures = new Pictures();
  canvas.onRestart = () => pictures.restarted("worker");
  if (inline) inline.onPrepared = (text) => void pictures.named(JSON.parse(text) as DrawnDocument, "inline");
  let fonts: Needs["fonts"] = { version: 0, files: [] };
  /** Versions of fonts that were given, also of those on their way. */
  let fontVersions = 0;
  let library: NonNullable<Needs["library"]> = { version: 0, files: {} };
  let keys = 0;
  let templates: Known[] = [];
  let data: Known[] = [];
  let schema: Promise<unknown> | undefined;

  /** The entry of these values, a new one where they are new. */
  function entry(list: Known[], values: readonly unknown[], text: (value: unknown) => string): Known {
    const same = immutable && list.find((known) => known.values.every((value, index) => Object.is(value, values[index])));
    if (same) return same;
    const texts = values.map(text);
    const equal = list.find((known) => known.texts.every((known, index) => known === texts[index]));
    if (equal) {
      equal.values = values;
      return equal;
    }
    const known = { key: ++keys, values, texts };
    list.unshift(known);
    for (const old of list.splice(KEPT)) for (const one of [...queues, ...(inline ? [inline] : [])]) one.forget(old.key);
    return known;
  }

  function templateOf(input: { template: unknown; bindings: unknown }): NonNullable<Needs["template"]> {
    const known = entry(templates, [input.template, input.bindings], immutable ? immutableText : jsonText);
    return { key: known.key, template: known.texts[0] as string, bindings: known.texts[1] as string };
  }

  function dataOf(value: unknown): NonNullable<Needs["data"]> {
    const known = entry(data, [value], jsonText);
    return { key: known.key, text: known.texts[0] as string };
  }

  async function run(queue: CallQueue, task: Task, needs: Needs, rank: number, signal?: AbortSignal): Promise<Result> {
    try {
      return await queue.call(task, needs, rank, signal);
    } catch (error) {
      throw isProblem(error) ? errorFrom(error as never) : error;
    }
  }

  /** A task about a document, and what the engine needs for it. */
  function about<T extends Task>(input: DocumentInput, task: (template: number, data: number, options: string) => T): { task: T; needs: Needs } {
    const template = templateOf(input);
    const values = dataOf(input.data);
    return { task: task(template.key, values.key, optionsText(input.options)), needs: { fonts, library, template, data: values } };
  }

  function ask(
    queue: CallQueue,
    rank: number,
    input: DocumentInput,
    task: (template: number, data: number, options: string) => Task,
    signal?: AbortSignal,
  ): Promise<Result> {
    const asked = about(input, task);
    return run(queue, asked.task, asked.needs, rank, signal);
  }

  function drawing(input: DocumentInput, pages: number[] | undefined) {
    return about(input, (template, data, options) => ({ op: "draw" as const, template, data, options, ...(pages && { pages }) }));
  }

  function drawn(text: string, source: "worker" | "inline"): DrawnDocument {
    const document = pictures.named(JSON.parse(text) as DrawnDocument, source);
    inline?.drawn(document.pageCount);
    return document;
  }

  return {
    async render(input, signal) {
      const result = await ask(documents, RANK.document, withRandom(input), (template, data, options) => ({ op: "render", template, data, options }), signal);
      const { bytes, pages, warnings } = result as { bytes: Uint8Array; pages: number; warnings: string };
      return { bytes, pages, warnings: JSON.parse(warnings) as Problem[] };
    },

    async draw(input, pages, signal) {
      const { task, needs } = drawing(input, pages);
      const text = (await run(canvas, task, needs, RANK.canvas, signal)) as string;
      inline?.prepare(needs, task, canvas.lastMs);
      return drawn(text, "worker");
    },

    drawNow(input, pages) {
      if (!inline) return null;
      const { task, needs } = drawing(input, pages);
      const text = inline.draw(needs, task);
      return text === null ? null : drawn(text, "inline");
    },

    async pageSvg(input, page, signal) {
      return (await ask(documents, RANK.document, input, (template, data, options) => ({ op: "pageSvg", template, data, options, page }), signal)) as string;
    },

    async layout(input, signal) {
      return JSON.parse((await ask(documents, RANK.document, input, (template, data, options) => ({ op: "layout", template, data, options }), signal)) as string);
    },

    async check(input, signal) {
      const template = templateOf(input);
      const values = input.data === undefined ? undefined : dataOf(input.data);
      const task: Task = { op: "check", template: template.key, options: optionsText(input.options), ...(values && { data: values.key }) };
      const needs = { fonts, library, template, ...(values && { data: values }) };
      return JSON.parse((await run(documents, task, needs, RANK.check, signal)) as string) as Problem[];
    },

    async evaluate(text, value, item, extensions) {
      const values = dataOf(value);
      const scope = { ...(item !== undefined && { item: jsonText(item) }), ...(extensions !== undefined && { extensions }) };
      const task: Task = { op: "evaluate", text, data: values.key, ...scope };
      return JSON.parse((await run(canvas, task, { fonts, data: values }, RANK.canvas)) as string) as Evaluation;
    },

    async measureText(text, size): Promise<TextMeasure> {
      const measures = await run(canvas, { op: "measure", text, size }, { fonts }, RANK.canvas);
      const [width, ascent, descent] = measures as [number, number, number];
      return { width, ascent, descent };
    },

    schema() {
      schema ??= run(documents, { op: "schema" }, { fonts }, RANK.check).then((text) => JSON.parse(text as string) as unknown);
      return schema;
    },

    async setFonts(files) {
      fontVersions += 1;
      const wanted = { version: fontVersions, files };
      await run(canvas, { op: "supply" }, { fonts: wanted }, RANK.canvas);
      if (wanted.version > fonts.version) fonts = wanted;
    },

    async setLibrary(files) {
      library = { version: library.version + 1, files };
    },

    dispose() {
      for (const queue of queues) queue.close();
      inline?.dispose();
      templates = [];
      data = [];
      pictures.clear();
    },
  };
}

/** Pictures of drawings. Each engine numbers them as they come; what it gave once, it does not give again. */
class Pictures {
  #numbers = { worker: new Map<number, number>(), inline: new Map<number, number>() };
  #byUri = new Map<string, number>();
  #uris = new Map<number, string>();

  /** The engine begins again with its numbers. */
  restarted(source: "worker" | "inline"): void {
    this.#numbers[source].clear();
  }

  /** The drawing with the numbers that its pictures have here, and with all of them. */
  named(document: DrawnDocument, source: "worker" | "inline"): DrawnDocument {
    const numbers = this.#numbers[source];
    for (const [given, uri] of Object.entries(document.images)) {
      const number = this.#byUri.get(uri) ?? this.#byUri.size + 1;
      this.#byUri.set(uri, number);
      this.#uris.set(number, uri);
      numbers.set(Number(given), number);
    }
    const own = (number: number) => numbers.get(number) ?? 0;
    const images: Record<number, string> = {};
    const pages = document.pages.map((page) => {
      for (const number of page.pictures) images[own(number)] = this.#uris.get(own(number)) ?? "";
      if (page.pictures.every((number) => own(number) === number)) return page;
      const renamed = (svg: string) => svg.replace(/#image-(\d+)/g, (_, number: string) => `#image-${own(Number(number))}`);
      const placements = page.placements.map((placement) => ({ ...placement, svg: renamed(placement.svg) }));
      return { ...page, background: renamed(page.background), placements, pictures: page.pictures.map(own) };
    });
    return { ...document, pages, images };
  }

  clear(): void {
    for (const map of [this.#numbers.worker, this.#numbers.inline, this.#byUri, this.#uris]) map.clear();
  }
}

function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && !(error instanceof Error) && "code" in error && "message" in error;
}

/** Documents with a password need random bytes, which the engine takes from its host. */
function withRandom(input: DocumentInput): DocumentInput {
  const template = input.template as { pdf?: { encryption?: unknown } | null } | null;
  if (!template?.pdf?.encryption) return input;
  const random = [...globalThis.crypto.getRandomValues(new Uint8Array(32))];
  return { ...input, options: { random, ...input.options } };
}

function optionsText(options: DocumentOptions | undefined): string {
  if (!options) return "";
  const { creationDate, ...rest } = options;
  const milliseconds = creationDate === undefined ? 0 : Date.parse(creationDate);
  if (Number.isNaN(milliseconds)) throw new TypeError(`creationDate is not a date: ${creationDate}`);
  return JSON.stringify({ ...rest, creationDate: Math.floor(milliseconds / 1000) });
}
