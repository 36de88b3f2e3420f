/**
 * Compares three versions of a template: the one that was loaded, the one on the screen, and the one that somebody else has
 * stored meanwhile. Fields are compared by id, also where they went to another page, and bindings by name, so that moving one is
 * one difference. A page that one side lacks is compared as a whole, with its fields.
 */
import type { Binding, Field, PageDesign, Template, TemplatePage } from "../core/types";
import { hasPages } from "../editor/operations/design";
import { DESIGN_KEYS } from "../editor/operations/pages";
import { sameJson } from "../editor/store/same-json";
import { mergedOrder, type PlacedField, type View, viewsOf } from "./merge-views";

/** Further keys, such as `mail`, are compared and merged too. */
export interface Version {
  name: string;
  template: Template;
  bindings: Binding[];
  [key: string]: unknown;
}

export interface Difference {
  key: string;
  kind: "name" | "setting" | "page" | "field" | "binding" | "data";
  /** Name for people. */
  label: string;
  mine: Change;
  theirs: Change;
  /** Both changed it, and not to the same. */
  conflicts: boolean;
  /** Values of both sides now, where they say more than the changes; nothing where it is gone. */
  values?: { mine: string; theirs: string };
}

export type Change = "none" | "added" | "removed" | "changed";

export type Side = "mine" | "theirs";

/** A part of the three versions; `undefined` where one lacks it. */
interface Part {
  key: string;
  kind: Difference["kind"];
  label: string;
  values: Three<unknown>;
}

interface Three<T> {
  base: T;
  mine: T;
  theirs: T;
}

/** Everything that one side changed, in reading order: the own parts first, then those that only they have. */
export function differences(base: Version, mine: Version, theirs: Version): Difference[] {
  return partsOf({ base, mine, theirs }, views({ base, mine, theirs })).flatMap(({ key, kind, label, values }) => {
    const difference = { key, kind, label, mine: change(values.base, values.mine), theirs: change(values.base, values.theirs), conflicts: false };
    if (difference.mine === "none" && difference.theirs === "none") return [];
    difference.conflicts = difference.mine !== "none" && difference.theirs !== "none" && !sameJson(values.mine, values.theirs);
    return [difference];
  });
}

/** One version out of both: what one side changed is taken, and where both did, the chosen side. */
export function merged(base: Version, mine: Version, theirs: Version, choice: (key: string) => Side): Version {
  const all = differences(base, mine, theirs);
  const taken = new Set(all.filter((one) => one.theirs !== "none" && (one.conflicts ? choice(one.key) === "theirs" : one.mine === "none")).map((one) => one.key));
  const takes = (key: string) => taken.has(key);
  return {
    ...mergedKeys(mine, theirs, (key) => (DOCUMENT_KEYS.has(key) ? undefined : takes(documentKey(key)))),
    name: takes("name") ? theirs.name : mine.name,
    template: mergedTemplate({ base, mine, theirs }, takes),
    bindings: mergedList(mine.bindings, theirs.bindings, bindingKeys(mine.bindings, theirs.bindings), takes),
  };
}

/** The places of fields in a version, by the keys that their differences from another have. */
export function fieldPointers(before: Version, after: Version, shown: Version, keys: ReadonlySet<string>): ReadonlySet<string> {
  const { base, mine } = views({ base: before, mine: after, theirs: before });
  const { fields } = shown === after ? mine : base;
  return new Set([...fields].flatMap(([key, { pointer, page }]) => (keys.has(key) || keys.has(page) ? [pointer] : [])));
}

/** Keys of a document that are compared in parts, or not at all. */
const DOCUMENT_KEYS = new Set(["id", "name", "template", "bindings"]);
const documentKey = (key: string) => `document.${key}`;
const settingKey = (key: string) => `template.${key}`;
const propertyKey = (page: string, key: string) => `${page}.${key}`;
/** Key of the order of the pages. */
const PAGES = "pages";
/** Keys of a template or page that are compared in parts, or not at all. */
const STRUCTURE = new Set(["id", "schemas", "pages"]);
const FLAT: ReadonlySet<string> = new Set(DESIGN_KEYS);

const views = ({ base, mine, theirs }: Three<Version>): Three<View> => {
  const [before, own, other] = viewsOf([base.template, mine.template, theirs.template]) as [View, View, View];
  return { base: before, mine: own, theirs: other };
};

const map = <T, U>({ base, mine, theirs }: Three<T>, to: (one: T) => U): Three<U> => ({ base: to(base), mine: to(mine), theirs: to(theirs) });

/** Keys of all three, the own ones first. */
const union = ({ base, mine, theirs }: Three<Iterable<string>>): string[] => [...new Set([...mine, ...theirs, ...base])];

