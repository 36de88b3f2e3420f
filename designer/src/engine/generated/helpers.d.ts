/* tslint:disable */
/* eslint-disable */

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
 * What each binding of a value gives: texts, and rows as JSON texts (spec 5.2). Sections, charts
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
 * What the panic that ended this instance said.
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
 * A text with `{expressions}` filled with data, which is JSON. `year` is the one that dates
 * without a year are in. `extensions`: whether the text is of a template with extensions, which it
 * is taken to be where that is not given.
 */
export function renderText(text: string, data: string, year: number, extensions?: boolean | null): string;

/**
 * The rows that the columns of a binding make of a list.
 */
export function rowsOf(list: string, columns: string, year: number): string;

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
 * What is wrong with the syntax of an expression without braces; `null` for nothing.
 */
export function syntaxFault(source: string): string;

/**
 * JSON Schema of template files.
 */
export function templateSchema(): string;

/**
 * A key as a token of a text; empty where none can name it.
 */
export function tokenFor(key: string): string;

/**
 * Why a template of this version cannot be read; `null` for nothing.
 */
export function versionProblem(template: string): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
  readonly memory: WebAssembly.Memory;
  readonly aggregateItems: (a: number, b: number) => [number, number, number, number];
  readonly badTokens: (a: number, b: number) => [number, number];
  readonly buildInputs: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
  readonly chartItems: (a: number, b: number, c: number, d: number) => [number, number, number, number];
  readonly constants: () => [number, number];
  readonly expressionTokens: (a: number, b: number) => [number, number];
  readonly failForTest: (a: number, b: number) => void;
  readonly fieldProblems: (a: number, b: number, c: number, d: number) => [number, number, number, number];
  readonly kpiValue: (a: number, b: number, c: number, d: number) => [number, number, number];
  readonly lastPanic: () => [number, number];
  readonly looseBraces: (a: number, b: number) => [number, number];
  readonly parseFormula: (a: number, b: number) => [number, number];
  readonly passingItems: (a: number, b: number, c: number, d: number) => [number, number, number, number];
  readonly renderText: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number, number];
  readonly rowsOf: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
  readonly segmentFor: (a: number, b: number) => [number, number];
  readonly start: () => void;
  readonly suspiciousOperators: (a: number, b: number) => [number, number];
  readonly suspiciousTokens: (a: number, b: number) => [number, number];
  readonly syntaxFault: (a: number, b: number) => [number, number];
  readonly templateSchema: () => [number, number];
  readonly tokenFor: (a: number, b: number) => [number, number];
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
