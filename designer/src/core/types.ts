/**
 * The document format as types: what template files hold, in the names that `json-pdf-designer` publishes.
 *
 * They say the same as `docs/template.d.ts` (`tests/types/format.ts` compares them) in two ways that code which reads
 * templates wants: an absent property is `undefined`, never `null`, and what every editor writes is not optional.
 * Files may still lack it, and may hold keys that are not listed here; every function of this package keeps those.
 */

/** Size in mm. */
export type PageSize = {
  width: number;
  height: number;
  /** The page ends below its content; `height` is the most that it has. */
  autoHeight?: boolean;
};

/** What all kinds of field have in common. Lengths are mm from the top left of the page. */
export type BaseSchema = {
  id: string;
  /** What bindings refer to. */
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Editor only: the field can neither be moved nor resized. */
  locked?: boolean;
  /** The section that the field belongs to; `x` and `y` stay relative to the page. */
  sectionId?: string;
  /** Bare expression; blank or absent means always visible. */
  visibleWhen?: string;

  // Extensions: they count in templates with `extensions`.
  /** Degrees, clockwise. */
  rotate?: number;
  /** From 0 to 1. */
  opacity?: number;
  zIndex?: number;
  breakBefore?: PageBreak;
  breakAfter?: PageBreak;
  keepWithNext?: boolean;
  pin?: "none" | "bottom";
  collapse?: boolean;
  position?: "flow" | "page";
  layer?: "foreground" | "background";
  /** One of the names, a bare expression over the names of pages, or an object. */
  onPages?: string | PageSelection;
  role?: "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p" | "caption" | "quote" | "artifact";
  /** What those learn of a picture, a chart, a code or a drawing who do not see it. */
  alt?: string;
  /** A picture that says nothing. */
  decorative?: boolean;
  /** Language of its texts, where it is not that of the document. */
  lang?: string;
  readingOrder?: number;
  /** An address, or `#` and the id of a field. */
  link?: string;
  /** Title in the outline of the document. */
  bookmark?: string;
  /** From 1 to 6. */
  bookmarkLevel?: number;
};

export type PageBreak = "auto" | "page" | "odd" | "even";

/** On which pages something is printed. */
export type PageSelection = {
  select?: "all" | "first" | "notFirst" | "last" | "notLast" | "only" | "odd" | "even";
  of?: "design" | "document" | "set";
};

/** A multiple of the font size, or the distance itself. */
export type LineHeight = number | `${number}pt` | `${number}mm`;

export type TextSchema = BaseSchema & {
  type: "text";
  content: string;
  /** In pt. */
  fontSize?: number;
  fontColor?: string;
  /** The last three are extensions of the format. */
  alignment?: "left" | "center" | "right" | "justify" | "start" | "end";
  backgroundColor?: string;
  borderColor?: string;
  /** In mm. */
  borderWidth?: number | BorderWidths;

  // Extensions: they count in templates with `extensions`.
  /** In mm: one number, or one per corner. */
  radius?: number | TableCornerRadii;
  /** Term of the e-invoice that the text prints. */
  bt?: string;
  wrap?: TextWrap;
  lineHeight?: LineHeight;
  textFormat?: "plain" | "inline-markdown";
  markupLinks?: boolean;
  overflow?: "visible" | "expand" | "ellipsis" | "clip" | "shrink";
  minLines?: number;
  maxLines?: number;
  dynamicFontSize?: { min?: number; max?: number; fit?: "vertical" | "horizontal" };
  verticalAlignment?: VerticalAlign;
  /** In mm: one number, or one per side. */
  padding?: number | { top?: number; right?: number; bottom?: number; left?: number };
  breakInside?: "avoid" | "auto";
  orphans?: number;
  widows?: number;
  /** The name of a font of the template, or `builtin:helvetica` and the like. */
  fontName?: string;
  /** Tags of OpenType features, such as `tnum`. */
  fontFeatures?: string[];
  bold?: boolean;
  italic?: boolean;
  /** What stands in for a face that the font lacks. */
  fontVariantFallback?: FaceFallback;
  underline?: boolean;
  strikethrough?: boolean;
  /** In pt. */
  characterSpacing?: number;
  textTransform?: TextTransform;
  /** The name of a style of the template; it comes before the field's own keys. */
  style?: string;
  styleOverrides?: Style;
  styleWhen?: StyleRule[];
  /** The side that it is read from; absent, as the template says. */
  direction?: TextDirection;
  /** In mm. */
  paragraphSpacing?: number;
};

