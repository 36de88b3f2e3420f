/** Places of the properties in panels. Others appear at the end of their panel, so that no property is without a control. */
import type { FieldType } from "../../core/types";
import type { FormsDict } from "../../i18n/en/forms";
import { fieldProperties, type Property } from "./description";

export type Section = "dados" | "estilo";
export type GroupKey = keyof FormsDict["groups"];

export interface Group {
  key: GroupKey;
  properties: readonly string[];
  /** Shown when somebody opens what is advanced. */
  advanced?: true;
}

/** Shown by every panel with data. */
export const POSITION = ["x", "y", "width", "height"] as const;
/** Beside the place: what turns a field. */
export const TURN = "rotate";
export const COMMON = ["visibleWhen"] as const;
export const IDENTITY = ["name", "type", "id", "locked", "sectionId"] as const;

/** Properties that an editor of their own shows: columns, pictures, parts of a card, palettes, totals. */
export const OWN_EDITORS: Record<FieldType, readonly string[]> = {
  text: [],
  table: ["head", "content", "columnWidths", "columnStyles", "footer", "colorPalette"],
  image: ["content"],
  section: [],
  chart: ["colorPalette", "customPaletteColors"],
  kpi: [
    "icon",
    "title",
    "value",
    "subtitle",
    ...["icon", "title", "value", "subtitle"].flatMap((part) => [
      part === "icon" ? "iconSize" : `${part}FontSize`,
      `${part}Offset`,
      `${part}Locked`,
    ]),
  ],
};

/** The parts of a table that have looks of their own. */
export const TABLE_PARTS = ["table", "titles", "rows", "totals"] as const;
export type TablePart = (typeof TABLE_PARTS)[number];

const tableKeys = (part: "head" | "body" | "footer", keys: readonly string[]) => keys.map((key) => part + key);
const CELLS = ["BackgroundColor", "TextColor", "FontName", "FontSize", "Bold", "Italic", "Align", "VerticalAlign"];
const CELLS_FURTHER = ["Style", "Wrap", "LineHeight", "MaxLines", "TextFormat", "BorderRadius"];

/** Looks of a table by part: what most people change, and the rest. */
export const TABLE_LOOKS: Record<TablePart, { main: readonly string[]; advanced: readonly Group[] }> = {
  table: {
    main: ["borders", "borderColor", "gridWidth", "repeatHeader", "styleWhen"],
    advanced: [
      { key: "table", properties: ["cellPadding", "bandScope", "emptyText", "rowBreak", "minRows", "keepTogether", "direction"] },
      { key: "furtherRows", properties: ["headRows", "detail", "groups", "carriedOver", "broughtForward", "pageTotals"] },
    ],
  },
  titles: { main: tableKeys("head", CELLS), advanced: [{ key: "titles", properties: ["headRowHeight", ...tableKeys("head", CELLS_FURTHER)] }] },
  rows: { main: [...tableKeys("body", CELLS), "bodyBandColor"], advanced: [{ key: "rows", properties: ["rowHeight", ...tableKeys("body", CELLS_FURTHER)] }] },
  totals: { main: tableKeys("footer", CELLS), advanced: [{ key: "totals", properties: ["footerRows", "footerSpans", "footerRowHeight", ...tableKeys("footer", CELLS_FURTHER)] }] },
};

/** The part of a table whose tab has a property; `undefined` for those that belong to any kind of field. */
export function tablePartOf(key: string): TablePart | undefined {
  if (key === "colorPalette") return "table";
  if (key === "footer") return "totals";
  return TABLE_PARTS.find((part) => TABLE_LOOKS[part].main.includes(key) || TABLE_LOOKS[part].advanced.some(({ properties }) => properties.includes(key)));
}

const GROUPS: Record<FieldType | "qrcode" | "barcode", Record<Section, readonly Group[]>> = {
  qrcode: { dados: [{ key: "content", properties: ["content", "payload", "onError"] }], estilo: [] },
  barcode: { dados: [{ key: "content", properties: ["symbology", "content", "checkDigit", "includeText", "onError"] }], estilo: [] },
  text: {
    dados: [{ key: "content", properties: ["content"] }],
    estilo: [
      {
        key: "text",
        properties: ["style", "fontName", "fontSize", "fontColor", "bold", "italic", "underline", "strikethrough", "alignment", "verticalAlignment"],
      },
      { key: "lines", properties: ["wrap", "overflow", "lineHeight"] },
      { key: "box", properties: ["backgroundColor", "borderColor", "borderWidth"] },
      { key: "conditions", properties: ["styleWhen"] },
      { key: "letters", advanced: true, properties: ["characterSpacing", "textTransform", "textFormat", "markupLinks", "fontVariantFallback", "direction"] },
      { key: "paragraphs", advanced: true, properties: ["paragraphSpacing", "minLines", "maxLines", "dynamicFontSize", "breakInside", "orphans", "widows"] },
      { key: "edges", advanced: true, properties: ["padding"] },
      { key: "styles", advanced: true, properties: ["styleOverrides"] },
    ],
  },
  table: {
    dados: [],
    estilo: TABLE_PARTS.flatMap((part): Group[] => [
      { key: part, properties: TABLE_LOOKS[part].main },
      ...TABLE_LOOKS[part].advanced.map((group) => ({ ...group, advanced: true as const })),
    ]),
  },
  image: { dados: [{ key: "appearance", properties: ["fit", "alignment", "verticalAlignment"] }], estilo: [] },
  section: { dados: [{ key: "repetition", properties: ["repeat", "repeatBreak", "restartNumbering", "breakInside", "emptyRepeat", "columns", "sort", "filters"] }], estilo: [] },
  chart: {
    dados: [{ key: "chart", properties: ["sortBy", "topN", "thousandsSeparator"] }],
    estilo: [
      { key: "chart", properties: ["chartType", "pieStyle"] },
      { key: "legend", properties: ["legendPosition", "legendFontSize", "displayMode"] },
      { key: "numbers", properties: ["valueFormat", "currencySymbol", "decimals"] },
    ],
  },
  kpi: {
    dados: [{ key: "numbers", properties: ["numberFormat"] }],
    estilo: [
      { key: "card", properties: ["backgroundColor", "textColor", "borderRadius"] },
      { key: "conditions", properties: ["styleWhen"] },
      { key: "styles", advanced: true, properties: ["titleStyle", "valueStyle", "subtitleStyle", "direction"] },
    ],
  },
};

