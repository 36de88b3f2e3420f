/** The cells of a table on the canvas: its titles, its rows as they are designed, the rows before its totals, and its totals. */
import type { Rect } from "../../core/page";
import { resolveToken } from "../../core/expressions";
import { isExtended } from "../../core/fields";
import { columnKeys } from "../../core/tables";
import type { TableSchema } from "../../core/types";
import { columnWidths } from "../gestures/snap";
import type { Editor } from "../store/editor";
import { withKeyedColumns } from "./tables";

export const ROW_MM = 7;

/** A row of the editor, and which row of the table's `content`, or of its `footerRows`, it is. */
export interface CellRow {
  kind: "head" | "body" | "further" | "footer";
  at: number;
  cells: readonly unknown[];
}

/** A cell by its row among those of `cellRows`, and what that row is. */
export interface Cell {
  kind: CellRow["kind"];
  row: number;
  /** Index of the row in the table's `content` or `footerRows`. */
  at: number;
  column: number;
  /** As it is written. */
  text: string;
  /** Its place, in mm from the corner of the table. Rows that a list repeats are one. */
  box: Rect;
}

/** The rows before the totals row, each with a cell per column. */
export function furtherRows(table: TableSchema): string[][] {
  const keys = columnKeys(table);
  return (Array.isArray(table.footerRows) ? table.footerRows : []).map((row) => keys.map((key) => String(row?.cells?.[key] ?? "")));
}

/** Rows from one on, with a cell per column, as rows before the totals row: these print values, where rows without a list print as they are written. */
export function asFurtherRows(table: TableSchema, from: number): Partial<TableSchema> {
  const content = Array.isArray(table.content) ? table.content : [];
  // Keys keep the cells in their columns when columns change places.
  const keyed = withKeyedColumns(table);
  const changed = Object.fromEntries(Object.entries(keyed).filter(([key, value]) => value !== (table as { [key: string]: unknown })[key]));
  const keys = columnKeys(keyed);
  const inCells = (cells: readonly unknown[]) => Object.fromEntries(keys.flatMap((key, index) => (String(cells[index] ?? "") === "" ? [] : [[key, String(cells[index])]])));
  const rows = content.length > from ? content.slice(from) : [[]];
  return { ...changed, content: content.slice(0, from), footerRows: [...rows.map((cells) => ({ cells: inCells(cells ?? []) })), ...(keyed.footerRows ?? [])] };
}

/** A list fills the first row again and again; without one each row is its own. */
export function cellRows(table: TableSchema, bound: boolean): CellRow[] {
  const given = Array.isArray(table.content) ? table.content : [];
  const hasFooter = (table.footer?.length ?? 0) > 0;
  const further = furtherRows(table);
  // A table of titles and totals has no row between them.
  const content = given.length > 0 || ((hasFooter || further.length > 0) && !bound) ? given : [[]];
  return [
    { kind: "head", at: 0, cells: table.head ?? [] },
    ...(bound ? content.slice(0, 1) : content).map((cells, at) => ({ kind: "body" as const, at, cells: cells ?? [] })),
    ...further.map((cells, at) => ({ kind: "further" as const, at, cells })),
    ...(hasFooter ? [{ kind: "footer" as const, at: 0, cells: table.footer! }] : []),
  ];
}

/** The print of a table, as far as it is known. */
export interface TablePrint {
  /** Of its first place. */
  height: number;
  /** True where the table goes on elsewhere: its totals are there. */
  continues?: boolean;
  /** The data that conditions of columns and of rows before the totals row see; absent in templates whose tables have none. */
  data?: { document: unknown; item: boolean };
}

export function tablePrint(editor: Editor, table: TableSchema, height: number): TablePrint {
  const { byField, pages } = editor.drawing.store.getState();
  const first = byField.get(table.id);
  const continues = first !== undefined && !table.sectionId && [...pages.values()].some(({ number, parts }) => number > first.page && parts.some(({ id, zone }) => id === table.id && zone === "body"));
  return { height, continues, ...(isExtended(editor.document.current().template) && { data: { document: editor.sample, item: Boolean(table.sectionId) } }) };
}

