/**
 * The flow of a printed page, backwards: from a place in print to the place in the template that is printed there. Fields of the
 * body follow each other by their `y` (format 9.3, 9.4): each begins where the one before ends in print, and as far below it as in
 * the template. So what grows moves down all that comes after it, also what stands beside it with another `y`.
 */
import { classifyZone, type Rect, snapToGrid } from "../../core/page";
import type { Field, PageDesign } from "../../core/types";
import type { PrintedPage, PrintedPart } from "../drawing/drawing-store";
import { fieldsOf, roundMm } from "./design";
import { joinsSections } from "./geometry";

interface Point {
  x: number;
  y: number;
}

/** The field that a place is for. */
export interface Subject {
  type: Field["type"];
  width: number;
  height: number;
  position?: Field["position"];
}

/** A printed page of the edited design. */
export interface FlowPage {
  printed: PrintedPage | undefined;
  design: PageDesign;
  /** True for the first page of the design. */
  first: boolean;
  /** Ids of fields that are printed nowhere. */
  nowhere: ReadonlySet<string>;
}

export interface PlaceOptions {
  /** Ids of fields that are taken from their places, as if they were not there. */
  moving?: ReadonlySet<string> | undefined;
  /** In mm; 0: none. */
  grid?: number;
}

/** Two fields differ in `y` by this where one is to come before the other. */
const APART_MM = 0.1;
/** Nearer than this to the top of a row, a field is meant to stand in it, whatever lies there. */
const SAME_TOP_MM = 0.5;

const NONE: ReadonlySet<string> = new Set();

/** A step of the flow: fields of one `y` side by side, or a table or section alone. */
interface Item {
  fields: Field[];
  row: boolean;
  top: number;
  bottom: number;
}

/** A stretch of the template in which a field comes after one item and before the next. */
interface Slot {
  above: number;
  below: number;
  /** End of the item before, in the template and in print; a field before the first one is printed where it is. */
  end: { authored: number; printed: number } | null;
}

/** A row that a field can join, with what is printed of it. */
interface Row {
  authored: number;
  printed: number;
  boxes: readonly Rect[];
}

const isAlone = ({ type }: Pick<Field, "type">) => type === "table" || type === "section";

/** Returns true if the field takes its place one after the other with those of the body. */
export function isInFlow(field: Field, design: PageDesign): boolean {
  return !field.sectionId && field.position !== "page" && classifyZone(field, design.page, design) === "body";
}

function itemsOf(design: PageDesign, moving: ReadonlySet<string>): Item[] {
  const fields = fieldsOf(design).filter((field) => field && !moving.has(field.id) && isInFlow(field, design));
  const items: Item[] = [];
  for (const field of fields.toSorted((a, b) => a.y - b.y)) {
    const last = items.at(-1);
    const bottom = field.y + field.height;
    if (last?.row && !isAlone(field) && last.top === field.y) {
      last.fields.push(field);
      last.bottom = Math.max(last.bottom, bottom);
    } else items.push({ fields: [field], row: !isAlone(field), top: field.y, bottom });
  }
  return items;
}

/** The slots and rows of a page, with what is taken away by a move already gone. */
function layOut({ printed, design, first, nowhere }: FlowPage, moving: ReadonlySet<string>): { slots: Slot[]; rows: Row[] } {
  const items = itemsOf(design, moving);
  const parts = new Map<string, PrintedPart[]>();
  for (const part of printed?.parts ?? []) {
    const known = parts.get(part.id);
    if (known) known.push(part);
    else parts.set(part.id, [part]);
  }
  const taken = fieldsOf(design).filter((field) => field && moving.has(field.id) && parts.has(field.id) && isInFlow(field, design));
  /** From this `y` on, items may be printed higher up when the fields that move are gone. */
  const loosened = Math.min(Number.POSITIVE_INFINITY, ...taken.map(({ y }) => y));

  const slots: Slot[] = first ? [{ above: Number.NEGATIVE_INFINITY, below: items[0]?.top ?? Number.POSITIVE_INFINITY, end: null }] : [];
  const rows: Row[] = [];
  let end: Slot["end"] = null;
  for (const [index, item] of items.entries()) {
    const own = item.fields.flatMap(({ id }) => parts.get(id) ?? []);
    const gap = end ? Math.max(0, item.top - end.authored) : 0;
    let bottom: number;
    if (own.length === 0) {
      const hidden = item.fields.every(({ id }) => nowhere.has(id));
      // It is printed on another page: on one before, or what follows is on a later one too.
      if (!hidden && end) break;
      if (!hidden) continue;
      if (!end && !(first && index === 0)) continue;
      const collapsed = item.fields.some(({ collapse }) => collapse === true);
      bottom = end ? end.printed + (collapsed ? 0 : gap) : item.top;
    } else {
      const begins = own.some((part) => part.first);
      const pinned = item.fields.some(({ pin }) => pin === "bottom");
      const at = Math.min(...own.map(({ box }) => box.y));
      const height = Math.max(begins && item.row ? item.bottom - item.top : 0, ...own.map(({ box }) => box.y + box.height - at));
      let top = at;
      if (begins && !pinned && item.top >= loosened) top = end ? end.printed + gap : first && index === 0 ? item.top : at;
      bottom = top + height;
      if (begins && item.row) rows.push({ authored: item.top, printed: top, boxes: own.map(({ box }) => box) });
    }
    end = { authored: item.bottom, printed: bottom };
    slots.push({ above: item.top, below: items[index + 1]?.top ?? Number.POSITIVE_INFINITY, end });
  }
  return { slots, rows };
}

