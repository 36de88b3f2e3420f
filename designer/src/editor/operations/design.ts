/** The page design that is being edited: the template itself, or one of its `pages`. */
import type { Field, PageDesign, Template, TemplatePage } from "../../core/types";

/** Returns true if the template stores several page designs. */
export function hasPages(template: Template): template is Template & { pages: TemplatePage[] } {
  return Array.isArray(template.pages) && template.pages.length > 0;
}

/** All designs of the template: its pages, or the template itself. */
export const designsOf = (template: Template): readonly PageDesign[] => (hasPages(template) ? template.pages : [template]);

const NOTHING: Field[] = [];

/** The design at `index`; templates without a list of fields, or with holes in it, are read as if these were not there. */
export function designAt(template: Template, index: number, native: boolean): PageDesign {
  const design = native && hasPages(template) ? (template.pages[index] ?? (template.pages[0] as TemplatePage)) : template;
  return design;
}

export function fieldsOf(design: PageDesign): Field[] {
  return Array.isArray(design.schemas) ? design.schemas : NOTHING;
}

/** The template with another design at `index`; `change` returns the same object where nothing changes. */
export function withDesign(
  template: Template,
  index: number,
  native: boolean,
  change: <D extends PageDesign>(design: D) => D,
): Template {
  if (!native || !hasPages(template)) return change(template);
  const page = template.pages[index];
  if (!page) return template;
  const changed = change(page);
  return changed === page ? template : { ...template, pages: template.pages.with(index, changed) };
}

/** Names of all fields of the template: bindings refer to them, so they are unique over all pages. */
export function allNames(template: Template): Set<string> {
  const designs: PageDesign[] = hasPages(template) ? template.pages : [template];
  return new Set(designs.flatMap((design) => fieldsOf(design).map((field) => field?.name)));
}

/** The design with other fields; the same object where every field stayed. */
export function withFields<D extends PageDesign>(design: D, fields: Field[]): D {
  const before = fieldsOf(design);
  const same = before.length === fields.length && before.every((field, index) => field === fields[index]);
  return same ? design : { ...design, schemas: fields };
}

/** Changes keys of an object in place of order; a key set to `undefined` is removed. The same object where nothing changes. */
export function patched<T extends object>(object: T, patch: { [key: string]: unknown }): T {
  const source = object as { [key: string]: unknown };
  const changes = Object.entries(patch).filter(([key, value]) =>
    value === undefined ? key in source : !Object.is(source[key], value),
  );
  if (changes.length === 0) return object;
  const result: { [key: string]: unknown } = { ...source };
  for (const [key, value] of changes) {
    if (value === undefined) delete result[key];
    else result[key] = value;
  }
  return result as T;
}

/** mm as they are written: 0.01 mm is finer than any printer, and short numbers keep diffs readable. */
export function roundMm(value: number): number {
  const rounded = Math.round(value * 100) / 100;
  return Object.is(rounded, -0) ? 0 : rounded;
}
