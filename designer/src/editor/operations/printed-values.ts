/** The values of the data that a text prints: where each stands in the text and in the data. */
import { isExtended, sectionOfItems } from "../../core/fields";
import { shownKeys } from "../../core/formulas";
import { passingItems } from "../../core/resolve";
import type { Binding, Field, PageDesign, Template } from "../../core/types";
import { follow, keysAt } from "../../panels/data/lookup";
import { bracesOf } from "../../panels/formula/tokens";

export interface PrintedValue {
  /** Name in the text, such as `client.name`. */
  name: string;
  /** Place of its token in the text, braces included. */
  from: number;
  to: number;
  /** Keys from the top of the data, with the index of the item in a list; those of the list alone where the item is not known. */
  keys: readonly string[];
  isKnown: boolean;
}

interface Around {
  template: Template;
  design: PageDesign;
  bindings: readonly Binding[];
  data: unknown;
}

/** `item`: the repetition of the section that the text is printed in, from 0. */
export function printedValues(text: string, field: Field, item: number | undefined, around: Around): PrintedValue[] {
  const source = sourceOf(field, item, around);
  return bracesOf(text).spans.flatMap(({ from, to, closed }): PrintedValue[] => {
    const names = closed ? shownKeys(`{${text.slice(from, to)}}`) : null;
    const found = names && source(names);
    return found ? [{ name: names.join("."), from: from - 1, to: to + 1, ...found }] : [];
  });
}

/** Functions that print other words than those of their first value. */
const COMPOSED = /^\{\s*(?:IF|CASE|CONCAT)\s*\(/;

/** The value that is all of a text. */
export function onlyValue(text: string, field: Field, item: number | undefined, around: Around): PrintedValue | null {
  const [value] = printedValues(text, field, item, around);
  return value && !COMPOSED.test(text.slice(value.from)) && text.slice(0, value.from).trim() === "" && text.slice(value.to).trim() === "" ? value : null;
}

type Source = (names: readonly string[]) => Pick<PrintedValue, "keys" | "isKnown"> | null;

/** Finds the keys of a name where the expressions of a field look it up. */
function sourceOf(field: Field, item: number | undefined, { template, design, bindings, data }: Around): Source {
  const ofDocument: Source = (names) => {
    const keys = keysTo(data, names);
    return keys && { keys, isKnown: true };
  };
  const around = field.sectionId ? design.schemas.find((own) => own?.id === field.sectionId) : undefined;
  // Of a section inside of another one, only the item of the inner one is known.
  if (around?.sectionId) return () => null;
  const section = sectionOfItems(field, design, isExtended(template));
  if (section?.type !== "section") return ofDocument;
  const binding = bindings.find((own) => own?.schemaName === section.name && own.type === "section");
  const list = binding?.type === "section" && typeof binding.path === "string" ? listAt(data, binding.path) : null;
  if (!binding || !list) return () => null;
  const { path } = binding as { path: string };
  const passing = section.filters ? passingItems({ schemaName: section.name, type: "array", path, columns: [], filters: section.filters }, data) : null;
  // The order that expressions give is known to the print alone.
  const isSorted = (section.sort ?? []).length > 0;
  const index = item === undefined || isSorted ? undefined : passing ? passing[item] : item;
  const { keys: base, items } = list;
  return (names) => {
    if (names[0] === "$root") return ofDocument(names.slice(1));
    const own = index === undefined ? undefined : items[index];
    // An item without the key has an empty cell in the column of the others.
    const keys = keysTo(own, names) ?? items.reduce<string[] | null>((found, other) => found ?? keysTo(other, names), null);
    if (!keys) return null;
    return index !== undefined && index < items.length ? { keys: [...base, String(index), ...keys], isKnown: true } : { keys: base, isKnown: false };
  };
}

function listAt(data: unknown, path: string): { keys: readonly string[]; items: readonly unknown[] } | null {
  const found = follow(data, path === "" ? [] : keysAt(data, path));
  return found && Array.isArray(found.value) ? { keys: found.keys, items: found.value } : null;
}

/** The keys that names lead to a value by that is neither an object nor a list. */
function keysTo(data: unknown, names: readonly string[]): string[] | null {
  const found = names.length > 0 ? follow(data, names) : null;
  return found && (found.value === null || typeof found.value !== "object") ? found.keys : null;
}