/** Keys that hold for all pages: of a template with one page, all that do not describe it. */
function settingsOf(template: Template): Record<string, unknown> {
  const several = hasPages(template);
  return Object.fromEntries(Object.entries(template).filter(([key]) => !STRUCTURE.has(key) && (several || !FLAT.has(key))));
}

/** Keys of one page design. */
function propertiesOf(template: Template, design: PageDesign): Record<string, unknown> {
  const single = !hasPages(template);
  return Object.fromEntries(Object.entries(design).filter(([key]) => !STRUCTURE.has(key) && (!single || FLAT.has(key))));
}

/** Returns true for a page that one side lacks, which is one part with its fields. */
const isWhole = (page: string, { mine, theirs }: Three<View>): boolean => !mine.pages.has(page) || !theirs.pages.has(page);

/** The page of which a field is no part of its own, as it is on no other; `undefined` for a field that is compared by itself. */
function wholeOf(key: string, all: Three<View>): string | undefined {
  const pages = new Set([all.base, all.mine, all.theirs].flatMap((view) => view.fields.get(key)?.page ?? []));
  const [page] = pages;
  return pages.size === 1 && page !== undefined && isWhole(page, all) ? page : undefined;
}

function partsOf(versions: Three<Version>, all: Three<View>): Part[] {
  const parts: Part[] = [{ key: "name", kind: "name", label: versions.mine.name, values: map(versions, ({ name }) => name) }];
  const keyed = (kind: Part["kind"], objects: Three<Record<string, unknown>>, key: (property: string) => string) => {
    for (const property of union(map(objects, Object.keys))) {
      parts.push({ key: key(property), kind, label: property, values: map(objects, (object) => object[property]) });
    }
  };
  keyed("setting", map(versions, (version) => Object.fromEntries(Object.entries(version).filter(([key]) => !DOCUMENT_KEYS.has(key)))), documentKey);
  keyed("setting", map(versions, ({ template }) => settingsOf(template)), settingKey);
  ordered(PAGES, PAGES, map(all, ({ pages }) => [...pages.keys()]));
  const seen = new Set<string>();
  union(map(all, ({ pages }) => pages.keys())).forEach((page, index) => {
    const orders = map(all, ({ order }) => order.get(page) ?? []);
    const designs = map(all, ({ pages }) => pages.get(page));
    if (isWhole(page, all)) {
      const named = (designs.mine ?? designs.theirs ?? designs.base) as TemplatePage;
      parts.push({ key: page, kind: "page", label: named.name ?? `${index + 1}`, values: designs });
    } else {
      const properties = (side: keyof Three<unknown>) => (designs[side] ? propertiesOf(versions[side].template, designs[side]) : {});
      keyed("page", { base: properties("base"), mine: properties("mine"), theirs: properties("theirs") }, (key) => propertyKey(page, key));
      ordered(propertyKey(page, "schemas"), "schemas", orders);
    }
    for (const key of union(orders)) {
      if (seen.has(key) || wholeOf(key, all) !== undefined) continue;
      seen.add(key);
      const fields = map(all, (view) => view.fields.get(key));
      const label = (fields.mine ?? fields.theirs ?? fields.base)!.field.name;
      parts.push({ key, kind: "field", label, values: map(fields, (placed) => placed && { field: placed.field, page: placed.page }) });
    }
  });
  const bindings = map(versions, (version) => {
    const key = bindingKeys(version.bindings);
    return new Map(version.bindings.map((binding) => [key(binding), binding]));
  });
  for (const key of union(map(bindings, (own) => own.keys()))) {
    const values = map(bindings, (own) => own.get(key));
    parts.push({ key, kind: "binding", label: (values.mine ?? values.theirs ?? values.base)!.schemaName, values });
  }
  return parts;

  /** The order of what all three have; what is new or gone changes no order. */
  function ordered(key: string, label: string, orders: Three<string[]>) {
    const sets = map(orders, (order) => new Set(order));
    const values = map(orders, (order) => order.filter((entry) => sets.base.has(entry) && sets.mine.has(entry) && sets.theirs.has(entry)));
    parts.push({ key, kind: "page", label, values });
  }
}

