/** Snapping: to guides of other fields, of the page and of its bands within a few pixels, else to the grid. */
import type { Field, PageDesign } from "../../core/types";
import { fieldsOf } from "../operations/design";
import type { Rect } from "../../core/page";

/** A line that edges snap to, with the stretch that it is drawn along. */
export interface Line {
  at: number;
  from: number;
  to: number;
}

/** Equal gaps: where the moved rectangle begins, and the two gaps that are then equal. */
export interface Gap {
  at: number;
  gap: number;
  spans: { from: number; to: number; across: number }[];
}

export interface Guides {
  x: Line[];
  y: Line[];
}

/** Lines drawn while snapped. */
export interface ShownGuide {
  axis: "x" | "y";
  at: number;
  from: number;
  to: number;
  /** Length of a gap in mm, where the guide is one. */
  gap?: number;
}

export interface SnapResult {
  dx: number;
  dy: number;
  guides: ShownGuide[];
}

/** Lines of all fields but those that move, of the page and of its bands. */
export function guidesOf(
  design: PageDesign,
  moving: ReadonlySet<string>,
  visible: (field: Field) => boolean,
  own: { x: readonly number[]; y: readonly number[] } = { x: [], y: [] },
): Guides {
  const { width, height } = design.page;
  const x: Line[] = [0, width / 2, width].map((at) => ({ at, from: 0, to: height }));
  const y: Line[] = [0, height / 2, height].map((at) => ({ at, from: 0, to: width }));
  x.push(...own.x.map((at) => ({ at, from: 0, to: height })));
  y.push(...own.y.map((at) => ({ at, from: 0, to: width })));
  if (design.headerHeight) y.push({ at: design.headerHeight, from: 0, to: width });
  if (design.footerHeight) y.push({ at: height - design.footerHeight, from: 0, to: width });
  if (design.marginLeft) x.push({ at: design.marginLeft, from: 0, to: height });
  if (design.marginRight) x.push({ at: width - design.marginRight, from: 0, to: height });
  for (const field of fieldsOf(design)) {
    if (!field || moving.has(field.id) || !visible(field)) continue;
    for (const at of [field.x, field.x + field.width / 2, field.x + field.width]) {
      x.push({ at, from: field.y, to: field.y + field.height });
    }
    for (const at of [field.y, field.y + field.height / 2, field.y + field.height]) {
      y.push({ at, from: field.x, to: field.x + field.width });
    }
    if (field.type === "table") for (const at of columnEdges(field)) x.push({ at, from: field.y, to: field.y + field.height });
  }
  return { x, y };
}

interface Columns {
  width: number;
  head: unknown[];
  columnWidths?: (number | undefined | null)[];
  columnStyles?: ({ width?: number | string | null | undefined } | undefined | null)[];
}

/** The inner edges between the columns of a table. */
export function columnEdges(table: Columns & { x: number }): number[] {
  const edges: number[] = [];
  let at = table.x;
  for (const width of columnWidths(table).slice(0, -1)) {
    at += width;
    edges.push(at);
  }
  return edges;
}

/** Widths of the columns (20.2.2): those given, and shares of the rest. Columns as wide as their texts count as one share. */
export function columnWidths(table: Columns, isHidden: (index: number) => boolean = () => false): number[] {
  const count = table.head?.length ?? 0;
  const given = Array.from({ length: count }, (_, index): { width: number } | { share: number } => {
    if (isHidden(index)) return { width: 0 };
    const own = table.columnStyles?.[index]?.width;
    const share = typeof own === "string" ? Number.parseFloat(own) : Number.NaN;
    if (typeof own === "string") return { share: share > 0 ? share : 1 };
    const width = own ?? table.columnWidths?.[index];
    return typeof width === "number" && Number.isFinite(width) ? { width } : { share: 1 };
  });
  const fixed = given.reduce((sum, own) => sum + ("width" in own ? own.width : 0), 0);
  const shares = given.reduce((sum, own) => sum + ("share" in own ? own.share : 0), 0);
  const rest = Math.max(0, table.width - fixed);
  return given.map((own) => ("width" in own ? own.width : (rest * own.share) / shares));
}

interface Hit {
  delta: number;
  line: Line;
}

