/** A value of the data in a cell of a table. */
import { isExtended } from "../../core/fields";
import { columnKeys } from "../../core/tables";
import type { TableSchema } from "../../core/types";
import type { Editor } from "../store/editor";
import { asFurtherRows, type Cell } from "./cells";
import { isUnwritten } from "./written-text";

/** Rows without a list print as they are written: that of the cell, and those below it, become rows before the totals row, which print values. */
export function fillCell(editor: Editor, field: TableSchema, cell: Pick<Cell, "kind" | "at" | "column">, token: string): void {
  const { actions } = editor;
  editor.select([field.id]);
  const columns = Array.from({ length: field.head.length }, (_, index) => index);
  const isBound = editor.document.current().bindings.some((own) => own?.schemaName === field.name && own.type === "array");
  if (cell.kind === "head") actions.setColumnStyle(cell.column, { title: token });
  else if (cell.kind === "body" && isBound) editor.editCell(field.id, cell.column, token);
  else if (cell.kind === "further" || (cell.kind === "body" && isExtended(editor.document.current().template))) {
    const content = field.content?.map((row) => (row ?? []).map((text) => (isUnwritten(String(text ?? ""), editor.dict) ? "" : text)));
    const changed = cell.kind === "further" ? {} : asFurtherRows({ ...field, content: content ?? [] }, cell.at);
    const table = { ...field, ...changed };
    const at = cell.kind === "further" ? cell.at : 0;
    const row = table.footerRows?.[at];
    const footerRows = (table.footerRows ?? []).with(at, { ...row, cells: { ...row?.cells, [columnKeys(table)[cell.column]!]: token } });
    // The rows above keep what is written, also where it is what a new table says.
    actions.updateSchema(field.id, { ...changed, ...(cell.kind === "body" && { content: field.content?.slice(0, cell.at) ?? [] }), footerRows });
  } else {
    // Rows without a list print as they are written: the only one becomes the totals, which print values.
    const row: readonly string[] = cell.kind === "footer" ? (field.footer ?? []) : (field.content?.[cell.at] ?? []);
    const footer = columns.map((index) => (index === cell.column ? token : cell.kind === "body" && isUnwritten(String(row[index] ?? ""), editor.dict) ? "" : String(row[index] ?? "")));
    const looks = { footerBackgroundColor: field.bodyBackgroundColor ?? "#ffffff", ...(field.bodyTextColor && { footerTextColor: field.bodyTextColor }) };
    actions.updateSchema(field.id, { footer, ...(cell.kind === "body" && { content: [], ...looks }) });
  }
}
