/** New fields, as the toolbar and drops make them (format 4, column "New"). */
import type { Dict } from "../i18n/en";
import { en } from "../i18n/en";
import { tokenFor } from "./expressions";
import { snapToGrid } from "./page";
import type {
  ArrayBinding,
  ChartSchema,
  Field,
  FieldType,
  ImageSchema,
  KpiSchema,
  PageDesign,
  Schema,
  Template,
  SectionSchema,
  TableSchema,
  TemplateBinding,
  TextSchema,
} from "./types";

/** Kinds of fields whose content machines read. */
export const CODES: ReadonlySet<string> = new Set(["qrcode", "barcode"]);

/** MIME type of a section's column that is dragged onto the canvas. */
export const SECTION_COLUMN_MIME = "application/x-json-pdf-designer-section-column";

/** An id that no other field has. `randomUUID` exists in secure contexts only. */
export function uid(): string {
  const { crypto } = globalThis;
  if (typeof crypto?.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto?.getRandomValues?.(new Uint8Array(16)) ?? Array.from({ length: 16 }, () => Math.random() * 256);
  const hex = Array.from(bytes, (byte) => Math.trunc(byte).toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-a$4-");
}

/** Random characters at the end of names. */
export function randomSuffix(): string {
  return Math.random().toString(36).slice(2, 6).padEnd(4, "0");
}

const named = (prefix: string) => ({ id: uid(), name: `${prefix}_${randomSuffix()}` });

export function makeTextSchema(nextY: number, t: Dict = en): TextSchema {
  return {
    ...named(t.schemaDefaults.textNamePrefix),
    type: "text",
    x: 10,
    y: nextY,
    width: 80,
    height: 10,
    content: t.schemaDefaults.textContent,
    fontSize: 11,
    fontColor: "#000000",
    alignment: "left",
  };
}

export function makeTableSchema(nextY: number, t: Dict = en): TableSchema {
  const { column1, column2, value1, value2, tableNamePrefix } = t.schemaDefaults;
  return {
    ...named(tableNamePrefix),
    type: "table",
    x: 10,
    y: nextY,
    width: 150,
    height: 30,
    head: [column1, column2],
    content: [[value1, value2]],
  };
}

export function makeImageSchema(nextY: number, t: Dict = en): ImageSchema {
  return { ...named(t.schemaDefaults.imageNamePrefix), type: "image", x: 10, y: nextY, width: 40, height: 40, content: "" };
}

export function makeSectionSchema(nextY: number, t: Dict = en): SectionSchema {
  return { ...named(t.schemaDefaults.sectionNamePrefix), type: "section", x: 10, y: nextY, width: 190, height: 20 };
}

export function makeChartSchema(nextY: number, t: Dict = en): ChartSchema {
  return {
    ...named(t.schemaDefaults.chartNamePrefix),
    type: "chart",
    x: 10,
    y: nextY,
    width: 100,
    height: 70,
    chartType: "pie",
    pieStyle: "donut",
    legendPosition: "right",
    displayMode: "percent",
    topN: 7,
  };
}

export function makeKpiSchema(nextY: number, t: Dict = en): KpiSchema {
  return {
    ...named(t.schemaDefaults.kpiNamePrefix),
    type: "kpi",
    x: 10,
    y: nextY,
    width: 55,
    height: 35,
    icon: "bar_chart",
    title: t.schemaDefaults.kpiTitle,
    value: t.schemaDefaults.kpiValue,
    subtitle: t.schemaDefaults.kpiSubtitle,
    backgroundColor: "#2563eb",
    textColor: "#ffffff",
  };
}

/** A new field of a kind. */
export function makeSchema(type: FieldType, nextY: number, t: Dict = en): Schema {
  const make = {
    text: makeTextSchema,
    table: makeTableSchema,
    image: makeImageSchema,
    section: makeSectionSchema,
    chart: makeChartSchema,
    kpi: makeKpiSchema,
  };
  return isExtensionKind(type) ? makeExtensionField(type, nextY) : make[type](nextY, t);
}

/** Content of the guard: an image that programs without extensions stop at (format 20.0.6). */
export const GUARD_CONTENT = "data:application/x-extensions,1";

export const isGuard = (field: Field): boolean => field.type === "image" && field.content === GUARD_CONTENT;

/** Returns true if a template uses the extensions of the format. */
export const isExtended = (template: Template): boolean => (template.extensions ?? undefined) !== undefined;

/**
 * The section in whose items the names of a member are looked up. Members of a container see the document: a section with
 * `repeat: "once"`, which is an extension.
 */
export function sectionOfItems(field: Field, design: PageDesign, extended: boolean): Field | undefined {
  const section = field.sectionId ? design.schemas.find((own) => own?.id === field.sectionId) : undefined;
  return extended && section && section.type === "section" && section.repeat === "once" ? undefined : section;
}

const BASE_KINDS: ReadonlySet<string> = new Set(["text", "table", "image", "section", "chart", "kpi"]);

/** Returns true if the kind exists only in templates that use the extensions of the format. */
export const isExtensionKind = (kind: string): boolean => !BASE_KINDS.has(kind);

/** Keys of a new field of a kind of the extensions, besides its place. */
const EXTENSION_FIELDS: Record<string, { width: number; height: number; [key: string]: unknown }> = {
  qrcode: { width: 30, height: 30, content: "https://example.org" },
  barcode: { width: 60, height: 20, symbology: "code128", content: "12345678", includeText: true },
  line: { width: 100, height: 0, color: "#000000", borderWidth: 0.25 },
  rectangle: { width: 60, height: 30, borderColor: "#000000", borderWidth: 0.25 },
  ellipse: { width: 50, height: 30, borderColor: "#000000", borderWidth: 0.25 },
  path: { width: 20, height: 20, d: "M 10 0 L 20 20 L 0 20 Z", color: "#2563eb" },
  signature: { width: 70, height: 25, borderColor: "#5f6976", borderWidth: 0.2 },
  svg: {
    width: 30,
    height: 30,
    fit: "contain",
    content:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><circle cx="15" cy="15" r="14" fill="#2563eb"/></svg>',
  },
};

function makeExtensionField(type: string, nextY: number): Schema {
  const { width = 60, height = 20, ...own } = EXTENSION_FIELDS[type] ?? {};
  return { ...named(type), type, x: 10, y: nextY, width, height, ...own } as unknown as Schema;
}

/** A table bound to a list, with one column per key. */
export function makeBoundTable(
  nextY: number,
  path: string,
  columns: string[],
  t: Dict = en,
): { schema: TableSchema; binding: ArrayBinding } {
  const formulas = columns.map(tokenFor);
  const schema: TableSchema = {
    ...makeTableSchema(nextY, t),
    width: 180,
    head: [...columns],
    content: [formulas],
  };
  const cells = columns.map((label, i) => ({ label, formula: formulas[i] ?? "" }));
  return { schema, binding: { schemaName: schema.name, type: "array", path, columns: cells } };
}

/** Label and value of one column of a section's list, side by side. */
export function makeSectionColumnPair(
  sectionId: string,
  column: string,
  x: number,
  y: number,
  t: Dict = en,
): { header: TextSchema; value: TextSchema; valueBinding: TemplateBinding } {
  const width = 45;
  const gap = 5;
  const end = `${column.replace(/[^a-zA-Z0-9]/g, "_")}_${randomSuffix()}`;
  const token = tokenFor(column);
  const text = (prefix: string, left: number, content: string, style: Pick<TextSchema, "fontSize" | "fontColor">): TextSchema => ({
    id: uid(),
    name: `${prefix}_${end}`,
    type: "text",
    x: left,
    y,
    width,
    height: 10,
    content,
    ...style,
    alignment: "left",
    sectionId,
  });
  const header = text(t.schemaDefaults.headerNamePrefix, x, column, { fontSize: 9, fontColor: "#64748b" });
  const value = text(t.schemaDefaults.valueNamePrefix, x + width + gap, token, { fontSize: 10, fontColor: "#000000" });
  return { header, value, valueBinding: { schemaName: value.name, type: "template", template: token } };
}

/** Place of a field below all others. */
export function nextFreeY(schemas: readonly { y: number; height: number }[]): number {
  if (schemas.length === 0) return 10;
  return snapToGrid(schemas.reduce((lowest, { y, height }) => Math.max(lowest, y + height), 0)) + 5;
}
