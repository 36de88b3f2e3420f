/**
 * Fields drawn without the print engine: while it starts, where there is none, and for what the document does not print.
 * The rules are those of the print as far as they show: one line of text, rows of 7 mm, stretched pictures.
 */
import { memo, type CSSProperties, type ReactNode } from "react";
import { writtenTitles } from "../../core/tables";
import type { Binding, ChartSchema, Field, KpiSchema, TableSchema, TextSchema } from "../../core/types";
import { columnWidths } from "../gestures/snap";
import { furtherRows } from "../operations/cells";
import { FONT, mm, pt } from "./length";

const GHOST = "#94a3b8";
const ROW_MM = 7;
const PADDING_MM = 1.5;

interface Props {
  field: Field;
  binding: Binding | undefined;
  /** Shows tokens in grey, because the document prints nothing here. */
  ghost: boolean;
  imageHint: string;
}

export const DrawnByHand = memo(function DrawnByHand({ field, binding, ghost, imageHint }: Props): ReactNode {
  switch (field.type) {
    case "text":
      return <TextLine field={field} binding={binding} ghost={ghost} />;
    case "table":
      return <TableRows table={field} ghost={ghost} />;
    case "image":
      return typeof field.content === "string" && field.content.startsWith("data:image/") ? (
        <img className="jpd-imagefield" src={field.content} alt="" draggable={false} style={{ ...FILL, objectFit: "fill" }} />
      ) : (
        <div className="jpd-image-placeholder" style={{ ...FILL, display: "grid", placeItems: "center", overflow: "hidden" }}>
          <span style={{ fontSize: mm(3), textAlign: "center" }}>{binding && "path" in binding ? `{${binding.path}}` : imageHint}</span>
        </div>
      );
    case "chart":
      return <ChartShape chart={field} ghost={ghost} />;
    case "kpi":
      return <Card kpi={field} ghost={ghost} />;
    default:
      return null;
  }
});

const FILL: CSSProperties = { position: "absolute", inset: 0, width: "100%", height: "100%", pointerEvents: "none" };

const line = (size: number, color: string): CSSProperties => ({
  position: "absolute",
  margin: 0,
  whiteSpace: "pre",
  fontFamily: FONT,
  fontSize: mm(pt(size)),
  lineHeight: 1,
  color,
  pointerEvents: "none",
});

/** The text hangs from the top edge: its baseline is one font size below. */
const HANG = 0.14;

