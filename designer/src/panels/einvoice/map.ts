/** Reads and changes the map of an e-invoice (format 20.10.8), and finds what it lacks for a profile as the program does. */
import { groupsAround, isGroup, isList, termOf, type Catalogue, type Term } from "./catalogue";
import { DEFAULT_PROFILE } from "./profile";

export type TermMap = Readonly<Record<string, unknown>>;

/** Entry of a map for a term or a list, with its place. */
export interface Entry {
  /** Keys from the map. */
  keys: readonly string[];
  value: unknown;
}

export const objectOf = (value: unknown): TermMap | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as TermMap) : null;

/** Groups of the standard nest less deep; what nests deeper is no map. */
const MAX_DEPTH = 8;

/** The entries of a map by their identifier. Groups that occur once are dissolved. */
export function entriesOf(catalogue: Catalogue, map: unknown): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  const open: Entry[] = [{ keys: [], value: map }];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const [id, value] of Object.entries(objectOf(at.value) ?? {})) {
      const term = termOf(catalogue, id);
      if (!term || value === null || value === undefined) continue;
      const entry = { keys: [...at.keys, id], value };
      if (isGroup(term) && !isList(term)) {
        if (entry.keys.length < MAX_DEPTH) open.push(entry);
      } else if (!found.has(id)) found.set(id, entry);
    }
  }
  return found;
}

/** Content of a group that occurs several times: the list of its items, and its terms. */
export interface Group {
  /** Path of the list; without one the group occurs once. */
  each: string | undefined;
  map: TermMap;
  /** Keys from the group to its terms. */
  keys: readonly string[];
}

export function groupOf(value: unknown): Group {
  const own = objectOf(value) ?? {};
  const each = own.each === undefined || own.each === null ? undefined : String(own.each);
  const map = objectOf(own.map);
  return map || each !== undefined ? { each, map: map ?? {}, keys: ["map"] } : { each, map: own, keys: [] };
}

/** A group as the format writes it; nothing where it is empty. */
export function written({ each, map }: Pick<Group, "each" | "map">): TermMap | undefined {
  if (each !== undefined && each !== "") return { each, map };
  return Object.keys(map).length > 0 ? map : undefined;
}

/** An object with a value at these keys; `undefined` removes it, and with it the objects that it leaves empty. */
export function withValue(map: TermMap, [key, ...rest]: readonly string[], value: unknown): TermMap {
  if (key === undefined) return map;
  const inner = rest.length === 0 ? value : withValue(objectOf(map[key]) ?? {}, rest, value);
  const isEmpty = inner === undefined || (rest.length > 0 && Object.keys(inner as object).length === 0);
  const { [key]: _, ...others } = map;
  return isEmpty ? others : key in map ? { ...map, [key]: inner } : { ...others, [key]: inner };
}

/** What a preset holds for a group that the template has something of its own for: nothing where that replaces it. */
export function inheritedGroup(own: unknown, preset: unknown): Group | undefined {
  if (objectOf(preset) === null) return undefined;
  const given = groupOf(preset);
  if (own === undefined || own === null) return given;
  return given.each !== undefined && objectOf(own) !== null && groupOf(own).each === undefined ? given : undefined;
}

/** Identifiers of all terms and lists that a map and its preset have. */
export function mappedTerms(catalogue: Catalogue, map: unknown, preset: unknown): ReadonlySet<string> {
  const mapped = new Set<string>();
  const open: [own: unknown, preset: unknown][] = [[map, preset]];
  for (let at = open.pop(); at; at = open.pop()) {
    const own = entriesOf(catalogue, at[0]);
    const known = entriesOf(catalogue, at[1]);
    for (const id of [...own.keys(), ...known.keys()]) {
      mapped.add(id);
      const value = own.get(id)?.value;
      const given = inheritedGroup(value, known.get(id)?.value);
      if (objectOf(value) !== null || given) open.push([objectOf(value) ? groupOf(value).map : undefined, given?.map]);
    }
  }
  return mapped;
}

export interface Invoice {
  profile: string;
  map: unknown;
  /** The map that the template names. */
  preset: unknown;
  /** True if the template says the currency. */
  hasCurrency: boolean;
}

/** Reasons of exemptions may stand outside of the breakdown by rate (format 20.10.8). */
export const BREAKDOWN = "BG-23";
export const OUTSIDE_BREAKDOWN: ReadonlySet<string> = new Set(["BT-120", "BT-121"]);

const profileOf = (catalogue: Catalogue, name: string) => catalogue.profiles[name] ?? catalogue.profiles[DEFAULT_PROFILE]!;

export const isInProfile = (catalogue: Catalogue, profile: string, term: Term): boolean => term.level <= profileOf(catalogue, profile).level;

/** The terms that the profile demands, each with its rule; those that are derived are not among them. */
export function demanded(catalogue: Catalogue, { profile, map, preset, hasCurrency }: Invoice): ReadonlyMap<string, { rule: string; isMapped: boolean }> {
  const { rules } = profileOf(catalogue, profile);
  const mapped = mappedTerms(catalogue, map, preset);
  const used = new Set<string>();
  for (const id of mapped) {
    // Reasons of exemptions may stand without a breakdown, which is then derived.
    if (OUTSIDE_BREAKDOWN.has(id) && !mapped.has(BREAKDOWN)) continue;
    const term = termOf(catalogue, id);
    if (term) for (const group of groupsAround(catalogue, term)) used.add(group.id);
  }
  const isNeeded = (term: Term) => groupsAround(catalogue, term).every(({ id, cardinality }) => cardinality.startsWith("1") || used.has(id));
  const isDerived = ({ id, group }: Term) => catalogue.derived.includes(id) || (id === "BT-5" && hasCurrency) || (group === BREAKDOWN && !used.has(BREAKDOWN));
  const found = new Map<string, { rule: string; isMapped: boolean }>();
  for (const term of catalogue.terms) {
    if (isGroup(term) || !isInProfile(catalogue, profile, term) || isDerived(term)) continue;
    const rule = (term.rule !== undefined && isNeeded(term) ? term.rule : undefined) ?? rules[term.id];
    if (rule !== undefined) found.set(term.id, { rule, isMapped: mapped.has(term.id) });
  }
  return found;
}

/** Terms that the profile demands and the map lacks, in the order of the standard. */
export function lacking(catalogue: Catalogue, invoice: Invoice): string[] {
  return [...demanded(catalogue, invoice)].filter(([, { isMapped }]) => !isMapped).map(([id]) => id);
}
