/** Editing the content of a text, or the cells of a table, in its place on the sheet. */
import type { Binding, Field } from "../../core/types";
import { CellEditor } from "./CellEditor";
import { TextEditor } from "./TextEditor";

export function InlineEditor({ field, binding }: { field: Field; binding: Binding | undefined }) {
  if (field.type === "text") return <TextEditor field={field} binding={binding} />;
  if (field.type === "table") return <CellEditor table={field} bound={binding?.type === "array"} />;
  return null;
}
