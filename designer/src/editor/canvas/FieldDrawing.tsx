/** The part of the engine's drawing for a field, in the field's element. */
import { memo } from "react";
import { cx } from "../../ui";
import type { FieldDrawing as Drawing } from "../drawing/drawing-store";
import { mm } from "./length";

/** The names that stylesheets of hosts know for what a kind prints. */
const CLASSES: Readonly<Record<string, string>> = { table: "jpd-fieldtable", chart: "jpd-chart", kpi: "jpd-kpi", image: "jpd-imagefield" };

interface Props {
  drawing: Drawing;
  type: string;
  /** Place of the legend of a pie. */
  legend: string | undefined;
  /** True if what reaches beyond the box is cut off, as for tables, which print below it. */
  clip: { width: number; height: number } | null;
  /**
   * Size of the printed page. Then the drawing has the size and the place of the page, which cuts off what reaches beyond it: browsers put
   * the corners of drawings on whole pixels of the screen, so that those of each field alone would be stretched and moved by parts of one.
   */
  page: { width: number; height: number } | undefined;
}

export const FieldDrawing = memo(function FieldDrawing({ drawing, type, legend, clip, page }: Props) {
  const { x, y } = page ? { x: 0, y: 0 } : drawing.box;
  const width = page?.width ?? clip?.width ?? Math.max(drawing.box.width, 0.01);
  const height = page?.height ?? clip?.height ?? Math.max(drawing.box.height, 0.01);
  return (
    <svg
      className={cx("jpd-field__drawing", CLASSES[type])}
      data-legend={legend}
      aria-hidden="true"
      focusable="false"
      viewBox={`${x} ${y} ${width} ${height}`}
      style={{
        position: "absolute",
        left: page ? mm(-drawing.box.x) : 0,
        top: page ? mm(-drawing.box.y) : 0,
        width: mm(width),
        height: mm(height),
        overflow: clip || page ? "hidden" : "visible",
        pointerEvents: "none",
      }}
      dangerouslySetInnerHTML={{ __html: drawing.svg }}
    />
  );
});
