/** Moving and resizing fields: clamping to zones, membership in sections, arranging. */
import type { Field, PageDesign, SectionSchema } from "../../core/types";
import type { AlignEdge } from "../types";
import { fieldsOf, patched, roundMm, withFields } from "./design";
import { unitsOf } from "./groups";
import { clampInto, classifyZone, type Rect, zoneRect } from "../../core/page";

export const MIN_SIZE = 1;

/** The least size of a box: a line has a length, and may be straight. */
export function leastSize({ type, width, height }: Pick<Rect, "width" | "height"> & { type: string }): { width: number; height: number } {
  if (type !== "line") return { width: MIN_SIZE, height: MIN_SIZE };
  return width >= height ? { width: MIN_SIZE, height: 0 } : { width: 0, height: MIN_SIZE };
}

/** The area in which a field of its zone may be. */
function areaFor(field: Rect, design: PageDesign): Rect {
  return zoneRect(classifyZone(field, design.page, design), design.page, design);
}

/** The same for fields that belong together: all keep to their zones, and their distances stay. */
export function clampGroup(fields: readonly Rect[], design: PageDesign, dx: number, dy: number): { dx: number; dy: number } {
  let [minX, maxX, minY, maxY] = [-Infinity, Infinity, -Infinity, Infinity];
  for (const field of fields) {
    const area = areaFor(field, design);
    minX = Math.max(minX, area.x - field.x);
    maxX = Math.min(maxX, area.x + area.width - field.width - field.x);
    minY = Math.max(minY, area.y - field.y);
    maxY = Math.min(maxY, area.y + area.height - field.height - field.y);
  }
  // The smaller limit wins: what is too large begins where its area begins. What does not move along an axis stays, also outside.
  const within = (by: number, min: number, max: number) => (by === 0 ? 0 : Math.max(min, Math.min(by, max)));
  return { dx: within(dx, minX, maxX), dy: within(dy, minY, maxY) };
}

export interface ZonePlace {
  zone: "header" | "footer" | "body";
  x: number;
  y: number;
}

/**
 * Place of a box that comes to a page: where one of the heights is in the header or the footer, it is wholly in that band if it fits
 * by its own height, so that it repeats on every page, and else in the body beside it.
 */
export function placeInZone(rect: Rect, design: PageDesign, heights: readonly number[]): ZonePlace {
  const body = zoneRect("body", design.page, design);
  const bottom = body.y + body.height;
  const zone = heights.some((y) => y < body.y) ? "header" : (design.footerHeight ?? 0) > 0 && heights.some((y) => y >= bottom) ? "footer" : "body";
  if (zone === "body") return { zone, x: rect.x, y: rect.y };
  const band = zoneRect(zone, design.page, design);
  if (rect.height <= band.height + 1e-6) return { zone, ...clampInto(rect, band) };
  return { zone: "body", x: rect.x, y: zone === "header" ? Math.max(body.y, rect.y) : Math.max(body.y, Math.min(rect.y, bottom - rect.height)) };
}

/**
 * Place of a field that lies across the border of the header or the footer, in mm: wholly in the zone that holds its middle, and so
 * most of it. Sections, which print nothing in bands, come to the body.
 */
export function placeWhole(field: Rect & { type?: string }, design: PageDesign): ZonePlace {
  const place = placeInZone(field, design, field.type === "section" ? [] : [field.y + field.height / 2]);
  if (place.zone !== "body") return place;
  const body = zoneRect("body", design.page, design);
  return { ...place, y: Math.max(body.y, Math.min(place.y, body.y + body.height - field.height)) };
}

/** Place of a field of the zone of `origin` that is dropped at `rect`. */
export function clampToZoneOf(origin: Rect, rect: Rect, design: PageDesign): { x: number; y: number } {
  return clampInto(rect, areaFor(origin, design));
}

/** Returns true if the field becomes a member of a section that it lies in. A field on the page belongs to none, and a document is signed once. */
export function joinsSections(field: { type: string; position?: unknown; signer?: unknown }): boolean {
  return field.type !== "section" && field.position !== "page" && !(field.type === "signature" && field.signer);
}

/** The last section of the design that contains the centre of the field. */
export function sectionAt(field: Rect & { id?: string }, design: PageDesign): SectionSchema | undefined {
  const x = field.x + field.width / 2;
  const y = field.y + field.height / 2;
  return fieldsOf(design).findLast(
    (other): other is SectionSchema =>
      other?.type === "section" &&
      other.id !== field.id &&
      x >= other.x &&
      x <= other.x + other.width &&
      y >= other.y &&
      y <= other.y + other.height,
  );
}

