/** Columns of tables: titles, cells, totals, styles, widths and the binding stay aligned. */
import type { ArrayBinding, Binding, TableColumn, TableColumnStyle, TableRow, TableSchema } from "../../core/types";
import type { DocumentPair } from "../types";
import { patched } from "./design";
import { setBinding } from "./fields";
import { titleOf, unusedName } from "./names";
import { barePath, columnPath } from "../../core/formulas";
import { tokenFor } from "../../core/expressions";
import { columnKeys } from "../../core/tables";

export type TableChange = (table: TableSchema) => TableSchema;

const labelOf = (column: TableColumn): string => (typeof column === "string" ? column : column.label);
const rowsOf = (table: TableSchema): string[][] => (Array.isArray(table.content) ? table.content : []);
const headOf = (table: TableSchema): string[] => (Array.isArray(table.head) ? table.head : []);

/** True if the table has a column for a key of its list, whatever its title is. */
export function showsColumn(table: TableSchema, binding: ArrayBinding | undefined, key: string): boolean {
  const isOfKey = (column: TableColumn | null | undefined) => (typeof column === "string" ? column === key : column ? columnPath(column.formula) === key : false);
  return headOf(table).includes(key) || headOf(table).some((_, index) => columnPath(String(rowsOf(table)[0]?.[index] ?? "")) === key || isOfKey(binding?.columns?.[index]));
}

/** Rows of cells by the keys of columns. */
type Cells = Pick<TableRow, "cells" | "spans">;

/** Applies a change to everything of the table that names a column by its key. */
function withReferences(table: TableSchema, ofRow: <R extends Cells>(row: R) => R | undefined, ofName: (name: string) => string | undefined): TableSchema {
  const row = (own: TableRow | undefined): TableRow | undefined => own && ofRow(own);
  const rows = (list: readonly TableRow[]): TableRow[] | undefined => {
    const left = list.flatMap((own) => (own ? (row(own) ?? []) : [own]));
    return left.length > 0 ? left : undefined;
  };
  const conditions = table.styleWhen?.flatMap((style) => {
    if (typeof style?.column !== "string") return [style];
    const column = ofName(style.column);
    return column === undefined ? [] : [{ ...style, column }];
  });
  const groups = table.groups?.map((group) => group && patched(group, { ...(group.header && { header: row(group.header) }), ...(group.footer && { footer: row(group.footer) }) }));
  const details = table.detail?.rows && rows(table.detail.rows);
  return patched(table, {
    ...(table.headRows?.length && { headRows: rows(table.headRows) }),
    ...(table.footerRows?.length && { footerRows: rows(table.footerRows) }),
    ...(table.detail?.rows?.length && { detail: details && { ...table.detail, rows: details } }),
    ...(groups && { groups }),
    ...Object.fromEntries((["carriedOver", "broughtForward", "pageTotals"] as const).flatMap((key) => (table[key] ? [[key, row(table[key])]] : []))),
    ...(conditions && { styleWhen: conditions.length > 0 ? conditions : undefined }),
  });
}

/** The names by which rows and conditional styles refer to columns. */
function referredNames(table: TableSchema): Set<string> {
  const names = new Set(Object.keys(table.footerSpans ?? {}));
  withReferences(
    table,
    (row) => {
      for (const name of [...Object.keys(row.cells ?? {}), ...Object.keys(row.spans ?? {})]) names.add(name);
      return row;
    },
    (name) => {
      names.add(name);
      return name;
    },
  );
  return names;
}

/**
 * The table with other columns: for each new one the index of the old column that it was, -1 for one without contents. All changes of
 * columns go through it. A column that rows or conditional styles name by its number gets a key where that number changes; what names
 * a column that is gone goes with it, and cells span those of their columns that still follow them.
 */
