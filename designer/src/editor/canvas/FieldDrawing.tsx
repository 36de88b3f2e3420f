/** What a field prints, out of the engine's drawing, at the place where the field is authored. */
import { memo } from "react";
import type { FieldDrawing as Drawing } from "../drawing/drawing-store";
import { mm } from "./length";

interface Props {
  drawing: Drawing;
  /** Whether what reaches beyond the box is cut off, as for tables, which print below it. */
  clip: { width: number; height: number } | null;
}

export const FieldDrawing = memo(function FieldDrawing({ drawing, clip }: Props) {
  const { x, y } = drawing.box;
  const width = clip?.width ?? Math.max(drawing.box.width, 0.01);
  const height = clip?.height ?? Math.max(drawing.box.height, 0.01);
  return (
    <svg
      className="jpd-field__drawing"
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
