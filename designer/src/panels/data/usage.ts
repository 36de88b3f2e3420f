/** Paths of the data that a template uses, and renaming them everywhere. */
import type { Binding, Field, PageDesign, TableRow, Template } from "../../core/types";
import { CODES, isExtended, sectionOfItems } from "../../core/fields";
import type { DocumentPair } from "../../editor/types";
import { hasPages } from "../../editor/operations/design";
import { RESERVED } from "../../editor/operations/ready-made";
import { sanitizedPair } from "../../editor/operations/sanitize";
import { language } from "../formula/language";
import { expressionPath } from "../formula/scope";
import { bracesOf } from "../formula/tokens";

interface Rename {
  /** Keys from the top; lists add none. */
  keys: readonly string[];
  to: string;
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Keys of a path as expressions write it. */
export function keysOfPath(path: string): string[] {
  const keys: string[] = [];
  const pattern = /\[(?:"([^"]*)"|'([^']*)'|([^\]]*))\]|([^.[\]]+)/g;
  for (const match of path.trim().matchAll(pattern)) keys.push(match[1] ?? match[2] ?? match[3] ?? match[4]!);
  return keys;
}

/** Calls `visit` with the keys of each name of an expression, and puts what it returns in its place. */
function mapExpression(source: string, visit: (keys: string[]) => string[] | null): string {
  const tokens = language.tokens(source);
  let result = "";
  let at = 0;
  tokens.forEach(({ kind, start, end }, index) => {
    const next = tokens[index + 1];
    if ((kind !== "name" && kind !== "path") || (next && source.slice(next.start, next.end) === "(")) return;
    const raw = source.slice(start, end);
    const name = raw.trim();
    if (name === "") return;
    const keys = visit(keysOfPath(name));
    if (keys === null) return;
    const from = start + raw.indexOf(name);
    result += source.slice(at, from) + expressionPath(keys);
    at = from + name.length;
  });
  return result + source.slice(at);
}

function mapText(text: string, visit: (keys: string[]) => string[] | null): string {
  let result = "";
  let at = 0;
  for (const span of bracesOf(text).spans) {
    result += text.slice(at, span.from) + mapExpression(text.slice(span.from, span.to), visit);
    at = span.to;
  }
  return result + text.slice(at);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

const mapValues = (object: Record<string, unknown>, change: (value: unknown) => unknown) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** `isList`: the path is that of a list that something is bound to. */
type Visit = (keys: string[], isList?: boolean) => string[] | null;

/** Rewrites every name and path of a document; `visit` gets its keys from the top of the data. */
function mapPair(given: DocumentPair, visit: Visit): DocumentPair {
  const pair = sanitizedPair(given);
  const bindings = pair.bindings;
  const designs: PageDesign[] = hasPages(pair.template) ? pair.template.pages : [pair.template];
  const fieldOf = new Map<string, { field: Field; design: PageDesign }>();
  for (const design of designs) for (const field of design.schemas ?? []) if (field) fieldOf.set(field.name, { field, design });

  /** Keys of the list that the names of a field are relative to. */
  const sectionKeys = (field: Field, design: PageDesign): string[] | null => {
    const section = sectionOfItems(field, design, isExtended(pair.template));
    const binding = section && bindings.find((own) => own?.schemaName === section.name && own.type === "section");
    return binding && "path" in binding ? binding.path.split(".") : null;
  };
  const within = (base: readonly string[]): Visit => (keys, isList) => {
    if (base.length === 0) return visit(keys, isList);
    const mapped = visit([...base, ...keys], isList);
    return mapped === null ? null : mapped.slice(base.length);
  };
  const dotted = (path: string, base: readonly string[], isList = false): string => {
    if (path === "") return path;
    const keys = path.split(".");
    return within(base)(keys, isList)?.join(".") ?? path;
  };

  const totalsRow = (row: TableRow, scope: Visit): TableRow =>
    row && {
      ...row,
      ...(typeof row.visibleWhen === "string" && { visibleWhen: mapExpression(row.visibleWhen, scope) }),
      ...(row.cells && { cells: Object.fromEntries(Object.entries(row.cells).map(([column, cell]) => [column, typeof cell === "string" ? mapText(cell, scope) : cell])) }),
    };

  const mapField = (field: Field, design: PageDesign): Field => {
    const section = sectionKeys(field, design) ?? [];
    const scope = within(field.type === "kpi" ? [] : section);
    const text = (value: unknown, own: Visit) => (typeof value === "string" ? mapText(value, own) : value);
    const next: Record<string, unknown> = { ...field };
    if (typeof field.visibleWhen === "string") next.visibleWhen = mapExpression(field.visibleWhen, visit);
    if (field.type === "text") next.content = text(field.content, scope);
    if (field.type === "kpi") for (const key of ["title", "value", "subtitle"] as const) if (key in field) next[key] = text(field[key], scope);
    if (CODES.has(field.type)) {
      next.content = text(next.content, scope);
      if (isObject(next.payload)) next.payload = mapValues(next.payload, (value) => (isObject(value) ? mapValues(value, (part) => text(part, scope)) : text(value, scope)));
    }
    if (field.type === "table") {
      const binding = bindings.find((own) => own?.schemaName === field.name && own.type === "array");
      const rows = binding && "path" in binding ? [...section, ...binding.path.split(".")] : section;
      next.content = field.content?.map((row) => row?.map((cell) => text(cell, within(rows))));
      if (field.footer) next.footer = field.footer.map((cell) => text(cell, scope));
      if (Array.isArray(field.footerRows)) next.footerRows = field.footerRows.map((row) => totalsRow(row, scope));
    }
    return keepSame(field, next) as Field;
  };

  const mapBinding = (binding: Binding): Binding => {
    if (!binding) return binding;
    const owner = fieldOf.get(binding.schemaName);
    const base = owner && owner.field.type !== "kpi" && owner.field.type !== "chart" ? (sectionKeys(owner.field, owner.design) ?? []) : [];
    const next: Record<string, unknown> = { ...binding };
    if (binding.type === "scalar") next.path = mapExpression(binding.path, within(base));
    else if (binding.type === "template") next.template = mapText(binding.template, within(base));
    else if (binding.type === "keyvalue") next.paths = binding.paths.map((path) => dotted(path, base));
    else {
      next.path = dotted(binding.path, base, true);
      const list = [...base, ...binding.path.split(".")];
      const column = (key: string) => within(list)([key])?.[0] ?? key;
      if ("labelColumn" in binding) next.labelColumn = column(binding.labelColumn);
      if ("valueColumn" in binding && binding.valueColumn) next.valueColumn = column(binding.valueColumn);
      if (binding.type === "array") {
        next.columns = binding.columns.map((own) =>
          typeof own === "string" ? column(own) : own && { ...own, formula: mapText(own.formula, within(list)) },
        );
      }
      if ("filters" in binding && Array.isArray(binding.filters)) {
        next.filters = binding.filters.map((group) => group.map((condition) => ({ ...condition, column: column(condition.column) })));
      }
    }
    return keepSame(binding, next) as Binding;
  };

  const mapDesign = <T extends PageDesign>(design: T): T => {
    const schemas = design.schemas?.map((field) => (field ? mapField(field, design) : field));
    return schemas?.some((field, index) => field !== design.schemas[index]) ? { ...design, schemas } : design;
  };
  const template: Template = { ...mapDesign(pair.template), ...(hasPages(pair.template) && { pages: pair.template.pages.map(mapDesign) }) };
  return { template: keepSame(pair.template, template) as Template, bindings: keepList(bindings, bindings.map(mapBinding)) };
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
  });
}

/** Names that are in no data: page numbers of the format, and all that begin with `$`. */
const isReserved = (key: string): boolean => key.startsWith("$") || Object.values(RESERVED).some(({ token }) => token === `{${key}}`);

const idOf = (keys: readonly string[]) => JSON.stringify(keys).toLowerCase();

/** Keys of what a document takes from the top of its data, as they are first written, by their ids; and the ids of lists. */
function usedKeys(pair: DocumentPair, texts: readonly string[]): { found: Map<string, string[]>; lists: Set<string> } {
  const found = new Map<string, string[]>();
  const lists = new Set<string>();
  const visit: Visit = (keys, isList) => {
    // Inside of a list, `$root` leads to the top.
    const own = keys.slice(keys.lastIndexOf("$root") + 1);
    const id = idOf(own);
    if (isList) lists.add(id);
    else if (own[0] !== undefined && own[0] !== "" && !isReserved(own[0]) && !found.has(id)) found.set(id, own);
    return null;
  };
  mapPair(pair, visit);
  for (const text of texts) mapText(text, visit);
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
      const page = { ...design, extensions: pair.template.extensions, pages: undefined, schemas: [field, ...sections] } as Template;
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
