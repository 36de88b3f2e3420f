/**
 * The data of a document out of the row of a table: columns stand where the template looks their values up.
 *
 * A heading is a key as it stands, dots included, as `reportctl batch` has it (`Cells` in `src/data/delimited.rs`): only a column that is
 * matched with a path of the template becomes a value of that path.
 */
import { searchable } from "../../../core/letters";

export type Row = Readonly<Record<string, unknown>>;

/** Keys of a value that the template uses. */
export type ValueKeys = readonly string[];

/** The column of each value; `null` where it has none. */
export type Matches = readonly (string | null)[];

/** A name without case, accents, blanks and marks, in which people write the same name in several ways. */
const plain = (name: string): string => searchable(name).replace(/[^\p{L}\p{N}]+/gu, "");

/** Columns in the order in which items name them. */
export function columnNames(items: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const item of items) for (const key of Object.keys(item)) names.add(key);
  return [...names];
}

/** Indices by the first name that is like each; `null` where several are. A name that is `null` counts as none. */
function byName(names: readonly (string | null)[]): Map<string, number | null> {
  const found = new Map<string, number | null>();
  names.forEach((name, index) => name !== null && found.set(plain(name), found.has(plain(name)) ? null : index));
  return found;
}

/** The column of each value by its name: that of the whole path, or that of its last key where only one path without such a column ends so. */
export function matchedByName(values: readonly ValueKeys[], columns: readonly string[]): Matches {
  const first = new Map<string, string>();
  for (const column of columns) if (plain(column) !== "" && !first.has(plain(column))) first.set(plain(column), column);
  const whole = values.map((keys) => first.get(plain(keys.join(""))) ?? null);
  const taken = new Set(whole);
  const ends = byName(values.map((keys, index) => (whole[index] === null ? (keys.at(-1) ?? "") : null)));
  return whole.map((column, index) => {
    if (column !== null) return column;
    const end = plain(values[index]!.at(-1) ?? "");
    const other = ends.get(end) === index ? first.get(end) : undefined;
    return other === undefined || taken.has(other) ? null : other;
  });
}

const countOf = (matches: Matches): number => matches.filter((column) => column !== null).length;

/**
 * Returns true if a row is likely to be a document: most values that the template uses outside of lists have a column, or more of these values
 * have one than columns of any list that the template shows. One value alone says too little: a `name` is in most tables.
 */
export function areDocuments(values: Matches, lists: readonly Matches[]): boolean {
  const found = countOf(values);
  const inList = lists.reduce((most, list) => Math.max(most, countOf(list)), 1);
  return found * 2 > values.length || found > inList;
}

/** Sets a key as JSON has it: `__proto__` is one like any other. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The data of each document. Columns without a match come along under their own name, unless a path of the template begins with it. */
export function documentsOf(items: readonly Row[], columns: readonly string[], values: readonly ValueKeys[], matches: Matches): Record<string, unknown>[] {
  const used = new Set(matches);
  // The engine ignores the case of keys.
  const heads = new Set(values.flatMap((keys, index) => (matches[index] === null ? [] : [keys[0]!.toLowerCase()])));
  const others = columns.filter((column) => !used.has(column) && !heads.has(column.toLowerCase()));
  return items.map((item) => {
    const document: Record<string, unknown> = {};
    values.forEach((keys, index) => {
      const column = matches[index];
      if (column === null || column === undefined) return;
      let object = document;
      for (const key of keys.slice(0, -1)) {
        // Paths may write one key in several ways.
        const known = Object.keys(object).find((own) => own.toLowerCase() === key.toLowerCase());
        if (known === undefined) put(object, key, {});
        object = object[known ?? key] as Record<string, unknown>;
      }
      put(object, keys.at(-1)!, item[column] ?? null);
    });
    for (const column of others) put(document, column, item[column] ?? null);
    return document;
  });
}
