/** Cells from the clipboard, as spreadsheets and tables of text programs put them there. */
import type { TableSchema } from "../../core/types";
import { hasOwnTitle, reindexTable, setColumnStyle } from "./tables";

/** Lines of cells that tabs separate; `null` for a text without cells. */
export function pastedCells(text: string): string[][] | null {
  return text.includes("\t") ? text.replace(/\r?\n$/, "").split(/\r?\n/).map((line) => line.split("\t")) : null;
}

/** A table without a list with cells from a place on, which is as large as it must be. `row`: index in `content`, -1 for the titles. */
export function withPastedCells(table: TableSchema, row: number, column: number, cells: readonly (readonly string[])[], extended = true): TableSchema {
  const width = Math.max(table.head.length, ...cells.map((line) => column + line.length));
  const titles = [...table.head, ...Array.from({ length: width - table.head.length }, (_, index) => String(table.head.length + index + 1))];
  const wide = width > table.head.length ? reindexTable(table, titles) : table;
  const filled = (before: readonly unknown[] | null | undefined, line: readonly string[]): string[] =>
    Array.from({ length: width }, (_, index) => line[index - column] ?? String(before?.[index] ?? ""));
  const head = row < 0 ? filled(wide.head, cells[0] ?? []).map((title, index) => (hasOwnTitle(wide, index, extended) ? String(wide.head[index] ?? "") : title)) : wide.head;
  // A title of the column itself prints in the place of the other.
  const titled = row < 0 ? (cells[0] ?? []).reduce((own, title, index) => (hasOwnTitle(own, column + index, extended) ? setColumnStyle(own, column + index, { title }) : own), wide) : wide;
  const below = row < 0 ? cells.slice(1) : cells;
  const first = Math.max(row, 0);
  const content = Array.from({ length: Math.max(wide.content?.length ?? 0, first + below.length) }, (_, index) => {
    const line = index < first ? undefined : below[index - first];
    return line ? filled(wide.content?.[index], line) : (wide.content?.[index] ?? Array.from({ length: width }, () => ""));
  });
  return { ...titled, head, content };
}
