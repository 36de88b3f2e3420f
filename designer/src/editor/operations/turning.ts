/** Fields that are turned. */
import { isExtended } from "../../core/fields";
import type { Field, Template } from "../../core/types";

/** Kinds whose lines go on over pages, and what repeats, are turned by no handle. */
const STRAIGHT: ReadonlySet<string> = new Set(["table", "section"]);

/** By how many degrees clockwise a field is printed turned. */
export function angleOf(field: Field | undefined, template: Template): number {
  const rotate = (field as { rotate?: unknown } | undefined)?.rotate;
  return isExtended(template) && typeof rotate === "number" && Number.isFinite(rotate) ? rotate : 0;
}

export const isTurnable = (field: Field, template: Template): boolean => isExtended(template) && !field.locked && !STRAIGHT.has(field.type);
