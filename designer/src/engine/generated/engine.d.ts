/* tslint:disable */
/* eslint-disable */

/**
 * An engine with its fonts, and the templates and data that were given to it.
 */
export class Engine {
  free(): void;
  [Symbol.dispose](): void;
  /**
   * Keeps data, a JSON text, and gives its handle.
   *
   * # Errors
   * `malformedJson`.
   */
  addData(data: string): number;
  /**
   * Adds a font file after those that were added before; all of them come before the fallback.
   *
   * # Errors
   * `fontUnreadable`, `fontDecompressFailed` or `fontRestricted`.
   */
  addFont(name: string, bytes: Uint8Array | number[]): void;
  /**
   * Adds a file that templates name as `lib:NAME`, in the place of another one of its name.
   */
  addLibraryFile(name: string, bytes: Uint8Array | number[]): void;
  /**
   * Keeps a template with its bindings, both JSON texts, and gives its handle.
   *
   * # Errors
   * `malformedJson` only: errors of a template are reported by the calls that use it.
   */
  addTemplate(template: string, bindings: string): number;
  /**
   * Findings of `reportctl check` in a template, and with `data` also in the two together, as a
   * JSON array.
   *
   * # Errors
   * `timeLimit`; problems of the template are findings.
   */
  check(template: number, data: number | null | undefined, options: string): string;
  /**
   * Forgets the fonts that were added.
   */
  clearFonts(): void;
  /**
   * Forgets the files that were added.
   */
  clearLibrary(): void;
  /**
   * Pages as drawings: the pages numbered in `pages`, or all. A JSON text of the shape of
   * `DrawnDocument` in `designer/src/engine/types.ts`, where `images` has only the images that
   * this engine has not given before, and each page names in `pictures` the images that it uses.
   *
   * # Errors
   * The problem that kept the document from being drawn.
   */
  draw(template: number, data: number, options: string, pages?: Uint32Array | number[] | null): string;
  /**
   * Result of a template text for data, or for an item of it given as a JSON text: `{ text,
   * error? }`.
   *
   * # Errors
   * `malformedJson`, and the limits of a render.
   */
  evaluate(text: string, data: number, item?: string | null, extensions?: boolean | null): string;
  /**
   * The page model of a template and data, as `--format layout` prints it, with `id` and
   * `pointer` of every field.
   *
   * # Errors
   * The problem that kept it from being made.
   */
  layout(template: number, data: number, options: string): string;
  /**
   * Width, ascent and descent of a line of text in millimetres: `[w, a, d]`.
   *
   * # Errors
   * `unsupportedGlyph`.
   */
  measureText(text: string, font_size: number): Float64Array;
  /**
   * An engine with Helvetica and the fallback font.
   */
  constructor();
  /**
   * One page, numbered from 1, as an SVG file.
   *
   * # Errors
   * The problem that kept the page from being drawn; `invalidField` where there is no such page.
   */
  pageSvg(template: number, data: number, options: string, page: number): string;
  /**
   * Forgets data.
   */
  removeData(handle: number): void;
  /**
   * Forgets a template.
   */
  removeTemplate(handle: number): void;
  /**
   * The PDF of a template and data.
   *
   * # Errors
   * The problem that kept the document from being made.
   */
  render(template: number, data: number, options: string): Rendered;
}

/**
 * A finished document.
 */
export class Rendered {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * The PDF; it can be taken once.
   */
  takeBytes(): Uint8Array;
  /**
   * Number of pages.
   */
  readonly pages: number;
  /**
   * Warnings, as a JSON array.
   */
  readonly warnings: string;
}

export function __wbg_reset_state(): void;

/**
 * Items sorted, cut and coloured as charts draw them (spec 5.6).
 */
export function aggregateItems(_arguments: string): string;

/**
 * The tokens of a text that cannot be read, with their faults.
 */
export function badTokens(text: string): string;

/**
 * Inputs of each binding of a value: texts, and rows as JSON texts (spec 5.2). Sections, charts
 * and cards give nothing; of several bindings of a name the last one counts.
 */
export function buildInputs(bindings: string, data: string, year: number): string;

/**
 * Label and value of the items that a chart binding lets through, in the order of the data.
 */
export function chartItems(binding: string, data: string): string;

/**
 * Version, palettes, table presets and icons.
 */
export function constants(): string;

/**
 * The parts of an expression with their places, for colours; none where it cannot be cut.
 */
export function expressionTokens(source: string): string;

/**
 * Fails as a bug would, so that tests see what the callers of the engine do then.
 */
export function failForTest(message: string): void;

/**
 * Every problem of a field that stands alone on a page, with its bindings.
 */
export function fieldProblems(field: string, bindings: string): string;

/**
 * The figure of a card's binding.
 */
export function kpiValue(binding: string, data: string): number;

/**
 * Message of the panic that ended this instance.
 */
export function lastPanic(): string | undefined;

/**
 * The braces of a text that have no partner.
 */
export function looseBraces(text: string): string;

/**
 * A text that is one token around a path or a function, taken apart for forms.
 */
