/** Contents of the columns of a bound table. */
import { tokenFor } from "./expressions";
import type { ArrayBinding, Binding, PageDesign, Schema, TableColumn, TableSchema, Template, TemplatePage } from "./types";

/** Content of a column: the design cell where it has a token, else the column of the binding. */
export function columnFormulaFor(
  content: readonly (readonly string[])[] | null | undefined,
  columns: readonly TableColumn[] | null | undefined,
  index: number,
): string {
  const cell = content?.[0]?.[index];
  if (typeof cell === "string" && cell.includes("{")) return cell;
  const column = columns?.[index];
  return typeof column === "object" && column !== null ? column.formula : "";
}

/** Tables bound by raw keys, with tokens on both sides instead; what has tokens stays as it is. */
export function normalizeTableColumns(template: Template, bindings: Binding[]): { template: Template; bindings: Binding[] } {
  const changed = new Map<Binding, ArrayBinding>();
  const field = (schema: Schema): Schema => {
    if (schema.type !== "table") return schema;
    const binding = bindings.find(
      (candidate): candidate is ArrayBinding => candidate.type === "array" && candidate.schemaName === schema.name,
    );
    if (!binding?.columns?.some((column) => typeof column === "string")) return schema;
    const cells = [...(schema.content[0] ?? [])];
    const columns = binding.columns.map((column, i): TableColumn => {
      const token = typeof column === "string" ? tokenFor(column) : "";
      if (typeof column !== "string" || token === "") return column;
      const shown = columnFormulaFor(schema.content, binding.columns, i) || token;
      while (cells.length <= i) cells.push("");
      cells[i] = shown;
      return { label: schema.head[i] ?? column, formula: shown };
    });
    changed.set(binding, { ...binding, columns });
    return { ...schema, content: [cells, ...schema.content.slice(1)] };
  };
  const design = <T extends PageDesign>(page: T): T => (page.schemas ? { ...page, schemas: page.schemas.map(field) } : page);
  const flat = design(template);
  const normalized = flat.pages ? { ...flat, pages: flat.pages.map((page) => design<TemplatePage>(page)) } : flat;
  return { template: normalized, bindings: bindings.map((binding) => changed.get(binding) ?? binding) };
}

/** Names of the columns for further rows and conditional styles: the key of a column, else its number from 0. */
export function columnKeys(table: TableSchema): string[] {
  const head = Array.isArray(table.head) ? table.head : [];
  return head.map((_, index) => table.columnStyles?.[index]?.key || String(index));
}

/** The titles of the columns as they are written. With the extensions, that of a column comes before that of the head. */
export function writtenTitles(table: TableSchema, extended: boolean): string[] {
  const head = Array.isArray(table.head) ? table.head : [];
  return head.map((title, index) => String((extended ? table.columnStyles?.[index]?.title : undefined) ?? title ?? ""));
}
