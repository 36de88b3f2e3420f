/** A table with the looks that are being chosen: titles, rows and totals. A press on a part shows its properties. */
import { useEffect, useMemo, useState, type CSSProperties } from "react";
import { renderTemplate } from "../../../core/expressions";
import { barePath } from "../../../core/formulas";
import { lookOf as printedLook } from "../../../core/looks";
import { withoutMarks } from "../../../editor/canvas/marks";
import { themedColor } from "../../../core/theme";
import type { ArrayBinding, TableSchema, Template } from "../../../core/types";
import { useDesignerData, useDesignerEngine, useDesignerSample, useDesignerSelectedSchema } from "../../../editor/hooks";
import { columnWidths } from "../../../editor/gestures/snap";
import { lookup } from "../../data/lookup";
import { printedTexts } from "../../formula/useResult";
import { columnFormulaFor } from "../../../core/tables";
import { useColumnTitles } from "../column-titles";
import { propertyOf } from "../description";
import type { TablePart } from "../layout";

const MOST_COLUMNS = 4;
const ROWS = 2;
const DEFAULT_PT = 9;
/** Sizes are those of the print, but no title fills the sample. */
const LARGEST_PX = 15;

type Values = Record<string, unknown>;

function lookOf(template: Template, field: Values, part: "head" | "body" | "footer"): CSSProperties {
  const value = (own: string) => {
    const { value: given, inherited } = printedLook(template, field, part + own);
    return given ?? inherited ?? propertyOf("table", part + own)?.default;
  };
  const color = (own: string) => themedColor(value(own), template) || undefined;
  const size = Number(value("FontSize") ?? DEFAULT_PT) * (96 / 72);
  return {
    backgroundColor: color("BackgroundColor"),
    color: color("TextColor"),
    fontSize: Math.min(LARGEST_PX, Math.max(8, size)),
    fontWeight: value("Bold") ? 700 : 400,
    fontStyle: value("Italic") ? "italic" : undefined,
    textAlign: (value("Align") ?? "left") as CSSProperties["textAlign"],
    verticalAlign: (value("VerticalAlign") ?? "middle") as CSSProperties["verticalAlign"],
  };
}

/** The key of a column that aligns its cells, for each part. */
const COLUMN_ALIGN = { titles: "headAlign", rows: "cellAlign", totals: "footerAlign" } as const;

/** The alignment that a column has for itself. */
function columnAlign(field: TableSchema, column: number, part: keyof typeof COLUMN_ALIGN): CSSProperties["textAlign"] {
  const own = (field.columnStyles?.[column] ?? {}) as Values;
  const align = own[COLUMN_ALIGN[part]];
  return typeof align === "string" ? (align as CSSProperties["textAlign"]) : undefined;
}

/** Cells as the engine prints them in the language of the template; until it answers, and without it, those of `plain`. */
function usePrinted(formulas: readonly string[], items: readonly unknown[], plain: string[][]): string[][] {
  const { template } = useDesignerData();
  const { engine } = useDesignerEngine();
  const [printed, setPrinted] = useState<{ of: string; cells: string[][] } | null>(null);
  const of = JSON.stringify([formulas, plain]);
  const isExpression = formulas.some((formula) => formula.includes("{"));
  useEffect(() => {
    if (!engine?.layout || !isExpression) return undefined;
    const controller = new AbortController();
    Promise.all(items.map((item) => printedTexts(engine, template, formulas, item, controller.signal))).then(
      (cells) => !controller.signal.aborted && setPrinted({ of, cells }),
      () => {},
    );
    return () => controller.abort();
    // The cells change with `of`.
  }, [engine, template, of, isExpression]);
  return printed?.of === of ? printed.cells : plain;
}

/** Lines that a table has. */
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

/** Rows as they are shown at once, with what the engine prints them from. */
function useRows(field: TableSchema, columns: number): { plain: string[][]; formulas: string[]; items: unknown[] } {
  const { data } = useDesignerSample();
  const { selectedBinding } = useDesignerSelectedSchema();
  const binding = selectedBinding?.type === "array" ? (selectedBinding as ArrayBinding) : undefined;
  return useMemo(() => {
    const literal = (field.content ?? []).slice(0, ROWS).map((row) => (row ?? []).map((cell) => String(cell ?? "")));
    const list = binding && lookup(data, binding.path);
    if (!binding || !Array.isArray(list) || list.length === 0) return { plain: Array.from({ length: ROWS }, (_, row) => literal[row] ?? literal[0] ?? []), formulas: [], items: [] };
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
    const formulas = Array.from({ length: columns }, (_, column) => {
      const of = binding.columns?.[column];
      return columnFormulaFor(field.content, binding.columns, column) || (typeof of === "string" ? `{${barePath(of)}}` : "");
    });
    const items = list.slice(0, ROWS).map((item) => ({ ...(data as object), ...(item as object) }));
    return { plain: list.slice(0, ROWS).map((item) => formulas.map((_, column) => cell(item, column))), formulas, items };
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
  const { titles } = useColumnTitles(field);
  const head = titles.slice(0, MOST_COLUMNS).map(({ printed }) => printed);
  const { plain, formulas, items } = useRows(field, head.length);
  const rows = usePrinted(formulas, items, plain);
  const widths = columnWidths({ ...field, head: field.head ?? [] }).slice(0, MOST_COLUMNS);
  const whole = widths.reduce((sum, width) => sum + width, 0) || 1;
  const totals = useTotals(field);
  const { data } = useDesignerSample();
  const [footer] = usePrinted(totals ? (field.footer ?? []).map(String) : [], totals ? [data ?? {}] : [], totals ? [totals] : []);
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
        <td key={index} data-text={shown(of, cells[index] ?? "")} style={{ ...cellStyle(index === head.length - 1), textAlign: columnAlign(field, index, of) ?? looks[of].textAlign }} />
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
