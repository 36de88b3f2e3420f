/** The guard: an image that programs without extensions stop at, in templates whose plain printing would do harm (format 20.0.6). */
import type { Field, Template } from "../../core/types";
import { GUARD_CONTENT, isGuard, uid } from "../../core/fields";
import { allNames, designsOf, hasPages, withDesign } from "./design";
import { unusedName } from "./names";

const hasField = (template: Template, is: (field: Field) => boolean): boolean => designsOf(template).some((design) => design.schemas?.some((field) => field && is(field)));

/** Returns true if a program that ignores unknown keys prints the document without its password or its payment. */
const isHarmedWithout = (template: Template): boolean => template.pdf?.encryption !== undefined || hasField(template, (field) => "payload" in field && field.payload !== undefined);

/** The template with a guard, which stays where there is one. */
export function withGuard(template: Template): Template {
  if (hasField(template, isGuard)) return template;
  const guard: Field = { id: uid(), name: unusedName("Guard", allNames(template)), type: "image", x: 0, y: 0, width: 1, height: 1, content: GUARD_CONTENT };
  return withDesign(template, 0, hasPages(template), (design) => ({ ...design, schemas: [...(design.schemas ?? []), guard] }));
}

/** The template after a change, with a guard where the change brought the first payment or a password. */
export const guarded = (before: Template, after: Template): Template => (before !== after && isHarmedWithout(after) && !isHarmedWithout(before) ? withGuard(after) : after);
