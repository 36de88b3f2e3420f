/**
 * Fields and bindings as panels and canvas can show them: where a file holds something else than the format says, what comes
 * nearest, or nothing. The document itself stays as it is; the check says what is wrong with it. What is sound is not copied.
 */
import { isObject } from "../../core/json";
import type { Binding, Field, PageDesign, TableColumn } from "../../core/types";
import type { DocumentPair } from "../types";
import { fieldsOf, hasPages, patched } from "./design";

type Values = { [key: string]: unknown };

const text = (value: unknown): string => (typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "");
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Texts that every field of the kind has, and those that may lack. */
const TEXTS: Record<string, { always: readonly string[]; perhaps: readonly string[] }> = {
  text: { always: ["content"], perhaps: [] },
  image: { always: ["content"], perhaps: [] },
  kpi: { always: [], perhaps: ["icon", "title", "value", "subtitle"] },
};

function sound<T extends object>(cache: WeakMap<object, object>, object: T, changes: () => Values): T {
  let known = cache.get(object) as T | undefined;
  if (!known) {
    known = patched(object, changes());
    cache.set(object, known);
  }
  return known;
}

const fields = new WeakMap<object, object>();

export function sanitizedField(field: Field): Field {
  return sound(fields, field, () => {
    const own = field as unknown as Values;
    const changes: Values = { name: text(own.name) };
    const perhaps = (key: string, isSound: boolean, value?: unknown) => {
      if (own[key] !== undefined && !isSound) changes[key] = value;
    };
    const { always = [], perhaps: optional = [] } = TEXTS[field.type] ?? {};
    for (const key of always) changes[key] = text(own[key]);
    for (const key of ["visibleWhen", "sectionId", ...optional]) perhaps(key, typeof own[key] === "string", text(own[key]) || undefined);
    if (field.type !== "table") return changes;
    if (!isTexts(own.head)) changes.head = list(own.head).map(text);
    if (!Array.isArray(own.content) || !own.content.every(isTexts)) changes.content = list(own.content).filter(Array.isArray).map((row) => row.map(text));
    for (const key of ["columnStyles", "columnWidths"]) perhaps(key, Array.isArray(own[key]));
    perhaps("footer", isTexts(own.footer), Array.isArray(own.footer) ? own.footer.map(text) : undefined);
    return changes;
  });
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "string");
const isColumn = (value: unknown): value is TableColumn => typeof value === "string" || (isObject(value) && typeof value.label === "string" && typeof value.formula === "string");

const bindings = new WeakMap<object, object>();

const BOUND_TEXTS: Record<string, readonly string[]> = {
  scalar: ["path"],
  template: ["template"],
  array: ["path"],
  section: ["path"],
  chart: ["path", "labelColumn", "valueColumn"],
  kpi: ["path"],
};

export function sanitizedBinding<B extends Binding>(binding: B): B {
  return sound(bindings, binding, () => {
    const own = binding as unknown as Values;
    const changes: Values = {};
    for (const key of BOUND_TEXTS[binding.type] ?? []) changes[key] = text(own[key]);
    // Those behind a hole keep their index.
    if (binding.type === "array" && !(Array.isArray(own.columns) && own.columns.every(isColumn))) {
      changes.columns = list(own.columns).map((column) => (isColumn(column) ? column : ""));
    }
    if (binding.type === "keyvalue" && !isTexts(own.paths)) changes.paths = list(own.paths).map(text).filter(Boolean);
    if (binding.type === "kpi") {
      for (const key of ["aggregation", "valueColumn"]) if (own[key] !== undefined) changes[key] = text(own[key]) || undefined;
    }
    if ("filters" in own) {
      const groups = list(own.filters).filter(Array.isArray);
      const whole = Array.isArray(own.filters) && groups.length === own.filters.length && groups.every((group) => group.every(isCondition));
      if (!whole) changes.filters = groups.map((group) => group.filter(isCondition));
    }
    return changes;
  });
}

const isCondition = (value: unknown) => isObject(value) && typeof value.column === "string";

/** The pair with sound fields and bindings. */
export function sanitizedPair<P extends DocumentPair>(pair: P): P {
  const { template, bindings: given } = pair;
  const bindings = given.map((binding) => (binding ? sanitizedBinding(binding) : binding));
  const pages = hasPages(template) ? template.pages.map((page) => (page ? sanitizedDesign(page) : page)) : undefined;
  const design = sanitizedDesign(template);
  const same = design === template && bindings.every((binding, index) => binding === given[index]) && (pages ?? []).every((page, index) => page === template.pages?.[index]);
  return same ? pair : { ...pair, template: pages ? { ...design, pages } : design, bindings };
}

/** The design with sound fields. */
export function sanitizedDesign<D extends PageDesign>(design: D): D {
  const before = fieldsOf(design);
  const schemas = before.map((field) => (field ? sanitizedField(field) : field));
  const same = before === design.schemas && schemas.every((field, index) => field === before[index]);
  return same ? design : { ...design, schemas };
}
