/** The effect of a drop of data: decided once, for the hint before the drop and for the drop. */
import { CODES, isExtended, sectionOfItems } from "../../core/fields";
import { tokenFor } from "../../core/expressions";
import { chainedPath } from "../../core/formulas";
import type { Binding, DataDragPayload, Field, KpiSchema, SectionSchema, TableSchema, TextSchema } from "../../core/types";
import { keysAt, lookup, valuesIn } from "../../panels/data/lookup";
import { imageFacts } from "../../panels/properties/images";
import { type Cell, cellAt, tablePrint } from "../operations/cells";
import { sectionAt } from "../operations/geometry";
import { showsColumn } from "../operations/tables";
import { columnTokenAt, documentTokenAt, tokenAt } from "../operations/value-token";
import { isUnwritten, textOf } from "../operations/written-text";
import type { Editor } from "../store/editor";

/** The place that is dropped on: the field under the pointer, and the place in it, in mm from its corner. */
export interface DropTarget {
  field?: string | undefined;
  within?: { x: number; y: number } | undefined;
}

export type DropEffect =
  /** Asks which value of an object is taken, or as what a list is shown. */
  | { kind: "chooseValue" | "newList" }
  /** The list of a table that has none yet. */
  | { kind: "listOfTable"; field: TableSchema }
  | { kind: "picture"; field: Field; token: string }
  | { kind: "code"; field: Field; token: string }
  | { kind: "text" | "addToText"; field: TextSchema; content: string }
  | { kind: "card"; field: KpiSchema; token: string }
  | { kind: "cell"; field: TableSchema; cell: Cell; token: string }
  /** `first`: of a table that gets its list by it. */
  | { kind: "column"; field: TableSchema; column: string; first: boolean }
  | { kind: "sectionColumn"; field: SectionSchema; column: string }
  | { kind: "newText"; token: string };

export type DropKind = DropEffect["kind"];

/** A value is that of the data at its path; `isPicture` says what is known of one whose path is not. */
export function effectOf(editor: Editor, payload: DataDragPayload, at: { x: number; y: number }, { field: id, within }: DropTarget, isPicture = isPictureOf(editor, payload)): DropEffect {
  const field = editor.permissions.data ? editor.field(id ?? null) : undefined;
  if (payload.kind === "scalar" && payload.path !== "" && valuesIn(editor.sample, payload.path).length > 0) return { kind: "chooseValue" };
  if (payload.kind === "arraySource") return field?.type === "table" && isNewTable(editor, field) ? { kind: "listOfTable", field } : { kind: "newList" };
  return (field && onField(editor, payload, field, within, isPicture)) ?? beside(editor, payload, at, field);
}

const isPictureOf = (editor: Editor, { kind, path }: DataDragPayload): boolean => kind === "scalar" && imageFacts(String(lookup(editor.sample, path))) !== null;

/** The effect on the field under the pointer; `null` where it takes no such value. */
function onField(editor: Editor, payload: DataDragPayload, field: Field, within: DropTarget["within"], isPicture: boolean): DropEffect | null {
  if (isCode(field)) return { kind: "code", field, token: rawToken(editor, payload, field) };
  switch (field.type) {
    case "image": {
      // Members of a section take no picture from the document.
      const shows = isPicture && !itemsOf(editor, field);
      return shows ? { kind: "picture", field, token: rawToken(editor, payload, field) } : null;
    }
    case "text": {
      const token = tokenIn(editor, payload, field);
      if (token === null) return null;
      const written = textOf(field, bindingOf(editor, field), editor.sample);
      return isUnwritten(written, editor.dict) ? { kind: "text", field, content: token } : { kind: "addToText", field, content: `${written} ${token}` };
    }
    case "kpi": {
      // Cards see the document, and no page numbers.
      const token = payload.kind === "native" ? null : documentToken(editor, payload);
      return token === null ? null : { kind: "card", field, token };
    }
    case "table":
      return payload.kind === "native" ? null : onTable(editor, payload, field, within);
    default:
      return null;
  }
}

function onTable(editor: Editor, payload: DataDragPayload, field: TableSchema, within: DropTarget["within"]): DropEffect | null {
  const binding = bindingOf(editor, field);
  const list = binding?.type === "array" ? binding.path : null;
  const { height } = editor.shownRect(field);
  const cell = within ? cellAt(field, list !== null, tablePrint(editor, field, height), within) : null;
  const { template } = editor.document.current();
  if (payload.kind === "arrayColumn") {
    const column = payload.column ?? payload.path;
    if (binding === undefined && isNewTable(editor, field)) return { kind: "column", field, column, first: true };
    const isOwn = list !== null && list === payload.sourcePath;
    const isOfDocument = cell !== null && (isTotals(cell) || (cell.kind === "body" && takesValues(editor, field, cell))) && !field.sectionId;
    const sum = isOfDocument ? documentToken(editor, payload) : null;
    if (cell && sum !== null) return { kind: "cell", field, cell, token: sum };
    if (!isOwn) return null;
    const isShown = showsColumn(field, binding?.type === "array" ? binding : undefined, column);
    if (cell?.kind === "body" && (isShown || cell.text.trim() === "")) return { kind: "cell", field, cell, token: columnTokenAt(template, editor.sample, list, column, editor.table()?.rows) };
    return isShown ? null : { kind: "column", field, column, first: false };
  }
  if (!cell) return null;
  const extended = isExtended(template);
  const inCell = (inItem = false): DropEffect => ({ kind: "cell", field, cell, token: valueToken(editor, payload, inItem) });
  // Titles and the rows of a list take values of the document by names that only the extensions have.
  if (cell.kind === "head") return extended ? inCell() : null;
  if (isTotals(cell)) return itemsOf(editor, field) ? null : inCell();
  if (list !== null) return extended ? inCell(true) : null;
  return takesValues(editor, field, cell) ? inCell() : null;
}

