/** Values as JSON texts, made once per value. */
import { isObject } from "../core/json";

/** Texts of fields and bindings by object. */
const known = new WeakMap<object, string>();

/**
 * The text of a template or of bindings whose objects are never changed in place: of what was there before, only the
 * changed fields are written again, so that typing does not rewrite pictures.
 */
export function immutableText(value: unknown): string {
  if (Array.isArray(value)) return listText(value);
  if (!isPlain(value)) return jsonText(value);
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    const text = LISTS.has(key) && Array.isArray(member) ? listText(member) : memberText(member);
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${members.join(",")}}`;
}

/** The lists that hold fields, or pages that hold fields. */
const LISTS = new Set(["pages", "schemas"]);

function listText(list: readonly unknown[]): string {
  return `[${list.map((item) => itemText(item)).join(",")}]`;
}

function itemText(item: unknown): string {
  if (!isPlain(item)) return jsonText(item);
  let text = known.get(item);
  if (text === undefined) {
    text = "schemas" in item ? immutableText(item) : jsonText(item);
    known.set(item, text);
  }
  return text;
}

function memberText(value: unknown): string | undefined {
  return JSON.stringify(value) as string | undefined;
}

/** The text of any value; what JSON cannot express is `null`. */
export function jsonText(value: unknown): string {
  return (JSON.stringify(value) as string | undefined) ?? "null";
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !("toJSON" in value);
}
