/** Formulas of table cells as forms show them: one function around one path. */
import { splitDelimited } from "./bindings";
import { segmentFor } from "./expressions";
import { helpers, parsed } from "./helpers";

/** Syntax tree of a text that is one token. */
type Parsed =
  | { kind: "empty" | "raw" }
  | { kind: "path"; source: string; segments: string[] }
  | { kind: "call"; name: string; args: Argument[] };
type Argument = { kind: "path" | "text" | "number" | "other"; source: string; value: string; segments?: string[] };

const parse = (text: string): Parsed => parsed<Parsed>(helpers((engine) => engine.parseFormula(text)));

/** A key as it stands in an expression: bare where it can be, else in brackets. */
export function barePath(key: string): string {
  const word = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) && !/^(and|or|not)$/i.test(key);
  return word || key === "" ? key : segmentFor(key);
}

/** Keys as a path of expressions. A chain with brackets begins with one, so its first key has them too. */
export function chainedPath(keys: readonly string[]): string {
  const segments = keys.map(barePath);
  const [first = ""] = segments;
  if (first.startsWith("[") || segments.every((segment) => !segment.startsWith("["))) return segments.join(".");
  return [segmentFor(keys[0] ?? ""), ...segments.slice(1)].join(".");
}

/** Brackets of a name in an expression, with quotes where it has blanks. */
const BRACKETED = /\["((?:[^"\\]|\\.)*)"\]|\[([\p{L}_$][\p{L}\p{N}_$]*)\]/gu;

/** An expression as people read it: names without the brackets and quotes that the format asks for. */
export const readable = (expression: string): string => expression.replace(BRACKETED, (_, quoted: string | undefined, bare: string) => quoted?.replace(/\\(.)/g, "$1") ?? bare);

/** The keys of the path that a cell shows, bare or as the first argument of a function; nothing in other cells. */
export function shownKeys(cell: string): readonly string[] | null {
  const parsed = parse(cell);
  const path = parsed.kind === "call" ? parsed.args[0] : parsed;
  return (path?.kind === "path" && path.segments) || null;
}

/** The same as a path. */
export const columnPath = (cell: string): string | null => shownKeys(cell)?.join(".") ?? null;

/** Functions that only say how a number is written. */
const NUMBER_FORMATS = new Set(["CURRENCY", "NUMBER", "DECIMAL", "MONEY"]);

interface NumberFormat {
  name: string;
  /** The arguments as they are written: the engine leaves out blanks, which divide names. */
  expression: string;
  rest: string[];
  /** True if the format takes something from the item that the document does not have. */
  isOfItem: boolean;
}

/** A cell that is one function that says how a number is written. */
function numberFormatOf(cell: string): NumberFormat | null {
  const parsed = parse(cell.trim());
  if (parsed.kind !== "call" || !NUMBER_FORMATS.has(parsed.name)) return null;
  const [, given = ""] = /^\{\s*[A-Za-z]+\s*\((.*)\)\s*\}$/su.exec(cell.trim()) ?? [];
  const [expression = "", ...rest] = splitDelimited(given);
  const isOfItem = parsed.args.slice(1).some(({ kind, source }) => (kind === "path" || kind === "other") && !source.startsWith("$root."));
  return { name: parsed.name, expression, rest, isOfItem };
}

/**
 * An expression of the document in the format of the cells of a column; `null` for cells without a format, and for a format that takes
 * from the item what the document does not have. An amount in the currency of its item is then one without.
 */
export function inFormatOf(cell: string, expression: string): string | null {
  const format = numberFormatOf(cell);
  if (!format) return null;
  if (format.isOfItem) return format.name === "MONEY" ? `{DECIMAL(${expression}, 2, 2)}` : null;
  return written(format, expression);
}

const written = ({ name, rest }: NumberFormat, expression: string): string => `{${name}(${[expression, ...rest].join(", ")})}`;

/** True if a cell only says how a number is written. */
export const isNumberFormat = (cell: string): boolean => numberFormatOf(cell) !== null;

/** The expression of a cell that is one token, without the function that only says how a number is written; `null` for other cells. */
export function expressionOf(cell: string): string | null {
  return numberFormatOf(cell)?.expression ?? /^\{([^{}]*)\}$/u.exec(cell.trim())?.[1]?.trim() ?? null;
}

/** True if an expression is a name, or one in brackets, with nothing calculated. */
export const isName = (expression: string): boolean => parse(`{${expression}}`).kind === "path";

/** The way a cell writes its number, to compare it with that of another. */
export function formatIn(cell: string): string {
  const format = numberFormatOf(cell);
  return format ? [format.name, ...format.rest].join() : "";
}

/** Another expression of the same item in the format of a cell; `null` for cells without a format. */
export function inSameFormat(cell: string, expression: string): string | null {
  const format = numberFormatOf(cell);
  return format && written(format, expression);
}

/** A cell as the canvas shows it without data: the path instead of the formula around it. */
export function displayCell(cell: string): string {
  const path = columnPath(cell);
  return path === null ? cell : `{${path}}`;
}

/** A form of data type and arguments; `raw` is what no form can show. */
export type FormulaForm =
  | { kind: "empty" | "raw" }
  | { kind: "func"; fn: string; path: string; symbol: string; decimals: string; outFormat: string; inFormat: string };

const FORM_FUNCTIONS: Record<string, readonly (keyof FormulaArguments)[]> = {
  CURRENCY: ["symbol", "decimals"],
  NUMBER: ["decimals"],
  DATE: ["outFormat", "inFormat"],
  UPPER: [],
  LOWER: [],
  TRIM: [],
};
type FormulaArguments = { symbol: string; decimals: string; outFormat: string; inFormat: string };
const NO_ARGUMENTS: FormulaArguments = { symbol: "", decimals: "", outFormat: "", inFormat: "" };

export function parseFormula(formula: string): FormulaForm {
  const parsed = parse(formula);
  if (parsed.kind === "empty") return { kind: "empty" };
  if (parsed.kind === "path") return { kind: "func", fn: "", path: parsed.source, ...NO_ARGUMENTS };
  if (parsed.kind !== "call") return { kind: "raw" };
  const names = FORM_FUNCTIONS[parsed.name];
  const [path, ...given] = parsed.args;
  if (!names || path?.kind !== "path" || given.length > names.length) return { kind: "raw" };
  const form = { kind: "func" as const, fn: parsed.name, path: path.source, ...NO_ARGUMENTS };
  for (const [i, argument] of given.entries()) {
    const name = names[i];
    const fits = name === "decimals" ? argument.kind === "number" : argument.kind === "text";
    if (name === undefined || !fits) return { kind: "raw" };
    form[name] = argument.value;
  }
  return form;
}

/** The token of a form; arguments that are not given stay away, unless a later one is given. */
export function buildFormula(fn: string, path: string, values: Partial<FormulaArguments>): string {
  if (fn === "") return `{${path}}`;
  const names = FORM_FUNCTIONS[fn] ?? [];
  const last = names.findLastIndex((name) => (values[name] ?? "") !== "");
  const given = names.slice(0, last + 1).map((name) => (name === "decimals" ? values[name] || "0" : `"${values[name] ?? ""}"`));
  return `{${fn}(${[path, ...given].join(", ")})}`;
}
