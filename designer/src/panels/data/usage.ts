/** Paths of the data that a template uses, and renaming them everywhere. */
import { isExtended, sectionOfItems } from "../../core/fields";
import type { Binding, Field, PageDesign, Template } from "../../core/types";
import { designsOf, hasPages } from "../../editor/operations/design";
import { RESERVED } from "../../editor/operations/ready-made";
import { sanitizedPair } from "../../editor/operations/sanitize";
import type { DocumentPair } from "../../editor/types";
import { propertyOf } from "../properties/description";
import { EVERY_FIELD, FIELD_PLACES, type Form, mapAt, type Sees, TEMPLATE_PLACES } from "./expression-places";
import { mapExpression, mapText, plainScope, type Scope, type Visit } from "./names";

interface Rename {
  /** Keys from the top; lists add none. */
  keys: readonly string[];
  to: string;
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Sections lie in sections, and groups of an e-invoice in groups, less deep. */
const MOST_NESTED = 8;

/** Choices of `onPages`, which are no conditions. */
const PAGE_CHOICES: ReadonlySet<string> = new Set(propertyOf("text", "onPages").own?.find(({ key }) => key === "select")?.choices);

/** Keys of the path of a list; a list that a function makes has none in the data. */
const keysOfList = (path: string): string[] => (typeof path !== "string" || path.includes("(") ? [path] : path.split("."));

/** A scope inside of lists: their keys, each from the top of the data. */
interface ListScope extends Scope {
  lists: readonly (readonly string[])[];
  items: (list: string[]) => ListScope;
}

/**
 * Rewrites every name and path of a document; `visit` gets its keys from the top of the data. `all`: also those of formulas of the
 * template that nothing uses.
 */
function mapPair(given: DocumentPair, visit: Visit, all = false): DocumentPair {
  const pair = sanitizedPair(given);
  const { bindings, template } = pair;
  const extended = isExtended(template);
  const formulas: Record<string, unknown> = { ...(isObject(template.defs) && template.defs) };
  /** Formulas in the scopes of the expressions that use them: their names are looked up there. */
  const uses: { formula: string; scope: Scope }[] = [];
  const seen = new Set<string>();

  /** `rows`: keys of the list that a table shows. */
  const scopeIn = (lists: ListScope["lists"], rows?: readonly string[]): ListScope => {
    /** The keys that a name is relative to, and the number of its own that stand for them. */
    const baseOf = ([first = "", second = ""]: readonly string[]): [base: readonly string[], named: number] => {
      const name = extended ? first.toLowerCase() : "";
      if (name === "$root") return [[], 1];
      if (name === "$parent") return [lists.at(-2) ?? [], 1];
      if (rows && name.startsWith("$") && same(second, "rows")) return [rows, 2];
      return [lists.at(-1) ?? [], 0];
    };
    const scope: ListScope = {
      lists,
      visit(keys, isList) {
        const formula = extended && keys[0]?.startsWith("$") ? keys[0].slice(1) : "";
        if (Object.hasOwn(formulas, formula)) {
          const use = JSON.stringify([formula, lists, rows]);
          if (!seen.has(use)) uses.push({ formula, scope });
          seen.add(use);
          return null;
        }
        const [base, named] = baseOf(keys);
        if (keys.length === named) return null;
        const mapped = visit([...base, ...keys.slice(named)], isList);
        return mapped && [...keys.slice(0, named), ...mapped.slice(base.length)];
      },
      items(list) {
        const [base, named] = baseOf(list);
        return scopeIn([...lists, [...base, ...list.slice(named)]], rows);
      },
    };
    return scope;
  };
  const document = scopeIn([]);
  const write = (form: Form, scope: Scope) => (text: string) => (form === "bare" ? mapExpression(text, scope) : mapText(text, scope));
  const listPath = (path: string, scope: Scope): string => {
    // A file may have a value of another type here.
    if (typeof path !== "string" || path === "") return path;
    return path.includes("(") ? mapExpression(path, scope) : (scope.visit(path.split("."), true)?.join(".") ?? path);
  };
  const column = (key: string, items: Scope): string => (typeof key === "string" ? (items.visit([key])?.[0] ?? key) : key);
  const filtersIn = (items: Scope) => (filters: unknown) => mapAt(filters, ["*", "*", "column"], (key) => column(key, items));

  const fieldOf = new Map<string, { field: Field; design: PageDesign }>();
  for (const design of designsOf(template)) for (const field of design.schemas ?? []) if (field) fieldOf.set(field.name, { field, design });
  const listOf = (field: Field, type: "section" | "array"): string[] | null => {
    const binding = bindings.find((own) => own?.schemaName === field.name && own.type === type);
    return binding && "path" in binding ? keysOfList(binding.path) : null;
  };
  const scopes = new Map<Field, ListScope>();
  /** The scope of a field: the items of the sections around it. */
  const scopeOf = (field: Field, design: PageDesign, depth = 0): ListScope => {
    const known = scopes.get(field);
    if (known) return known;
    const section = sectionOfItems(field, design, extended);
    const list = section && listOf(section, "section");
    const found = section && list && depth < MOST_NESTED ? scopeOf(section, design, depth + 1).items(list) : document;
    scopes.set(field, found);
    return found;
  };
  /** The scopes of the places of a field. */
  const seenBy = (field: Field, design: PageDesign): Record<Sees, ListScope> => {
    const around = scopeOf(field, design);
    const list = field.type === "table" ? listOf(field, "array") : field.type === "section" ? listOf(field, "section") : null;
    if (list === null) return { document, field: around, items: around, detail: around };
    const { lists } = around.items(list);
    const rows = field.type === "table" ? lists.at(-1) : undefined;
    const items = scopeIn(lists, rows);
    const { detail } = field as { detail?: { path?: unknown } | null };
    return {
      document: scopeIn([], rows),
      field: scopeIn(around.lists, rows),
      items,
      detail: typeof detail?.path === "string" ? items.items(keysOfList(detail.path)) : items,
    };
  };

  const mapField = (field: Field, design: PageDesign): Field => {
    const sees = seenBy(field, design);
    let next: unknown = field;
    for (const [path, form, seen] of [...EVERY_FIELD, ...(FIELD_PLACES[field.type] ?? [])]) next = mapAt(next, path.split("/"), write(form, sees[seen]));
    const onPages = (text: string) => (PAGE_CHOICES.has(text.trim()) ? text : mapExpression(text, sees.field));
    next = mapAt(mapAt(next, ["onPages"], onPages), ["onPages", "select"], onPages);
    if (field.type === "table") next = mapAt(next, ["detail", "path"], (path) => listPath(path, sees.items));
    if (field.type === "section") next = mapAt(next, ["filters", "*", "*", "column"], (key) => column(key, sees.items));
    return next as Field;
  };

  const mapBinding = (binding: Binding): Binding => {
    if (!binding) return binding;
    const owner = fieldOf.get(binding.schemaName);
    const isOfDocument = !owner || owner.field.type === "kpi" || owner.field.type === "chart" || (owner.field.type === "image" && (owner.field as { scope?: unknown }).scope !== "item");
    const scope = isOfDocument ? document : scopeOf(owner.field, owner.design);
    const next: Record<string, unknown> = { ...binding };
    if (binding.type === "scalar") next.path = mapExpression(binding.path, scope);
    else if (binding.type === "template") next.template = mapText(binding.template, scope);
    else if (binding.type === "keyvalue") next.paths = binding.paths.map((path) => (path === "" ? path : (scope.visit(path.split("."))?.join(".") ?? path)));
    else {
      next.path = listPath(binding.path, scope);
      const items = owner?.field.type === "table" ? seenBy(owner.field, owner.design).items : scope.items(keysOfList(binding.path));
      if ("labelColumn" in binding) next.labelColumn = column(binding.labelColumn, items);
      if ("valueColumn" in binding && binding.valueColumn) next.valueColumn = column(binding.valueColumn, items);
      if (binding.type === "array") {
        next.columns = binding.columns.map((own) => (typeof own === "string" ? column(own, items) : own && { ...own, formula: mapText(own.formula, items) }));
      }
      if ("filters" in binding && Array.isArray(binding.filters)) next.filters = filtersIn(items)(binding.filters);
    }
    return keepSame(binding, next) as Binding;
  };

  /** The terms of an e-invoice; groups see the items of their list. */
  const mapTerms = (value: unknown, scope: ListScope, depth = 0): unknown => {
    if (typeof value === "string") return mapText(value, scope);
    if (!isObject(value) || depth > 2 * MOST_NESTED) return value;
    const { each } = value;
    const items = typeof each === "string" && each !== "" ? scope.items(keysOfList(each)) : scope;
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, key === "each" && typeof own === "string" ? listPath(own, scope) : mapTerms(own, items, depth + 1)]));
  };

  const mapDesign = <T extends PageDesign>(design: T): T => {
    const schemas = design.schemas?.map((field) => (field ? mapField(field, design) : field));
    return schemas?.some((field, index) => field !== design.schemas[index]) ? { ...design, schemas } : design;
  };
  let mapped: unknown = { ...mapDesign(template), ...(hasPages(template) && { pages: template.pages.map(mapDesign) }) };
  const mappedBindings = bindings.map(mapBinding);
  for (const [path, form] of TEMPLATE_PLACES) mapped = mapAt(mapped, path.split("/"), write(form, document));
  const { pdf } = mapped as { pdf?: { einvoice?: unknown } | null };
  if (isObject(pdf?.einvoice) && isObject(pdf.einvoice.map)) {
    mapped = { ...(mapped as object), pdf: { ...pdf, einvoice: { ...pdf.einvoice, map: mapTerms(pdf.einvoice.map, document) } } };
  }
  const used = new Set<string>();
  // Formulas may use further ones.
  const mapFormulas = () => {
    for (let use = uses.pop(); use; use = uses.pop()) {
      const source = formulas[use.formula];
      used.add(use.formula);
      if (typeof source === "string") formulas[use.formula] = mapExpression(source, use.scope);
    }
  };
  mapFormulas();
  if (all) {
    uses.push(...Object.keys(formulas).flatMap((formula) => (used.has(formula) ? [] : [{ formula, scope: document }])));
    mapFormulas();
  }
  if (isObject(template.defs)) mapped = { ...(mapped as object), defs: formulas };
  return { template: keepSame(template, mapped as object) as Template, bindings: keepList(bindings, mappedBindings) };
}