/** The side that texts are read from; `auto`: as the first letter of each paragraph says. */
export type TextDirection = "ltr" | "rtl" | "auto";

export type HorizontalAlign = "left" | "center" | "right";
export type VerticalAlign = "top" | "middle" | "bottom";

export type TextWrap = "none" | "word" | "char";

/** Widths of a border by side, in mm. */
export type BorderWidths = { top?: number; right?: number; bottom?: number; left?: number };

export type FaceFallback = "plain" | "synthetic" | "error";

export type TextTransform = "none" | "upper" | "lower";

/** A font by its faces: `lib:NAME`, a file of the library, or `builtin:helvetica` and the like. */
export type Font = {
  regular: string;
  bold?: string;
  italic?: string;
  boldItalic?: string;
  /** Names of fonts that have the characters that this one lacks. */
  fallback?: string[];
};

/** What a text, row or cell looks like. */
export type Style = {
  /** The name of the style that says what this one leaves open. */
  extends?: string;
  fontName?: string;
  /** Tags of OpenType features, such as `tnum`. */
  fontFeatures?: string[];
  fontSize?: number;
  fontColor?: string;
  bold?: boolean;
  italic?: boolean;
  /** What stands in for a face that the font lacks. */
  fontVariantFallback?: FaceFallback;
  underline?: boolean;
  strikethrough?: boolean;
  characterSpacing?: number;
  textTransform?: TextTransform;
  lineHeight?: LineHeight;
  alignment?: TextSchema["alignment"];
  verticalAlignment?: VerticalAlign;
  backgroundColor?: string;
  borderColor?: string;
  borderWidth?: number | BorderWidths;
  padding?: TextSchema["padding"];
};

/** What a text or a card looks like where a condition holds. */
export type StyleRule = {
  /** Bare expression over what the field sees. */
  when: string;
  style?: Style;
};

/** A further row of a table; its cells are named by the keys of the columns. */
export type TableRow = {
  cells?: Record<string, string | number | boolean>;
  spans?: Record<string, number>;
  style?: Style;
  /** In mm. */
  height?: number;
  /** Bare expression; the row is left out where it does not hold. */
  visibleWhen?: string;
};

/** Rows after each row of the data, one set per item of a list. */
export type TableDetail = {
  /** From the item of the row. */
  path: string;
  rows?: TableRow[];
  keep?: boolean;
  /** Bare expression over the item. */
  visibleWhen?: string;
};

/** A line of a table. */
export type BorderLine = {
  /** In pt. */
  width?: number;
  color?: string;
  /** In mm: dashes and gaps in turn. */
  dash?: number[];
};

/** The lines of a table, by place. */
export type TableBorders = {
  outer?: BorderLine | null;
  row?: BorderLine | null;
  column?: BorderLine | null;
  headBottom?: BorderLine | null;
  footerTop?: BorderLine | null;
};

/** Rows that follow each other and agree in something. */
export type TableGroup = {
  /** Bare expression over the item of a row. */
  by: string;
  header?: TableRow;
  footer?: TableRow;
  keepWith?: number;
  pageBreak?: boolean;
  repeatHeader?: boolean;
  sort?: "none" | "asc" | "desc";
};

/** What rows or cells look like where a condition holds. */
export type ConditionalStyle = {
  /** Bare expression over the item of the row. */
  when: string;
  /** Absent, the whole row. */
  column?: string;
  style?: Style;
};

/** What differs in one column of a table. */
export type TableColumnStyle = {
  headBackgroundColor?: string;
  /** Its cells name their rows for screen readers. */
  rowHeader?: boolean;
  headTextColor?: string;
  headFontSize?: number;
  cellBackgroundColor?: string;
  cellTextColor?: string;
  cellFontSize?: number;

  // Extensions: they count in templates with `extensions`.
  /** Name of the column for further rows. */
  key?: string;
  /** With expressions, instead of that in `head`. */
  title?: string;
  /** Bare expression over the document. */
  visibleWhen?: string;
  headVerticalAlign?: VerticalAlign;
  cellVerticalAlign?: VerticalAlign;
  footerVerticalAlign?: VerticalAlign;
  cellBorder?: BorderLine;
  /** What the cells of the rows are drawn as. */
  kind?: "text" | "image" | "qrcode" | "barcode";
  symbology?:
    | "code128"
    | "gs1-128"
    | "ean13"
    | "ean8"
    | "upca"
    | "itf"
    | "itf14"
    | "code39"
    | "codabar"
    | "datamatrix"
    | "gs1datamatrix"
    | "pdf417"
    | "aztec";
  checkDigit?: "auto" | "none";
  includeText?: boolean;
  textFontSize?: number;
  errorCorrection?: "L" | "M" | "Q" | "H";
  quietZone?: number;
  onError?: "fail" | "hide";
  /** Height of what is drawn, in mm. */
  cellHeight?: number;
  /** In mm, `auto`, or a share such as `2fr`. */
  width?: number | string;
  headAlign?: HorizontalAlign;
  cellAlign?: HorizontalAlign;
  footerAlign?: HorizontalAlign;
  headWrap?: TextWrap;
  cellWrap?: TextWrap;
  headBold?: boolean;
  cellBold?: boolean;
  cellItalic?: boolean;
  footerBold?: boolean;
  footerBackgroundColor?: string;
  footerTextColor?: string;
  footerFontSize?: number;
};

