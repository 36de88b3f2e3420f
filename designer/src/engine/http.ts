/**
 * The engine of a service, in place of WebAssembly: every call is a request to `POST /api/reports/preview` of
 * `reportctl serve`, with its fonts and limits. Of the options of documents only the locale has an effect.
 */
import { errorFrom, type EngineProblem } from "../core/errors";
import type { DocumentInput, DrawnDocument, DrawnPage, EngineAdapter, Evaluation, MadeEinvoice, Problem, TextMeasure } from "./types";

export interface HttpEngineOptions {
  /** Where the service is. Default: the origin of the page. */
  url?: string;
  /** Bearer token, for services that ask for one. */
  token?: string;
  /** Default: the `fetch` of the page. */
  fetch?: typeof fetch;
}

type View = "pdf" | "drawing" | "layout" | "problems" | "einvoice";

/** Answer of the service to a refused request. */
interface Refusal extends Record<string, unknown> {
  error: string;
  code: string;
  advice?: string;
  /** Every problem of a template or of an e-invoice. */
  problems?: Refusal[];
}

/** Of Helvetica, in parts of the font size: the service says only widths. */
const ASCENT = 0.718;
const DESCENT = 0.207;
const MM_PER_PT = 25.4 / 72;

/** Number of pictures that keep their numbers. */
const KEPT_PICTURES = 256;

