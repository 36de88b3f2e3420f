/** The cells of a worksheet as rows of values (ECMA-376, part 1, 18.3). */
import { type Meaning, dated, meaningOf } from "./dates";
import { all, child } from "./package";

export type CellValue = string | number | boolean | null;

/** Values by column, from 0; a cell without a value is not there. */
export type CellRow = Map<number, NonNullable<CellValue>>;

export interface Cells {
  /** Rows that hold something. */
  rows: CellRow[];
  /** Cells whose formula has no result in the file, such as those that a program wrote which computes nothing. */
  withoutResult: number;
  /** Cells that show an error such as `#REF!`. */
  errors: number;
}

/** Tables that cells refer to. */
export interface Context {
  strings: readonly string[];
  /** Meanings of numbers by the style of their cell. */
  styles: readonly Meaning[];
  since1904: boolean;
}

/** Columns of a sheet, up to XFD. */
const MOST_COLUMNS = 16_384;
/** Digits that spreadsheets compute with; those behind them are noise of binary fractions. */
const DIGITS = 15;
/** Cells that are filled because an area is merged. */
const MOST_MERGED = 1_000_000;

/** The text of a string with runs of several looks, without the reading aids of East Asian scripts. */
export function textOf(element: Element): string {
  const own = all(element, "t").filter((text) => text.parentElement?.localName !== "rPh");
  // `_x000D_` is how the standard writes characters that XML cannot have.
  return own.map((text) => text.textContent ?? "").join("").replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))).replace(/\r\n?/g, "\n");
}

export function stylesOf(xml: Document | null): Meaning[] {
  if (xml === null) return [];
  const codes = new Map(all(xml, "numFmt").map((format) => [Number(format.getAttribute("numFmtId")), format.getAttribute("formatCode") ?? ""]));
  const formats = all(xml, "cellXfs")[0];
  return (formats ? [...formats.children] : []).map((format) => {
    const id = Number(format.getAttribute("numFmtId") ?? 0);
    return meaningOf(id, codes.get(id));
  });
}

/** Column and row of a reference such as `AB12`, from 0; `null` where it is none. */
export function placeOf(reference: string | null): { column: number; row: number } | null {
  const match = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/i.exec(reference ?? "");
  if (!match) return null;
  const column = [...match[1]!.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return column < MOST_COLUMNS ? { column, row: Number(match[2]) - 1 } : null;
}

export function cellsOf(xml: Document, context: Context): Cells {
  const found: Cells = { rows: [], withoutResult: 0, errors: 0 };
  const rows = new Map<number, CellRow>();
  let next = 0;
  for (const element of all(xml, "row")) {
    const given = Number(element.getAttribute("r"));
    const at = Number.isInteger(given) && given > 0 ? given - 1 : next;
    next = at + 1;
    const row: CellRow = new Map();
    let column = 0;
    for (const cell of element.children) {
      if (cell.localName !== "c") continue;
      column = placeOf(cell.getAttribute("r"))?.column ?? column;
      if (column >= MOST_COLUMNS) break;
      const value = valueOf(cell, context, found);
      if (value !== null && value !== "") row.set(column, value);
      column += 1;
    }
    rows.set(at, row);
  }
  fillMerged(xml, rows);
  found.rows = [...rows].sort(([a], [b]) => a - b).flatMap(([, row]) => (row.size > 0 ? [row] : []));
  return found;
}

function valueOf(cell: Element, { strings, styles, since1904 }: Context, found: Cells): CellValue {
  const type = cell.getAttribute("t") ?? "n";
  if (type === "inlineStr") {
    const text = child(cell, "is");
    return text ? textOf(text) : null;
  }
  const raw = child(cell, "v")?.textContent ?? "";
  if (raw === "") {
    // An empty text is a result too.
    if (child(cell, "f") && type !== "str") found.withoutResult += 1;
    return null;
  }
  switch (type) {
    case "s":
      return strings[Number(raw)] ?? null;
    case "str":
      return raw;
    case "b":
      return raw === "1" || raw === "true";
    case "e":
      found.errors += 1;
      return null;
    case "d":
      return raw.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, "");
    default: {
      const number = Number(raw);
      if (!Number.isFinite(number)) return raw;
      return dated(Number(number.toPrecision(DIGITS)), styles[Number(cell.getAttribute("s") ?? 0)] ?? "number", since1904);
    }
  }
}

/**
 * What is merged over several rows counts for each of them, as it is read on the sheet; over several columns it stays in the first one.
 * Rows without any value stay so.
 */
function fillMerged(xml: Document, rows: Map<number, CellRow>): void {
  const known = [...rows].filter(([, row]) => row.size > 0).sort(([a], [b]) => a - b);
  const numbers = known.map(([number]) => number);
  // Areas do not overlap; the limit is for files that say otherwise.
  let left = MOST_MERGED;
  for (const area of all(xml, "mergeCell")) {
    const [from, to] = (area.getAttribute("ref") ?? "").split(":").map(placeOf);
    const value = from ? rows.get(from.row)?.get(from.column) : undefined;
    if (!from || !to || value === undefined) continue;
    for (let index = lowerBound(numbers, from.row + 1); index < known.length && numbers[index]! <= to.row && left > 0; index += 1) {
      const row = known[index]![1];
      if (!row.has(from.column)) row.set(from.column, value);
      left -= 1;
    }
  }
}

/** The first place of a sorted list whose value is not smaller. */
function lowerBound(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
