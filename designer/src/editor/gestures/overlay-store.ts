/** What is drawn over the sheet during a gesture; written on every move of the pointer, read by one small component. */
import { createStore } from "zustand/vanilla";
import type { Rect } from "../../core/page";
import type { ShownGuide } from "./snap";

export interface OverlayState {
  guides: readonly ShownGuide[];
  /** Position and size shown beside what moves. */
  readout: Rect | null;
  marquee: Rect | null;
  /** The section that a moved field would join. */
  dropSection: string | null;
}

export const EMPTY_OVERLAY: OverlayState = { guides: [], readout: null, marquee: null, dropSection: null };

export const createOverlay = () => createStore<OverlayState>(() => EMPTY_OVERLAY);