/** Radii in mm. */
export type TableCornerRadii = {
  topLeft?: number;
  topRight?: number;
  bottomLeft?: number;
  bottomRight?: number;
};

export type TableSchema = BaseSchema & {
  type: "table";
  /** Titles, printed literally; their number is the number of columns. */
  head: string[];
  /** Row 0 is the design row: a cell with `{` is the template of its column. */
  content: string[][];
  /** In mm; columns without one share the rest. */
  columnWidths?: (number | undefined)[];
  repeatHeader?: boolean;
  /** One template per column; empty means no totals row. */
  footer?: string[];
  headAlign?: HorizontalAlign;
  bodyAlign?: HorizontalAlign;
  footerAlign?: HorizontalAlign;
  headVerticalAlign?: VerticalAlign;
  bodyVerticalAlign?: VerticalAlign;
  footerVerticalAlign?: VerticalAlign;
  headBorderRadius?: TableCornerRadii;
  bodyBorderRadius?: TableCornerRadii;
  footerBorderRadius?: TableCornerRadii;
  headBackgroundColor?: string;
  headTextColor?: string;
  headFontSize?: number;
  bodyBackgroundColor?: string;
  bodyTextColor?: string;
  bodyFontSize?: number;
  /** Background of every second row. */
  bodyBandColor?: string;
  borderColor?: string;
  footerBackgroundColor?: string;
  footerTextColor?: string;
  footerFontSize?: number;
  columnStyles?: (TableColumnStyle | undefined)[];
  /** Editor only: the preset that the colours come from. */
  colorPalette?: string;

  // Extensions: they count in templates with `extensions`.
  /** Heights in mm. */
  rowHeight?: number;
  headRowHeight?: number;
  footerRowHeight?: number;
  /** In mm: one number, or one per direction. */
  cellPadding?: number | { x?: number; y?: number };
  headWrap?: TextWrap;
  bodyWrap?: TextWrap;
  footerWrap?: TextWrap;
  headLineHeight?: LineHeight;
  bodyLineHeight?: LineHeight;
  footerLineHeight?: LineHeight;
  headMaxLines?: number;
  bodyMaxLines?: number;
  footerMaxLines?: number;
  headTextFormat?: "plain" | "inline-markdown";
  bodyTextFormat?: "plain" | "inline-markdown";
  footerTextFormat?: "plain" | "inline-markdown";
  headBold?: boolean;
  headItalic?: boolean;
  bodyBold?: boolean;
  bodyItalic?: boolean;
  footerBold?: boolean;
  footerItalic?: boolean;
  /** Names of fonts of the template. */
  headFontName?: string;
  bodyFontName?: string;
  footerFontName?: string;
  /** Names of styles of the template. */
  headStyle?: string;
  bodyStyle?: string;
  footerStyle?: string;
  /** Purpose and structure, for those who do not see the table. */
  summary?: string;
  /** Printed where there are no rows. */
  emptyText?: string;
  rowBreak?: "avoid" | "auto";
  minRows?: number;
  keepTogether?: boolean;
  borders?: "grid" | "rows" | "columns" | "frame" | "none" | TableBorders;
  /** In pt. */
  gridWidth?: number;
  bandScope?: "slice" | "table" | "group";
  headRows?: TableRow[];
  /** Rows before the totals row, such as subtotal, discount and tax. */
  footerRows?: TableRow[];
  footerSpans?: Record<string, number>;
  detail?: TableDetail;
  groups?: TableGroup[];
  carriedOver?: TableRow;
  broughtForward?: TableRow;
  pageTotals?: TableRow;
  styleWhen?: ConditionalStyle[];
  /** The side that its texts are read from; absent, as the template says. */
  direction?: TextDirection;
};