function withColumns(table: TableSchema, from: readonly number[], areKeyed = false): TableSchema {
  const pick = <T>(list: readonly (T | undefined | null)[], empty: T): T[] => from.map((index) => list[index] ?? empty);
  const names = columnKeys(table);
  const indexOf = new Map(names.toReversed().map((name, index) => [name, names.length - 1 - index]));
  const placeOf = new Map(from.map((index, at) => [index, at]));
  const referred = referredNames(table);
  const isRenumbered = (index: number) => referred.has(names[index]!) && placeOf.has(index) && placeOf.get(index) !== index;
  const styles = withKeys(table, (index) => areKeyed || isRenumbered(index));
  const columnStyles = styles && pick<TableColumnStyle | null>(styles, null);
  const keys = columnKeys({ ...table, head: from.map(() => ""), columnStyles: (columnStyles ?? []) as (TableColumnStyle | undefined)[] });

  /** The new columns of a cell that covers old ones. */
  const covered = (start: number, span: number): { at: number; span: number } | undefined => {
    const own = new Set(Array.from({ length: Math.max(1, Math.min(span, names.length - start)) }, (_, index) => start + index));
    const at = placeOf.get(start) ?? from.findIndex((index) => own.has(index));
    if (at < 0) return undefined;
    const behind = from.findIndex((index, place) => place > at && !own.has(index));
    return { at, span: (behind < 0 ? from.length : behind) - at };
  };
  const spanOf = (spans: TableRow["spans"], name: string): number => Math.floor(Number(spans?.[name] ?? 1)) || 1;
  const spansOf = (spans: Readonly<Record<string, number>>): Record<string, number> =>
    Object.fromEntries(
      Object.entries(spans).flatMap(([name, span]): [string, number][] => {
        const start = indexOf.get(name);
        if (start === undefined) return [[name, span]];
        const place = covered(start, spanOf(spans, name));
        return place && place.span > 1 ? [[keys[place.at]!, place.span]] : [];
      }),
    );
  const ofRow = <R extends Cells>(row: R): R | undefined => {
    const cells = Object.entries(row.cells ?? {}).flatMap(([name, text]): [string, string | number | boolean, boolean][] => {
      const start = indexOf.get(name);
      if (start === undefined) return [[name, text, true]];
      const place = covered(start, spanOf(row.spans, name));
      return place ? [[keys[place.at]!, text, placeOf.has(start)]] : [];
    });
    if (row.cells && Object.keys(row.cells).length > 0 && cells.length === 0) return undefined;
    // The text of a column that is gone stays in the others that it spanned, above what these hid.
    const inOrder = cells.toSorted((a, b) => Number(b[2]) - Number(a[2]));
    const spans = row.spans && spansOf(row.spans);
    return patched(row, { ...(row.cells && { cells: Object.fromEntries(inOrder) }), ...(spans && { spans: Object.keys(spans).length > 0 ? spans : undefined }) });
  };
  const ofName = (name: string) => {
    const index = indexOf.get(name);
    const at = index === undefined ? undefined : placeOf.get(index);
    return index === undefined ? name : at === undefined ? undefined : keys[at];
  };

  const { footerSpans } = table;
  const footer = table.footer && table.footer.length > 0 ? pick(table.footer, "") : null;
  for (const name of footer ? Object.keys(footerSpans ?? {}) : []) {
    const start = indexOf.get(name);
    const place = start === undefined || placeOf.has(start) ? undefined : covered(start, spanOf(footerSpans, name));
    if (footer && place) footer[place.at] = table.footer?.[start!] ?? "";
  }
  const spans = footerSpans && spansOf(footerSpans);
  return patched(withReferences(table, ofRow, ofName), {
    head: pick(headOf(table), ""),
    content: rowsOf(table).map((row) => pick(row ?? [], "")),
    ...(footer && { footer }),
    ...(spans && { footerSpans: Object.keys(spans).length > 0 ? spans : undefined }),
    ...(columnStyles && { columnStyles }),
    ...(table.columnWidths ? { columnWidths: pick<number | null>(table.columnWidths, null) } : {}),
  });
}

/** The table with a key for each column, which rows and conditional styles refer to. */
export function withKeyedColumns(table: TableSchema): TableSchema {
  const { head, content, footer } = table;
  return patched(withColumns(table, [...headOf(table).keys()], true), { head, content, footer });
}

