/** What a field prints, out of the engine's drawing, at the place where the field is authored. */
import { memo } from "react";
import { cx } from "../../ui";
import type { FieldDrawing as Drawing } from "../drawing/drawing-store";
import { mm } from "./length";

/** The names that stylesheets of hosts know for what a kind prints. */
const CLASSES: Readonly<Record<string, string>> = { table: "jpd-fieldtable", chart: "jpd-chart", kpi: "jpd-kpi", image: "jpd-imagefield" };

interface Props {
  drawing: Drawing;
  type: string;
  /** Where a pie has its legend. */
  legend: string | undefined;
  /** Whether what reaches beyond the box is cut off, as for tables, which print below it. */
  clip: { width: number; height: number } | null;
}

export const FieldDrawing = memo(function FieldDrawing({ drawing, type, legend, clip }: Props) {
  const { x, y } = drawing.box;
  const width = clip?.width ?? Math.max(drawing.box.width, 0.01);
  const height = clip?.height ?? Math.max(drawing.box.height, 0.01);
  return (
    <svg
      className={cx("jpd-field__drawing", CLASSES[type])}
      data-legend={legend}
      aria-hidden="true"
      focusable="false"
      viewBox={`${x} ${y} ${width} ${height}`}
      style={{
        position: "absolute",
        left: 0,
        top: 0,
        width: mm(width),
        height: mm(height),
        overflow: clip ? "hidden" : "visible",
        pointerEvents: "none",
      }}
      dangerouslySetInnerHTML={{ __html: drawing.svg }}
    />
  );
});