/** The nearest line to one of the edges, within the tolerance; of equally near ones all. */
function nearest(edges: readonly number[], lines: readonly Line[], tolerance: number): Hit[] {
  let best = tolerance;
  let hits: Hit[] = [];
  for (const edge of edges) {
    for (const line of lines) {
      const delta = line.at - edge;
      const distance = Math.abs(delta);
      if (distance > best + 1e-6) continue;
      if (distance < best - 1e-6) hits = [];
      best = Math.min(best, distance);
      hits.push({ delta, line });
    }
  }
  const [first] = hits;
  return first ? hits.filter((hit) => Math.abs(hit.delta - first.delta) < 1e-6) : [];
}

const toGrid = (value: number, grid: number) => Math.round(value / grid) * grid;

export interface MoveOptions {
  guides: Guides;
  /** In mm; 0: none. */
  tolerance: number;
  grid: number;
  /** Bounds of the others, for equal gaps. */
  others?: readonly Rect[];
}

/**
 * How far a rectangle moves that the pointer moves by (`dx`, `dy`). `anchor` is the field under the pointer: its corner
 * meets the grid, while the guides are those of the whole selection.
 */
export function snapMove(bounds: Rect, anchor: Rect, dx: number, dy: number, options: MoveOptions): SnapResult {
  const guides: ShownGuide[] = [];
  const along = (axis: "x" | "y", size: "width" | "height", by: number): number => {
    // A pointer that does not move along this axis leaves even a field off the grid alone.
    if (Math.abs(by) < 0.01) return 0;
    const start = bounds[axis] + by;
    const hits = nearest([start, start + bounds[size] / 2, start + bounds[size]], options.guides[axis], options.tolerance);
    const [hit] = hits;
    if (hit) {
      for (const { line } of hits) guides.push({ axis, at: line.at, from: line.from, to: line.to });
      return by + hit.delta;
    }
    const gap = options.others && equalGap({ ...bounds, [axis]: start }, options.others, axis, options.tolerance);
    if (gap) {
      for (const span of gap.spans) guides.push({ axis: axis === "x" ? "y" : "x", at: span.across, from: span.from, to: span.to, gap: gap.gap });
      return by + gap.at - start;
    }
    if (options.grid <= 0) return by;
    return toGrid(anchor[axis] + by, options.grid) - anchor[axis];
  };
  const moved = { dx: along("x", "width", dx), dy: along("y", "height", dy) };
  const now = { ...bounds, x: bounds.x + moved.dx, y: bounds.y + moved.dy };
  return { ...moved, guides: guides.map((guide) => (guide.gap === undefined ? stretched(guide, now) : guide)) };
}

/** A guide as long as it takes to reach both what it comes from and what snaps to it. */
function stretched(guide: ShownGuide, rect: Rect): ShownGuide {
  const [from, to] = guide.axis === "x" ? [rect.y, rect.y + rect.height] : [rect.x, rect.x + rect.width];
  return { ...guide, from: Math.min(guide.from, from), to: Math.max(guide.to, to) };
}

/** Places with a gap to a neighbour that equals another gap of the row or column. */
function equalGap(rect: Rect, others: readonly Rect[], axis: "x" | "y", tolerance: number): Gap | null {
  const [size, cross, crossSize] = axis === "x" ? (["width", "y", "height"] as const) : (["height", "x", "width"] as const);
  const row = others
    .filter((other) => other[cross] < rect[cross] + rect[crossSize] && other[cross] + other[crossSize] > rect[cross])
    .toSorted((a, b) => a[axis] - b[axis]);
  const middle = rect[axis] + rect[size] / 2;
  const before = row.filter((other) => other[axis] + other[size] / 2 < middle);
  const after = row.filter((other) => other[axis] + other[size] / 2 >= middle);
  const [left, farLeft] = [before.at(-1), before.at(-2)];
  const [right, farRight] = [after[0], after[1]];
  const end = (other: Rect) => other[axis] + other[size];
  const candidates: { at: number; gap: number; spans: [number, number][] }[] = [];
  if (left && right) {
    const gap = (right[axis] - end(left) - rect[size]) / 2;
    const at = end(left) + gap;
    candidates.push({ at, gap, spans: [[end(left), at], [at + rect[size], right[axis]]] });
  }
  if (left && farLeft) {
    const gap = left[axis] - end(farLeft);
    const at = end(left) + gap;
    candidates.push({ at, gap, spans: [[end(farLeft), left[axis]], [end(left), at]] });
  }
  if (right && farRight) {
    const gap = farRight[axis] - end(right);
    const at = right[axis] - gap - rect[size];
    candidates.push({ at, gap, spans: [[at + rect[size], right[axis]], [end(right), farRight[axis]]] });
  }
  const fitting = candidates.filter(({ gap, at }) => gap > 0.5 && Math.abs(at - rect[axis]) <= tolerance);
  const best = fitting.toSorted((a, b) => Math.abs(a.at - rect[axis]) - Math.abs(b.at - rect[axis]))[0];
  if (!best) return null;
  const across = rect[cross] + rect[crossSize] / 2;
  return { at: best.at, gap: best.gap, spans: best.spans.map(([from, to]) => ({ from, to, across })) };
}