export type ImageSchema = BaseSchema & {
  type: "image";
  /** Data URI of a PNG or JPEG; empty draws nothing. */
  content: string;

  // Extensions: they count in templates with `extensions`.
  fit?: "stretch" | "contain" | "cover" | "none" | "scale-down";
  alignment?: "left" | "center" | "right";
  verticalAlignment?: "top" | "middle" | "bottom";
  dpi?: number;
  orientation?: "ignore" | "exif";
  minDpi?: number;
  radius?: number | TableCornerRadii;
  missing?: string;
  scope?: "document" | "item";
};

/** A rectangle that repeats once per item of the list bound to it, with the fields whose `sectionId` names it. */
export type SectionSchema = BaseSchema & {
  type: "section";

  // Extensions: they count in templates with `extensions`.
  repeat?: "items" | "once";
  emptyRepeat?: boolean;
  /** Whether a repetition may continue on the next page. */
  breakInside?: "avoid" | "auto";
  /** Items in the order of expressions; the first one counts first. */
  sort?: { by: string; order?: "none" | "asc" | "desc" }[];
  repeatBreak?: "auto" | "page";
  restartNumbering?: boolean;
  columns?: { count?: number; gap?: number; fill?: "across" | "down" };
  filters?: FilterGroup[];
};

export type ChartSortBy = "value_desc" | "value_asc" | "label_asc" | "label_desc";

export type ChartSchema = BaseSchema & {
  type: "chart";
  chartType: "pie" | "bar";
  /** Pie only; default: donut. */
  pieStyle?: "donut" | "full";
  /** Pie only; default: right. */
  legendPosition?: "right" | "left" | "top" | "bottom" | "slices";
  displayMode: "number" | "percent" | "both";
  /** A {@link ChartPaletteName}; unknown names mean `default`. */
  colorPalette?: string;
  /** Used with the palette `custom`. */
  customPaletteColors?: string[];
  valueFormat?: "number" | "currency";
  currencySymbol?: string;
  decimals?: number;
  thousandsSeparator?: boolean;
  /** In pt. */
  legendFontSize?: number;
  sortBy?: ChartSortBy;
  /** How many items keep their own place; 0: all. */
  topN?: number;
};

export type ChartPresetName = "default" | "classic" | "modern" | "vibrant" | "pastel" | "grayscale";
export type ChartPaletteName = ChartPresetName | "custom";

/** `none`, or a name out of `MATERIAL_ICON_NAMES`; an unknown name draws nothing. */
export type KpiIcon = string;

export type KpiElementKey = "icon" | "title" | "value" | "subtitle";

/** Top left corner relative to the card's, in mm. */
export type KpiElementOffset = { x: number; y: number };

export type KpiSchema = BaseSchema & {
  type: "kpi";
  icon?: KpiIcon;
  title?: string;
  value?: string;
  subtitle?: string;
  backgroundColor: string;
  textColor: string;
  titleFontSize?: number;
  valueFontSize?: number;
  subtitleFontSize?: number;
  iconSize?: number;
  /** Percent of half the shorter side. */
  borderRadius?: number;
  numberFormat?: "none" | "plain" | "grouped";
  iconOffset?: KpiElementOffset;
  titleOffset?: KpiElementOffset;
  valueOffset?: KpiElementOffset;
  subtitleOffset?: KpiElementOffset;
  /** Names of styles of the template. */
  titleStyle?: string;
  valueStyle?: string;
  subtitleStyle?: string;
  styleWhen?: StyleRule[];
  /** The side that its texts are read from; absent, as the template says. */
  direction?: TextDirection;
  iconLocked?: boolean;
  titleLocked?: boolean;
  valueLocked?: boolean;
  subtitleLocked?: boolean;
};

/** A field: one entry of `schemas`. */
export type Schema = TextSchema | TableSchema | ImageSchema | SectionSchema | ChartSchema | KpiSchema;
export type Field = Schema;
export type FieldType = Schema["type"];

/** Widths and heights of the repeating bands at the edges of a page, in mm. */
export type Bands = {
  headerHeight?: number;
  footerHeight?: number;
  marginLeft?: number;
  marginRight?: number;
};

