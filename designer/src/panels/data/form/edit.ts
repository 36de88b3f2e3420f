/** Data as a form and as tables of lists: what a value is, how what is typed becomes one, and what is pasted from a spreadsheet. */
import { numberIn, parseData, rowsOf } from "../parse";
import { typeOf } from "../tree";

/** What an input is for; `parts` hold objects or lists, which are edited by themselves. */
export type ValueType = "text" | "number" | "boolean" | "date" | "parts";

export type Item = Readonly<Record<string, unknown>>;

export interface Column {
  key: string;
  type: ValueType;
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** What all values of one place are; what is empty says nothing. */
export function valueType(values: readonly unknown[]): ValueType {
  const types = new Set(values.filter((value) => value !== null && value !== undefined && value !== "").map((value) => (typeof value === "string" ? (DAY.test(value) ? "date" : "text") : typeOf(value))));
  if (types.has("array") || types.has("object")) return "parts";
  const [only] = types;
  return types.size === 1 && (only === "number" || only === "boolean" || only === "date") ? only : "text";
}

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

/** A value as it is typed. */
export function shownText(value: unknown): string {
  return value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

/** What is typed as a value; `undefined` where it is none of its type, such as a word among amounts. */
export function readText(text: string, type: ValueType): unknown {
  if (type === "text") return text;
  if (text.trim() === "") return null;
  if (type === "number") return numberIn(text) ?? undefined;
  if (type === "boolean") return /^(?:true|yes|sim|1|x)$/i.test(text.trim()) ? true : /^(?:false|no|não|0)$/i.test(text.trim()) ? false : undefined;
  return DAY.test(text.trim()) ? text.trim() : undefined;
}

export interface Pasted {
  items: Item[];
  /** Cells that are no value of their column, which stay as they were. */
  refused: number;
}

/** Whether a text is more than one cell. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ""));

/**
 * The items with a table pasted at a cell: rows below the last one are added, cells right of the last column left out. A first line
 * with the names of columns says which they are. In a list without columns it makes them.
 */
export function withPasted(items: readonly Item[], columns: readonly Column[], text: string, row: number, column: number): Pasted | null {
  const plain = text.replace(/\r?\n$/, "");
  if (columns.length === 0) {
    const parsed = parseData(plain, "tsv", "rows");
    return "data" in parsed ? { items: (parsed.data as { rows: Item[] }).rows, refused: 0 } : null;
  }
  const rows = rowsOf(plain, "\t");
  if (!Array.isArray(rows)) return null;
  const named = namedColumns(rows[0]?.cells ?? [], columns);
  const body = named ? rows.slice(1) : rows;
  const at = named ?? columns.slice(column);
  let refused = 0;
  const next = [...items];
  body.forEach(({ cells }, index) => {
    const place = row + index;
    const item: Record<string, unknown> = { ...next[place] };
    cells.slice(0, at.length).forEach((cell, offset) => {
      const { key, type } = at[offset]!;
      const value = type === "parts" ? undefined : readText(cell, type);
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

/** The key of what is called `label`: "Invoice number" is `invoiceNumber`. */
export function keyOf(label: string): string {
  const words = label.normalize("NFD").replace(/\p{M}/gu, "").split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
  return words.map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1)).join("");
}

/** A new value of a type. */
export function blankOf(type: ValueType | "list"): unknown {
  return { text: "", number: 0, boolean: false, date: "", parts: {}, list: [] }[type];
}