/** The styles of the columns with a key for each that needs one; `undefined` where there are none. */
function withKeys(table: TableSchema, isNeeded: (index: number) => boolean): (TableColumnStyle | undefined)[] | undefined {
  const taken = new Set(columnKeys(table));
  const columns = headOf(table).map((_, index) => index);
  if (!columns.some((index) => isNeeded(index) && !table.columnStyles?.[index]?.key)) return table.columnStyles;
  return padded(table.columnStyles ?? [], columns.length).map((style, index) => {
    if (style?.key || index >= columns.length || !isNeeded(index)) return style;
    let key = `column${index + 1}`;
    while (taken.has(key)) key += "_";
    taken.add(key);
    return { ...style, key };
  });
}

/** JSON has no holes: entries that are missing are `null` in the file, so that those behind them keep their index. */
function padded<T>(list: readonly (T | undefined)[], length: number): (T | undefined)[] {
  return Array.from({ length: Math.max(list.length, length) }, (_, index) => list[index] ?? (null as unknown as undefined));
}

/** Returns true if the title of a column is that of its style, which only extensions print. */
export const hasOwnTitle = (table: TableSchema, index: number, extended = true): boolean => extended && typeof table.columnStyles?.[index]?.title === "string";

export function renameColumn(table: TableSchema, index: number, label: string, extended = true): TableSchema {
  const title = label.trim();
  if (title === "" || headOf(table)[index] === undefined) return table;
  // A title of the column itself prints in the place of the other.
  if (hasOwnTitle(table, index, extended)) return setColumnStyle(table, index, { title });
  return headOf(table)[index] === title ? table : { ...table, head: headOf(table).with(index, title) };
}

export function renameBindingColumn(binding: ArrayBinding, index: number, label: string): ArrayBinding {
  const column = binding.columns?.[index];
  const title = label.trim();
  if (title === "" || column === undefined || column === null || typeof column === "string" || column.label === title) return binding;
  return { ...binding, columns: binding.columns.with(index, { ...column, label: title }) };
}

/** Titles typed as a whole: columns keep their contents by title, new ones are empty. */
export function reindexTable(table: TableSchema, head: string[]): TableSchema {
  return patched(withColumns(table, sources(headOf(table), head)), { head });
}

/** For each new title the index of the old column. */
function sources(old: readonly string[], head: readonly string[]): number[] {
  const taken = new Set<number>();
  return head.map((title) => {
    const source = old.findIndex((candidate, at) => candidate === title && !taken.has(at));
    if (source >= 0) taken.add(source);
    return source;
  });
}

export function reindexBinding(binding: ArrayBinding, old: readonly string[], head: readonly string[]): ArrayBinding {
  if (!binding.columns || binding.columns.length !== old.length) return binding;
  const columns = sources(old, head).map((index, at): TableColumn => {
    const column = index < 0 ? undefined : binding.columns[index];
    return column ?? (head[at] as string);
  });
  return { ...binding, columns };
}

/** The cell of a new column: numbers are born as amounts. */
export function columnCell(key: string, type?: string | null): string {
  return type === "number" ? `{CURRENCY(${barePath(key)}, "R$", 2)}` : `{${barePath(key)}}`;
}

export function addColumn(table: TableSchema, label: string, cell: string): TableSchema {
  const head = headOf(table);
  if (head.includes(label)) return table;
  const rows = rowsOf(table).length > 0 ? rowsOf(table) : [[]];
  const wide = withColumns({ ...table, content: rows }, [...head.keys(), -1]);
  return patched(wide, { head: [...head, label], content: rowsOf(wide).map((row) => row.with(head.length, cell)) });
}

export function addColumnToBinding(binding: ArrayBinding, label: string, column: TableColumn): ArrayBinding {
  if (binding.columns?.some((own) => own && labelOf(own) === label)) return binding;
  return { ...binding, columns: [...(binding.columns ?? []), column] };
}

export function removeColumn(table: TableSchema, index: number): TableSchema {
  if (headOf(table)[index] === undefined) return table;
  return withColumns(table, [...headOf(table).keys()].toSpliced(index, 1));
}

/** Columns that are as many as those of the table are in their order; others are known by their titles, which need not differ. */
export function removeColumnFromBinding(binding: ArrayBinding, label: string, at?: { index: number; length: number }): ArrayBinding {
  const isAligned = at !== undefined && binding.columns?.length === at.length;
  const index = isAligned ? at.index : (binding.columns?.findIndex((column) => column && labelOf(column) === label) ?? -1);
  return index < 0 ? binding : { ...binding, columns: binding.columns.toSpliced(index, 1) };
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from] as T);
}