/** Returns true if the engine finds a condition false; one that it cannot read hides nothing. */
function isFalse(condition: unknown, document: unknown): boolean {
  return typeof condition === "string" && condition.trim() !== "" && resolveToken(`IF(${condition}, "shown", "hidden")`, document) === "hidden";
}

/** The cell at a place of the table, in mm from its corner. `null` for a table without columns, and above the titles. */
export function cellAt(table: TableSchema, bound: boolean, print: TablePrint, at: { x: number; y: number }): Cell | null {
  const { height, continues = false, data } = print;
  const widths = columnWidths(table, (index) => data !== undefined && isFalse(table.columnStyles?.[index]?.visibleWhen, data.document));
  const above = data ? (table.headRows ?? []).reduce((sum, row) => sum + (row?.height ?? table.headRowHeight ?? ROW_MM), 0) : 0;
  const place = { x: at.x, y: at.y - above };
  if (place.y < 0 && above > 0) return null;
  if (widths.length === 0 || !Number.isFinite(place.x) || !Number.isFinite(place.y)) return null;
  let right = 0;
  const found = widths.findIndex((width) => (right += width) > place.x);
  const column = found < 0 ? widths.length - 1 : found;
  const all = cellRows(table, bound);
  // Rows before the totals row of a member see its item.
  const isHidden = ({ kind, at: own }: CellRow) => kind === "further" && data !== undefined && !data.item && isFalse(table.footerRows?.[own]?.visibleWhen, data.document);
  const rows = all.filter((own) => !((continues && (own.kind === "further" || own.kind === "footer")) || isHidden(own)));
  let bottom = 0;
  const heights = rowHeights(table, rows, height - above);
  const under = heights.findIndex((own) => (bottom += own) > place.y);
  const shown = under < 0 ? rows.length - 1 : under;
  const row = all.indexOf(rows[shown]!);
  const { kind, at: index, cells } = rows[shown]!;
  const sum = (list: readonly number[], to: number) => list.slice(0, to).reduce((total, own) => total + own, 0);
  const box = { x: sum(widths, column), y: above + sum(heights, shown), width: widths[column]!, height: heights[shown]! };
  return { kind, row, at: index, column, text: String(cells[column] ?? ""), box };
}

/** Titles and totals are as high as they say; what is between them is that of the rows. */
function rowHeights(table: TableSchema, rows: readonly CellRow[], height: number): number[] {
  const body = table.rowHeight ?? ROW_MM;
  const least = ({ kind, at }: CellRow) => (kind === "further" ? (table.footerRows?.[at]?.height ?? body) : { head: table.headRowHeight ?? ROW_MM, body, footer: table.footerRowHeight ?? ROW_MM }[kind]);
  const bodies = rows.filter(({ kind }) => kind === "body").length;
  const others = rows.reduce((total, row) => (row.kind === "body" ? total : total + least(row)), 0);
  const shared = bodies > 0 ? Math.max(body, (height - others) / bodies) : 0;
  return rows.map((row) => (row.kind === "body" ? shared : least(row)));
}

const BREAK = /[\r\n]/;

/** The block of a table whose looks a row has: rows before the totals row look like the others. */
export const blockOf = ({ kind }: Pick<CellRow, "kind">) => (kind === "further" ? "body" : kind);

/** The change of a table whose cell gets its first line break: without wrapping it would print as a blank. */
export function linesPatch(table: TableSchema, extended: boolean, block: ReturnType<typeof blockOf>, column: number, before: string, after: string): Partial<TableSchema> {
  if (!extended || BREAK.test(before) || !BREAK.test(after)) return {};
  const key = `${block}Wrap` as const;
  const style = table.columnStyles?.[column];
  const own = { head: style?.headWrap, body: style?.cellWrap, footer: undefined }[block];
  const isSet = (own ?? undefined) !== undefined || (table[key] ?? "none") !== "none";
  return isSet ? {} : { [key]: "word" };
}
