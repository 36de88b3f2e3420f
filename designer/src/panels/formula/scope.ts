/** The scope of an expression (spec 8.1): where names are looked up, with the values of the sample data. */
import { useMemo } from "react";
import type { ArrayBinding, Binding, Field, PageDesign, SectionBinding, Template } from "../../core/types";
import { useDesignerData, useDesignerPage, useDesignerSample } from "../../editor/hooks";
import { sanitizedBinding } from "../../editor/operations/sanitize";
import { inBand } from "../../editor/operations/zones";
import { isExtended, sectionOfItems } from "../../core/fields";
import { chainedPath, readable } from "../../core/formulas";
import { RESERVED, type ReservedValue } from "../../editor/operations/ready-made";
import { nameTokenAt, type Sum, sumOf, sumToken } from "../../editor/operations/value-token";
import type { Dict } from "../../i18n";
import { lookup } from "../data/lookup";
import { describeData, preview, walk, type DataNode } from "../data/tree";

/** Owner of the expression; or paths of lists, each looked up in the items of the one before, the first in the document. */
export type Place = "text" | "cell" | "detail" | "item" | "totals" | "kpi" | "visibleWhen" | readonly string[];

export interface ScopeName {
  /** As it is written in an expression. */
  name: string;
  node: DataNode | null;
  /** The first value, in short. */
  sample: string;
  /** Set for a name of the format itself, which people know by a word. */
  reserved?: ReservedValue;
}

export interface Scope {
  /** Path of the list whose items the names belong to; `null`: the document. */
  list: string | null;
  /** True if `pageNumber` and `pageCount` work. */
  pageTokens: boolean;
  hasData: boolean;
  /** True if the functions of the extensions work. */
  extended: boolean;
  /** One per item; for the document, the document. */
  items: readonly unknown[];
  /** Names that work, the lists among them as sources of sums. */
  names: readonly ScopeName[];
  /** Sums of lists of the document, and differences of such sums; none inside of an item. They read all items, so they are made when asked for. */
  totals: () => readonly Total[];
}

/** A sum of a column of numbers, or how much more the first list has in it than the second. */
export interface Total {
  lists: readonly [string] | readonly [string, string];
  column: string;
  /** As an expression, and as one that writes it as the column is written. */
  formula: string;
  printed: string;
}

export { chainedPath as expressionPath };

function bindingOf<T extends Binding["type"]>(bindings: readonly Binding[], name: string, type: T): Extract<Binding, { type: T }> | undefined {
  const found = bindings.find((binding): binding is Extract<Binding, { type: T }> => binding?.schemaName === name && binding.type === type);
  return found && sanitizedBinding(found);
}

function namesOf(nodes: readonly DataNode[]): ScopeName[] {
  return [...walk(nodes)].map((node) => ({
    name: chainedPath(node.keys),
    node,
    sample: node.type === "array" ? "" : node.type === "object" ? "" : preview(node.sample),
  }));
}

const object = (value: unknown): object => (value !== null && typeof value === "object" && !Array.isArray(value) ? value : {});

/** Formulas that the template names, as they are used, and the day of the document. */
function formulasOf(template: Template): ScopeName[] {
  if (!isExtended(template)) return [];
  return [...namedFormulas(template), { name: "$doc.date", node: null, sample: new Date().toISOString().slice(0, 10), reserved: "documentDate" }];
}

function namedFormulas(template: Template): ScopeName[] {
  return Object.entries(template.defs ?? {}).map(([name, formula]) => ({ name: `$${name}`, node: null, sample: formula }));
}

/** The names of an expression: where they are looked up, and their values. */
export function scopeOf(field: Field, place: Place, design: PageDesign, bindings: readonly Binding[], data: unknown, template: Template): Scope {
  const found = lookedUp(field, place, design, bindings, data, isExtended(template));
  return { ...found, extended: isExtended(template), names: [...found.names, ...formulasOf(template)], totals: () => (found.list === null ? totalsIn(found.names, data, template) : []) };
}

function totalsIn(names: readonly ScopeName[], data: unknown, template: Template): Total[] {
  const lists = new Set(names.flatMap(({ node }) => (node?.type === "array" && node.list === null ? [node.path] : [])));
  /** The first list that has a column, and the sum of it, by the name of the column. */
  const firsts = new Map<string, { list: string; sum: Sum }>();
  const sums: Total[] = [];
  const differences: Total[] = [];
  for (const { node } of names) {
    if (node?.type !== "number" || node.list === null || !lists.has(node.list) || node.itemKeys.length !== 1) continue;
    const { list, key: column } = node;
    const sum = sumOf(template, data, list, column);
    if (!sum) continue;
    sums.push({ lists: [list], column, formula: sum.expression, printed: sumToken(template, data, [sum]).slice(1, -1) });
    const first = firsts.get(column);
    if (!first) firsts.set(column, { list, sum });
    else differences.push({ lists: [first.list, list], column, formula: `${first.sum.expression} - ${sum.expression}`, printed: sumToken(template, data, [first.sum, sum]).slice(1, -1) });
  }
  return [...sums, ...differences];
}