export function reorderColumn(table: TableSchema, from: number, to: number): TableSchema {
  const { length } = headOf(table);
  if (from === to || from < 0 || to < 0 || from >= length || to >= length) return table;
  return withColumns(table, moved([...headOf(table).keys()], from, to));
}

/** Only a binding with as many columns as the table has titles is known to be in their order. */
export function reorderBinding(binding: ArrayBinding, length: number, from: number, to: number): ArrayBinding {
  if (binding.columns?.length !== length || from === to) return binding;
  return { ...binding, columns: moved(binding.columns, from, to) };
}

export function setColumnStyle(
  table: TableSchema,
  index: number,
  patch: { [K in keyof TableColumnStyle]?: TableColumnStyle[K] | undefined },
): TableSchema {
  const styles = padded(table.columnStyles ?? [], index + 1);
  const style = patched(styles[index] ?? {}, patch);
  if (style === styles[index]) return table;
  const next = styles.with(index, Object.keys(style).length > 0 ? style : (null as unknown as undefined));
  return patched(table, { columnStyles: next.some(Boolean) ? next : undefined });
}

/** The width of a column as it is written: that of its style, which only extensions know, comes before that of the table. */
export function writtenWidth(table: TableSchema, index: number, extended: boolean): number | string | undefined {
  return (extended ? table.columnStyles?.[index]?.width : undefined) ?? table.columnWidths?.[index] ?? undefined;
}

/** Writes the width where the one that counts is written. Without one the column shares the rest. */
export function setColumnWidth(table: TableSchema, index: number, width: number | undefined, extended = true): TableSchema {
  const isOfStyle = extended && (table.columnStyles?.[index]?.width ?? undefined) !== undefined;
  if (isOfStyle && width !== undefined) return setColumnStyle(table, index, { width });
  if (isOfStyle) return setColumnWidth(setColumnStyle(table, index, { width }), index, width, extended);
  const widths = padded(table.columnWidths ?? [], headOf(table).length).with(index, width ?? (null as unknown as undefined));
  return patched(table, { columnWidths: widths.some((value) => value !== null && value !== undefined) ? widths : undefined });
}

export const MIN_COLUMN_MM = 10;

/** Moves the edge between two columns; the sum of their widths stays. */
export function resizeColumns(left: number, right: number, dx: number, min = MIN_COLUMN_MM): { left: number; right: number } {
  const sum = left + right;
  const width = Math.max(Math.min(left + dx, sum - min), Math.min(min, sum));
  return { left: width, right: sum - width };
}

/** The cell for a formula; an empty one shows the key that the old cell showed. */
export function columnFormulaCell(formula: string, previousCell: string, label: string): { cell: string; rawPath: string } {
  const rawPath = columnPath(previousCell) ?? label;
  return { cell: formula.trim() === "" ? `{${barePath(rawPath)}}` : formula, rawPath };
}

export function setFormulaOnBinding(
  binding: ArrayBinding,
  index: number,
  formula: string,
  label: string,
  rawPath: string,
): ArrayBinding {
  if (!binding.columns || index >= binding.columns.length) return binding;
  const column: TableColumn = formula.trim() === "" ? rawPath : { label, formula };
  return { ...binding, columns: binding.columns.with(index, column) };
}

export function applyColumnCell(table: TableSchema, index: number, cell: string): TableSchema {
  const rows = rowsOf(table).length > 0 ? rowsOf(table) : [headOf(table).map(() => "")];
  return patched(table, { content: rows.map((row) => Array.from({ length: Math.max(row.length, index + 1) }, (_, at) => (at === index ? cell : (row[at] ?? "")))) });
}

/** The totals row with another text in a column: behind a row that ends before it, the columns between have empty cells. */
export function withTotal(table: TableSchema, index: number, text: string): string[] {
  return padded(table.footer ?? [], index + 1).map((cell, at) => (at === index ? text : String(cell ?? "")));
}