/** The fields with `sectionId` as their places say; `ids` are those that moved. */
export function withMembership<D extends PageDesign>(design: D, ids: ReadonlySet<string>): D {
  const fields = fieldsOf(design).map((field) => {
    if (!field || !ids.has(field.id) || !joinsSections(field)) return field;
    // A section at the edge of a band prints nothing there, so bands keep their fields.
    const section = sectionAt(field, design);
    return patched(field, { sectionId: section?.id });
  });
  return withFields(design, fields);
}

/** The fields that move when `ids` move: members follow their section; locked fields stay. */
export function movingIds(design: PageDesign, ids: readonly string[]): Set<string> {
  const wanted = new Set(ids);
  const moving = new Set<string>();
  const sections = new Set<string>();
  for (const field of fieldsOf(design)) {
    if (!field || !wanted.has(field.id) || field.locked) continue;
    moving.add(field.id);
    if (field.type === "section") sections.add(field.id);
  }
  for (const field of fieldsOf(design)) if (field?.sectionId && sections.has(field.sectionId)) moving.add(field.id);
  return moving;
}

/** Moves fields to places; members follow sections that move, unless they have a place of their own. */
export function placeFields<D extends PageDesign>(design: D, places: ReadonlyMap<string, { x: number; y: number }>): D {
  const shifts = new Map<string, { dx: number; dy: number }>();
  for (const field of fieldsOf(design)) {
    const place = field && places.get(field.id);
    if (field?.type === "section" && place) shifts.set(field.id, { dx: place.x - field.x, dy: place.y - field.y });
  }
  const moved = new Set<string>();
  const fields = fieldsOf(design).map((field) => {
    if (!field) return field;
    const place = places.get(field.id);
    const shift = field.sectionId ? shifts.get(field.sectionId) : undefined;
    const target = place ?? (shift && { x: field.x + shift.dx, y: field.y + shift.dy });
    if (!target) return field;
    // Members that follow their section stay its members.
    if (place && !shift) moved.add(field.id);
    return patched(field, { x: roundMm(target.x), y: roundMm(target.y) });
  });
  return withMembership(withFields(design, fields), moved);
}

/** Sides that change have their least size at least; the others stay. */
export function setRects<D extends PageDesign>(design: D, rects: ReadonlyMap<string, Rect>): D {
  const fields = fieldsOf(design).map((field) => {
    const rect = field && rects.get(field.id);
    if (!rect) return field;
    const least = leastSize(field);
    const side = (size: "width" | "height") => (Math.abs(rect[size] - field[size]) < 1e-6 ? field[size] : roundMm(Math.max(least[size], rect[size])));
    return patched(field, { x: roundMm(rect.x), y: roundMm(rect.y), width: side("width"), height: side("height") });
  });
  return withMembership(withFields(design, fields), new Set(rects.keys()));
}

/** Moves by a distance, clamped as a whole. */
export function shiftFields<D extends PageDesign>(design: D, ids: readonly string[], dx: number, dy: number): D {
  const moving = movingIds(design, ids);
  const fields = fieldsOf(design).filter((field) => field && moving.has(field.id));
  // Members stay where they are inside their section, so they do not limit it.
  const limiting = fields.filter((field) => !(field.sectionId && moving.has(field.sectionId)));
  const by = clampGroup(limiting, design, dx, dy);
  if (by.dx === 0 && by.dy === 0) return design;
  return placeFields(design, new Map(limiting.map((field) => [field.id, { x: field.x + by.dx, y: field.y + by.dy }])));
}

export function boundsOf(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  return {
    x,
    y,
    width: Math.max(...rects.map((rect) => rect.x + rect.width)) - x,
    height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y,
  };
}

function unlocked(design: PageDesign, ids: readonly string[]): Field[] {
  const wanted = new Set(ids);
  return fieldsOf(design).filter((field) => field && wanted.has(field.id) && !field.locked);
}