export function parseFormula(text: string): string;

/**
 * The places, in the list of a binding, of the items that its filters let through; `null` where
 * the data has no such list.
 */
export function passingItems(binding: string, data: string): string;

/**
 * A text with `{expressions}` filled with data, which is JSON. `year` is the year of dates without
 * one. `extensions`: `true` if the text is of a template with extensions, which is the default.
 */
export function renderText(text: string, data: string, year: number, extensions?: boolean | null): string;

/**
 * The rows that the columns of a binding make of a list.
 */
export function rowsOf(list: string, columns: string, year: number): string;

/**
 * JSON Schema of template files.
 */
export function schema(): string;

/**
 * A key as a part of a path; empty where no quote fits it.
 */
export function segmentFor(key: string): string;

/**
 * Called once per instance, before anything else.
 */
export function start(): void;

/**
 * The operators of an expression that have a blank on one side only.
 */
export function suspiciousOperators(source: string): string;

/**
 * The first such operator of each token of a text.
 */
export function suspiciousTokens(text: string): string;

/**
 * Syntax error of an expression without braces; `null` if there is none.
 */
export function syntaxFault(source: string): string;

/**
 * A key as a token of a text; empty where none can name it.
 */
export function tokenFor(key: string): string;

/**
 * The plain font inside a WOFF or WOFF2 file.
 *
 * # Errors
 * `fontDecompressFailed` or `fontUnreadable`.
 */
export function unpackFont(bytes: Uint8Array | number[]): Uint8Array;

/**
 * Reason why a template of this version cannot be read; `null` if it can.
 */
export function versionProblem(template: string): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
  readonly memory: WebAssembly.Memory;
  readonly __wbg_engine_free: (a: number, b: number) => void;
  readonly __wbg_rendered_free: (a: number, b: number) => void;
  readonly aggregateItems: (a: number, b: number) => [number, number, number, number];
  readonly badTokens: (a: number, b: number) => [number, number];
  readonly buildInputs: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
  readonly chartItems: (a: number, b: number, c: number, d: number) => [number, number, number, number];
  readonly constants: () => [number, number];
  readonly engine_addData: (a: number, b: number, c: number) => [number, number, number];
  readonly engine_addFont: (a: number, b: number, c: number, d: number, e: number) => [number, number];
  readonly engine_addLibraryFile: (a: number, b: number, c: number, d: number, e: number) => void;
  readonly engine_addTemplate: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
  readonly engine_check: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
  readonly engine_clearFonts: (a: number) => void;
  readonly engine_clearLibrary: (a: number) => void;
  readonly engine_draw: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
  readonly engine_evaluate: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
  readonly engine_layout: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
  readonly engine_measureText: (a: number, b: number, c: number, d: number) => [number, number, number, number];
  readonly engine_new: () => number;
  readonly engine_pageSvg: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number, number];
  readonly engine_removeData: (a: number, b: number) => void;
  readonly engine_removeTemplate: (a: number, b: number) => void;
  readonly engine_render: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
  readonly expressionTokens: (a: number, b: number) => [number, number];
  readonly failForTest: (a: number, b: number) => void;
  readonly fieldProblems: (a: number, b: number, c: number, d: number) => [number, number, number, number];
  readonly kpiValue: (a: number, b: number, c: number, d: number) => [number, number, number];
  readonly lastPanic: () => [number, number];
  readonly looseBraces: (a: number, b: number) => [number, number];
  readonly parseFormula: (a: number, b: number) => [number, number];
  readonly passingItems: (a: number, b: number, c: number, d: number) => [number, number, number, number];
  readonly renderText: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number, number];
  readonly rendered_pages: (a: number) => number;
  readonly rendered_takeBytes: (a: number) => [number, number];
  readonly rendered_warnings: (a: number) => [number, number];
  readonly rowsOf: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
  readonly schema: () => [number, number];
  readonly segmentFor: (a: number, b: number) => [number, number];
  readonly start: () => void;
  readonly suspiciousOperators: (a: number, b: number) => [number, number];
  readonly suspiciousTokens: (a: number, b: number) => [number, number];
  readonly syntaxFault: (a: number, b: number) => [number, number];
  readonly tokenFor: (a: number, b: number) => [number, number];
  readonly unpackFont: (a: number, b: number) => [number, number, number, number];
  readonly versionProblem: (a: number, b: number) => [number, number, number, number];
  readonly __wbindgen_externrefs: WebAssembly.Table;
  readonly __wbindgen_malloc: (a: number, b: number) => number;
  readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
  readonly __wbindgen_free: (a: number, b: number, c: number) => void;
  readonly __externref_table_dealloc: (a: number) => void;
  readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
* Instantiates the given `module`, which can either be bytes or
* a precompiled `WebAssembly.Module`.
*
* @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
*
* @returns {InitOutput}
*/
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
* If `module_or_path` is {RequestInfo} or {URL}, makes a request and
* for everything else, calls `WebAssembly.instantiate` directly.
*
* @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
*
* @returns {Promise<InitOutput>}
*/
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
