/** Drawings over the sheet during a gesture. Written on every move of the pointer, read by one small component. */
import { createStore } from "zustand/vanilla";
import type { Rect } from "../../core/page";
import type { DropKind } from "../drop/effect";
import type { ShownGuide } from "./snap";

export interface OverlayState {
  guides: readonly ShownGuide[];
  /** Position and size shown beside what moves, as the template has them. */
  readout: Rect | null;
  /** The angle shown in its place, in degrees. */
  angle?: number | undefined;
  /** Place of the moved field on the canvas, if it is printed elsewhere than the template has it. */
  at: Rect | null;
  /** The corner that guides are measured from. */
  corner: { x: number; y: number };
  marquee: Rect | null;
  /** The section that a moved field would join. */
  dropSection: string | null;
  /** The effect of a drop at the place of the pointer. */
  drop: DropMark | null;
}

export interface DropMark {
  kind: DropKind | "replacePicture";
  /** The place that it changes, on the canvas. */
  box: Rect | null;
  /** The pointer, where a field is added. */
  at: { x: number; y: number } | null;
}

export const EMPTY_OVERLAY: OverlayState = { guides: [], readout: null, at: null, corner: { x: 0, y: 0 }, marquee: null, dropSection: null, drop: null, angle: undefined };

export const createOverlay = () => createStore<OverlayState>(() => EMPTY_OVERLAY);
