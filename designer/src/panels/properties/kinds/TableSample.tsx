/** A table with the looks that are being chosen: titles, rows and totals. A press on a part shows its properties. */
import { useMemo, type CSSProperties } from "react";
import { renderTemplate } from "../../../core/expressions";
import { withoutMarks } from "../../../editor/canvas/marks";
import { themedColor } from "../../../core/theme";
import type { ArrayBinding, TableSchema, Template } from "../../../core/types";
import { useDesignerData, useDesignerSample, useDesignerSelectedSchema } from "../../../editor/hooks";
import { columnWidths } from "../../../editor/gestures/snap";
import { lookup } from "../../data/lookup";
import { columnFormulaFor } from "../../../core/tables";
import { propertyOf } from "../description";
import type { TablePart } from "../layout";

const MOST_COLUMNS = 4;
const ROWS = 2;
const DEFAULT_PT = 9;
/** Sizes are those of the print, but no title fills the sample. */
const LARGEST_PX = 15;

type Values = Record<string, unknown>;

/** What a style gives, nearest first. */
function chain(template: Template, name: unknown): Values[] {
  const styles = (template.styles ?? {}) as Record<string, Values | undefined>;
  const found: Values[] = [];
  for (let own = name; typeof own === "string"; ) {
    const style = styles[own];
    if (!style || found.includes(style)) break;
    found.push(style);
    own = style.extends;
  }
  return found;
}

function lookOf(template: Template, field: Values, part: "head" | "body" | "footer"): CSSProperties {
  const styles = chain(template, field[`${part}Style`]);
  const general = ((template.styles ?? {}) as Record<string, Values | undefined>).default ?? {};
  const named = (key: string) => styles.find((style) => style[key] !== undefined)?.[key];
  const value = (own: string, key: string) => named(key) ?? field[part + own] ?? general[key];
  const color = (own: string, key: string) => {
    const found = named(key) ?? field[part + own] ?? propertyOf("table", part + own).default;
    return themedColor(found, template) || undefined;
  };
  const size = Number(value("FontSize", "fontSize") ?? DEFAULT_PT) * (96 / 72);
  return {
    backgroundColor: color("BackgroundColor", "backgroundColor"),
    color: color("TextColor", "fontColor"),
    fontSize: Math.min(LARGEST_PX, Math.max(8, size)),
    fontWeight: (value("Bold", "bold") ?? propertyOf("table", `${part}Bold`).default ?? false) ? 700 : 400,
    fontStyle: value("Italic", "italic") ? "italic" : undefined,
    textAlign: (value("Align", "alignment") ?? propertyOf("table", `${part}Align`).default ?? "left") as CSSProperties["textAlign"],
    verticalAlign: (value("VerticalAlign", "verticalAlignment") ?? "middle") as CSSProperties["verticalAlign"],
  };
}

/** Which of its lines a table has. */
function linesOf(borders: unknown): { rows: boolean; columns: boolean; frame: boolean } {
  if (typeof borders === "object" && borders !== null) {
    const { row, column, outer } = borders as Values;
    return { rows: Boolean(row), columns: Boolean(column), frame: Boolean(outer) };
  }
  return {
    rows: borders === undefined || borders === "grid" || borders === "rows",
    columns: borders === undefined || borders === "grid" || borders === "columns",
    frame: borders === undefined || borders === "grid" || borders === "frame",
  };
}

function useRows(field: TableSchema, columns: number): string[][] {
  const { data } = useDesignerSample();
  const { selectedBinding } = useDesignerSelectedSchema();
  const binding = selectedBinding?.type === "array" ? (selectedBinding as ArrayBinding) : undefined;
  return useMemo(() => {
    const literal = (field.content ?? []).slice(0, ROWS).map((row) => (row ?? []).map((cell) => String(cell ?? "")));
    const list = binding && lookup(data, binding.path);
    if (!binding || !Array.isArray(list) || list.length === 0) return Array.from({ length: ROWS }, (_, row) => literal[row] ?? literal[0] ?? []);
    const cell = (item: unknown, column: number) => {
      const of = binding.columns?.[column];
      const formula = columnFormulaFor(field.content, binding.columns, column);
      if (formula === "") return typeof of === "string" ? String(lookup(item, of) ?? "") : "";
      try {
        return renderTemplate(formula, { ...(data as object), ...(item as object) });
      } catch {
        // Before the helpers are there.
        return formula;
      }
    };
    return list.slice(0, ROWS).map((item) => Array.from({ length: columns }, (_, column) => cell(item, column)));
  }, [field.content, binding, data, columns]);
}

function useTotals(field: TableSchema): string[] | null {
  const { data } = useDesignerSample();
  return useMemo(() => {
    if (!Array.isArray(field.footer) || field.footer.length === 0) return null;
    return field.footer.map((text) => {
      try {
        return renderTemplate(String(text), data ?? {}) || String(text);
      } catch {
        return String(text);
      }
    });
  }, [field.footer, data]);
}

export interface TableSampleProps {
  field: TableSchema;
  part: TablePart;
  onPart: (part: TablePart) => void;
}

export function TableSample({ field, part, onPart }: TableSampleProps) {
  const { template } = useDesignerData();
  const values = field as unknown as Values;
  const head = (Array.isArray(field.head) ? field.head : []).slice(0, MOST_COLUMNS).map(String);
  const rows = useRows(field, head.length);
  const widths = columnWidths({ ...field, head: field.head ?? [] }).slice(0, MOST_COLUMNS);
  const whole = widths.reduce((sum, width) => sum + width, 0) || 1;
  const footer = useTotals(field);
  const lines = linesOf(values.borders ?? undefined);
  const line = `1px solid ${themedColor(values.borderColor, template) ?? (propertyOf("table", "borderColor").default as string)}`;
  const cellStyle = (last: boolean): CSSProperties => ({ borderBlockEnd: lines.rows ? line : undefined, borderInlineEnd: lines.columns && !last ? line : undefined });
  const looks = { titles: lookOf(template, values, "head"), rows: lookOf(template, values, "body"), totals: lookOf(template, values, "footer") };
  // Marks of Markdown are not printed.
  const formats = { titles: "headTextFormat", rows: "bodyTextFormat", totals: "footerTextFormat" } as const;
  const shown = (of: keyof typeof formats, text: string) => (values[formats[of]] === "inline-markdown" ? withoutMarks(text) : text);
  const row = (key: string, of: "titles" | "rows" | "totals", cells: readonly string[], band?: string) => (
    <tr key={key} data-part={of} data-shown={of === part || undefined} style={{ ...looks[of], ...(band && { backgroundColor: band }) }} onClick={() => onPart(of)}>
      {head.map((_, index) => (
        <td key={index} data-text={shown(of, cells[index] ?? "")} style={cellStyle(index === head.length - 1)} />
      ))}
    </tr>
  );
  return (
    // A picture of the document, with its own colours: the tabs say the same to who does not see it.
    <div className="jpd-sample" aria-hidden="true">
      <table style={{ border: lines.frame ? line : undefined }}>
        <colgroup>
          {head.map((_, index) => (
            <col key={index} style={{ width: `${((widths[index] ?? 0) / whole) * 100}%` }} />
          ))}
        </colgroup>
        <tbody>
          {row("titles", "titles", head)}
          {rows.map((cells, index) => row(`row ${index}`, "rows", cells, index % 2 === 1 ? (field.bodyBandColor ?? undefined) : undefined))}
          {footer && row("totals", "totals", footer)}
        </tbody>
      </table>
    </div>
  );
}
