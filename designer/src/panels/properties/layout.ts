/** Where panels show properties. What is not named here appears at the end of its panel, so that no property is without a control. */
import type { FieldType } from "../../core/types";
import type { FormsDict } from "../../i18n/en/forms";
import { fieldProperties, type Property } from "./description";

export type Section = "dados" | "estilo";
export type GroupKey = keyof FormsDict["groups"];

export interface Group {
  key: GroupKey;
  properties: readonly string[];
}

/** Shown by every panel with data. */
export const POSITION = ["x", "y", "width", "height"] as const;
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

const GROUPS: Record<FieldType | "qrcode" | "barcode", Record<Section, readonly Group[]>> = {
  qrcode: { dados: [{ key: "content", properties: ["content", "payload", "onError"] }], estilo: [] },
  barcode: { dados: [{ key: "content", properties: ["symbology", "content", "checkDigit", "includeText", "onError"] }], estilo: [] },
  text: {
    dados: [{ key: "content", properties: ["content"] }],
    estilo: [
      {
        key: "text",
        properties: ["fontName", "fontSize", "fontColor", "alignment", "verticalAlignment", "direction", "bold", "italic", "fontVariantFallback", "underline", "strikethrough", "characterSpacing", "textTransform", "textFormat", "markupLinks"],
      },
      {
        key: "lines",
        properties: [
          "wrap",
          "lineHeight",
          "paragraphSpacing",
          "overflow",
          "minLines",
          "maxLines",
          "dynamicFontSize",
          "breakInside",
          "orphans",
          "widows",
        ],
      },
      { key: "box", properties: ["backgroundColor", "borderColor", "borderWidth", "padding"] },
      { key: "styles", properties: ["style", "styleOverrides", "styleWhen"] },
    ],
  },
  table: {
    dados: [],
    estilo: [
      {
        key: "table",
        properties: [
          "bodyBandColor",
          "bandScope",
          "borders",
          "borderColor",
          "gridWidth",
          "repeatHeader",
          "cellPadding",
          "emptyText",
          "rowBreak",
          "minRows",
          "keepTogether",
          "direction",
          "styleWhen",
        ],
      },
      {
        key: "titles",
        properties: ["headBackgroundColor", "headTextColor", "headFontName", "headFontSize", "headBold", "headItalic", "headAlign", "headVerticalAlign", "headTextFormat", "headWrap", "headLineHeight", "headMaxLines", "headRowHeight", "headBorderRadius", "headStyle"],
      },
      {
        key: "rows",
        properties: ["bodyBackgroundColor", "bodyTextColor", "bodyFontName", "bodyFontSize", "bodyBold", "bodyItalic", "bodyAlign", "bodyVerticalAlign", "bodyTextFormat", "bodyWrap", "bodyLineHeight", "bodyMaxLines", "rowHeight", "bodyBorderRadius", "bodyStyle"],
      },
      {
        key: "totals",
        properties: [
          "footerBackgroundColor",
          "footerTextColor",
          "footerFontName",
          "footerFontSize",
          "footerBold",
          "footerItalic",
          "footerAlign",
          "footerVerticalAlign",
          "footerTextFormat",
          "footerSpans",
          "footerWrap",
          "footerLineHeight",
          "footerMaxLines",
          "footerRowHeight",
          "footerBorderRadius",
          "footerStyle",
        ],
      },
      { key: "furtherRows", properties: ["headRows", "detail", "groups", "carriedOver", "broughtForward", "pageTotals"] },
    ],
  },
  image: { dados: [], estilo: [] },
  section: { dados: [], estilo: [] },
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
    estilo: [{ key: "card", properties: ["backgroundColor", "textColor", "borderRadius", "direction"] },
      { key: "styles", properties: ["titleStyle", "valueStyle", "subtitleStyle", "styleWhen"] },
    ],
  },
};

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
  { key: "drawing", properties: ["rotate", "opacity", "zIndex", "radius"] },
  { key: "flow", properties: ["breakBefore", "breakAfter", "keepWithNext", "pin", "collapse", "anchor", "printOn"] },
  { key: "reading", properties: ["alt", "decorative", "role", "labelFor", "link", "bookmark", "bookmarkLevel", "language", "direction"] },
];

/**
 * Groups of a panel. Properties that no group names stand at the end of the panel with data, those of extensions at the end of
 * the panel with looks, where the kind has one.
 */
export function groupsOf(kind: FieldType, section: Section): { groups: readonly Group[]; rest: readonly string[] } {
  const own = GROUPS[kind] ?? { dados: [], estilo: [] };
  const named = new Set<string>([
    ...POSITION,
    ...COMMON,
    ...IDENTITY,
    ...(OWN_EDITORS[kind] ?? []),
    ...Object.values(own).flatMap((list) => list.flatMap((group) => group.properties)),
  ]);
  const left = fieldProperties[kind].filter((property: Property) => !named.has(property.key));
  const keys = (properties: readonly Property[]) => properties.map((property) => property.key);
  const rest = section === "dados" ? keys(left.filter((property) => !property.extension)) : [];
  // Kinds without a panel for looks have everything in the other.
  if ((section === "dados") === own.estilo.length > 0) return { groups: own[section], rest };
  const extensions = new Set(keys(left.filter((property) => property.extension)));
  const common = COMMON_GROUPS.map((group) => ({ ...group, properties: group.properties.filter((key) => extensions.delete(key)) }));
  const further: Group = { key: "further", properties: [...extensions] };
  return { groups: [...own[section], further, ...common].filter((group) => group.properties.length > 0), rest };
}
