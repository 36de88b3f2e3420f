/** The edge between the page and the panel after it: dragged, or moved with arrow keys, it divides the room between them. */
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useT } from "../../i18n";
import { MIN_WIDTH_PX, mostWidth } from "./panel-room";

/** Step of an arrow key. */
const STEP_PX = 16;

export interface PanelEdgeProps {
  /** Name of the panel. */
  name: string;
  width: number | null;
  onWidth: (width: number | null) => void;
}

export function PanelEdge({ name, width, onWidth }: PanelEdgeProps) {
  const t = useT();
  const edge = useRef<HTMLDivElement>(null);
  const right = useRef<number | null>(null);
  const box = () => edge.current?.nextElementSibling?.getBoundingClientRect();
  const set = (next: number) => onWidth(Math.round(Math.min(Math.max(next, MIN_WIDTH_PX), mostWidth())));
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    right.current = box()?.right ?? null;
  };
  const onPointerMove = (event: PointerEvent) => {
    if (right.current !== null) set(right.current - event.clientX);
  };
  const end = () => {
    right.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: STEP_PX, ArrowRight: -STEP_PX }[event.key];
    if (by !== undefined) set((box()?.width ?? MIN_WIDTH_PX) + by);
    else if (event.key === "Enter") onWidth(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={edge}
      className="jpd-paneledge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t.editor.panelWidth(name)}
      title={t.editor.panelWidth(name)}
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={mostWidth()}
      aria-valuenow={width ?? MIN_WIDTH_PX}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onWidth(null)}
    />
  );
}