/** The `y` of the template that is printed nearest to a height of the page. */
function nearest(at: Point, subject: Subject, { slots, rows }: ReturnType<typeof layOut>, grid: number): number | null {
  let best: { y: number; off: number } | null = null;
  const take = (y: number, printed: number) => {
    const off = Math.abs(printed - at.y);
    if (!best || off < best.off - 1e-9) best = { y, off };
  };
  if (!isAlone(subject)) {
    for (const { authored, printed, boxes } of rows) {
      const covers = boxes.some((box) => at.x < box.x + box.width && at.x + Math.max(subject.width, 1) > box.x);
      if (!covers || Math.abs(printed - at.y) < SAME_TOP_MM) take(authored, printed);
    }
    // Rows attract as the grid does.
    const row = best as { y: number; off: number } | null;
    if (row && row.off <= grid / 2) return row.y;
  }
  for (const { above, below, end } of slots) {
    const [low, high] = [above + APART_MM, below - APART_MM];
    if (low > high) continue;
    const start = end?.authored ?? Number.NEGATIVE_INFINITY;
    const within = (y: number) => Math.max(low, Math.min(high, y));
    let y = within(end ? start + Math.max(0, at.y - end.printed) : at.y);
    const onGrid = snapToGrid(y, grid);
    if ((!end || at.y >= end.printed) && onGrid >= start && onGrid === within(onGrid)) y = onGrid;
    take(y, end ? end.printed + Math.max(0, y - start) : y);
  }
  return (best as { y: number } | null)?.y ?? null;
}

/** The section whose items fill a place of the page, with one of its repetitions and the members in it. */
function repetitionAt({ printed, design }: FlowPage, at: Point, { width, height }: Subject, moving: ReadonlySet<string>) {
  const fields = new Map(fieldsOf(design).map((field) => [field?.id, field]));
  const [x, y] = [at.x + width / 2, at.y + height / 2];
  const parts = printed?.parts ?? [];
  const index = parts.findLastIndex(({ type, id, box }) => type === "section" && fields.has(id) && !moving.has(id) && x >= box.x && x <= box.x + box.width && y >= box.y && y < box.y + box.height);
  const part = parts[index];
  const section = part && fields.get(part.id);
  if (!part || !section) return null;
  // Members follow their section; those of the next repetition come after that.
  const end = parts.findIndex(({ id, type }, other) => other > index && (type === "section" || !fields.get(id)?.sectionId));
  const members = parts.slice(index + 1, end < 0 ? undefined : end).flatMap(({ id, box }) => {
    const field = fields.get(id);
    return field?.sectionId === section.id && !moving.has(id) ? [{ field, box }] : [];
  });
  return { section, box: part.box, members };
}

/** The place among the members of a section: those above have moved it down by as much as they were moved and have grown. */
function placeInSection(at: Point, { height }: Subject, { section, box, members }: NonNullable<ReturnType<typeof repetitionAt>>, grid: number): Point {
  let moved = 0;
  for (const { field, box: own } of members) {
    const grown = Math.max(0, own.height - field.height);
    const shift = own.y - box.y - (field.y - section.y) + grown;
    if (own.y + own.height <= at.y) moved = Math.max(moved, shift);
    // Beside the lower part of what has grown nothing can be printed: above that it is nearer, or below.
    else if (grown > 0 && at.y > own.y) moved = Math.max(moved, at.y - own.y + shift - (at.y - own.y < own.height / 2 ? grown : own.height));
  }
  const y = section.y + at.y - box.y - moved;
  const most = section.y + section.height - height / 2;
  const onGrid = snapToGrid(y, grid);
  return { x: at.x - box.x + section.x, y: Math.min(onGrid >= section.y ? onGrid : y, most) };
}

/** The place in the template of a field that is to be printed at a place of the page. */
export function placeInFlow(at: Point, subject: Subject, page: FlowPage, { moving = NONE, grid = 0 }: PlaceOptions = {}): Point {
  const { design } = page;
  // Bands, margins and whatever is not drawn are printed as they are.
  const isStill = classifyZone({ ...at, width: subject.width, height: subject.height }, design.page, design) !== "body";
  if (isStill || !page.printed) return { x: at.x, y: roundMm(snapToGrid(at.y, grid)) };
  const repetition = joinsSections(subject) ? repetitionAt(page, at, subject, moving) : null;
  if (repetition) {
    const { x, y } = placeInSection(at, subject, repetition, grid);
    return { x, y: roundMm(y) };
  }
  const y = nearest(at, subject, layOut(page, moving), grid) ?? snapToGrid(at.y, grid);
  // Further down it would be a field of the footer.
  const most = design.page.height - (design.footerHeight ?? 0) - Math.max(subject.height, APART_MM);
  return { x: at.x, y: roundMm(Math.max(0, Math.min(y, most))) };
}
