/** Bindings in words, and bindings out of what a form holds. */
import type { Dict } from "../i18n/en";
import { en } from "../i18n/en";
import type {
  ArrayBinding,
  Binding,
  ChartBinding,
  KeyValueBinding,
  KpiAggregation,
  KpiBinding,
  SectionBinding,
  TableColumn,
  TemplateBinding,
} from "./types";

export function columnLabel(column: TableColumn): string {
  return typeof column === "string" ? column : column.label;
}

/** A key for lists of columns; that of a calculated column does not collide with one of the data. */
export function columnKey(column: TableColumn): string {
  return typeof column === "string" ? column : `formula:${column.label}`;
}

/** A binding in words. */
export function describeBinding(binding: Binding, t: Dict = en): string {
  switch (binding.type) {
    case "scalar":
      return binding.path;
    case "template":
      return binding.template;
    case "array":
      return `${binding.path} [${(binding.columns ?? []).map(columnLabel).join(", ")}]`;
    case "keyvalue":
      return `${t.binding.keyValue} [${(binding.paths ?? []).join(", ")}]`;
    case "section":
      return `${binding.path} ${t.binding.repeatedSection}`;
    case "chart":
      return `${binding.path} [${binding.labelColumn} / ${binding.valueColumn}]`;
    case "kpi":
      return `${binding.path} [${aggregate(binding)}]`;
  }
}

function aggregate({ aggregation = "sum", valueColumn = "" }: KpiBinding): string {
  return aggregation === "count" ? aggregation : `${aggregation}/${valueColumn}`;
}

/** A binding in the fewest words: where its data is. */
export function describeBindingShort(binding: Binding, t: Dict = en): string {
  switch (binding.type) {
    case "template":
      return binding.template;
    case "keyvalue":
      return t.binding.keyValue;
    default:
      return binding.path;
  }
}

/** Parts of a list with commas; those inside quotes and parentheses do not divide it. */
export function splitDelimited(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  let quoted = false;
  let depth = 0;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    if (!quoted && char === "(") depth += 1;
    if (!quoted && char === ")") depth = Math.max(0, depth - 1);
    if (char === "," && !quoted && depth === 0) {
      parts.push(part.trim());
      part = "";
    } else {
      part += char;
    }
  }
  parts.push(part.trim());
  return parts.filter((trimmed) => trimmed !== "");
}

/** Columns as people write them: `key, Title=FORMULA(…)`. */
export function parseColumns(text: string): TableColumn[] {
  return splitDelimited(text).map((part) => {
    const at = part.indexOf("=");
    return at < 1 ? part : { label: part.slice(0, at).trim(), formula: part.slice(at + 1).trim() };
  });
}

export function stringifyColumns(columns: readonly TableColumn[]): string {
  return columns.map((column) => (typeof column === "string" ? column : `${column.label}=${column.formula}`)).join(", ");
}

/** Filters outlive a change of columns. */
function filtersOf(existing: Binding | null | undefined): Pick<ArrayBinding, "filters"> {
  return existing && "filters" in existing && existing.filters ? { filters: existing.filters } : {};
}

/** The builders give nothing while the form is incomplete. */
export function buildSectionBinding(schemaName: string, path: string): SectionBinding | null {
  return path.trim() === "" ? null : { schemaName, type: "section", path: path.trim() };
}

export function buildChartBinding(
  schemaName: string,
  path: string,
  label: string,
  value: string,
  existing?: Binding | null,
): ChartBinding | null {
  const [trimmedPath, labelColumn, valueColumn] = [path.trim(), label.trim(), value.trim()];
  if (trimmedPath === "" || labelColumn === "" || valueColumn === "") return null;
  return { schemaName, type: "chart", path: trimmedPath, labelColumn, valueColumn, ...filtersOf(existing) };
}

export function buildTableBinding(
  schemaName: string,
  path: string,
  columns: string,
  existing?: Binding | null,
): ArrayBinding | KeyValueBinding | null {
  if (columns.trim() === "") return null;
  if (path.trim() === "") return { schemaName, type: "keyvalue", paths: splitDelimited(columns) };
  return { schemaName, type: "array", path: path.trim(), columns: parseColumns(columns), ...filtersOf(existing) };
}

export function buildKpiBinding(
  schemaName: string,
  path: string,
  value: string,
  aggregation: KpiAggregation,
  existing?: Binding | null,
): KpiBinding | null {
  const [trimmedPath, valueColumn] = [path.trim(), value.trim()];
  if (trimmedPath === "" || (aggregation !== "count" && valueColumn === "")) return null;
  const column = aggregation === "count" ? {} : { valueColumn };
  return { schemaName, type: "kpi", path: trimmedPath, aggregation, ...column, ...filtersOf(existing) };
}

/** Blanks around a text count, so it is taken as written. */
export function buildTemplateBinding(schemaName: string, template: string): TemplateBinding | null {
  return template.trim() === "" ? null : { schemaName, type: "template", template };
}

/** Returns true if a condition of the filter names a column and compares it with nothing. */
export function filterIncomplete(binding: Binding | null | undefined): boolean {
  if (!binding || !("filters" in binding) || !Array.isArray(binding.filters)) return false;
  const blank = (value: unknown) => String(value ?? "").trim() === "";
  return binding.filters.flat().some((condition) => condition && !blank(condition.column) && blank(condition.value));
}