/** Aligns to the selection's bounds, groups as one; what is alone to the page between the bands. */
export function alignFields<D extends PageDesign>(design: D, ids: readonly string[], edge: AlignEdge): D {
  const wanted = new Set(ids);
  const selected = fieldsOf(design).filter((field) => field && wanted.has(field.id));
  const [first] = selected;
  if (!first) return design;
  const area = selected.length === 1 ? areaFor(first, design) : boundsOf(selected);
  const places = new Map<string, { x: number; y: number }>();
  for (const unit of unitsOf(selected)) {
    const bounds = boundsOf(unit);
    const right = area.x + area.width - bounds.width;
    const bottom = area.y + area.height - bounds.height;
    const x = { left: area.x, center: (area.x + right) / 2, right }[edge as "left"] ?? bounds.x;
    const y = { top: area.y, middle: (area.y + bottom) / 2, bottom }[edge as "top"] ?? bounds.y;
    for (const field of unit) if (!field.locked) places.set(field.id, { x: field.x + x - bounds.x, y: field.y + y - bounds.y });
  }
  return placeFields(design, places);
}

/** Equal gaps between fields, groups as one; the outermost stay. */
export function distributeFields<D extends PageDesign>(design: D, ids: readonly string[], axis: "horizontal" | "vertical"): D {
  const [at, size] = axis === "horizontal" ? (["x", "width"] as const) : (["y", "height"] as const);
  const sorted = unitsOf(unlocked(design, ids))
    .map((fields) => ({ fields, bounds: boundsOf(fields) }))
    .toSorted((a, b) => a.bounds[at] - b.bounds[at]);
  const [first, last] = [sorted[0]?.bounds, sorted.at(-1)?.bounds];
  if (!first || !last || sorted.length < 3) return design;
  const free = last[at] + last[size] - first[at] - sorted.reduce((sum, { bounds }) => sum + bounds[size], 0);
  const gap = free / (sorted.length - 1);
  const places = new Map<string, { x: number; y: number }>();
  let cursor = first[at];
  for (const { fields, bounds } of sorted) {
    for (const field of fields) places.set(field.id, { x: field.x, y: field.y, [at]: field[at] + cursor - bounds[at] });
    cursor += bounds[size] + gap;
  }
  return placeFields(design, places);
}

/** Gives all selected fields the size of the primary one. */
export function matchSizes<D extends PageDesign>(design: D, ids: readonly string[], dimension: "width" | "height"): D {
  const primary = fieldsOf(design).find((field) => field?.id === ids.at(-1));
  if (!primary) return design;
  const rects = unlocked(design, ids).map((field) => [field.id, { ...rectOf(field), [dimension]: primary[dimension] }] as const);
  return setRects(design, new Map(rects));
}

export function rectOf(field: Rect): Rect {
  return { x: field.x, y: field.y, width: field.width, height: field.height };
}

/** Centres the selection as a whole in the body. */
export function centerInBody<D extends PageDesign>(design: D, ids: readonly string[], axis: "horizontal" | "vertical"): D {
  const fields = unlocked(design, ids);
  if (fields.length === 0) return design;
  const body = zoneRect("body", design.page, design);
  const bounds = boundsOf(fields);
  const dx = axis === "horizontal" ? body.x + (body.width - bounds.width) / 2 - bounds.x : 0;
  const dy = axis === "vertical" ? body.y + (body.height - bounds.height) / 2 - bounds.y : 0;
  return placeFields(design, new Map(fields.map((field) => [field.id, { x: field.x + dx, y: field.y + dy }])));
}

/** A distance in the axes of what is turned by so many degrees clockwise. */
export function turned(dx: number, dy: number, degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  return { x: dx * Math.cos(angle) - dy * Math.sin(angle), y: dx * Math.sin(angle) + dy * Math.cos(angle) };
}

/** A box that was resized in its own axes, so that the side that was not moved stays where it was, though it is turned. */
export function keptInPlace(before: Rect, after: Rect, degrees: number): Rect {
  const from = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
  const by = turned(after.x + after.width / 2 - from.x, after.y + after.height / 2 - from.y, degrees);
  return { ...after, x: from.x + by.x - after.width / 2, y: from.y + by.y - after.height / 2 };
}

/** Steps of turning with Shift, and how near to a right angle the angle meets it without. */
const STEP_DEGREES = 15;
const RIGHT_ANGLE_WITHIN = 3;

/** An angle as it is stored: from 0 to below 360, in whole degrees. */
export function snapAngle(degrees: number, stepped: boolean): number {
  const right = Math.round(degrees / 90) * 90;
  const snapped = stepped ? Math.round(degrees / STEP_DEGREES) * STEP_DEGREES : Math.abs(degrees - right) <= RIGHT_ANGLE_WITHIN ? right : Math.round(degrees);
  return ((snapped % 360) + 360) % 360;
}