function keepSame<T extends object>(before: T, after: object): object {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

function keepList<T>(before: T[], after: T[]): T[] {
  return after.every((entry, index) => entry === before[index]) ? before : after;
}

/** Gives a key of the data another name, everywhere that the document uses it. */
export function renamePath(pair: DocumentPair, { keys, to }: Rename): DocumentPair {
  return mapPair(pair, (found) => {
    if (found.length < keys.length || !keys.every((key, index) => same(key, found[index]!))) return null;
    return [...found.slice(0, keys.length - 1), to, ...found.slice(keys.length)];
  }, true);
}

/** Names that are in no data: page numbers of the format, and all that begin with `$`. */
const isReserved = (key: string): boolean => key.startsWith("$") || Object.values(RESERVED).some(({ token }) => token === `{${key}}`);

const idOf = (keys: readonly string[]) => JSON.stringify(keys).toLowerCase();

/** Keys of what a document takes from the top of its data, as they are first written, by their ids; and the ids of lists. */
function usedKeys(pair: DocumentPair, texts: readonly string[]): { found: Map<string, string[]>; lists: Set<string> } {
  const found = new Map<string, string[]>();
  const lists = new Set<string>();
  const visit: Visit = (keys, isList) => {
    const id = idOf(keys);
    if (isList) lists.add(id);
    else if (keys[0] !== undefined && keys[0] !== "" && !isReserved(keys[0]) && !found.has(id)) found.set(id, keys);
    return null;
  };
  mapPair(pair, visit);
  for (const text of texts) mapText(text, plainScope(visit));
  return { found, lists };
}

/**
 * Keys of each single value that the document takes from the top of its data, as they are first written; `texts` are further ones with
 * expressions over the data. Lists are left out, with everything in them.
 */
export function usedValues(pair: DocumentPair, texts: readonly string[] = []): string[][] {
  const { found, lists } = usedKeys(pair, texts);
  const wholes = new Set([...found.values()].flatMap((keys) => keys.slice(1).map((_, at) => idOf(keys.slice(0, at + 1)))));
  const isInList = (keys: readonly string[]) => keys.some((_, at) => lists.has(idOf(keys.slice(0, at + 1))));
  return [...found].flatMap(([id, keys]) => (isInList(keys) || wholes.has(id) ? [] : [keys]));
}

/** The columns of each list that the document shows: their keys from an item of it. */
export function usedLists(pair: DocumentPair): string[][][] {
  const { found, lists } = usedKeys(pair, []);
  const columns = new Map<string, string[][]>([...lists].map((id) => [id, []]));
  for (const [id, keys] of found) {
    if (lists.has(id)) continue;
    const end = keys.findLastIndex((_, at) => lists.has(idOf(keys.slice(0, at + 1))));
    const column = keys.slice(end + 1);
    if (end >= 0 && !isReserved(column[0]!)) columns.get(idOf(keys.slice(0, end + 1)))!.push(column);
  }
  return [...columns.values()];
}

/** The paths, joined by dots and in lower case, that each field uses. */
export function usedPaths(pair: DocumentPair): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  const owners: [string, DocumentPair][] = [];
  const designs: PageDesign[] = hasPages(pair.template) ? pair.template.pages : [pair.template];
  for (const design of designs) {
    for (const field of design.schemas ?? []) {
      if (!field) continue;
      // One field at a time, with the sections and bindings that its names depend on.
      const sections = design.schemas.filter((own) => own && own.type === "section" && own !== field && own.id === field.sectionId);
      const names = new Set([field.name, ...sections.map((own) => own.name)]);
      const page = { page: design.page, extensions: pair.template.extensions, defs: pair.template.defs, schemas: [field, ...sections] } as Template;
      owners.push([field.name, { template: page, bindings: pair.bindings.filter((own) => own && names.has(own.schemaName)) }]);
    }
  }
  for (const [name, own] of owners) {
    mapPair(own, (keys) => {
      const path = keys.join(".").toLowerCase();
      const fields = used.get(path) ?? new Set<string>();
      used.set(path, fields.add(name));
      return null;
    });
  }
  return used;
}
