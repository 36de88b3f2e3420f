/**
 * Fields that stand for each other: of two of a kind at one place, conditions print one, such as a title for the first page and
 * one for the pages after it. Both are on the page that is edited; shown at once, neither could be read.
 */
import type { Field } from "../../core/types";
import type { DrawingState } from "../drawing/drawing-store";

/** Share of a field that the other one has to cover. */
const COVERED = 0.25;

export interface Variant {
  id: string;
  /** Those that cover it. */
  others: readonly string[];
}

/** The fields with a condition that lie under others of their kind. */
export function variantsOf(fields: readonly Field[]): Variant[] {
  const variants: Variant[] = [];
  for (const field of fields) {
    if (!field?.visibleWhen || field.type === "section") continue;
    const others = fields.filter((other) => other && other !== field && other.type === field.type && covers(other, field));
    if (others.length > 0) variants.push({ id: field.id, others: others.map(({ id }) => id) });
  }
  return variants;
}

function covers(other: Field, field: Field): boolean {
  const width = Math.min(other.x + other.width, field.x + field.width) - Math.max(other.x, field.x);
  const height = Math.min(other.y + other.height, field.y + field.height) - Math.max(other.y, field.y);
  return width > 0 && height > 0 && width * height >= COVERED * field.width * field.height;
}

/** Those of them that are not printed while another one is, or on a later page than another one. */
export function standingBack(variants: readonly Variant[], { drawn, byField }: DrawingState): string[] {
  if (!drawn) return [];
  const page = (id: string) => byField.get(id)?.page ?? Number.POSITIVE_INFINITY;
  return variants.filter(({ id, others }) => others.some((other) => page(other) < page(id))).map(({ id }) => id);
}