/** The keys of both, in the own order, then theirs; `takes` says whether theirs counts, `undefined` leaves the key out. */
function mergedKeys(mine: object, theirs: object, takes: (key: string) => boolean | undefined): Record<string, unknown> {
  const [own, other] = [mine, theirs] as Record<string, unknown>[];
  const entries = [...new Set([...Object.keys(own!), ...Object.keys(other!)])].flatMap((key) => {
    const take = takes(key);
    const value = take ? other![key] : own![key];
    return take === undefined || value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

function mergedTemplate(versions: Three<Version>, takes: (key: string) => boolean): Template {
  const all = views(versions);
  const { mine, theirs } = all;
  const templates = map(versions, ({ template }) => template);
  const both = [...new Set([...mine.pages.keys(), ...theirs.pages.keys()])];
  /** The side that a page comes from that only one has, or had. */
  const sideOf = (page: string) => (takes(page) ? theirs : mine);
  const found = both.filter((page) => !isWhole(page, all) || sideOf(page).pages.has(page));
  // Each side removed the pages that the other kept; a template has at least one.
  const kept = new Set(found.length > 0 ? found : mine.pages.keys());
  const placed = new Map<string, Map<string, PlacedField>>([...kept].map((page) => [page, new Map()]));
  for (const key of new Set([...mine.fields.keys(), ...theirs.fields.keys()])) {
    const whole = wholeOf(key, all);
    const chosen = (whole === undefined ? takes(key) : found.length > 0 && takes(whole)) ? theirs : mine;
    const field = chosen.fields.get(key);
    if (!field) continue;
    // A field whose page is gone stays on the one that the other side has it on.
    const page = [field.page, (chosen === mine ? theirs : mine).fields.get(key)?.page].find((own) => own !== undefined && kept.has(own));
    if (page !== undefined) placed.get(page)!.set(key, field);
  }
  const order = (view: View, page: string) => view.order.get(page) ?? [];
  const designOf = (page: string): Record<string, unknown> => {
    const whole = isWhole(page, all);
    const theirsFirst = whole ? sideOf(page) === theirs && found.length > 0 : takes(propertyKey(page, "schemas"));
    const [first, second] = theirsFirst ? [theirs, mine] : [mine, theirs];
    const fields = placed.get(page)!;
    const schemas: Field[] = mergedOrder(order(first, page), order(second, page), new Set(fields.keys())).map((key) => fields.get(key)!.field);
    if (whole) return { ...propertiesOf(first === mine ? templates.mine : templates.theirs, first.pages.get(page)!), schemas };
    const properties = [propertiesOf(templates.mine, mine.pages.get(page)!), propertiesOf(templates.theirs, theirs.pages.get(page)!)] as const;
    return { ...mergedKeys(...properties, (key) => takes(propertyKey(page, key))), schemas };
  };
  const [first, second] = takes(PAGES) ? [theirs, mine] : [mine, theirs];
  const pages = mergedOrder([...first.pages.keys()], [...second.pages.keys()], kept);
  const settings = mergedKeys(settingsOf(templates.mine), settingsOf(templates.theirs), (key) => takes(settingKey(key)));
  const several = map(templates, (template) => hasPages(template));
  const isSingle = pages.length === 1 && !(several.mine === several.base ? several.theirs : several.mine);
  if (isSingle) return inOrder({ ...settings, ...designOf(pages[0]!) }, templates.mine, templates.theirs) as unknown as Template;
  const list = pages.map((page) => {
    const like = [mine.pages.get(page) ?? {}, theirs.pages.get(page) ?? {}] as Partial<TemplatePage>[];
    const id = like.find((design) => design.id !== undefined)?.id;
    return inOrder({ ...(id !== undefined && { id }), ...designOf(page) }, { id }, ...like);
  });
  const flat = several.mine ? templates.mine : templates.theirs;
  return inOrder({ ...settings, ...("schemas" in flat && { schemas: flat.schemas }), pages: list }, templates.mine, templates.theirs) as unknown as Template;
}

/** The values with their keys in the order of the objects, so that files keep theirs. */
function inOrder(values: Record<string, unknown>, ...like: object[]): Record<string, unknown> {
  const keys = new Set([...like.flatMap((object) => Object.keys(object)), ...Object.keys(values)]);
  return Object.fromEntries([...keys].flatMap((key) => (Object.hasOwn(values, key) ? [[key, values[key]]] : [])));
}

function mergedList<T>(mine: T[], theirs: T[], key: (item: T) => string, takes: (key: string) => boolean): T[] {
  const other = new Map(theirs.map((item) => [key(item), item]));
  const own = new Set(mine.map(key));
  const kept = mine.flatMap((item) => {
    const name = key(item);
    if (!takes(name)) return [item];
    const replacement = other.get(name);
    return replacement === undefined ? [] : [replacement];
  });
  return [...kept, ...theirs.filter((item) => !own.has(key(item)) && takes(key(item)))];
}

function change(before: unknown, after: unknown): Change {
  if (before === undefined) return after === undefined ? "none" : "added";
  if (after === undefined) return "removed";
  return sameJson(before, after) ? "none" : "changed";
}

/** A name may have several bindings; they are counted. */
function bindingKeys(...lists: Binding[][]): (binding: Binding) => string {
  const keys = new Map<Binding, string>();
  for (const list of lists) {
    const seen = new Map<string, number>();
    for (const binding of list) {
      const count = seen.get(binding.schemaName) ?? 0;
      seen.set(binding.schemaName, count + 1);
      keys.set(binding, `binding:${binding.schemaName}#${count}`);
    }
  }
  return (binding) => keys.get(binding) ?? `binding:${binding.schemaName}#0`;
}
