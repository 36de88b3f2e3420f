/** Zones of a page: which fields belong to a band, and where fields of a zone may be. */
import type { Bands, Field, PageDesign, PageSize, Zone } from "../../core/types";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The first zone whose condition holds; sizes that lack are 0. */
export function zoneOf(field: Rect, page: PageSize, bands: Bands): Zone {
  if (field.y + field.height <= (bands.headerHeight ?? 0)) return "header";
  if (field.y >= page.height - (bands.footerHeight ?? 0)) return "footer";
  if (field.x + field.width <= (bands.marginLeft ?? 0)) return "marginLeft";
  if (field.x >= page.width - (bands.marginRight ?? 0)) return "marginRight";
  return "body";
}

/** Whether the field repeats on every page: members of a section never do, wherever they are. */
export function inBand(field: Field, design: PageDesign): boolean {
  return !field.sectionId && zoneOf(field, design.page, design) !== "body";
}

/** The part of the page that belongs to a zone. */
export function zoneRect(zone: Zone, page: PageSize, bands: Bands): Rect {
  const top = bands.headerHeight ?? 0;
  const bottom = bands.footerHeight ?? 0;
  const left = bands.marginLeft ?? 0;
  const right = bands.marginRight ?? 0;
  switch (zone) {
    case "header":
      return { x: 0, y: 0, width: page.width, height: top };
    case "footer":
      return { x: 0, y: page.height - bottom, width: page.width, height: bottom };
    case "marginLeft":
      return { x: 0, y: 0, width: left, height: page.height };
    case "marginRight":
      return { x: page.width - right, y: 0, width: right, height: page.height };
    case "body":
      return { x: left, y: top, width: page.width - left - right, height: page.height - top - bottom };
  }
}

/** Brings `rect` inside `area`; what is too large begins where the area begins. */
export function clampInto(rect: Rect, area: Rect): { x: number; y: number } {
  return {
    x: Math.max(area.x, Math.min(rect.x, area.x + area.width - rect.width)),
    y: Math.max(area.y, Math.min(rect.y, area.y + area.height - rect.height)),
  };
}
