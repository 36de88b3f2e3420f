/** Lengths on the screen: 96 px per inch at zoom 1. */
export const PX_PER_MM = 96 / 25.4;
export const mmToPx = (mm: number): number => mm * PX_PER_MM;
export const pxToMm = (px: number): number => px / PX_PER_MM;

export const ZOOM_MIN = 0.25;
export const ZOOM_MAX = 3;
export const ZOOM_STEP = 0.1;

/** A zoom that the canvas can show, in whole percent; 1 for what is no number. */
export function clampZoom(zoom: number): number {
  return Number.isNaN(zoom) ? 1 : Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, Math.round(zoom * 100) / 100));
}