const isTotals = ({ kind }: Cell): boolean => kind === "further" || kind === "footer";

/**
 * Returns true if a row of a table without a list can print values. As such it prints as it is written: it becomes one of the rows
 * before the totals row, with those below it, and without extensions the totals row, where it is the only row.
 */
export function takesValues(editor: Editor, field: TableSchema, { kind }: Pick<Cell, "kind">): boolean {
  if (kind !== "body" || bindingOf(editor, field) || field.sectionId) return false;
  return isExtended(editor.document.current().template) || ((field.content?.length ?? 0) <= 1 && !field.footer?.length);
}

/** The effect of a value that no field takes. */
function beside(editor: Editor, payload: DataDragPayload, at: { x: number; y: number }, field: Field | undefined): DropEffect {
  if (payload.kind !== "arrayColumn") return { kind: "newText", token: payload.kind === "native" ? `{${payload.path}}` : tokenIn(editor, payload, sectionMember(editor, at)) ?? "" };
  const section = field?.type === "section" ? field : sectionAt({ ...at, width: 0, height: 0 }, editor.design());
  if (section) return { kind: "sectionColumn", field: section, column: payload.column ?? payload.path };
  return { kind: "newText", token: documentToken(editor, payload) ?? valueToken(editor, payload) };
}

/** A field that is put at a place, as far as its names are concerned. */
function sectionMember(editor: Editor, at: { x: number; y: number }): Field {
  const { width, height } = editor.newField("text");
  return { type: "text", sectionId: sectionAt({ ...at, width, height }, editor.design())?.id } as Field;
}

/** The token of a value that is put into a text that is being written: of a list without a sum, the path says what was meant. */
export const writtenToken = (editor: Editor, payload: DataDragPayload, field: Field): string => tokenIn(editor, payload, field) ?? valueToken(editor, payload);

/** The token of a value in a text; `null` for columns of other lists that have no sum. */
function tokenIn(editor: Editor, payload: DataDragPayload, field: Field): string | null {
  if (payload.kind === "native") return `{${payload.path}}`;
  const section = itemsOf(editor, field);
  if (payload.kind === "scalar") return valueToken(editor, payload, section !== undefined && isExtended(editor.document.current().template));
  if (isOfItem(editor, payload, section)) return columnTokenAt(editor.document.current().template, editor.sample, payload.sourcePath!, payload.column!, editor.table()?.rows);
  return section ? null : documentToken(editor, payload);
}

/** The token of a value of the document, or of the sum of a column of a list. */
const documentToken = (editor: Editor, payload: DataDragPayload): string | null => documentTokenAt(editor.document.current().template, editor.sample, payload, editor.table()?.rows);

/** The token of the value at the path. */
const valueToken = (editor: Editor, { path }: DataDragPayload, inItem = false): string => tokenAt(editor.document.current().template, editor.sample, path, editor.table()?.rows, inItem);

/** A value as it is in the data, which codes hold and pictures are. */
function rawToken(editor: Editor, payload: DataDragPayload, field: Field): string {
  const { path, kind, column } = payload;
  if (kind === "native") return `{${path}}`;
  return isOfItem(editor, payload, itemsOf(editor, field)) ? tokenFor(column!) : `{${chainedPath(keysAt(editor.sample, path))}}`;
}

const isOfItem = (editor: Editor, { kind, sourcePath, column }: DataDragPayload, section: Field | undefined): boolean =>
  kind === "arrayColumn" && column !== undefined && section !== undefined && editor.document.current().bindings.some((own) => own?.type === "section" && own.schemaName === section.name && own.path === sourcePath);

/** The section whose items fill the field. */
const itemsOf = (editor: Editor, field: Field): Field | undefined => sectionOfItems(field, editor.design(), isExtended(editor.document.current().template));

const bindingOf = (editor: Editor, { name }: Field): Binding | undefined => editor.document.current().bindings.find((own) => own?.schemaName === name);

/** Returns true if it is a code that prints its content; payment codes are made of their own parts. */
const isCode = (field: Field): boolean => CODES.has(field.type) && !(field as { payload?: unknown }).payload;

/** Returns true if nothing is written into the table yet, and no list is shown. */
function isNewTable(editor: Editor, table: TableSchema): boolean {
  if (bindingOf(editor, table) || table.footerRows?.length) return false;
  return [...(table.content ?? [])].flat().every((cell) => isUnwritten(String(cell ?? ""), editor.dict));
}
