/** Pages and fields of several versions of a template, under the keys by which `merge.ts` compares them. */
import type { Field, PageDesign, Template } from "../core/types";
import { designsOf, fieldsOf, hasPages } from "../editor/operations/design";

export interface PlacedField {
  field: Field;
  /** Key of its page. */
  page: string;
  pointer: string;
}

export interface View {
  /** Designs by their keys, in their order. */
  pages: Map<string, PageDesign>;
  fields: Map<string, PlacedField>;
  /** Keys of the fields of each page, in their order. */
  order: Map<string, string[]>;
}

/** Key of the page of a template that has one, and of what became of it where it has several. */
const ONLY_PAGE = "page";

/** The views of versions of one template; equal keys mean the same page or field. */
export function viewsOf(templates: readonly Template[]): View[] {
  const single = templates.find((template) => !hasPages(template));
  const original = single && new Set(fieldsOf(single).map((field) => field?.id));
  const repeated = new Set(templates.flatMap(repeatedIds));
  return templates.map((template) => {
    const view: View = { pages: new Map(), fields: new Map(), order: new Map() };
    const designs = designsOf(template);
    const keys = pageKeys(template, original);
    const fieldKeys = new Keys();
    designs.forEach((design, index) => {
      const page = keys[index]!;
      const base = hasPages(template) ? `/template/pages/${index}/schemas` : "/template/schemas";
      const order: string[] = [];
      fieldsOf(design).forEach((field, at) => {
        if (!field) return;
        const named = field.id === undefined ? `${page}@${at}` : repeated.has(field.id) ? `${page}/${field.id}` : `field/${field.id}`;
        const key = fieldKeys.next(named);
        view.fields.set(key, { field, page, pointer: `${base}/${at}` });
        order.push(key);
      });
      view.pages.set(page, design);
      view.order.set(page, order);
    });
    return view;
  });
}

/** Ids that several fields have; they separate fields of one page at best. */
function repeatedIds(template: Template): string[] {
  const seen = new Set<string>();
  return designsOf(template).flatMap((design) => fieldsOf(design).flatMap((field) => (!field || field.id === undefined ? [] : seen.has(field.id) ? [field.id] : (seen.add(field.id), []))));
}

/** `original`: ids on the page of a version that has only one; the page that has one of them, or else the first, is that page. */
function pageKeys(template: Template, original: ReadonlySet<string | undefined> | undefined): string[] {
  if (!hasPages(template)) return [ONLY_PAGE];
  const { pages } = template;
  const only = original ? Math.max(0, pages.findIndex((page) => fieldsOf(page).some((field) => field?.id !== undefined && original.has(field.id)))) : -1;
  const keys = new Keys();
  return pages.map((page, index) => keys.next(index === only ? ONLY_PAGE : page.id ? `page:${page.id}` : `page@${index}`));
}

/** Keeps keys apart that are wanted several times: further ones get their count. */
class Keys {
  readonly #counts = new Map<string, number>();

  next(wanted: string): string {
    const count = this.#counts.get(wanted) ?? 0;
    this.#counts.set(wanted, count + 1);
    return count === 0 ? wanted : `${wanted}#${count}`;
  }
}

/** Keys of both lists that `keep` holds: those of the first in its order, each further one after the key that it follows in the second. */
export function mergedOrder(first: readonly string[], second: readonly string[], keep: ReadonlySet<string>): string[] {
  const own = new Set(first);
  const followers = new Map<string | null, string[]>();
  let before: string | null = null;
  for (const key of second) {
    if (own.has(key)) before = key;
    else if (keep.has(key)) {
      const after = followers.get(before);
      if (after) after.push(key);
      else followers.set(before, [key]);
    }
  }
  return [null, ...first].flatMap((key) => [...(key !== null && keep.has(key) ? [key] : []), ...(followers.get(key) ?? [])]);
}
