/** Tables after the data changed: a column that was of one kind and is of another now prints as one that is inserted now. */
import type { ArrayBinding, PageDesign, TableSchema, Template } from "../../core/types";
import { columnPath, isNumberFormat } from "../../core/formulas";
import { columnsOf, type DataNode, describeData, listsOf } from "../../panels/data/tree";
import { sameJson } from "../store/same-json";
import type { DocumentPair } from "../types";
import { hasPages, patched } from "./design";
import { applyColumnCell, mirrorCells, tableLook } from "./tables";
import { columnTokenAt } from "./value-token";

export interface KindChange {
  pair: DocumentPair;
  /** Names of the tables that changed. */
  tables: string[];
}

/** Cells and alignments that somebody chose stay; only those are changed that the column would have got by itself. */
export function withColumnKinds(pair: DocumentPair, before: unknown, after: unknown): KindChange {
  const [oldLists, newLists] = [listsByPath(before), listsByPath(after)];
  const changed = new Map<string, ArrayBinding>();
  const bindingOf = (name: string) => pair.bindings?.find((own): own is ArrayBinding => own?.schemaName === name && own.type === "array");

  const mapTable = (table: TableSchema): TableSchema => {
    const binding = bindingOf(table.name);
    const [old, now] = [oldLists.get(binding?.path ?? ""), newLists.get(binding?.path ?? "")];
    const cells = table.content?.[0];
    if (!binding || !old || !now || !Array.isArray(cells)) return table;
    const keys = cells.map((cell) => (typeof cell === "string" ? columnPath(cell) : null));
    const next = keys.reduce((own, key, index) => {
      if (key === null || cells[index] !== columnTokenAt(pair.template, before, binding.path, key)) return own;
      const cell = columnTokenAt(pair.template, after, binding.path, key);
      return cell === cells[index] ? own : applyColumnCell(own, index, cell);
    }, table);
    // Amounts that are calculated, such as of a quantity and a price, are numbers.
    const names = keys.map((key, index) => key ?? String(cells[index] ?? ""));
    const calculated = Object.fromEntries(names.filter((_, index) => keys[index] === null).map((cell) => [cell, isNumberFormat(cell) ? "number" : "string"]));
    const lookIn = (list: DataNode) => tableLook(names, { ...typesIn(list), ...calculated });
    const [oldLook, look] = [lookIn(old), lookIn(now)];
    const isOwnLook = table.bodyWrap === oldLook.bodyWrap && sameJson(table.columnStyles, oldLook.columnStyles);
    const styled = isOwnLook && !sameJson(oldLook, look) ? patched(next, { columnStyles: undefined, ...look }) : next;
    if (styled === table) return table;
    changed.set(table.name, mirrorCells(binding, table.head, cells, next.content?.[0]) ?? binding);
    return styled;
  };
  const mapDesign = <D extends PageDesign>(design: D): D => {
    const schemas = design.schemas?.map((field) => (field?.type === "table" ? mapTable(field) : field));
    return schemas?.some((field, index) => field !== design.schemas[index]) ? { ...design, schemas } : design;
  };
  const template: Template = hasPages(pair.template) ? { ...pair.template, pages: pair.template.pages.map(mapDesign) } : mapDesign(pair.template);
  if (changed.size === 0) return { pair, tables: [] };
  const bindings = pair.bindings.map((own) => (own?.type === "array" ? (changed.get(own.schemaName) ?? own) : own));
  return { pair: { template, bindings }, tables: [...changed.keys()] };
}

const listsByPath = (data: unknown): Map<string, DataNode> => new Map(listsOf(describeData(data)).map((node) => [node.path, node]));

const typesIn = (list: DataNode): Record<string, string> => Object.fromEntries(columnsOf(list).map((column) => [column.itemKeys.join("."), column.type]));