export function createHttpEngine({ url = "", token, fetch: send = (...request) => fetch(...request) }: HttpEngineOptions = {}): EngineAdapter {
  const numbers = new Map<string, number>();
  let given = 0;
  let schema: Promise<unknown> | undefined;
  const closed = new AbortController();

  async function post(view: View, query: string, input: Partial<DocumentInput>, signal?: AbortSignal): Promise<Response> {
    const response = await ask(view, query, input, signal);
    if (response.ok) return response;
    throw await refused(response);
  }

  async function ask(view: View, query: string, input: Partial<DocumentInput>, signal?: AbortSignal): Promise<Response> {
    const { template, bindings, data, options } = input;
    const headers: Record<string, string> = { "Content-Type": "application/json" };
    if (token) headers.Authorization = `Bearer ${token}`;
    return send(`${url}/api/reports/preview?as=${view}${query}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ template, bindings: bindings ?? [], ...(data !== undefined && { data: data ?? {} }), ...(options?.locale && { locale: options.locale }) }),
      signal: signal ? anyOf(signal, closed.signal) : closed.signal,
    });
  }

  /** The number of a picture: the same as long as it is used, whatever number an answer gives it. */
  function numberOf(picture: string): number {
    const known = numbers.get(picture);
    if (known !== undefined) {
      // The oldest stand first.
      numbers.delete(picture);
      numbers.set(picture, known);
      return known;
    }
    given += 1;
    numbers.set(picture, given);
    if (numbers.size > KEPT_PICTURES) numbers.delete(numbers.keys().next().value as string);
    return given;
  }

  function renumbered(drawn: DrawnDocument): DrawnDocument {
    const names = new Map(Object.entries(drawn.images).map(([number, picture]) => [number, numberOf(picture)]));
    const rename = (svg: string) => svg.replaceAll(/#image-(\d+)/g, (all, number: string) => (names.has(number) ? `#image-${names.get(number)}` : all));
    const page = (one: DrawnPage): DrawnPage => ({
      ...one,
      defs: rename(one.defs),
      background: rename(one.background),
      placements: one.placements.map((placement) => ({ ...placement, svg: rename(placement.svg) })),
      pictures: one.pictures.map((number) => names.get(String(number)) ?? number),
    });
    const images = Object.fromEntries(Object.entries(drawn.images).map(([number, picture]) => [names.get(number) ?? Number(number), picture]));
    return { ...drawn, pages: drawn.pages.map(page), images };
  }

  const layout = async (input: DocumentInput, signal?: AbortSignal): Promise<unknown> => (await post("layout", "", input, signal)).json();
  const check: EngineAdapter["check"] = async (input, signal) => (await (await post("problems", "", input, signal)).json()) as Problem[];

  return {
    async render(input, signal) {
      const response = await post("pdf", "", input, signal);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { bytes, pages: Number(response.headers.get("X-Reportctl-Pages")), warnings: warningsOf(response) };
    },
    async draw(input, pages, signal) {
      const query = pages && pages.length > 0 ? `&pages=${pages.join(",")}` : "";
      return renumbered((await (await post("drawing", query, input, signal)).json()) as DrawnDocument);
    },
    check,
    checksInvoices: true,
    async einvoice(input, signal): Promise<MadeEinvoice | null> {
      const response = await ask("einvoice", "", input, signal);
      if (isXml(response)) return { xml: await response.text(), problems: warningsOf(response) };
      const refusal = (await response.clone().json().catch(() => null)) as Partial<Refusal> | null;
      if (refusal?.problems) return { xml: null, problems: refusal.problems.map((problem) => problemOf(problem, "error")) };
      if (isUnknownView(response, refusal)) return null;
      throw response.ok ? new Error("the service answered with no e-invoice") : await refused(response);
    },
    layout,
    async evaluate(text, data, item, extensions = true): Promise<Evaluation> {
      const input = probe(text, 100, 10, item ?? data, extensions);
      const model = (await layout(input)) as { pages: { placements: { value?: string }[] }[] };
      const shown = model.pages[0]?.placements[0]?.value ?? "";
      const wrong = (await check({ template: input.template, bindings: [] })).find(({ code, severity }) => severity === "error" || code === "expression");
      return { text: shown, ...(wrong && { error: { message: wrong.message, offset: Number((wrong as Problem & { position?: number }).position ?? 0) } }) };
    },
    async measureText(text, size): Promise<TextMeasure> {
      // A text that is too wide for its box says how wide it is.
      const literal = probe("{text}", 0.001, size, { text });
      const found = (await check(literal)).find(({ code }) => code === "textTooWide") as (Problem & { width?: number }) | undefined;
      return { width: found?.width ?? 0, ascent: ASCENT * size * MM_PER_PT, descent: DESCENT * size * MM_PER_PT };
    },
    schema() {
      schema ??= import("../../../docs/template.schema.json").then((module) => module.default);
      return schema;
    },
    async setFonts() {
      // The service has its own.
    },
    dispose() {
      closed.abort(new DOMException("The engine was closed.", "AbortError"));
    },
  };
}

/** A document of one text. */
function probe(content: string, width: number, fontSize: number, data: unknown, extensions = false): DocumentInput {
  const field = { id: "probe", name: "probe", type: "text", x: 0, y: 0, width, height: 10, fontSize, content };
  return { template: { version: 1, ...(extensions && { extensions: 1 }), page: { width: 200, height: 200 }, schemas: [field] }, bindings: [], data: data ?? {} };
}

const isXml = (response: Response): boolean => response.ok && /\bxml\b/.test(response.headers.get("Content-Type") ?? "");

/** Services of earlier versions know no view for e-invoices, or have no preview at all. */
function isUnknownView({ status }: Response, refusal: Partial<Refusal> | null): boolean {
  return status === 404 || status === 405 || (refusal?.code === "invalidField" && refusal.field === "as");
}

function warningsOf(response: Response): Problem[] {
  const warnings = JSON.parse(response.headers.get("X-Reportctl-Warnings") || "[]") as Refusal[];
  return warnings.map((warning) => problemOf(warning, "warning"));
}

/** A problem as the service writes it in the body or a header of an answer. */
function problemOf({ error, advice, problems: _, ...details }: Refusal, severity: Problem["severity"]): Problem {
  return { ...details, severity, message: error, ...(advice !== undefined && { help: advice }) };
}

async function refused(response: Response): Promise<Error> {
  const refusal = (await response.json().catch(() => null)) as Refusal | null;
  if (refusal === null || typeof refusal.code !== "string") return new Error(`the service answered with ${response.status}`);
  const { error, advice, ...details } = refusal;
  return errorFrom({ ...details, message: error, ...(advice !== undefined && { help: advice }) } as unknown as EngineProblem);
}

/** Aborts with the first of both; `AbortSignal.any` is younger than the browsers that this runs in. */
function anyOf(first: AbortSignal, second: AbortSignal): AbortSignal {
  const both = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) both.abort(signal.reason);
    else signal.addEventListener("abort", () => both.abort(signal.reason), { once: true, signal: both.signal });
  }
  return both.signal;
}
