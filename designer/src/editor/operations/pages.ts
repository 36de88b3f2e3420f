/** Page designs: adding, copying, ordering and removing them. A template with one page keeps it in the flat keys. */
import type { Binding, Field, PageDesign, Template, TemplatePage } from "../../core/types";
import type { DocumentPair } from "../types";
import { allNames, fieldsOf, hasPages, patched, withFields } from "./design";
import { dropBindings } from "./fields";
import { uid } from "../../core/fields";
import { copyName } from "./names";

/** Size, bands and background of a page. */
const SETTINGS_KEYS = ["page", "headerHeight", "footerHeight", "marginLeft", "marginRight", "backgroundImage"] as const;
/** Keys of a page design that only readers of extensions know. */
const EXTENSION_KEYS = ["backgroundPdf", "backgroundPdfPages", "firstPage", "lastPage", "blankPages", "duplex", "restartNumbering"] as const;
/** Flat keys of a template with one page that belong to the page. */
export const DESIGN_KEYS = [...SETTINGS_KEYS, ...EXTENSION_KEYS, "schemas"] as const;

/** The flat design as entry of `pages`; the flat keys stay in the file, as readers that know only these expect. */
function asPage(template: Template, id: string): TemplatePage {
  const page: { [key: string]: unknown } = { id };
  for (const key of DESIGN_KEYS) if (template[key] !== undefined) page[key] = template[key];
  return page as unknown as TemplatePage;
}

/** The page at an index with another id, or the flat design as such a page: keys of the template are none of its pages. */
export function copyOfPage(template: Template, index: number, id: string): TemplatePage | undefined {
  if (!hasPages(template)) return index === 0 ? asPage(template, id) : undefined;
  const page = template.pages[index];
  return page && { ...page, id };
}

/** Adds a page after another. The first one that is added moves the flat design, of which only the size stays, into `pages`. */
export function addPage(template: Template, after: number, page: TemplatePage, firstId: string): Template {
  if (hasPages(template)) return { ...template, pages: template.pages.toSpliced(after + 1, 0, page) };
  const flat = patched(template, Object.fromEntries(["backgroundImage", ...EXTENSION_KEYS].map((key) => [key, undefined])));
  return { ...flat, schemas: [], pages: [asPage(template, firstId), page] };
}

/** A page like `design`, without its fields and name. */
export function blankPage(design: PageDesign, id: string): TemplatePage {
  const { page, headerHeight, footerHeight, marginLeft, marginRight } = design;
  const bands = Object.fromEntries(
    Object.entries({ headerHeight, footerHeight, marginLeft, marginRight }).filter(([, value]) => value !== undefined),
  );
  return { id, page: { ...page }, ...bands, schemas: [] };
}

/** Fields that come to a page, those of sections without these ids as fields of their own; what stands on the page names no section. */
export function withoutLostSections(fields: readonly Field[], ids: ReadonlySet<string>): Field[] {
  return fields.map((field) => (field.sectionId && !ids.has(field.sectionId) && field.position !== "page" ? patched(field, { sectionId: undefined }) : field));
}

export interface Copies {
  fields: Field[];
  bindings: Binding[];
}

/** Copies of fields with new ids and names and their bindings; members of copied sections belong to the copies. */
export function copyFields(fields: readonly Field[], bindings: readonly Binding[], taken: ReadonlySet<string>): Copies {
  const names = new Set(taken);
  const ids = new Map(fields.map((field) => [field.id, uid()]));
  const copies: Copies = { fields: [], bindings: [] };
  for (const field of fields) {
    const name = copyName(field.name, names);
    names.add(name);
    const copy = { ...field, id: ids.get(field.id) as string, name };
    const section = field.sectionId && ids.get(field.sectionId);
    if (section) copy.sectionId = section;
    copies.fields.push(copy);
    for (const binding of bindings) if (binding.schemaName === field.name) copies.bindings.push({ ...binding, schemaName: name });
  }
  return copies;
}

/** The pair with a copy of a page after it. */
export function duplicatePage(pair: DocumentPair, index: number, copy: TemplatePage, copies: Copies, firstId: string): DocumentPair {
  const template = addPage(pair.template, index, { ...copy, schemas: copies.fields }, firstId);
  return { template, bindings: copies.bindings.length ? [...pair.bindings, ...copies.bindings] : pair.bindings };
}

/** Without the page and the bindings of its fields. The last page stays. */
export function removePage(pair: DocumentPair, index: number): DocumentPair {
  const { template } = pair;
  if (!hasPages(template) || template.pages.length < 2 || !template.pages[index]) return pair;
  const pages = template.pages.toSpliced(index, 1);
  const left = allNames({ ...template, pages });
  const gone = fieldsOf(template.pages[index] as TemplatePage).flatMap((field) => (field && !left.has(field.name) ? field.name : []));
  return { template: { ...template, pages }, bindings: dropBindings(pair.bindings, new Set(gone)) };
}

export function movePage(template: Template, from: number, to: number): Template {
  if (!hasPages(template) || from === to) return template;
  const page = template.pages[from];
  if (!page || to < 0 || to >= template.pages.length) return template;
  return { ...template, pages: template.pages.toSpliced(from, 1).toSpliced(to, 0, page) };
}

/** Moves fields to another page, members with their section. */
export function moveToPage(template: Template, from: number, ids: ReadonlySet<string>, to: number): Template {
  if (!hasPages(template) || from === to) return template;
  const [source, target] = [template.pages[from], template.pages[to]];
  if (!source || !target) return template;
  const moving = (field: Field) => ids.has(field.id) || (field.sectionId !== undefined && ids.has(field.sectionId));
  const fields = fieldsOf(source).filter((field) => field && moving(field));
  if (fields.length === 0) return template;
  const goes = new Set(fields.map((field) => field.id));
  const settled = withoutLostSections(fields, goes);
  return {
    ...template,
    pages: template.pages
      .with(from, withFields(source, fieldsOf(source).filter((field) => !(field && goes.has(field.id)))))
      .with(to, withFields(target, [...fieldsOf(target), ...settled])),
  };
}

/** Gives every page the size, bands and background of the page at `index`. */
export function copySettings(template: Template, index: number): Template {
  if (!hasPages(template)) return template;
  const source = template.pages[index];
  if (!source) return template;
  const pages = template.pages.map((page) => {
    const next: { [key: string]: unknown } = { ...page };
    for (const key of SETTINGS_KEYS) {
      if (source[key] === undefined) delete next[key];
      else next[key] = source[key];
    }
    return next as unknown as TemplatePage;
  });
  return { ...template, pages };
}
