/** Geometry of pages: units, presets, zones, the grid, zoom. */
import type { Dict } from "../i18n/en";
import { en } from "../i18n/en";
import type { Bands, Orientation, PageSize, Zone } from "./types";

const MM_PER_INCH = 25.4;

/** Pixels at zoom 1: 96 per inch. */
export const mmToPx = (mm: number): number => (mm * 96) / MM_PER_INCH;
export const pxToMm = (px: number): number => (px * MM_PER_INCH) / 96;
/** Points: 72 per inch. */
export const mmToPt = (mm: number): number => (mm * 72) / MM_PER_INCH;
export const ptToPx = (pt: number): number => (pt * 96) / 72;
/** Pixels per millimetre at zoom 1. */
export const PX_PER_MM = mmToPx(1);
export const ptToMm = (pt: number): number => (pt * MM_PER_INCH) / 72;

/** The grid of the editor, in mm, unless the host says otherwise. */
export const GRID_SIZE_MM = 5;

/** The nearest multiple of the grid; a grid of 0 or less changes nothing. */
export function snapToGrid(value: number, grid = GRID_SIZE_MM): number {
  return grid > 0 ? Math.round(value / grid) * grid : value;
}

export const ZOOM_MIN = 0.25;
export const ZOOM_MAX = 8;
/** The step up to 200 %; further on they are wider. */
export const ZOOM_STEP = 0.1;

/** A zoom that the canvas can show, in whole percent; 1 for what is no number. */
export function clampZoom(zoom: number): number {
  if (Number.isNaN(zoom)) return 1;
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, Math.round(zoom * 100) / 100));
}

/** The next zoom in a direction, on the scale of steps. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const from = zoom + direction * 0.001;
  const step = from < 2 ? ZOOM_STEP : from < 4 ? 0.25 : 0.5;
  return clampZoom(zoom + direction * step);
}

export type PageSizePreset = { name: keyof Dict["pageSizeLabels"]; label: string; size: PageSize };

const preset = (name: PageSizePreset["name"], width: number, height: number): PageSizePreset => ({
  name,
  label: en.pageSizeLabels[name],
  size: { width, height },
});

/** Page sizes by name, portrait. */
export const PAGE_SIZE_PRESETS: PageSizePreset[] = [
  preset("a4", 210, 297),
  preset("a3", 297, 420),
  preset("a5", 148, 210),
  preset("letter", 215.9, 279.4),
  preset("legal", 215.9, 355.6),
];

/** Square pages are portrait. */
export function orientationOf(page: PageSize): Orientation {
  return page.width > page.height ? "landscape" : "portrait";
}

export function applyOrientation(page: PageSize, orientation: Orientation): PageSize {
  if (orientationOf(page) === orientation) return page;
  return { width: page.height, height: page.width };
}

/** Sizes that differ by less than this are the same paper. */
const PRESET_TOLERANCE_MM = 0.5;

/** The preset that a page has, either way round. */
export function matchPreset(page: PageSize): PageSizePreset | undefined {
  const portrait = applyOrientation(page, "portrait");
  const near = (a: number, b: number) => Math.abs(a - b) < PRESET_TOLERANCE_MM;
  return PAGE_SIZE_PRESETS.find(({ size }) => near(size.width, portrait.width) && near(size.height, portrait.height));
}

/** A box on a page, in mm. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Distance of the body from each edge of the page; absent bands have no size. */
function edgesOf(page: PageSize, bands: Bands): { top: number; bottom: number; left: number; right: number } {
  return {
    top: bands.headerHeight ?? 0,
    bottom: page.height - (bands.footerHeight ?? 0),
    left: bands.marginLeft ?? 0,
    right: page.width - (bands.marginRight ?? 0),
  };
}

/** Zone of a field by its box (format 9.1): the first band that holds all of it, else the body. */
export function classifyZone(field: Rect, page: PageSize, bands: Bands): Zone {
  const { top, bottom, left, right } = edgesOf(page, bands);
  if (field.y + field.height <= top) return "header";
  if (field.y >= bottom) return "footer";
  if (field.x + field.width <= left) return "marginLeft";
  if (field.x >= right) return "marginRight";
  return "body";
}

/** The part of the page that belongs to a zone. */
export function zoneRect(zone: Zone, page: PageSize, bands: Bands): Rect {
  const { top, bottom, left, right } = edgesOf(page, bands);
  switch (zone) {
    case "header":
      return { x: 0, y: 0, width: page.width, height: top };
    case "footer":
      return { x: 0, y: bottom, width: page.width, height: page.height - bottom };
    case "marginLeft":
      return { x: 0, y: 0, width: left, height: page.height };
    case "marginRight":
      return { x: right, y: 0, width: page.width - right, height: page.height };
    case "body":
      return { x: left, y: top, width: right - left, height: bottom - top };
  }
}

/** Brings a box inside an area; what is too large begins where the area begins. */
export function clampInto(rect: Rect, area: Rect): { x: number; y: number } {
  return {
    x: clamp(rect.x, area.x, area.x + area.width - rect.width),
    y: clamp(rect.y, area.y, area.y + area.height - rect.height),
  };
}

/** Returns true if fields of the zone repeat on every page; the canvas tints those zones red. */
export function isRedZone(zone: Zone): boolean {
  return zone !== "body";
}

/** The nearest place inside a zone; what is too large stands at its start. */
export function clampToZone(
  zone: Zone,
  x: number,
  y: number,
  width: number,
  height: number,
  page: PageSize,
  bands: Bands,
): { x: number; y: number } {
  return clampInto({ x, y, width, height }, zoneRect(zone, page, bands));
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}