/** The binding after cells of the design row were edited in place; `null` where no row says what changed. */
export function mirrorCells(
  binding: ArrayBinding,
  head: readonly string[],
  before: readonly string[] | null | undefined,
  after: readonly string[] | null | undefined,
): ArrayBinding | null {
  if (!before || !after || !Array.isArray(binding.columns)) return null;
  const columns = binding.columns.map((column, index) => {
    const cell = after[index] ?? "";
    if (cell === (before[index] ?? "")) return column;
    const label = column && typeof column === "object" ? column.label : (head[index] ?? "");
    return cell.trim() === "" ? (columnPath(before[index] ?? "") ?? label) : { label, formula: cell };
  });
  return { ...binding, columns };
}

/** The columns of a list as a table shows them. */
function columnsOf(columns: readonly TableColumn[]): { label: string; formula: string }[] {
  return columns.filter(Boolean).map((column) => {
    if (typeof column === "string") return { label: titleOf(column), formula: tokenFor(column) };
    const formula = column.formula.trim();
    return { label: column.label, formula: formula === "" || formula.includes("{") ? formula : `{${formula}}` };
  });
}

/** The first list of a table makes its columns. */
export function bindTable(table: TableSchema, binding: ArrayBinding): { table: TableSchema; binding: ArrayBinding } {
  const columns = columnsOf(binding.columns ?? []);
  if (columns.length === 0) return { table, binding };
  return {
    table: patched(withColumns(table, columns.map(() => -1)), {
      head: columns.map((column) => column.label),
      content: [columns.map((column) => column.formula)],
      footer: undefined,
      columnStyles: undefined,
      columnWidths: undefined,
    }),
    binding: { ...binding, columns },
  };
}

/** Another list: columns whose key it has stay, with cell, width and style; the others go. Where none stays, its keys are the columns. */
export function rebuildTable(
  table: TableSchema,
  existing: ArrayBinding | undefined,
  schemaName: string,
  path: string,
  keys: readonly string[],
): { table: TableSchema; binding: ArrayBinding } {
  const head = headOf(table);
  const keyAt = (index: number): string | null => {
    const column = existing?.columns?.[index];
    if (typeof column === "string") return column;
    return columnPath(rowsOf(table)[0]?.[index] ?? "") ?? (column ? columnPath(column.formula) : null);
  };
  const kept = head.flatMap((_, index) => (keys.includes(keyAt(index) ?? "") ? [index] : []));
  const keptKeys = new Set(kept.map(keyAt));
  let next = head.length > 0 ? withColumns(table, kept) : table;
  next = patched(next, { content: [rowsOf(next)[0] ?? []] });
  for (const key of kept.length > 0 ? [] : keys) if (!keptKeys.has(key)) next = addColumn(next, unusedName(titleOf(key), new Set(headOf(next))), tokenFor(key));
  const columns = headOf(next).map((label, index) => ({ label, formula: rowsOf(next)[0]?.[index] ?? "" }));
  const { filters: _, ...rest } = existing ?? ({} as Partial<ArrayBinding>);
  return { table: next, binding: { ...rest, schemaName, type: "array", path, columns } };
}

/** Changes the table and its list together. */
export function withTable(
  pair: DocumentPair,
  table: TableSchema,
  apply: (table: TableSchema) => DocumentPair,
  bindingChange?: (binding: ArrayBinding) => ArrayBinding | null,
): DocumentPair {
  const changed = apply(table);
  if (!bindingChange) return changed;
  const own = pair.bindings.find((binding): binding is ArrayBinding => binding.schemaName === table.name && binding.type === "array");
  const next = own && bindingChange(own);
  if (!own || !next || next === own) return changed;
  return { ...changed, bindings: changed.bindings.map((binding: Binding) => (binding === own ? next : binding)) };
}

export { setBinding };

/** Texts wrap and have more room than numbers, which stand at the right: nothing of the data is cut. */
export function tableLook(columns: readonly string[], types: Readonly<Record<string, string | null | undefined>>): Pick<TableSchema, "bodyWrap" | "columnStyles"> {
  const right = { headAlign: "right", cellAlign: "right", footerAlign: "right" } as const;
  const isNumber = (column: string) => types[column] === "number";
  const hasBoth = columns.some(isNumber) && !columns.every(isNumber);
  return { bodyWrap: "word", ...(hasBoth && { columnStyles: columns.map((column) => (isNumber(column) ? { ...right } : { width: "2fr" })) }) };
}