/** One page design. */
export type PageDesign = Bands & {
  page: PageSize;
  /** PNG as data URI, stretched over the whole page under everything. */
  backgroundImage?: string;
  schemas: Schema[];

  // Extensions: they count in templates with `extensions`.
  firstPage?: PageVariant;
  lastPage?: PageVariant;
  blankPages?: "empty" | "bands";
  duplex?: boolean;
  restartNumbering?: boolean;
  /** PDF file under everything: `lib:NAME` or a data URI. */
  backgroundPdf?: string;
  backgroundPdfPages?: LetterheadPages;
};

/** Which pages of a letterhead lie under which pages of a design, from 1. */
export type LetterheadPages = { first?: number; other?: number; last?: number };

/** What differs on the first or the last page of a design; heights in mm. */
export type PageVariant = { headerHeight?: number; footerHeight?: number; backgroundImage?: string };

export type TemplatePage = PageDesign & {
  id: string;
  /** Caption in the editor. */
  name?: string;
};

/** Version of the document format. */
export type TemplateVersion = number;

/** Metadata and passwords; texts hold expressions over the data. */
export type PdfOptions = {
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string;
  language?: string;
  /** Standards that the document conforms to. */
  conformance?: ("pdfa-2b" | "pdfa-2u" | "pdfa-2a" | "pdfa-3b" | "pdfa-3u" | "pdfa-3a" | "pdfua-1")[];
  /** Tags for screen readers; absent, where a standard needs them. */
  tagged?: boolean;
  viewer?: {
    pageMode?: "none" | "outlines" | "thumbs" | "fullScreen";
    displayDocTitle?: boolean;
    duplex?: "simplex" | "longEdge" | "shortEdge";
  };
  attachments?: {
    name: string;
    /** A text, or base64 where the type is none of text. */
    source: string;
    mimeType?: string;
    relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
    description?: string;
    /** A bare expression. */
    when?: string;
  }[];
  encryption?: {
    /** Blank or too short, no document is made. */
    userPassword: string;
    /** Name of a secret of the installation. */
    ownerPassword?: string;
    permissions?: ("print" | "copy" | "modify" | "annotate" | "fill" | "assemble" | "accessibility")[];
    minLength?: number;
  };
  /** The e-invoice that is made of the same data. */
  einvoice?: {
    standard?: "factur-x" | "ubl";
    profile?: "minimum" | "basicwl" | "basic" | "en16931" | "extended" | "xrechnung" | "peppol";
    preset?: "invoice";
    /** Terms of EN 16931 with texts, groups with maps. */
    map?: Record<string, unknown>;
  };
};

export type Template = PageDesign & {
  version?: TemplateVersion;
  /** Level of the extensions that the template uses; absent, none of them counts. */
  extensions?: number;
  /** Language tag by which numbers, amounts, dates and texts are written. */
  locale?: string;
  /** Where the data says the language tag. */
  localeFrom?: string;
  /** Currency of amounts that name none. */
  currency?: string;
  timeZone?: string;
  /** The side that texts are read from, where they say nothing themselves. */
  direction?: TextDirection;
  /** Translations by language tag and key. */
  texts?: Record<string, Record<string, string>>;
  /** What the PDF says of itself, and who may open it. */
  pdf?: PdfOptions;
  /** Fonts by name; `default` is that of the document. */
  fonts?: Record<string, Font>;
  /** Dots per inch below which images are noted, where the image itself says nothing. */
  minDpi?: number;
  /** Styles by name; `default` is that of every field. */
  /** Values that the rest of the template refers to by name, such as `@accent`. */
  theme?: { colors?: Record<string, string> };
  styles?: Record<string, Style>;
  arithmetic?: "double" | "decimal";
  /** Bare expressions that are used as `$name`. */
  defs?: Record<string, string>;
  /** Conditions without which there is no document. */
  require?: Requirement[];
  /** What `$page.number` is on the first page. */
  pageNumberStart?: number;
  /** If present and not empty, the only source: the flat keys `page` to `schemas` are then ignored. */
  pages?: TemplatePage[];
};

/** A condition without which there is no document. */
export type Requirement = {
  /** Bare expression over the document that must hold. */
  that: string;
  /** Reason why there is no document where it does not hold; a text with expressions. */
  message: string;
};

/** The exact key of each item, or a title with a template evaluated per item. */
export type TableColumn = string | { label: string; formula: string };

export type FilterOp = "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "contains";
export type FilterCondition = { column: string; op: FilterOp; value: string };
/** Conditions that must all hold; of several groups, one must. */
export type FilterGroup = FilterCondition[];