function TextLine({ field, binding, ghost }: { field: TextSchema; binding: Binding | undefined; ghost: boolean }) {
  const size = field.fontSize || 10;
  const own = typeof field.content === "string" ? field.content : "";
  const content = binding?.type === "template" ? binding.template : binding?.type === "scalar" ? `{${binding.path}}` : own;
  const justify = { left: "flex-start", center: "safe center", right: "safe flex-end", justify: "flex-start", start: "flex-start", end: "safe flex-end" }[field.alignment ?? "left"] ?? "flex-start";
  return (
    <div
      className="jpd-fieldtext"
      style={{
        ...FILL,
        backgroundColor: field.backgroundColor || undefined,
        // Borders that differ from side to side are left to the print.
        outline: field.borderColor && typeof field.borderWidth === "number" && field.borderWidth ? `${mm(field.borderWidth)} solid ${field.borderColor}` : undefined,
        display: "flex",
        justifyContent: justify,
      }}
    >
      <span style={{ ...line(size, ghost ? GHOST : field.fontColor || "#000000"), position: "static", paddingTop: mm(pt(size) * HANG) }}>
        {content.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ")}
      </span>
    </div>
  );
}

function TableRows({ table, ghost }: { table: TableSchema; ghost: boolean }) {
  const widths = columnWidths(table);
  const border = table.borderColor || "#999999";
  const rows: { cells: readonly unknown[]; kind: "head" | "body" | "footer" }[] = [
    { cells: writtenTitles(table, true), kind: "head" },
    ...(Array.isArray(table.content) ? table.content : []).map((cells) => ({ cells: cells ?? [], kind: "body" as const })),
    ...furtherRows(table).map((cells) => ({ cells, kind: "body" as const })),
    ...(table.footer?.length ? [{ cells: table.footer, kind: "footer" as const }] : []),
  ];
  const colors = {
    head: [table.headBackgroundColor || "#2980ba", table.headTextColor || "#ffffff"],
    body: [table.bodyBackgroundColor || "transparent", table.bodyTextColor || "#000000"],
    footer: [table.footerBackgroundColor || "#e6e6eb", table.footerTextColor || "#000000"],
  } as const;
  return (
    <div className="jpd-fieldtable jpd-table" style={{ ...FILL, overflow: "hidden" }}>
      {rows.map(({ cells, kind }, row) => {
        const [background, color] = colors[kind];
        const size = table[`${kind}FontSize`] || 9;
        // The titles are the first of the rows, and the band begins with the second below them.
        const banded = kind === "body" && row % 2 === 0;
        return (
          <div
            key={row}
            className="jpd-table__row"
            data-banded={banded || undefined}
            style={{ display: "flex", height: mm(ROW_MM), backgroundColor: (banded && table.bodyBandColor) || background }}
          >
            {widths.map((width, column) => (
              <div
                key={column}
                className="jpd-table__cell"
                data-role={kind}
                style={{
                  flex: "none",
                  boxSizing: "border-box",
                  width: mm(width),
                  padding: `0 ${mm(PADDING_MM)}`,
                  border: `${mm(pt(0.5))} solid ${border}`,
                  overflow: "hidden",
                  textOverflow: "ellipsis",
                  whiteSpace: "pre",
                  fontFamily: FONT,
                  fontSize: mm(pt(size)),
                  lineHeight: mm(ROW_MM),
                  textAlign: table[`${kind}Align`] ?? "left",
                  color: ghost && kind !== "head" ? GHOST : color,
                }}
              >
                {String(cells[column] ?? "")}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}

/** Place of the legend of a pie; bars have none. */
export function legendOf(field: Field): string | undefined {
  return field.type === "chart" && field.chartType !== "bar" ? (field.legendPosition ?? "right") : undefined;
}

/** The outline of a chart: there are no values to show. */
function ChartShape({ chart, ghost }: { chart: ChartSchema; ghost: boolean }) {
  const fills = ghost ? ["#cbd5e1", "#dbe3ec", "#e8eef5"] : ["#94a3b8", "#b6c2d1", "#d5dde7"];
  const { width, height } = chart;
  if (chart.chartType === "bar") {
    const step = height / 7;
    return (
      <svg className="jpd-chart" viewBox={`0 0 ${width} ${height}`} style={FILL} aria-hidden="true">
        {[0.85, 0.6, 0.4].map((part, index) => (
          <rect key={part} x={width * 0.25} y={step * (1 + index * 2)} width={width * 0.7 * part} height={step} fill={fills[index]} />
        ))}
      </svg>
    );
  }
  const radius = Math.min(width, height) * 0.4;
  const [x, y] = [legendOf(chart) === "right" ? Math.max(radius * 1.15, width * 0.3) : width / 2, height / 2];
  const hole = chart.pieStyle === "full" ? 0 : radius * 0.55;
  return (
    <svg className="jpd-chart" data-legend={legendOf(chart)} viewBox={`0 0 ${width} ${height}`} style={FILL} aria-hidden="true">
      <circle cx={x} cy={y} r={(radius + hole) / 2} fill="none" stroke={fills[2]} strokeWidth={radius - hole} />
      {[
        [0, 0.45],
        [0.45, 0.3],
      ].map(([from, part], index) => {
        const around = Math.PI * (radius + hole);
        return (
          <circle
            key={from}
            cx={x}
            cy={y}
            r={(radius + hole) / 2}
            fill="none"
            stroke={fills[index]}
            strokeWidth={radius - hole}
            strokeDasharray={`${around * (part as number)} ${around}`}
            transform={`rotate(${(from as number) * 360 - 90} ${x} ${y})`}
          />
        );
      })}
    </svg>
  );
}

function Card({ kpi, ghost }: { kpi: KpiSchema; ghost: boolean }) {
  const padding = pt(8);
  const color = kpi.textColor || "#ffffff";
  const radius = ((kpi.borderRadius ?? 16) / 100) * (Math.min(kpi.width, kpi.height) / 2);
  const size = { title: kpi.titleFontSize || 8, value: kpi.valueFontSize || 20, subtitle: kpi.subtitleFontSize || 8 };
  const own = (text: unknown) => (typeof text === "string" ? text : "");
  const at = (offset: { x?: number; y?: number } | undefined, top: number): CSSProperties =>
    offset ? { left: mm(offset.x ?? 0), top: mm(offset.y ?? 0) } : { left: mm(padding), top: mm(top) };
  const fade = ghost ? { opacity: 0.6 } : {};
  return (
    <div className="jpd-kpi" style={{ ...FILL, backgroundColor: kpi.backgroundColor || "#2663eb", borderRadius: mm(radius), overflow: "hidden" }}>
      <span style={{ ...line(size.title, color), ...at(kpi.titleOffset, padding + pt(size.title) * HANG), ...fade }}>
        {own(kpi.title).toUpperCase()}
      </span>
      <span style={{ ...line(size.value, color), ...at(kpi.valueOffset, kpi.height / 2 - pt(size.value) * 0.53), ...fade }}>{own(kpi.value)}</span>
      <span style={{ ...line(size.subtitle, color), ...at(kpi.subtitleOffset, kpi.height - padding - pt(size.subtitle) * 0.86), ...fade }}>
        {own(kpi.subtitle)}
      </span>
    </div>
  );
}