function lookedUp(field: Field, place: Place, design: PageDesign, bindings: readonly Binding[], data: unknown, extended: boolean): Omit<Scope, "extended" | "totals"> {
  const hasData = data !== undefined && data !== null;
  if (typeof place !== "string") {
    const items = place.reduce<readonly unknown[]>((outer, path) => outer.flatMap((item): unknown[] => [lookup(item, path)].flat().filter((own) => own !== undefined)), [data]);
    if (place.length === 0) return { list: null, pageTokens: false, hasData, items, names: namesOf(describeData(data)) };
    return { list: place.join("."), pageTokens: false, hasData, items, names: namesOf(describeData({ items }).flatMap((node) => stripList(node))) };
  }
  const section = sectionOfItems(field, design, extended);
  const sectionBinding: SectionBinding | undefined = section && bindingOf(bindings, section.name, "section");
  const found = sectionBinding ? lookup(data, sectionBinding.path) : undefined;
  const sectionItems: unknown[] = Array.isArray(found) ? found : [];
  const numbered = sectionItems.map((item, index) => ({ ...object(item), Line: index + 1, index: index + 1 }));
  const member = section !== undefined && place !== "kpi" && place !== "visibleWhen";

  if (place === "item") {
    // What a section says of its own items.
    const list = bindingOf(bindings, field.name, "section")?.path ?? "";
    const own = lookup(data, list);
    const items: unknown[] = Array.isArray(own) ? own : [];
    return { list, pageTokens: false, hasData, items, names: namesOf(describeData({ items }).flatMap((node) => stripList(node))) };
  }
  if (place === "detail") {
    const rows = lookedUp(field, "cell", design, bindings, data, extended);
    const path = field.type === "table" ? String((field as { detail?: { path?: unknown } }).detail?.path ?? "") : "";
    const items = rows.items.flatMap((row) => {
      const list = path === "" ? undefined : lookup(row, path);
      return Array.isArray(list) ? (list as unknown[]) : [];
    });
    return { ...rows, list: [rows.list, path].filter(Boolean).join("."), items, names: namesOf(describeData({ items }).flatMap((node) => stripList(node))) };
  }
  if (place === "cell") {
    const binding: ArrayBinding | undefined = bindingOf(bindings, field.name, "array");
    const outer = member ? sectionItems : [data];
    const lists = binding ? outer.map((item) => lookup(item, binding.path)) : [];
    const items = binding ? lists.flatMap((list) => (Array.isArray(list) ? list : [])) : outer;
    const list = binding ? [member ? sectionBinding?.path : undefined, binding.path].filter(Boolean).join(".") : (sectionBinding?.path ?? null);
    return { list, pageTokens: false, hasData, items, names: namesOf(describeData({ items }).flatMap((node) => stripList(node))) };
  }
  if (member) {
    const names = namesOf(describeData({ items: numbered }).flatMap((node) => stripList(node)));
    return { list: sectionBinding?.path ?? "", pageTokens: false, hasData, items: numbered.length > 0 ? numbered : [{ Line: 1, index: 1 }], names };
  }
  const pageTokens = (place === "text" || place === "visibleWhen") && inBand(field, design);
  const document = pageTokens ? { ...object(data), ...PAGE_TOKENS } : data;
  const names = namesOf(describeData(document));
  return { list: null, pageTokens, hasData, items: [document], names: pageTokens ? names.map((own) => (isPageToken(own.name) ? { ...own, reserved: own.name } : own)) : names };
}

const PAGE_TOKENS = { pageNumber: 1, pageCount: 1 } as const;
const isPageToken = (name: string): name is keyof typeof PAGE_TOKENS => Object.hasOwn(PAGE_TOKENS, name);

/** A name as people read it. */
export const plainName = ({ name, reserved }: ScopeName, t: Dict): string => (reserved ? t.readyMade[reserved].replaceAll("\u00ad", "") : readable(name));

/** The totals of the document in the words of its keys. `bare`: for conditions, which compare numbers and print nothing. */
export function totalsOf({ totals }: Scope, t: Dict, bare = false): { label: string; formula: string }[] {
  return totals().map(({ lists: [list, other], column, formula, printed }) => ({
    label: other === undefined ? t.formula.totalOf(capitalized(list), capitalized(column)) : t.formula.differenceOf(capitalized(list), capitalized(other), capitalized(column)),
    formula: bare ? formula : printed,
  }));
}

/** The expression that prints a name as a person writes its values. `rows`: the data of all documents, where there are several. */
export function printedName(template: Template, data: unknown, scope: Scope, { name, node, reserved }: ScopeName, rows: readonly unknown[] = scope.items): string {
  if (reserved) return RESERVED[reserved].token.slice(1, -1);
  if (!node || node.type === "array" || node.type === "object") return name;
  const inItem = scope.list !== null;
  const valueIn = (item: unknown): unknown => node.keys.reduce<unknown>((value, key) => (object(value) as Record<string, unknown>)[key], item);
  return nameTokenAt(template, data, name, node.key, (inItem ? scope.items : rows).map(valueIn), inItem).slice(1, -1);
}

/** True if an expression calculates with nothing but numbers of the data, and with numbers that are written. */
export function isCalculation(scope: Scope, expression: string): boolean {
  // A column of a list further in has many values.
  const isNumber = ({ node }: ScopeName) => node?.type === "number" && (node.list === null || node.itemKeys.length === node.keys.length);
  const numbers = new Set(scope.names.filter(isNumber).map(({ name }) => name));
  return expression.split(/\s[-+*/]\s/).every((part) => numbers.has(part.trim()) || /^\s*\d+(?:\.\d+)?\s*$/.test(part));
}

const capitalized = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

/** Nodes of the items themselves, with their keys counted from the item. */
function stripList(list: DataNode): DataNode[] {
  const strip = (node: DataNode): DataNode => ({ ...node, keys: node.keys.slice(1), children: node.children.map(strip) });
  return list.children.map(strip);
}

export function useScope(field: Field | undefined, place: Place): Scope | null {
  const { template, bindings } = useDesignerData();
  const { design } = useDesignerPage();
  const { data } = useDesignerSample();
  return useMemo(() => (field ? scopeOf(field, place, design, bindings, data, template) : null), [field, place, design, bindings, data, template]);
}
