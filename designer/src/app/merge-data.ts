/**
 * Compares three versions of a data set, as `merge.ts` does with templates: key by key, and items by their place while all
 * three lists have as many. A list that grew or shrank is one value.
 */
import { isObject, pointerPart } from "../core/json";
import { sameJson } from "../editor/store/same-json";
import type { Change, Difference, Side } from "./merge";

/** Value of a data set that does not exist. */
export const ABSENT = undefined;

interface Leaf {
  key: string;
  label: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** Everything that one side changed. */
export function dataDifferences(base: unknown, mine: unknown, theirs: unknown): Difference[] {
  const found: Difference[] = [];
  walk({ key: "", label: "", base, mine, theirs }, (leaf) => {
    const difference = differenceOf(leaf);
    if (difference.mine !== "none" || difference.theirs !== "none") found.push(difference);
    return leaf.mine;
  });
  return found;
}

/** One data set out of both: what one side changed is taken, and where both did, the chosen side. */
export function mergedData(base: unknown, mine: unknown, theirs: unknown, choice: (key: string) => Side): unknown {
  return walk({ key: "", label: "", base, mine, theirs }, (leaf) => {
    const difference = differenceOf(leaf);
    const side = difference.conflicts ? choice(leaf.key) : difference.theirs === "none" ? "mine" : "theirs";
    return leaf[side];
  });
}

/** Gives each value that is compared as a whole to `take`, and makes one of what that gives. */
function walk(leaf: Leaf, take: (leaf: Leaf) => unknown): unknown {
  const { key, label, base, mine, theirs } = leaf;
  if (isObject(mine) && isObject(theirs) && (base === ABSENT || isObject(base))) {
    const entries = [...new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base ?? {})])].map((name) => {
      const at = (object: Record<string, unknown> | undefined) => (object && Object.hasOwn(object, name) ? object[name] : ABSENT);
      const part = { key: `${key}/${pointerPart(name)}`, label: label === "" ? name : `${label}.${name}`, base: at(base), mine: at(mine), theirs: at(theirs) };
      return [name, walk(part, take)] as const;
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== ABSENT));
  }
  if (Array.isArray(mine) && Array.isArray(theirs) && Array.isArray(base) && mine.length === theirs.length && mine.length === base.length) {
    return mine.map((item, index) => walk({ key: `${key}/${index}`, label: `${label}[${index}]`, base: base[index], mine: item, theirs: theirs[index] }, take));
  }
  return take(leaf);
}

function differenceOf({ key, label, base, mine, theirs }: Leaf): Difference {
  const [own, other] = [change(base, mine), change(base, theirs)];
  const conflicts = own !== "none" && other !== "none" && !sameJson(mine, theirs);
  return { key, kind: "data", label, mine: own, theirs: other, conflicts, values: { mine: shown(mine), theirs: shown(theirs) } };
}

function change(before: unknown, after: unknown): Change {
  if (sameJson(before, after)) return "none";
  if (before === ABSENT) return "added";
  return after === ABSENT ? "removed" : "changed";
}

/** More of a value says no more about it. */
const SHOWN = 60;

function shown(value: unknown): string {
  const text = value === ABSENT ? "" : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
