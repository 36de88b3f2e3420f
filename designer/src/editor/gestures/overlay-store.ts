/** Drawings over the sheet during a gesture. Written on every move of the pointer, read by one small component. */
import { createStore } from "zustand/vanilla";
import type { Rect } from "../../core/page";
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
  /** The picture that a dropped file would replace. */
  dropPicture: string | null;
  /** The field that would show a dragged value. */
  dropValue: string | null;
}

export const EMPTY_OVERLAY: OverlayState = { guides: [], readout: null, at: null, corner: { x: 0, y: 0 }, marquee: null, dropSection: null, dropPicture: null, dropValue: null, angle: undefined };

export const createOverlay = () => createStore<OverlayState>(() => EMPTY_OVERLAY);
