/** The engine as the designer and the package call it. */
import { errorFrom } from "../core/errors";
import { Lane, type Needs } from "./lane";
import type { Port, Result, Task } from "./protocol";
import { immutableText, jsonText } from "./texts";
import type {
  DocumentInput,
  DocumentOptions,
  DrawnDocument,
  DrawnPage,
  EngineAdapter,
  Evaluation,
  Problem,
  TextMeasure,
} from "./types";

export interface AdapterOptions {
  /** Opens a way to an engine; called again when one has failed. */
  open: () => Port;
  /** How many engines work at the same time: 2 lets the canvas follow while a long document is made. Default: 1. */
  lanes?: 1 | 2;
  /**
   * Whether templates, bindings and data are never changed in place. Then they are compared by identity and only changed
   * fields are written again; otherwise by their content. Default: false.
   */
  immutable?: boolean;
}

/** Everything that the engine can do. */
export interface Engine extends EngineAdapter {
  /** The page model, as `reportctl render --format layout` prints it, with `id` and `pointer` of every field. */
  layout(input: DocumentInput, signal?: AbortSignal): Promise<unknown>;
  setLibrary(files: Readonly<Record<string, Uint8Array>>): Promise<void>;
  /** One page, numbered from 1, as an SVG file. */
  pageSvg(input: DocumentInput, page: number, signal?: AbortSignal): Promise<string>;
}

/** How many templates and how many data are kept ready. */
const KEPT = 4;

const RANK = { canvas: 0, check: 1, document: 2 };

/** What was asked about before: its objects, its texts, and the key under which engines know it. */
interface Known {
  key: number;
  values: readonly unknown[];
  texts: readonly string[];
}

export function createAdapter({ open, lanes: count = 1, immutable = false }: AdapterOptions): Engine {
  const lanes = Array.from({ length: count }, () => new Lane(open));
  // Drawing and what is typed go first; documents and checks take the last engine.
  const canvas = lanes[0] as Lane;
  const documents = lanes[count - 1] as Lane;
  const pictures = new Map<number, string>();
  canvas.onRestart = () => pictures.clear();
  let fonts: Needs["fonts"] = { version: 0, files: [] };
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
    for (const old of list.splice(KEPT)) for (const lane of lanes) lane.forget(old.key);
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

  async function run(lane: Lane, task: Task, needs: Needs, rank: number, signal?: AbortSignal): Promise<Result> {
    try {
      return await lane.call(task, needs, rank, signal);
    } catch (error) {
      throw isProblem(error) ? errorFrom(error as never) : error;
    }
  }

  /** Runs a task about a document and parses its answer. */
  function ask(
    lane: Lane,
    rank: number,
    input: DocumentInput,
    task: (template: number, data: number, options: string) => Task,
    signal?: AbortSignal,
  ): Promise<Result> {
    const template = templateOf(input);
    const values = dataOf(input.data);
    return run(lane, task(template.key, values.key, optionsText(input.options)), { fonts, library, template, data: values }, rank, signal);
  }

  return {
    async render(input, signal) {
      const result = await ask(documents, RANK.document, withRandom(input), (template, data, options) => ({ op: "render", template, data, options }), signal);
      const { bytes, pages, warnings } = result as { bytes: Uint8Array; pages: number; warnings: string };
      return { bytes, pages, warnings: JSON.parse(warnings) as Problem[] };
    },

    async draw(input, pages, signal) {
      const text = await ask(canvas, RANK.canvas, input, (template, data, options) => ({ op: "draw", template, data, options, ...(pages && { pages }) }), signal);
      const drawn = JSON.parse(text as string) as DrawnDocument;
      for (const [number, picture] of Object.entries(drawn.images)) pictures.set(Number(number), picture);
      return { ...drawn, images: used(drawn.pages, pictures) };
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

    async evaluate(text, value, item) {
      const values = dataOf(value);
      const task: Task = { op: "evaluate", text, data: values.key, ...(item !== undefined && { item: jsonText(item) }) };
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
      const wanted = { version: fonts.version + 1, files };
      await run(canvas, { op: "supply" }, { fonts: wanted }, RANK.canvas);
      fonts = wanted;
    },

    async setLibrary(files) {
      library = { version: library.version + 1, files };
    },

    dispose() {
      for (const lane of lanes) lane.close();
      templates = [];
      data = [];
      pictures.clear();
    },
  };
}

function used(pages: readonly DrawnPage[], pictures: ReadonlyMap<number, string>): Record<number, string> {
  const images: Record<number, string> = {};
  for (const page of pages) for (const number of page.pictures) images[number] = pictures.get(number) ?? "";
  return images;
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
