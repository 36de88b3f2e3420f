/**
 * Rulers in millimetres. They lie in the scrolled content and stick to its edge, so that scrolling them is the browser's
 * work. A press on one begins a guide.
 */
import { memo } from "react";
import { useDesignerPage, useDesignerSelection } from "../hooks";
import type { Field } from "../../core/types";
import { boundsOf } from "../operations/geometry";
import { fieldsOf } from "../operations/design";
import { mm } from "./length";
import { useShownRects } from "./useStage";

export const RULER_PX = 20;

/** Numbers nearer than this run into each other; between those of centimetres there are others where this is free. */
const LABEL_ROOM_PX = 26;
const FINE_ROOM_PX = 60;

interface Props {
  dir: "x" | "y";
  /** In mm. */
  length: number;
  zoom: number;
  /** Beginning on the canvas, in mm from the sheet. */
  from?: number;
}

/** Extent of the selection; apart from the ruler, which does not change with the fields. */
function Extent({ horizontal, from }: { horizontal: boolean; from: number }) {
  const { design } = useDesignerPage();
  const { selectedIds } = useDesignerSelection();
  const shownRects = useShownRects();
  const selected = fieldsOf(design).filter((field): field is Field => field !== null && selectedIds.includes(field?.id));
  if (selected.length === 0) return null;
  const { x, y, width, height } = boundsOf(shownRects(selected));
  return (
    <div
      className="jpd-ruler__extent"
      style={{
        position: "absolute",
        ...(horizontal
          ? { left: mm(x), width: mm(width), top: 0, bottom: 0 }
          : { top: mm(y - from), height: mm(height), left: 0, right: 0 }),
      }}
    />
  );
}

export const Ruler = memo(function Ruler({ dir, length, zoom, from = 0 }: Props) {
  const horizontal = dir === "x";
  const pixels = (length * zoom * 96) / 25.4;
  const isRoomy = (candidate: number) => (candidate * pixels) / length >= (candidate < 10 ? FINE_ROOM_PX : LABEL_ROOM_PX);
  const step = [1, 2, 5, 10, 20, 50, 100].find(isRoomy) ?? 100;
  const unit = (pixels / length) * (zoom < 0.6 ? 5 : 1) >= 3 ? (zoom < 0.6 ? 5 : 1) : 10;
  const marks: { at: number; size: number; major: boolean }[] = [];
  for (let at = 0; at <= length; at += unit) marks.push({ at, size: at % 10 === 0 ? 8 : at % 5 === 0 ? 6 : 4, major: at % 10 === 0 });
  const size = horizontal ? { width: mm(length), height: RULER_PX } : { width: RULER_PX, height: mm(length) };
  return (
    <div className="jpd-ruler" data-dir={dir} aria-hidden="true" style={{ position: "relative", flex: "none", ...size }}>
      <Extent horizontal={horizontal} from={from} />
      <svg
        className="jpd-ruler__ticks"
        style={{ position: "absolute", inset: 0, width: "100%", height: "100%", overflow: "visible" }}
        focusable="false"
      >
        {marks.map(({ at, size, major }) => {
          const place = `${(at / length) * 100}%`;
          return horizontal ? (
            <line key={at} data-major={major || undefined} x1={place} x2={place} y1={RULER_PX} y2={RULER_PX - size} />
          ) : (
            <line key={at} data-major={major || undefined} y1={place} y2={place} x1={RULER_PX} x2={RULER_PX - size} />
          );
        })}
      </svg>
      {marks
        .filter(({ at }) => at % step === 0 && at < length)
        .map(({ at }) => (
          <span
            key={at}
            className="jpd-ruler__label"
            style={{
              position: "absolute",
              ...(horizontal ? { left: mm(at), top: 1, paddingLeft: 3 } : { top: mm(at), left: 1, paddingTop: 3, writingMode: "vertical-rl", rotate: "180deg" }),
            }}
          >
            {at}
          </span>
        ))}
      <div
        className="jpd-ruler__cursor"
        data-cursor={dir}
        style={{ position: "absolute", visibility: "hidden", ...(horizontal ? { left: 0, top: 0, bottom: 0 } : { top: 0, left: 0, right: 0 }) }}
      />
    </div>
  );
});