export type KpiAggregation = "sum" | "count" | "avg" | "min" | "max";

export type ScalarBinding = { schemaName: string; type: "scalar"; path: string };
export type TemplateBinding = { schemaName: string; type: "template"; template: string };
export type ArrayBinding = {
  schemaName: string;
  type: "array";
  path: string;
  columns: TableColumn[];
  filters?: FilterGroup[];
};
export type KeyValueBinding = { schemaName: string; type: "keyvalue"; paths: string[] };
export type SectionBinding = { schemaName: string; type: "section"; path: string };
export type ChartBinding = {
  schemaName: string;
  type: "chart";
  path: string;
  labelColumn: string;
  valueColumn: string;
  filters?: FilterGroup[];
};
export type KpiBinding = {
  schemaName: string;
  type: "kpi";
  path: string;
  aggregation: KpiAggregation;
  valueColumn?: string;
  filters?: FilterGroup[];
};

/** How a field is connected with the data. */
export type Binding =
  | ScalarBinding
  | TemplateBinding
  | ArrayBinding
  | KeyValueBinding
  | SectionBinding
  | ChartBinding
  | KpiBinding;

/** What a template file holds. */
export type TemplateFile = { name?: string; template: Template; bindings: Binding[] };

export type DataSourceColumnType = "number" | "string" | "boolean" | "other";

/** A list in the data that the host knows of. */
export type DataSourceOption = {
  path: string;
  label: string;
  columns?: string[];
  columnTypes?: Record<string, DataSourceColumnType>;
};

/** Payload of `application/x-json-pdf-designer-section-column`. */
export type SectionColumnDragPayload = { sectionId: string; column: string };

/** Payload of `application/json` that a host's data explorer drags. */
export type DataDragPayload = {
  path: string;
  kind: "scalar" | "arraySource" | "arrayColumn" | "native";
  sourcePath?: string;
  column?: string;
  label?: string;
  columns?: string[];
  columnTypes?: Record<string, DataSourceColumnType>;
};

/** Where on the page a field is drawn, by its place; all but `body` repeat on every physical page. */
export type Zone = "header" | "footer" | "marginLeft" | "marginRight" | "body";

export type Orientation = "portrait" | "landscape";

export type ChartItem = { label: string; value: number };

/** A fault of an expression somewhere in a field or its binding. */
export type SchemaExpressionError = {
  severity: "error" | "warning";
  /** The property: `content`, `visibleWhen`, `footer[2]`, `columns[1].formula`, … */
  field: string;
  expression: string;
  message: string;
};

/** What completion offers in an expression. */
export type Suggestion = {
  kind: "function" | "operator";
  name: string;
  /** What is inserted. */
  insert: string;
  /** Key into `fieldFunctions` of the dictionary. */
  hintKey?: string;
};

/** A `{…}` around the caret: from the brace to after the closing one. */
export type TokenSpan = { start: number; end: number; inner: string };

export type GeneratePdfOptions = {
  /** The first font; TrueType, OpenType, WOFF or WOFF2. */
  fontBytes?: Uint8Array | ArrayBuffer;
  /** Default: 5000. */
  maxPages?: number;
  /** Further fonts, used in this order after `fontBytes`. */
  fonts?: readonly (Uint8Array | ArrayBuffer)[];
  /** Files that the template names as `lib:NAME`, by name: fonts, pictures, letterheads, attachments. */
  library?: Readonly<Record<string, Uint8Array | ArrayBuffer>>;
  /** `false` refuses characters that Helvetica and the given fonts lack. Default: true. */
  fallbackFont?: boolean;
  signal?: AbortSignal;
  /** Default: the epoch, so that the same input gives the same bytes. */
  creationDate?: Date | string;
  title?: string;
  author?: string;
  /** BCP 47 tag of the document's locale, such as `de-DE`; default: that of the template or the data. */
  locale?: string;
  /** Texts that several templates share, by language tag and key: the files `texts/LANG.json` of a repository. The template's own win. */
  texts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Fonts by name that several templates share: `fonts` of the settings of a service. The template's own win. */
  namedFonts?: Readonly<Record<string, Font>>;
  /** Called once for each finding that does not stop the document. */
  onWarning?: (warning: GenerationWarning) => void;
  /**
   * Runs the engine beside the event loop. Default: in a window for all documents, when it has workers; in Node never.
   */
  worker?: boolean;
};

export type GenerationWarning = { code: string; message: string; field?: string };
