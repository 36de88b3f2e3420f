/**
 * Compares three versions of a template: the one that was loaded, the one on the screen, and the one that somebody else has
 * stored meanwhile. Fields are compared by id and bindings by name, so that moving one is one difference.
 */
import type { Binding, Field, PageDesign, Template } from "../core/types";
import { sameJson } from "../editor/store/same-json";

export interface Version {
  name: string;
  template: Template;
  bindings: Binding[];
}

export interface Difference {
  key: string;
  kind: "name" | "page" | "field" | "binding" | "data";
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

interface Part {
  kind: Difference["kind"];
  label: string;
  value: unknown;
}

/** Everything that one side changed, in reading order: the own parts first, then those that only they have. */
export function differences(base: Version, mine: Version, theirs: Version): Difference[] {
  const [before, own, other] = [parts(base), parts(mine), parts(theirs)];
  const keys = new Set([...own.keys(), ...other.keys(), ...before.keys()]);
  const found: Difference[] = [];
  for (const key of keys) {
    const [was, is, wanted] = [before.get(key), own.get(key), other.get(key)];
    const difference = {
      key,
      kind: (is ?? wanted ?? was)!.kind,
      label: (is ?? wanted ?? was)!.label,
      mine: change(was, is),
      theirs: change(was, wanted),
      conflicts: false,
    };
    if (difference.mine === "none" && difference.theirs === "none") continue;
    difference.conflicts = difference.mine !== "none" && difference.theirs !== "none" && !sameJson(is?.value, wanted?.value);
    found.push(difference);
  }
  return found;
}

/** One version out of both: what one side changed is taken, and where both did, the chosen side. */
export function merged(base: Version, mine: Version, theirs: Version, choice: (key: string) => Side): Version {
  const all = differences(base, mine, theirs);
  const taken = new Set(all.filter((one) => one.theirs !== "none" && (one.conflicts ? choice(one.key) === "theirs" : one.mine === "none")).map((one) => one.key));
  const takes = (key: string) => taken.has(key);
  const designs = new Map(designsOf(theirs.template).map((design) => [design.key, design.value]));
  const mergedDesign = (key: string, design: PageDesign): PageDesign => {
    const other = designs.get(key);
    if (!other) return design;
    const result: Record<string, unknown> = { ...design };
    for (const property of new Set([...Object.keys(design), ...Object.keys(other)])) {
      if (property === "schemas" || property === "pages" || !takes(`${key}.${property}`)) continue;
      const value = (other as unknown as Record<string, unknown>)[property];
      if (value === undefined) delete result[property];
      else result[property] = value;
    }
    result.schemas = mergedList(design.schemas ?? [], other.schemas ?? [], (field) => `${key}/${field.id}`, takes);
    return result as unknown as PageDesign;
  };
  const pages = mine.template.pages;
  const known = new Set([...(pages ?? []), ...(base.template.pages ?? [])].map((page) => page.id));
  const added = (theirs.template.pages ?? []).filter((page) => !known.has(page.id));
  const template: Template = pages?.length
    ? { ...mine.template, pages: [...pages.map((page, i) => ({ ...page, ...mergedDesign(pageKey(page.id, i), page) })), ...added] }
    : ({ ...mine.template, ...mergedDesign("page", mine.template) } as Template);
  return {
    name: takes("name") ? theirs.name : mine.name,
    template,
    bindings: mergedList(mine.bindings, theirs.bindings, bindingKeys(mine.bindings, theirs.bindings), takes),
  };
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

function change(before: Part | undefined, after: Part | undefined): Change {
  if (!before) return after ? "added" : "none";
  if (!after) return "removed";
  return sameJson(before.value, after.value) ? "none" : "changed";
}

function parts(version: Version): Map<string, Part> {
  const all = new Map<string, Part>([["name", { kind: "name", label: version.name, value: version.name }]]);
  for (const { key, value } of designsOf(version.template)) {
    for (const [property, setting] of Object.entries(value)) {
      if (property === "schemas" || property === "pages") continue;
      all.set(`${key}.${property}`, { kind: "page", label: property, value: setting });
    }
    for (const field of value.schemas ?? []) all.set(`${key}/${field.id}`, { kind: "field", label: fieldLabel(field), value: field });
  }
  const key = bindingKeys(version.bindings);
  for (const binding of version.bindings) all.set(key(binding), { kind: "binding", label: binding.schemaName, value: binding });
  return all;
}

function fieldLabel(field: Field): string {
  return field.name;
}

function designsOf(template: Template): { key: string; value: PageDesign }[] {
  const pages = template.pages ?? [];
  if (!pages.length) return [{ key: "page", value: template }];
  return pages.map((page, i) => ({ key: pageKey(page.id, i), value: page }));
}

/** The places of fields in a template, by the keys that their differences have. */
export function fieldPointers(template: Template, keys: ReadonlySet<string>): ReadonlySet<string> {
  const several = (template.pages?.length ?? 0) > 0;
  const found = designsOf(template).flatMap(({ key, value }, page) =>
    (value.schemas ?? []).flatMap((field, at) =>
      keys.has(`${key}/${field.id}`) ? [several ? `/template/pages/${page}/schemas/${at}` : `/template/schemas/${at}`] : [],
    ),
  );
  return new Set(found);
}

function pageKey(id: string | undefined, index: number): string {
  return id ? `page:${id}` : `page#${index}`;
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
