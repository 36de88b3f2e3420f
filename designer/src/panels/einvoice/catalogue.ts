/** The groups and terms of EN 16931, from the list that the program writes into `docs/einvoice-terms.json`. */
import type { Locale } from "../../i18n";

export interface Term {
  /** Such as `BT-27`, or `BG-4` for a group. */
  id: string;
  /** The group that it is in. */
  group?: string;
  /** Cardinality in its group, such as `0..n`. */
  cardinality: string;
  /** The level of the first profile that has it. */
  level: number;
  /** Type of its values; groups have none. */
  type?: string;
  /** The rule that demands it where its group is present. */
  rule?: string;
  names: Record<Locale, string>;
}

export interface Catalogue {
  profiles: Record<string, { level: number; rules: Record<string, string> }>;
  /** Terms that the program derives where no map has them. */
  derived: readonly string[];
  /** Maps that are known by name. */
  presets: Record<string, Record<string, unknown>>;
  terms: readonly Term[];
}

export const isGroup = (term: Term): boolean => term.type === undefined;
export const isList = (term: Term): boolean => term.cardinality.endsWith("n");

const indexes = new WeakMap<Catalogue, ReadonlyMap<string, Term>>();

export function termOf(catalogue: Catalogue, id: string | undefined): Term | undefined {
  let index = indexes.get(catalogue);
  if (!index) indexes.set(catalogue, (index = new Map(catalogue.terms.map((term) => [term.id, term]))));
  return id === undefined ? undefined : index.get(id);
}

/** The groups around a term, the nearest first. */
export function groupsAround(catalogue: Catalogue, term: Term): Term[] {
  const groups: Term[] = [];
  for (let group = termOf(catalogue, term.group); group; group = termOf(catalogue, group.group)) groups.push(group);
  return groups;
}
