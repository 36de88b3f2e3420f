/**
 * Fields that are selected and moved as one. Each has the name of its group in a key that is private to designers: programs
 * that print templates ignore it, and editors that do not know it keep it.
 */
import type { Field, PageDesign } from "../../core/types";
import { fieldsOf, patched, withFields } from "./design";
import { unusedName } from "./names";

export const GROUP_KEY = "x-group";

export function groupOf(field: Field | undefined | null): string | undefined {
  const name = (field as unknown as { [GROUP_KEY]?: unknown } | undefined | null)?.[GROUP_KEY];
  return typeof name === "string" && name !== "" ? name : undefined;
}

export const groupNames = (fields: readonly Field[]): Set<string> => new Set(fields.flatMap((field) => groupOf(field) ?? []));

/** The ids with those of everything in their groups; the last one stays the last. */
export function withGroups(fields: readonly Field[], ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  const groups = groupNames(fields.filter((field) => field && wanted.has(field.id)));
  if (groups.size === 0) return [...ids];
  const others = fields.filter((field) => field && !wanted.has(field.id) && groups.has(groupOf(field) ?? ""));
  return [...others.map(({ id }) => id), ...ids];
}

/** One group of the fields, out of the groups that they were in. */
export function groupFields<D extends PageDesign>(design: D, ids: readonly string[], name: string): D {
  const wanted = new Set(ids);
  const own = unusedName(name, groupNames(fieldsOf(design).filter((field) => field && !wanted.has(field.id))));
  return withoutLoners(set(design, wanted, own));
}

export const ungroupFields = <D extends PageDesign>(design: D, ids: readonly string[]): D => withoutLoners(set(design, new Set(ids), undefined));

export function renameGroup<D extends PageDesign>(design: D, from: string, to: string): D {
  const members = new Set(fieldsOf(design).flatMap((field) => (groupOf(field) === from ? field.id : [])));
  const name = to.trim();
  return name === "" || name === from || groupNames(fieldsOf(design)).has(name) ? design : set(design, members, name);
}

function set<D extends PageDesign>(design: D, ids: ReadonlySet<string>, name: string | undefined): D {
  return withFields(design, fieldsOf(design).map((field) => (field && ids.has(field.id) ? patched(field, { [GROUP_KEY]: name }) : field)));
}

/** A group of one is none. */
function withoutLoners<D extends PageDesign>(design: D): D {
  const counts = new Map<string, number>();
  for (const field of fieldsOf(design)) {
    const name = groupOf(field);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const alone = fieldsOf(design).flatMap((field) => (counts.get(groupOf(field) ?? "") === 1 ? field.id : []));
  return alone.length === 0 ? design : set(design, new Set(alone), undefined);
}

/** Copies in groups of their own, where the page has groups of these names. */
export function regrouped(copies: readonly Field[], design: PageDesign): Field[] {
  const taken = groupNames(fieldsOf(design));
  const names = new Map<string, string>();
  for (const name of groupNames(copies)) {
    const own = unusedName(name, taken);
    taken.add(own);
    names.set(name, own);
  }
  return copies.map((field) => {
    const name = names.get(groupOf(field) ?? "");
    return name === undefined ? field : patched(field, { [GROUP_KEY]: name });
  });
}

/** Fields as what is arranged: groups as one, unless all are of the same one. */
export function unitsOf(fields: readonly Field[]): Field[][] {
  const [first] = fields;
  const inOne = groupOf(first) !== undefined && fields.every((field) => groupOf(field) === groupOf(first));
  const units = new Map<string, Field[]>();
  for (const field of fields) {
    const group = inOne ? undefined : groupOf(field);
    const key = group === undefined ? `field ${field.id}` : `group ${group}`;
    units.set(key, [...(units.get(key) ?? []), field]);
  }
  return [...units.values()];
}

/** The fields at another place of the order, together; `index` counts among all. The group of what they are put between is theirs. */
export function moveInOrder<D extends PageDesign>(design: D, ids: readonly string[], index: number, group?: { name: string | undefined }): D {
  const wanted = new Set(ids);
  const fields = fieldsOf(design);
  const moved = fields.filter((field) => field && wanted.has(field.id));
  const before = fields.slice(0, Math.max(0, index)).filter((field) => !(field && wanted.has(field.id)));
  const after = fields.slice(Math.max(0, index)).filter((field) => !(field && wanted.has(field.id)));
  const ordered = withFields(design, [...before, ...moved, ...after]);
  return group ? withoutLoners(set(ordered, wanted, group.name)) : ordered;
}
