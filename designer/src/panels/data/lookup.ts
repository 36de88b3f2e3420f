/** Binding paths, as the engine follows them (spec 5.3), and what was probably meant by one that finds nothing. */
import { walk, type DataNode } from "./tree";

export function lookup(data: unknown, path: string): unknown {
  return follow(data, path === "" ? [] : path.split("."))?.value;
}

/** The value that names lead to through objects, and the keys as the data writes them; `null` where there is none. */
export function follow(data: unknown, names: readonly string[]): { keys: string[]; value: unknown } | null {
  const keys: string[] = [];
  let value = data;
  for (const name of names) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
    const key = Object.keys(value).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
    if (key === undefined) return null;
    keys.push(key);
    value = (value as Record<string, unknown>)[key];
  }
  return { keys, value };
}

/** Keys of a path: a dot can be part of a key, which only the data says. Without such a key every part is one. */
export function keysAt(data: unknown, path: string): string[] {
  const parts = path.split(".");
  const from = (value: unknown, at: number): string[] | null => {
    if (at === parts.length) return [];
    // A list adds no key.
    for (const object of Array.isArray(value) ? value : [value]) {
      if (object === null || typeof object !== "object") continue;
      for (let end = at + 1; end <= parts.length; end += 1) {
        const key = parts.slice(at, end).join(".");
        const rest = Object.hasOwn(object, key) ? from((object as Record<string, unknown>)[key], end) : null;
        if (rest) return [key, ...rest];
      }
    }
    return null;
  };
  return from(data, 0) ?? parts;
}

/** Number of edits between two texts, without case. */
export function distance(a: string, b: string): number {
  const left = a.toLowerCase();
  const right = b.toLowerCase();
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1] ? 0 : 1;
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + same));
    }
    row = next;
  }
  return row[right.length]!;
}

/** The candidate closest to `text`, when it is close enough to be a slip. */
export function closest(text: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(text.length / 3)) + 1;
  for (const candidate of candidates) {
    // The end of a path alone is what people write who forget the way to it.
    const by = candidate.toLowerCase().endsWith(`.${text.toLowerCase()}`) ? 1 : distance(text, candidate);
    if (by > 0 && by < least) {
      best = candidate;
      least = by;
    }
  }
  return best;
}

export function suggestPath(nodes: readonly DataNode[], path: string, listsOnly: boolean): string | null {
  const candidates = [...walk(nodes)].filter((node) => !listsOnly || node.type === "array").map((node) => node.path);
  return path === "" ? null : closest(path, candidates);
}

/** The values inside an object of the data by their paths, objects inside it included; none for what is no object. */
export function valuesIn(data: unknown, path: string): { path: string; value: unknown }[] {
  const found: { path: string; value: unknown }[] = [];
  const waiting = [{ path, value: lookup(data, path) }];
  for (let at = waiting.pop(); at !== undefined && found.length < MOST_VALUES; at = waiting.pop()) {
    const { value } = at;
    if (value === null || typeof value !== "object" || Array.isArray(value)) {
      if (at.path !== path) found.push(at);
      continue;
    }
    const inside = Object.entries(value).map(([key, inner]) => ({ path: `${at!.path}.${key}`, value: inner as unknown }));
    waiting.push(...inside.reverse());
  }
  return found.filter(({ value }) => !Array.isArray(value));
}

const MOST_VALUES = 30;