/** Edges that a handle moves: -1 the first, 1 the second, 0 none. */
export interface Handle {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

export interface ResizeOptions {
  guides: Guides;
  tolerance: number;
  grid: number;
  keepRatio: boolean;
  fromCentre: boolean;
  /** Area of the edges. */
  area: Rect;
  minimum: { width: number; height: number };
}

/** The rectangle after one of its handles moved by (`dx`, `dy`). */
export function resizeRect(start: Rect, handle: Handle, dx: number, dy: number, options: ResizeOptions): { rect: Rect; guides: ShownGuide[] } {
  const guides: ShownGuide[] = [];
  const edge = (axis: "x" | "y", size: "width" | "height", by: number): { from: number; to: number } => {
    const from = start[axis];
    const to = from + start[size];
    const side = handle[axis];
    if (side === 0) return { from, to };
    const moving = (side < 0 ? from : to) + by;
    let at = moving;
    if (Math.abs(by) >= 0.01) {
      const [hit] = nearest([moving], options.guides[axis], options.tolerance);
      if (hit) {
        at = hit.line.at;
        guides.push({ axis, at, from: hit.line.from, to: hit.line.to });
      } else if (options.grid > 0) at = toGrid(moving, options.grid);
    } else at = side < 0 ? from : to;
    const low = Math.min(options.area[axis], from);
    const high = Math.max(options.area[axis] + options.area[size], to);
    at = Math.max(low, Math.min(high, at));
    if (options.fromCentre) {
      const middle = (from + to) / 2;
      const half = Math.max(options.minimum[size] / 2, side < 0 ? middle - at : at - middle);
      return { from: middle - half, to: middle + half };
    }
    return side < 0 ? { from: Math.min(at, to - options.minimum[size]), to } : { from, to: Math.max(at, from + options.minimum[size]) };
  };
  const h = edge("x", "width", dx);
  const v = edge("y", "height", dy);
  let rect: Rect = { x: h.from, y: v.from, width: h.to - h.from, height: v.to - v.from };
  if (options.keepRatio && start.width > 0 && start.height > 0) rect = withRatio(start, rect, handle, options);
  return { rect, guides: options.keepRatio ? [] : guides.map((guide) => stretched(guide, rect)) };
}

/** The larger change of the two sides decides; the opposite corner, or the centre, stays. */
function withRatio(start: Rect, rect: Rect, handle: Handle, options: ResizeOptions): Rect {
  const byWidth = handle.x !== 0 && (handle.y === 0 || Math.abs(rect.width / start.width - 1) >= Math.abs(rect.height / start.height - 1));
  let scale = byWidth ? rect.width / start.width : rect.height / start.height;
  scale = Math.max(scale, options.minimum.width / start.width, options.minimum.height / start.height);
  const width = start.width * scale;
  const height = start.height * scale;
  const place = (at: number, size: number, next: number, side: number) => {
    if (options.fromCentre || side === 0) return at + (size - next) / 2;
    return side < 0 ? at + size - next : at;
  };
  return { x: place(start.x, start.width, width, handle.x), y: place(start.y, start.height, height, handle.y), width, height };
}

/** A rectangle inside bounds that were resized. */
export function scaled(rect: Rect, before: Rect, after: Rect, minimum: { width: number; height: number }): Rect {
  const sx = before.width > 0 ? after.width / before.width : 1;
  const sy = before.height > 0 ? after.height / before.height : 1;
  return {
    x: after.x + (rect.x - before.x) * sx,
    y: after.y + (rect.y - before.y) * sy,
    width: Math.max(minimum.width, rect.width * sx),
    height: Math.max(minimum.height, rect.height * sy),
  };
}

export function crosses(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y;
}
