/** The design as a JSON text, and back. */
import { isObject, pointerPart } from "../../core/json";
import { migrateTemplate } from "../../core/template";
import type { Binding, Template } from "../../core/types";
import type { DocumentPair } from "../../editor/types";

export function textOf({ template, bindings }: DocumentPair): string {
  return `${JSON.stringify({ template, bindings }, null, 2)}\n`;
}

export type Reading = { pair: DocumentPair } | { fault: "syntax" } | { fault: "shape" | "key"; pointer: string } | { fault: "version"; pointer: string; error: unknown };

/** The document of a text. Faults here are those that no designer could show; the check finds the others. */
export function readText(text: string): Reading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: "syntax" };
  }
  if (!isObject(value) || !isObject(value.template)) return { fault: "shape", pointer: isObject(value) && "template" in value ? "/template" : "" };
  const { template, bindings = [], ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) return { fault: "key", pointer: `/${pointerPart(other)}` };
  if (!Array.isArray(bindings)) return { fault: "shape", pointer: "/bindings" };
  try {
    migrateTemplate(template);
  } catch (error) {
    return { fault: "version", pointer: "/template/version", error };
  }
  return { pair: { template: template as unknown as Template, bindings: bindings as Binding[] } };
}

/** `after` with the objects of `before` wherever they say the same in the same order, so that only what changed is drawn again. */
export function reuse<T>(before: unknown, after: T): T {
  if (Object.is(before, after)) return after;
  if (Array.isArray(after)) {
    if (!Array.isArray(before)) return after;
    const items = after.map((item, index) => reuse(before[index], item) as unknown);
    return (items.length === before.length && items.every((item, index) => Object.is(item, before[index])) ? before : items) as T;
  }
  if (!isObject(after) || !isObject(before)) return after;
  const entries = Object.entries(after).map(([key, value]) => [key, reuse(before[key], value)] as const);
  const keys = Object.keys(before).filter((key) => before[key] !== undefined);
  const same = entries.length === keys.length && entries.every(([key, value], index) => key === keys[index] && Object.is(value, before[key]));
  return (same ? before : Object.fromEntries(entries)) as T;
}

/** The one change that makes `after` of `before`: what is the same at both ends stays. */
export function changeBetween(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
