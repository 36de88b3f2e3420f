/** Data as a form and as tables of lists: what a value is, how what is typed becomes one, and what is pasted from a spreadsheet. */
import { isAmount } from "../../../editor/operations/value-token";
import { withoutAccents } from "../../../core/letters";
import { bestDayReader, bestNumberReader, decimalOf, numberIn } from "../numbers";
import { parseData, readerOf, rowsOf } from "../parse";
import { typeOf } from "../tree";

/** Kind of an input; `parts` are objects or lists, which are edited by themselves. */
export type ValueType = "text" | "number" | "boolean" | "date" | "parts";

export type Item = Readonly<Record<string, unknown>>;

export interface Column {
  key: string;
  type: ValueType;
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Common type of all values of one place; empty ones do not count. */
export function valueType(values: readonly unknown[]): ValueType {
  const types = new Set(values.filter((value) => value !== null && value !== undefined && value !== "").map((value) => (typeof value === "string" ? (DAY.test(value) ? "date" : "text") : typeOf(value))));
  if (types.has("array") || types.has("object")) return "parts";
  const [only] = types;
  return types.size === 1 && (only === "number" || only === "boolean" || only === "date") ? only : "text";
}

const isBlank = (value: unknown) => value === null || value === undefined || value === "";

export const isItem = (value: unknown): value is Item => typeOf(value) === "object";

/** Columns of a list of objects, in the order in which its items name them. */
export function columnsIn(items: readonly unknown[]): Column[] {
  const values = new Map<string, unknown[]>();
  for (const item of items) {
    for (const [key, value] of Object.entries(isItem(item) ? item : {})) {
      const known = values.get(key);
      if (known) known.push(value);
      else values.set(key, [value]);
    }
  }
  return [...values].map(([key, found]) => ({ key, type: valueType(found) }));
}

/** A value as it is typed; a number has the mark of decimals of the locale. */
export function shownText(value: unknown, locale?: string): string {
  if (typeof value === "number" && locale !== undefined) return JSON.stringify(value).replace(".", decimalOf(locale));
  return value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

/** The typed text as a value; `undefined` where it is not of the type, such as a word among amounts. */
export function readText(text: string, type: ValueType, locale?: string): unknown {
  if (type === "text") return text;
  if (text.trim() === "") return null;
  if (type === "number") return numberIn(text, locale) ?? undefined;
  if (type === "boolean") return /^(?:true|yes|sim|1|x)$/i.test(text.trim()) ? true : /^(?:false|no|não|0)$/i.test(text.trim()) ? false : undefined;
  return bestDayReader([text], locale)(text) ?? undefined;
}

/** Converter of the cells of a column to values of its type; `undefined` for a cell that has none. */
function typedReader(cells: readonly string[], type: ValueType, locale?: string): (cell: string) => unknown {
  if (type !== "number" && type !== "date") return (cell) => readText(cell, type, locale);
  const read = type === "number" ? bestNumberReader(cells, locale) : bestDayReader(cells, locale);
  return (cell) => (cell.trim() === "" ? null : (read(cell) ?? undefined));
}

/** Cells of a column of texts that are no number, where most are one; 0 for any other column. */
export function strayTexts(values: readonly unknown[], locale?: string): number {
  const filled = values.filter((value) => !isBlank(value));
  const texts = filled.filter((value) => typeof value === "string");
  const read = bestNumberReader(texts, locale);
  return areAmounts(values, locale) ? texts.filter((text) => read(text) === null).length : 0;
}

/** Returns true if some of the values are texts, and most are numbers or texts that people read as such. */
export function areAmounts(values: readonly unknown[], locale?: string): boolean {
  const filled = values.filter((value) => !isBlank(value));
  const texts = filled.filter((value) => typeof value === "string");
  const read = bestNumberReader(texts, locale);
  const strays = texts.filter((text) => read(text) === null).length;
  return texts.length > 0 && strays * 2 <= filled.length && texts.length + filled.filter((value) => typeof value === "number").length === filled.length;
}

/** Columns of which all filled cells are numbers, some of them written as text, as in a spreadsheet. */
export function numberTexts(items: readonly Item[], locale?: string): string[] {
  return columnsIn(items).flatMap(({ key, type }) => {
    const values = items.map((item) => item[key]);
    return type === "text" && areAmounts(values, locale) && strayTexts(values, locale) === 0 ? [key] : [];
  });
}

/** Columns of amounts or counts among them: texts of digits alone are more likely postcodes or numbers of customers, unless the column is named as an amount. */
export function amountTexts(items: readonly Item[], locale?: string): string[] {
  const isDigits = (value: unknown) => isBlank(value) || (typeof value === "string" && /^\d+$/.test(value.trim()));
  return numberTexts(items, locale).filter((key) => isAmount(key) || !items.every((item) => isDigits(item[key])));
}

/** The items with the values of a column as those of another type. What cannot be read stays, and is counted. */
export function withKind(items: readonly Item[], key: string, type: ValueType, locale?: string): Pasted {
  const texts = items.map((item) => shownText(item[key], locale));
  const read = typedReader(texts, type, locale);
  let refused = 0;
  const next = items.map((item, index) => {
    const value = item[key];
    if (!isBlank(value) && valueType([value]) === type) return item;
    const converted = isBlank(value) ? (type === "text" ? "" : null) : read(texts[index]!);
    if (converted === undefined) {
      refused += 1;
      return item;
    }
    return { ...item, [key]: converted };
  });
  return { items: next, refused };
}

export interface Pasted {
  items: Item[];
  /** Cells that are no value of their column, which stay as they were. */
  refused: number;
}

/** Returns true if a text is more than one cell. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ""));

/**
 * The items with a table pasted at a cell: rows below the last one are added, cells right of the last column left out. A first line
 * with the names of columns says which they are. In a list without columns it makes them.
 */
export function withPasted(items: readonly Item[], columns: readonly Column[], text: string, row: number, column: number, locale?: string): Pasted | null {
  const plain = text.replace(/\r?\n$/, "");
  if (columns.length === 0) {
    const parsed = parseData(plain, "tsv", "rows", locale);
    return "data" in parsed ? { items: (parsed.data as { rows: Item[] }).rows, refused: 0 } : null;
  }
  const rows = rowsOf(plain, "\t");
  if (!Array.isArray(rows)) return null;
  const named = namedColumns(rows[0]?.cells ?? [], columns);
  const body = named ? rows.slice(1) : rows;
  const at = named ?? columns.slice(column);
  // A column of texts without any value elsewhere becomes what is pasted into it.
  const readers = at.map(({ key, type }, offset) => {
    const cells = body.map((own) => own.cells[offset] ?? "");
    const isNew = type === "text" && items.every((item, place) => (place >= row && place < row + body.length) || isBlank(item[key]));
    return isNew ? readerOf(cells, locale) : typedReader(cells, type, locale);
  });
  let refused = 0;
  const next = [...items];
  body.forEach(({ cells }, index) => {
    const place = row + index;
    const item: Record<string, unknown> = { ...next[place] };
    cells.slice(0, at.length).forEach((cell, offset) => {
      const { key, type } = at[offset]!;
      const value = type === "parts" ? undefined : readers[offset]!(cell);
      if (value === undefined) refused += 1;
      else item[key] = value;
    });
    next[place] = item;
  });
  return { items: next, refused };
}

/** The columns that a line of titles names; nothing where one of them is no column. */
function namedColumns(cells: readonly string[], columns: readonly Column[]): Column[] | null {
  const found = cells.map((cell) => columns.find(({ key }) => key.toLowerCase() === cell.trim().toLowerCase()));
  return found.length > 0 && found.every((column) => column !== undefined) ? (found as Column[]) : null;
}

/** The key of what is called `label`: "Invoice number" is `invoiceNumber`, "VAT ID" is `vatId`. */
export function keyOf(label: string): string {
  const words = withoutAccents(label).split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
  return words
    .map((word) => (CAPITALS.test(word) ? word.toLowerCase() : word))
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join("");
}

/** A word in capitals alone, such as an abbreviation. */
const CAPITALS = /^\p{Lu}[\p{Lu}\p{N}_]+$/u;

/** The list with the entry at `from` at the place `to`. */
export function withMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
}

/** A new value of a type. */
export function blankOf(type: ValueType | "list"): unknown {
  return { text: "", number: 0, boolean: false, date: "", parts: {}, list: [] }[type];
}
