import { classifyZone } from "../../core/page";
import type { Field, PageDesign } from "../../core/types";

/** Returns true if the field repeats on every page: members of a section never do, wherever they are. */
export function inBand(field: Field, design: PageDesign): boolean {
  return !field.sectionId && classifyZone(field, design.page, design) !== "body";
}
