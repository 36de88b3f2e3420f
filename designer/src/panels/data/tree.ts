/** The tree of data: paths, types, counts and samples, over all items of a list and not only the first. */

export type DataType = "string" | "number" | "boolean" | "null" | "date" | "object" | "array" | "mixed";

export interface DataNode {
  key: string;
  /** Keys from the top; a list adds none, so its columns follow it. */
  keys: readonly string[];
  /** The keys joined by dots, as binding paths are written. */
  path: string;
  /** Path of the nearest list around the node; `null` outside of lists. */
  list: string | null;
  /** Keys from the item of that list. */
  itemKeys: readonly string[];
  type: DataType;
  /** Number of items of a list, over all places where it occurs. */
  items?: number;
  /** In how many of the objects around it the key occurs. */
  present: number;
  of: number;
  /** The first value that is not empty. */
  sample: unknown;
  children: readonly DataNode[];
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/;

export function typeOf(value: unknown): DataType {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "string") return DATE.test(value) ? "date" : "string";
  if (typeof value === "number" || typeof value === "boolean") return typeof value as DataType;
  return "object";
}

function merged(types: ReadonlySet<DataType>): DataType {
  const known = [...types].filter((type) => type !== "null");
  if (known.length === 0) return "null";
  if (known.length === 1) return known[0]!;
  return known.every((type) => type === "string" || type === "date") ? "string" : "mixed";
}

/** Nodes of the keys of all `objects`, which are the same place in different items. */
function nodesOf(objects: readonly object[], keys: readonly string[], list: string | null, itemKeys: readonly string[]): DataNode[] {
  const values = new Map<string, unknown[]>();
  for (const object of objects) {
    for (const [key, value] of Object.entries(object)) {
      const known = values.get(key);
      if (known) known.push(value);
      else values.set(key, [value]);
    }
  }
  return [...values].map(([key, found]) => nodeOf(key, found, objects.length, [...keys, key], list, [...itemKeys, key]));
}

function nodeOf(
  key: string,
  values: readonly unknown[],
  of: number,
  keys: readonly string[],
  list: string | null,
  itemKeys: readonly string[],
): DataNode {
  const type = merged(new Set(values.map(typeOf)));
  const path = keys.join(".");
  const node = { key, keys, path, list, itemKeys, type, present: values.length, of };
  const sample = values.find((value) => value !== null && value !== undefined && value !== "") ?? values[0];
  const lists = values.filter(Array.isArray) as unknown[][];
  if (lists.length > 0) {
    const items = lists.flat();
    const objects = items.filter((item): item is object => typeOf(item) === "object");
    return { ...node, items: items.length, sample, children: nodesOf(objects, keys, path, []) };
  }
  const objects = values.filter((value): value is object => typeOf(value) === "object");
  return { ...node, sample, children: nodesOf(objects, keys, list, itemKeys) };
}

/** The top of the data: the document itself, with an empty path, when it is a list. */
export function describeData(data: unknown): DataNode[] {
  if (Array.isArray(data)) {
    const objects = data.filter((item): item is object => typeOf(item) === "object");
    const root = { key: "", keys: [], path: "", list: null, itemKeys: [], type: "array" as const, present: 1, of: 1, sample: data };
    return [{ ...root, items: data.length, children: nodesOf(objects, [], "", []) }];
  }
  return typeOf(data) === "object" ? nodesOf([data as object], [], null, []) : [];
}

export function* walk(nodes: readonly DataNode[]): Generator<DataNode> {
  for (const node of nodes) {
    yield node;
    yield* walk(node.children);
  }
}

/** All lists, as sources of tables, sections, charts and indicators. */
export function listsOf(nodes: readonly DataNode[]): DataNode[] {
  return [...walk(nodes)].filter((node) => node.type === "array");
}

/** The columns of a list: what its items have, nested objects by their dotted keys. */
export function columnsOf(list: DataNode): DataNode[] {
  return [...walk(list.children)].filter((node) => node.list === list.path && node.type !== "object" && node.type !== "array");
}

/** A value in a few words. */
export function preview(value: unknown, limit = 40): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}
