/** Lists that tables, sections, charts and indicators can be bound to: those the host names, else those in the sample data. */
import { useMemo } from "react";
import { isExtended, sectionOfItems } from "../../core/fields";
import type { DataDragPayload, DataSourceColumnType, DataSourceOption, Field } from "../../core/types";
import { useDesignerConfig, useDesignerData, useDesignerPage, useDesignerSample, useDesignerSelectedSchema } from "../../editor/hooks";
import { lookup } from "./lookup";
import { columnsOf, describeData, listsOf, preview, type DataNode, type DataType } from "./tree";

export interface ListColumn {
  key: string;
  type: DataSourceColumnType | undefined;
  sample: string;
}

export interface ListSource {
  path: string;
  label: string;
  columns: ListColumn[];
  /** Known only from sample data. */
  items?: number;
}

function columnType(type: DataType): DataSourceColumnType {
  if (type === "number" || type === "boolean") return type;
  return type === "string" || type === "date" ? "string" : "other";
}

function fromNode(node: DataNode, label: string): ListSource {
  return {
    path: node.path,
    label,
    items: node.items,
    columns: columnsOf(node).map((column) => ({
      key: column.itemKeys.join("."),
      type: columnType(column.type),
      sample: preview(column.sample, 24),
    })),
  };
}

function fromOption(option: DataSourceOption, data: readonly ListSource[]): ListSource {
  const known = data.find(({ path }) => path === option.path);
  const columns = option.columns?.map((key) => ({
    key,
    type: option.columnTypes?.[key] ?? known?.columns.find((column) => column.key === key)?.type,
    sample: known?.columns.find((column) => column.key === key)?.sample ?? "",
  }));
  return { path: option.path, label: option.label, columns: columns ?? known?.columns ?? [], ...(known?.items !== undefined && { items: known.items }) };
}

/** What a list of the data gives where it is dropped or inserted. */
export function payloadOfList(node: DataNode): DataDragPayload {
  const columns = columnsOf(node).map(({ itemKeys, type }) => [itemKeys.join("."), columnType(type)] as const);
  return { path: node.path, kind: "arraySource", label: node.key || node.path, columns: columns.map(([name]) => name), columnTypes: Object.fromEntries(columns) };
}

/** The lists of the data that tables are made of: those of the document that have columns, and a name. */
export function tableLists(data: unknown): DataNode[] {
  return listsOf(describeData(data)).filter((node) => node.list === null && node.path !== "" && columnsOf(node).length > 0);
}

export interface Sources {
  lists: ListSource[];
  /** The host names them, so that a select is enough. */
  closed: boolean;
  /** Base of the paths: the document, or the items of a section. */
  nodes: DataNode[];
  /** The object that paths are looked up in; the first item inside of sections. */
  root: unknown;
}

/** For a table inside a section, the lists of the section's items; for everything else those of the document. */
export function useSources(field: Field | undefined): Sources {
  const { data } = useDesignerSample();
  const { dataSources } = useDesignerConfig();
  const { bindings, template } = useDesignerData();
  const { design } = useDesignerPage();
  const extended = isExtended(template);
  return useMemo(() => {
    const section = field?.type === "table" ? sectionOfItems(field, design, extended) : undefined;
    const outer = section && bindings.find((own) => own?.schemaName === section.name && own.type === "section");
    if (outer && "path" in outer && typeof outer.path === "string") {
      const items = lookup(data, outer.path);
      const nodes = Array.isArray(items) ? describeData({ items }).flatMap((node) => node.children.map(withoutList)) : [];
      return { lists: listsOf(nodes).map((node) => fromNode(node, node.path)), closed: false, nodes, root: Array.isArray(items) ? items[0] : undefined };
    }
    const nodes = describeData(data);
    const known = listsOf(nodes)
      .filter((node) => node.list === null)
      .map((node) => fromNode(node, node.path));
    if (dataSources) return { lists: dataSources.map((option) => fromOption(option, known)), closed: true, nodes, root: data };
    return { lists: known, closed: false, nodes, root: data };
  }, [data, dataSources, bindings, design, extended, field]);
}

function withoutList(node: DataNode): DataNode {
  const keys = node.keys.slice(1);
  return { ...node, keys, path: keys.join("."), list: node.list === "items" ? null : (node.list?.replace(/^items\./, "") ?? null), children: node.children.map(withoutList) };
}

/** Columns of the list at a path, for the selected field. */
export function useListColumns(path: string | undefined): ListColumn[] {
  const { selected } = useDesignerSelectedSchema();
  const { lists } = useSources(selected);
  return useMemo(() => (path === undefined ? [] : (lists.find((list) => list.path === path)?.columns ?? [])), [lists, path]);
}