/** Properties of the drawn shapes. */
const SHAPE: Record<Section, readonly Group[]> = {
  dados: [{ key: "appearance", properties: ["color", "borderColor", "borderWidth", "dash", "radius"] }],
  estilo: [],
};
const SHAPES: ReadonlySet<string> = new Set(["line", "rectangle", "ellipse", "path"]);

const hasTotals = (field: Record<string, unknown>) => Array.isArray(field.footer) && field.footer.length > 0;
const wraps = (field: Record<string, unknown>) => field.wrap !== undefined && field.wrap !== "none";

/** Properties that take effect only with a value of another one; hidden while they have none. */
export const SHOWN_WITH: Record<string, (field: Record<string, unknown>) => boolean> = {
  "qrcode.content": (field) => !field.payload,
  "text.borderWidth": (field) => Boolean(field.borderColor),
  ...Object.fromEntries(
    ["lineHeight", "paragraphSpacing", "minLines", "maxLines"].map((key) => [`text.${key}`, (field: Record<string, unknown>) => wraps(field)]),
  ),
  "text.dynamicFontSize": (field) => field.overflow === "shrink",
  ...Object.fromEntries(
    ["breakInside", "orphans", "widows"].map((key) => [`text.${key}`, (field: Record<string, unknown>) => field.overflow === "expand"]),
  ),
  ...Object.fromEntries(
    ["head", "body", "footer"].flatMap((part) =>
      ["LineHeight", "MaxLines"].map((key) => [
        `table.${part}${key}`,
        (field: Record<string, unknown>) => (field[`${part}Wrap`] ?? "none") !== "none",
      ]),
    ),
  ),
  // The corners at the bottom are those of the last row.
  "table.bodyBorderRadius": (field) => !hasTotals(field),
  "table.footerBorderRadius": hasTotals,
  "chart.pieStyle": (field) => field.chartType !== "bar",
  "chart.legendPosition": (field) => field.chartType !== "bar",
  "chart.legendFontSize": (field) => field.chartType !== "bar",
  "chart.currencySymbol": (field) => field.valueFormat === "currency",
};

/** Extensions that any kind may have, by what they are about. */
const COMMON_GROUPS: readonly Group[] = [
  { key: "drawing", advanced: true, properties: ["opacity", "radius", "zIndex", "layer"] },
  { key: "flow", advanced: true, properties: ["position", "onPages", "breakBefore", "breakAfter", "keepWithNext", "pin", "collapse"] },
  { key: "reading", advanced: true, properties: ["alt", "decorative", "role", "lang", "readingOrder", "link", "bookmark", "bookmarkLevel"] },
];

/**
 * Groups of a panel. Properties that no group names stand at the end of the panel with data, those of extensions at the end of
 * the panel with looks, where the kind has one.
 */
export function groupsOf(kind: FieldType, section: Section): { groups: readonly Group[]; rest: readonly string[] } {
  const given = GROUPS[kind] ?? (SHAPES.has(kind) ? SHAPE : { dados: [], estilo: [] });
  const known = new Set<string>(fieldProperties[kind].map(({ key }) => key));
  const only = (list: readonly Group[]) => list.map((group) => ({ ...group, properties: group.properties.filter((key) => known.has(key)) }));
  const own = { dados: only(given.dados), estilo: only(given.estilo) };
  const named = new Set<string>([
    ...POSITION,
    TURN,
    ...COMMON,
    ...IDENTITY,
    ...(OWN_EDITORS[kind] ?? []),
    ...Object.values(own).flatMap((list) => list.flatMap((group) => group.properties)),
  ]);
  const left = fieldProperties[kind].filter((property: Property) => !named.has(property.key));
  const keys = (properties: readonly Property[]) => properties.map((property) => property.key);
  const rest = section === "dados" ? keys(left.filter((property) => !property.extension)) : [];
  // Kinds without a panel for looks have everything in the other.
  if ((section === "dados") === own.estilo.length > 0) return { groups: own[section].filter(({ properties }) => properties.length > 0), rest };
  const extensions = new Set(keys(left.filter((property) => property.extension)));
  const common = COMMON_GROUPS.map((group) => ({ ...group, properties: group.properties.filter((key) => extensions.delete(key)) }));
  const further: Group = { key: "further", advanced: true, properties: [...extensions] };
  return { groups: [...own[section], further, ...common].filter((group) => group.properties.length > 0), rest };
}
