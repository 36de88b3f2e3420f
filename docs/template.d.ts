// Types of report template files.

/** A template file: the template, its bindings, and what belongs to them. */
export interface TemplateFile {
  /** Name of the template for people; default is the file name. */
  name?: string | null;
  /** The pages and the fields on them. */
  template: Template;
  /** Connections of fields with the data. */
  bindings: Binding[];
  /** Texts of messages with the report. */
  mail?: MailOptions | null;
  /** Whether documents with missing data are refused. Default: false. */
  strict?: boolean | null;
}

/** Texts of messages with the report, with expressions over the data. */
export interface MailOptions {
  /** The subject. */
  subject?: string | null;
  /** The plain text. */
  body?: string | null;
  /** The same as HTML. */
  html?: string | null;
  /** Name of the attached PDF. */
  filename?: string | null;
  /** Address for replies. */
  replyTo?: string | null;
  /** Further recipients, named in the message. */
  cc?: string[] | null;
  /** Further recipients that no header names. */
  bcc?: string[] | null;
}

/** One page design: size, bands and fields. */
export interface PageDesign {
  /** Size of the page. */
  page: PageSize;
  /** Height of the repeating band at the top. Unit: mm. Default: 0. */
  headerHeight?: number | null;
  /** Height of the repeating band at the bottom. Unit: mm. Default: 0. */
  footerHeight?: number | null;
  /** Width of the repeating band on the left. Unit: mm. Default: 0. */
  marginLeft?: number | null;
  /** Width of the repeating band on the right. Unit: mm. Default: 0. */
  marginRight?: number | null;
  /** PNG as data URI, stretched over the whole page under everything, on every physical page. */
  backgroundImage?: string | null;
  /** PDF file whose pages lie under everything as letterhead (20.7.6): `lib:` and the name of a file of the library, or a data URI. Only with `extensions`. */
  backgroundPdf?: string | null;
  /** Pages of the letterhead by page of the document. Only with `extensions`. */
  backgroundPdfPages?: LetterheadPages | null;
  /** All fields of the page, flat (no nesting). */
  schemas: Field[];
  /** Differences of the first page of the design (20.7.3). Only with `extensions`. */
  firstPage?: PageVariant | null;
  /** Differences of the last page of the design. Only with `extensions`. */
  lastPage?: PageVariant | null;
  /** Content of pages that a break to an odd or even page leaves blank. Default: "empty". Only with `extensions`. */
  blankPages?: "empty" | "bands" | null;
  /** Begins on a page with an odd number. Default: false. Only with `extensions`. */
  duplex?: boolean | null;
  /** Numbers its pages from 1, for `$set.number` and `$set.count` (20.7.5). Default: false. Only with `extensions`. */
  restartNumbering?: boolean | null;
}

/** The template: one page design, or several in `pages`. */
export interface Template extends PageDesign {
  /** Version of the document format (not of a package); the rules are in 2.3. Default: 1. */
  version?: number | null;
  /** Level of the extensions (chapter 20) that the template uses; absent, none of them applies. Only with `extensions`. */
  extensions?: number | null;
  /** Language and region as a BCP 47 tag such as `de-DE`; turns chapter 20.8 on. Only with `extensions`. */
  locale?: string | null;
  /** Expression over the data that gives the tag of another locale; blank or unknown: `locale`. Only with `extensions`. */
  localeFrom?: string | null;
  /** Currency of `MONEY` where it names none, by ISO 4217. Only with `extensions`. */
  currency?: string | null;
  /** Zone such as `Europe/Berlin` in which times with an offset are shown; absent, UTC. Only with `extensions`. */
  timeZone?: string | null;
  /** The side that texts are read from, where they say nothing themselves; absent, `auto` (20.1.7). Only with `extensions`. */
  direction?: "ltr" | "rtl" | "auto" | null;
  /** Texts of `T` by language tag and key (20.8.3). Only with `extensions`. */
  texts?: Record<string, Record<string, string>> | null;
  /** Arithmetic of expressions (20.9.2). Default: "double". Only with `extensions`. */
  arithmetic?: "double" | "decimal" | null;
  /** Formulas by name, bare expressions that are used as `$name` (20.9.3). Only with `extensions`. */
  defs?: Record<string, string> | null;
  /** Conditions that must be true for a document (20.9.6). Only with `extensions`. */
  require?: Requirement[] | null;
  /** Value of `$page.number` on the first page. Default: 1. Only with `extensions`. */
  pageNumberStart?: number | null;
  /** Fonts by name (20.3.5); `default` is that of the document. Only with `extensions`. */
  fonts?: Record<string, Font> | null;
  /** Dots per inch below which images are noted, where the image itself says nothing. Only with `extensions`. */
  minDpi?: number | null;
  /** Values that the rest of the template refers to by name (20.3.6). Only with `extensions`. */
  theme?: Theme | null;
  /** Styles by name (20.3); `default` is that of every field. Only with `extensions`. */
  styles?: Record<string, Style> | null;
  /** Metadata of the PDF, and who may open it (20.10). Only with `extensions`. */
  pdf?: PdfOptions | null;
  /** If present and not empty the only source: the flat keys `page` to `schemas` are then ignored, although files normally still carry them. */
  pages?: TemplatePage[] | null;
}

/** A page design among several. */
export interface TemplatePage extends PageDesign {
  /** Identity (used in the `invalidPageSize` error). */
  id: string;
  /** Tab caption in the editor only. */
  name?: string | null;
}

/** Values that the rest of the template refers to by name. */
export interface Theme {
  /** Colours by name; wherever a colour stands, `@` and the name means it. Only with `extensions`. */
  colors?: Record<string, string> | null;
}

/** A font by its faces: `lib:NAME`, a file of the library (`lib:NAME#1` in a collection), or `builtin:helvetica`, `builtin:times`, `builtin:courier`, `builtin:sans`. */
export interface Font {
  /** The regular face. Only with `extensions`. */
  regular: string;
  /** The bold face. Only with `extensions`. */
  bold?: string | null;
  /** The italic face. Only with `extensions`. */
  italic?: string | null;
  /** The bold italic face. Only with `extensions`. */
  boldItalic?: string | null;
  /** Names of fonts that have the characters that this one lacks. Default: []. Only with `extensions`. */
  fallback?: string[] | null;
}

/** A condition without which there is no document. */
export interface Requirement {
  /** Bare expression over the document that must hold. Only with `extensions`. */
  that: string;
  /** Reason of the failure if the condition is false. Only with `extensions`. */
  message: string;
}

/** Metadata and standards of the PDF, and who may open it. */
export interface PdfOptions {
  /** Title of the document; absent, that of the render. Only with `extensions`. */
  title?: string | null;
  /** Who wrote it; absent, the author of the settings. Only with `extensions`. */
  author?: string | null;
  /** Subject of the document. Only with `extensions`. */
  subject?: string | null;
  /** Words by which it is found. Only with `extensions`. */
  keywords?: string | null;
  /** Language of the texts, such as `pt-BR`; absent, that of the locale. Only with `extensions`. */
  language?: string | null;
  /** Standards that the document conforms to (20.10.6): at most one of PDF/A, and PDF/UA. Checked before it is written. Only with `extensions`. */
  conformance?: ("pdfa-2b" | "pdfa-2u" | "pdfa-2a" | "pdfa-3b" | "pdfa-3u" | "pdfa-3a" | "pdfua-1")[] | null;
  /** Whether the document has tags for screen readers (20.10.7); absent, where a standard needs them. Only with `extensions`. */
  tagged?: boolean | null;
  /** Display by readers. Only with `extensions`. */
  viewer?: PdfViewer | null;
  /** Files that the document carries (20.10.4). Only with `extensions`. */
  attachments?: PdfAttachment[] | null;
  /** The password that opens it (AES-256). Only with `extensions`. */
  encryption?: PdfEncryption | null;
  /** The e-invoice that is made of the same data (20.10.8). Only with `extensions`. */
  einvoice?: PdfEinvoice | null;
}

/** Display of the document by readers. */
export interface PdfViewer {
  /** Panel beside the pages. Only with `extensions`. */
  pageMode?: "none" | "outlines" | "thumbs" | "fullScreen" | null;
  /** The window shows the title instead of the name of the file. Default: true. Only with `extensions`. */
  displayDocTitle?: boolean | null;
  /** On which sides it is printed. Only with `extensions`. */
  duplex?: "simplex" | "longEdge" | "shortEdge" | null;
}

/** A file that the document carries. */
export interface PdfAttachment {
  /** Name of the file, without folders. Only with `extensions`. */
  name: string;
  /** Content: `lib:` and a file of the library; or a text, or base64 where its type is not text; or a `data:` URI. Only with `extensions`. */
  source: string;
  /** Type of the file; absent, that of the ending of its name. Only with `extensions`. */
  mimeType?: string | null;
  /** Relationship to the document. Default: "Unspecified". Only with `extensions`. */
  relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified" | null;
  /** Description that readers show. Only with `extensions`. */
  description?: string | null;
  /** Bare expression: whether it is attached; absent, always. Only with `extensions`. */
  when?: string | null;
}

/** The passwords of a document. */
export interface PdfEncryption {
  /** The password that opens it. Only with `extensions`. */
  userPassword: string;
  /** Name of the secret of the settings that allows everything; absent, there is none. Only with `extensions`. */
  ownerPassword?: string | null;
  /** Permissions of readers; absent, all. Only with `extensions`. */
  permissions?: ("print" | "copy" | "modify" | "annotate" | "fill" | "assemble" | "accessibility")[] | null;
  /** A shorter password counts as none. Default: 6. Only with `extensions`. */
  minLength?: number | null;
}

/** The e-invoice that is made of the same data. */
export interface PdfEinvoice {
  /** Syntax of the XML, and its place. Default: "factur-x". Only with `extensions`. */
  standard?: "factur-x" | "ubl" | null;
  /** Profile whose rules the invoice fulfils. Default: "en16931". Only with `extensions`. */
  profile?: "minimum" | "basicwl" | "basic" | "en16931" | "extended" | "xrechnung" | "peppol" | null;
  /** A map that is known by name; `map` adds to it. Only with `extensions`. */
  preset?: "invoice" | null;
  /** Terms (`BT-1`) with texts, and groups (`BG-25`) with a map of their own; a blank text is an absent term. Only with `extensions`. */
  map?: Record<string, string | EinvoiceGroup> | null;
}

/** A group of terms: `each` and `map` for one that occurs several times, else its terms themselves. */
export interface EinvoiceGroup {
  /** Path of the list whose items the map sees. Only with `extensions`. */
  each?: string | null;
  /** The terms of an item. Only with `extensions`. */
  map?: Record<string, string | Record<string, string | Record<string, string | Record<string, string>>>> | null;
}

/** Size of a page; both numbers must be above 0, and texts are refused. */
export interface PageSize {
  /** Width of the page. Unit: mm. */
  width: number;
  /** Height of the page. Unit: mm. */
  height: number;
  /** The page ends below its content, and `height` is the most that it has (20.7.7). Default: false. Only with `extensions`. */
  autoHeight?: boolean | null;
}

/** Differences of the first or the last page of a design. */
export interface PageVariant {
  /** Height of the header on the first page. Unit: mm. Only with `extensions`. */
  headerHeight?: number | null;
  /** Height of the band at the bottom. Unit: mm. Only with `extensions`. */
  footerHeight?: number | null;
  /** Another background; empty, none. Only with `extensions`. */
  backgroundImage?: string | null;
}

/** Which pages of a letterhead lie under which pages of a design, from 1. */
export interface LetterheadPages {
  /** The one under the first page. Default: 1. Only with `extensions`. */
  first?: number | null;
  /** The one under the others; absent, the second one, or the first one of a file that has no other. Only with `extensions`. */
  other?: number | null;
  /** The one under the last page; absent, as if that were not the last one. Only with `extensions`. */
  last?: number | null;
}

/** On which pages something is printed. */
export interface PageSelection {
  /** Pages. Default: "all". Only with `extensions`. */
  select?: "all" | "first" | "notFirst" | "last" | "notLast" | "only" | "odd" | "even" | null;
  /** Pages among which they are counted. Default: "design". Only with `extensions`. */
  of?: "design" | "document" | "set" | null;
}

/** Keys common to all kinds of field. */
export interface FieldBase {
  /** Identity (a uuid in practice); referenced by `sectionId`. */
  id: string;
  /** Binding key and the name used in error messages. */
  name: string;
  /** Field kind; any other value draws nothing and takes its place. Only with `extensions`: `qrcode`, `barcode`, `line`, `rectangle`, `ellipse`, `path`, `svg` and `signature`. */
  type: "text" | "table" | "image" | "section" | "chart" | "kpi" | "qrcode" | "barcode" | "line" | "rectangle" | "ellipse" | "path" | "svg" | "signature";
  /** Left edge, from the left of the page. Unit: mm. */
  x: number;
  /** Top edge, from the top of the page. Unit: mm. */
  y: number;
  /** Width of the authored box. Unit: mm. */
  width: number;
  /** Height of the authored box. Unit: mm. */
  height: number;
  /** Editor only. Default: false. */
  locked?: boolean | null;
  /** Not empty: the field is a member of the section with that `id` and is never laid out on its own (not even when no such section exists: then it is never drawn). `x`/`y` stay page-absolute. */
  sectionId?: string | null;
  /** Bare expression (no braces). Blank or absent = always visible. See 9.8. */
  visibleWhen?: string | null;
  /** Rotation about the centre of the box, in degrees clockwise. Nothing else moves. Default: 0. Only with `extensions`. */
  rotate?: number | null;
  /** Opacity of the field as a whole; 0 draws nothing and keeps its place. Default: 1. Only with `extensions`. */
  opacity?: number | null;
  /** Order of drawing on its page, ascending. Default: 0. Only with `extensions`. */
  zIndex?: number | null;
  /** Whether it begins on a new page (20.7.1). Default: "auto". Only with `extensions`. */
  breakBefore?: "auto" | "page" | "odd" | "even" | null;
  /** Whether the next item begins on a new page. Default: "auto". Only with `extensions`. */
  breakAfter?: "auto" | "page" | "odd" | "even" | null;
  /** Stays on the page where the next item begins. Default: false. Only with `extensions`. */
  keepWithNext?: boolean | null;
  /** Position on its page. Default: "none". Only with `extensions`. */
  pin?: "none" | "bottom" | null;
  /** Hiding it also removes the distance above it. Default: false. Only with `extensions`. */
  collapse?: boolean | null;
  /** In the flow, or at its authored place on every page (20.7.2). Default: "flow". Only with `extensions`. */
  position?: "flow" | "page" | null;
  /** Drawn over or under the other fields. Default: "foreground". Only with `extensions`. */
  layer?: "foreground" | "background" | null;
  /** On which pages something in a band, or with `position`: `page`, is printed: `all` `first` `notFirst` `last` `notLast` `only` `odd` `even`, a bare expression over the names of pages, or an object. Only with `extensions`. */
  onPages?: string | PageSelection | null;
  /** Role for readers who do not see the page. For tagged documents, and in the page model. Only with `extensions`. */
  role?: "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p" | "caption" | "quote" | "artifact" | null;
  /** Alternative text of a picture, a chart, a code or a drawing, for those who do not see it (20.10.7). Only with `extensions`. */
  alt?: string | null;
  /** The picture says nothing: screen readers pass it over. Default: false. Only with `extensions`. */
  decorative?: boolean | null;
  /** Language of its texts where it is not that of the document, such as `pt-BR`. Only with `extensions`. */
  lang?: string | null;
  /** Order of reading, ascending. Default: 0. Only with `extensions`. */
  readingOrder?: number | null;
  /** Target of a click on the box: an address that begins with `http:`, `https:`, `mailto:` or `tel:`, or `#` and the `id` of a field (20.10.2). Only with `extensions`. */
  link?: string | null;
  /** Its entry in the outline of the document; blank, none. Of a section, one per repetition (20.10.3). Only with `extensions`. */
  bookmark?: string | null;
  /** Level of that entry. Default: 1. Only with `extensions`. */
  bookmarkLevel?: number | null;
}

/** One line of text in a box. */
export interface TextField extends FieldBase {
  type: "text";
  /** Text with expressions (chapter 7), used unless a `template`/`scalar` binding replaces it. */
  content: string;
  /** Size of the text. Unit: pt. Default: 10. */
  fontSize?: number | null;
  /** Colour of the text (the default also when empty or invalid). Default: "#000000". */
  fontColor?: string | null;
  /** Horizontal only. Default: "left". Only with `extensions`: `justify`, `start` and `end`. */
  alignment?: "left" | "center" | "right" | "justify" | "start" | "end" | null;
  /** Fills the box when a non-empty string (an invalid colour fills black). */
  backgroundColor?: string | null;
  /** Colour of the border. */
  borderColor?: string | null;
  /** Width of the border: one number, or with extensions one per side. Unit: mm. */
  borderWidth?: number | BorderWidths | null;
  /** Radius of the corners of fill and border: one number, or one per corner. Unit: mm. Only with `extensions`. */
  radius?: number | CornerRadii | null;
  /** Term of the e-invoice that the text prints, such as `BT-112`: both must say the same (20.10.8). Only with `extensions`. */
  bt?: string | null;
  /** Line breaking of the text (20.1.1). Default: "none". Only with `extensions`. */
  wrap?: "none" | "word" | "char" | null;
  /** Distance of lines: a multiple of the font size, or a length such as `14pt` or `4mm` (20.1.2). Default: 1.2. Only with `extensions`. */
  lineHeight?: number | `${number}pt` | `${number}mm` | null;
  /** Behaviour for lines that do not fit the box (20.1.3). Default: "visible". Only with `extensions`. */
  overflow?: "visible" | "expand" | "ellipsis" | "clip" | "shrink" | null;
  /** Minimum number of lines that an expanding box has room for. Default: 1. Only with `extensions`. */
  minLines?: number | null;
  /** Maximum number of lines printed. Only with `extensions`. */
  maxLines?: number | null;
  /** Between which sizes a text shrinks. Only with `extensions`. */
  dynamicFontSize?: DynamicFontSize | null;
  /** Vertical position of the lines in the box. Default: "top". Only with `extensions`. */
  verticalAlignment?: "top" | "middle" | "bottom" | null;
  /** Room inside the box: one number, or one per side. Unit: mm. Only with `extensions`. */
  padding?: number | Padding | null;
  /** Whether an expanding text alone in its row continues on the next page (20.1.4). Default: "avoid". Only with `extensions`. */
  breakInside?: "avoid" | "auto" | null;
  /** Minimum number of lines before a page break. Default: 2. Only with `extensions`. */
  orphans?: number | null;
  /** Minimum number of lines after a page break. Default: 2. Only with `extensions`. */
  widows?: number | null;
  /** Markup of the text (20.1.6). Default: "plain". Only with `extensions`. */
  textFormat?: "plain" | "inline-markdown" | null;
  /** Whether links in the values of `MARKUP` are active (20.1.6). Default: false. Only with `extensions`. */
  markupLinks?: boolean | null;
  /** Uses the bold face of the font. Default: false. Only with `extensions`. */
  bold?: boolean | null;
  /** Uses the italic face of the font. Default: false. Only with `extensions`. */
  italic?: boolean | null;
  /** Name of the font in `fonts`, or `builtin:helvetica` and the like (20.3.5). Only with `extensions`. */
  fontName?: string | null;
  /** OpenType features that are switched on, by their tags, such as `tnum` (20.3.7). Only with `extensions`. */
  fontFeatures?: string[] | null;
  /** Replacement of a bold or italic face that the font lacks (20.3.5). Default: "plain". Only with `extensions`. */
  fontVariantFallback?: "plain" | "synthetic" | "error" | null;
  /** Draws a rule below the text. Default: false. Only with `extensions`. */
  underline?: boolean | null;
  /** Draws a rule through the text. Default: false. Only with `extensions`. */
  strikethrough?: boolean | null;
  /** Room after each character but the last one. Unit: pt. Default: 0. Only with `extensions`. */
  characterSpacing?: number | null;
  /** In which case letters are set. Default: "none". Only with `extensions`. */
  textTransform?: "none" | "upper" | "lower" | null;
  /** Name of the style; it comes before the keys of the field (20.3.1). Only with `extensions`. */
  style?: string | null;
  /** Overrides of the style, with precedence over all others. Only with `extensions`. */
  styleOverrides?: Style | null;
  /** Styles under conditions; later ones win. Default: []. Only with `extensions`. */
  styleWhen?: StyleRule[] | null;
  /** The side that it is read from; absent, as the template says. Only with `extensions`. */
  direction?: "ltr" | "rtl" | "auto" | null;
  /** Room between paragraphs. Unit: mm. Default: 0. Only with `extensions`. */
  paragraphSpacing?: number | null;
}

/** Room inside a box, by side. */
export interface Padding {
  /** At the top. Unit: mm. Default: 0. Only with `extensions`. */
  top?: number | null;
  /** At the right. Unit: mm. Default: 0. Only with `extensions`. */
  right?: number | null;
  /** At the bottom. Unit: mm. Default: 0. Only with `extensions`. */
  bottom?: number | null;
  /** At the left. Unit: mm. Default: 0. Only with `extensions`. */
  left?: number | null;
}

/** Widths of a border, by side; a side without one has none. */
export interface BorderWidths {
  /** At the top. Unit: mm. Default: 0. Only with `extensions`. */
  top?: number | null;
  /** At the right. Unit: mm. Default: 0. Only with `extensions`. */
  right?: number | null;
  /** At the bottom. Unit: mm. Default: 0. Only with `extensions`. */
  bottom?: number | null;
  /** At the left. Unit: mm. Default: 0. Only with `extensions`. */
  left?: number | null;
}

/** The sizes between which a text shrinks, in steps of 0.25 pt. */
export interface DynamicFontSize {
  /** Smallest size. Unit: pt. Default: 4. Only with `extensions`. */
  min?: number | null;
  /** Largest size; absent, the font size. Unit: pt. Only with `extensions`. */
  max?: number | null;
  /** Dimension that has to fit. Default: "vertical". Only with `extensions`. */
  fit?: "vertical" | "horizontal" | null;
}

/** A table with rows of 7 mm. */
export interface TableField extends FieldBase {
  type: "table";
  /** Column titles, printed literally (tokens are not resolved in titles). Its length is the column count. */
  head: (string | number | boolean | null)[];
  /** Row 0 is the design row: cell i containing `{` is the template of column i. For tables with no usable data the whole array is printed literally (8.4). */
  content: (string | number | boolean | null)[][];
  /** Explicit width per column index; others share the rest (10.8.1). Unit: mm. */
  columnWidths?: (number | null)[] | null;
  /** Draw the header again on continuation pages (anything but `false`). Default: true. */
  repeatHeader?: boolean | null;
  /** Totals row, one template per column; drawn once, after the last row. Empty array = none. Default: []. */
  footer?: (string | number | boolean | null)[] | null;
  /** Horizontal alignment of the titles. Default: "left". */
  headAlign?: "left" | "center" | "right" | null;
  /** Horizontal alignment of the rows. Default: "left". */
  bodyAlign?: "left" | "center" | "right" | null;
  /** Horizontal alignment of the totals row. Default: "left". */
  footerAlign?: "left" | "center" | "right" | null;
  /** Vertical alignment of the titles. Default: "middle". */
  headVerticalAlign?: "top" | "middle" | "bottom" | null;
  /** Vertical alignment of the rows. Default: "middle". */
  bodyVerticalAlign?: "top" | "middle" | "bottom" | null;
  /** Vertical alignment of the totals row. Default: "middle". */
  footerVerticalAlign?: "top" | "middle" | "bottom" | null;
  /** Corner radii of the header; rules in 10.8.4. */
  headBorderRadius?: CornerRadii | null;
  /** Corner radii of the last row; rules in 10.8.4. */
  bodyBorderRadius?: CornerRadii | null;
  /** Corner radii of the totals row; rules in 10.8.4. */
  footerBorderRadius?: CornerRadii | null;
  /** Fill of the header. Default: "#2980ba". */
  headBackgroundColor?: string | null;
  /** Colour of the titles. Default: "#ffffff". */
  headTextColor?: string | null;
  /** Size of the titles. Unit: pt. Default: 9. */
  headFontSize?: number | null;
  /** Fill of the rows. */
  bodyBackgroundColor?: string | null;
  /** Colour of the rows' text. Default: "#000000". */
  bodyTextColor?: string | null;
  /** Size of the rows' text. Unit: pt. Default: 9. */
  bodyFontSize?: number | null;
  /** Background of odd rows (0-based, counted inside each slice). */
  bodyBandColor?: string | null;
  /** Grid colour. Default: "#999999". */
  borderColor?: string | null;
  /** Fill of the totals row. Default: "#e6e6eb". */
  footerBackgroundColor?: string | null;
  /** Colour of the totals row's text. Default: "#000000". */
  footerTextColor?: string | null;
  /** Size of the totals row's text. Unit: pt. Default: 9. */
  footerFontSize?: number | null;
  /** Overrides per column index. No footer override. */
  columnStyles?: (ColumnStyle | null)[] | null;
  /** Not read by the renderer; the editor copies a preset's colours into the fields above (12.1). */
  colorPalette?: string | null;
  /** Least height of the rows. Unit: mm. Default: 7. Only with `extensions`. */
  rowHeight?: number | null;
  /** Least height of the header. Unit: mm. Default: 7. Only with `extensions`. */
  headRowHeight?: number | null;
  /** Least height of the totals row. Unit: mm. Default: 7. Only with `extensions`. */
  footerRowHeight?: number | null;
  /** Room inside the cells: one number, or `x` and `y`. Unit: mm. Only with `extensions`. */
  cellPadding?: number | CellPadding | null;
  /** Line breaking of the titles. Default: "none". Only with `extensions`. */
  headWrap?: "none" | "word" | "char" | null;
  /** Line breaking of the texts of the rows. Default: "none". Only with `extensions`. */
  bodyWrap?: "none" | "word" | "char" | null;
  /** Line breaking of the texts of the totals row. Default: "none". Only with `extensions`. */
  footerWrap?: "none" | "word" | "char" | null;
  /** Distance of lines in titles. Default: 1.2. Only with `extensions`. */
  headLineHeight?: number | `${number}pt` | `${number}mm` | null;
  /** Distance of lines in the rows. Default: 1.2. Only with `extensions`. */
  bodyLineHeight?: number | `${number}pt` | `${number}mm` | null;
  /** Distance of lines in the totals row. Default: 1.2. Only with `extensions`. */
  footerLineHeight?: number | `${number}pt` | `${number}mm` | null;
  /** Maximum number of lines of a title. Only with `extensions`. */
  headMaxLines?: number | null;
  /** Maximum number of lines of a cell. Only with `extensions`. */
  bodyMaxLines?: number | null;
  /** Maximum number of lines of a cell of the totals row. Only with `extensions`. */
  footerMaxLines?: number | null;
  /** Markup of the titles (20.1.6). Default: "plain". Only with `extensions`. */
  headTextFormat?: "plain" | "inline-markdown" | null;
  /** Markup of the texts of the rows (20.1.6). Default: "plain". Only with `extensions`. */
  bodyTextFormat?: "plain" | "inline-markdown" | null;
  /** Markup of the texts of the totals row (20.1.6). Default: "plain". Only with `extensions`. */
  footerTextFormat?: "plain" | "inline-markdown" | null;
  /** Bold titles. Default: false. Only with `extensions`. */
  headBold?: boolean | null;
  /** Italic titles. Default: false. Only with `extensions`. */
  headItalic?: boolean | null;
  /** Bold rows. Default: false. Only with `extensions`. */
  bodyBold?: boolean | null;
  /** Italic rows. Default: false. Only with `extensions`. */
  bodyItalic?: boolean | null;
  /** A bold totals row. Default: false. Only with `extensions`. */
  footerBold?: boolean | null;
  /** An italic totals row. Default: false. Only with `extensions`. */
  footerItalic?: boolean | null;
  /** Font of the titles, by its name in `fonts` (20.3.5). Only with `extensions`. */
  headFontName?: string | null;
  /** Font of the rows, by its name in `fonts`. Only with `extensions`. */
  bodyFontName?: string | null;
  /** Font of the totals row, by its name in `fonts`. Only with `extensions`. */
  footerFontName?: string | null;
  /** Name of the style of the titles. Only with `extensions`. */
  headStyle?: string | null;
  /** Name of the style of the rows. Only with `extensions`. */
  bodyStyle?: string | null;
  /** Name of the style of the totals row. Only with `extensions`. */
  footerStyle?: string | null;
  /** Purpose and structure of the table, for those who do not see it (20.10.7). Only with `extensions`. */
  summary?: string | null;
  /** Printed over the whole width where there are no rows. Only with `extensions`. */
  emptyText?: string | null;
  /** Whether a row that does not fit is split between lines. Default: "avoid". Only with `extensions`. */
  rowBreak?: "avoid" | "auto" | null;
  /** Minimum number of rows on the page where the table begins; otherwise it begins on the next one. Default: 1. Only with `extensions`. */
  minRows?: number | null;
  /** Begins on a new page where it does not fit here but does there. Default: false. Only with `extensions`. */
  keepTogether?: boolean | null;
  /** Lines of the table: a name, or a line per place (20.2.8). Default: "grid". Only with `extensions`. */
  borders?: "grid" | "rows" | "columns" | "frame" | "none" | TableBorders | null;
  /** Width of lines that have none of their own. Unit: pt. Default: 0.5. Only with `extensions`. */
  gridWidth?: number | null;
  /** Where the count of rows for `bodyBandColor` restarts. Default: "slice". Only with `extensions`. */
  bandScope?: "slice" | "table" | "group" | null;
  /** Rows above the titles, wherever these are drawn. Default: []. Only with `extensions`. */
  headRows?: TableRow[] | null;
  /** Rows between the last row and the totals row, in this order, such as subtotal, discount and tax. Default: []. Only with `extensions`. */
  footerRows?: TableRow[] | null;
  /** Over how many columns a cell of the totals row reaches, by its column. Only with `extensions`. */
  footerSpans?: Record<string, number> | null;
  /** Rows after each row, one set per item of a list in the item of the row. Only with `extensions`. */
  detail?: TableDetail | null;
  /** Groups of rows, the outer ones first. Default: []. Only with `extensions`. */
  groups?: TableGroup[] | null;
  /** The last row on each page but the last one. Only with `extensions`. */
  carriedOver?: TableRow | null;
  /** The first row on each page but the first one. Only with `extensions`. */
  broughtForward?: TableRow | null;
  /** The last row on each page, after what is carried over. Only with `extensions`. */
  pageTotals?: TableRow | null;
  /** The side that its texts are read from; absent, as the template says. Only with `extensions`. */
  direction?: "ltr" | "rtl" | "auto" | null;
  /** Styles of rows or cells under conditions; later ones win. Default: []. Only with `extensions`. */
  styleWhen?: ConditionalStyle[] | null;
}

/** Radii of four corners. */
export interface CornerRadii {
  /** Radius of the top left corner. Unit: mm. Default: 0. */
  topLeft?: number | null;
  /** Radius of the top right corner. Unit: mm. Default: 0. */
  topRight?: number | null;
  /** Radius of the bottom left corner. Unit: mm. Default: 0. */
  bottomLeft?: number | null;
  /** Radius of the bottom right corner. Unit: mm. Default: 0. */
  bottomRight?: number | null;
}

/** Overrides of one column of a table. */
export interface ColumnStyle {
  /** Fill of the title's cell. */
  headBackgroundColor?: string | null;
  /** Its cells name their rows for screen readers (20.10.7). Default: false. Only with `extensions`. */
  rowHeader?: boolean | null;
  /** Colour of the title. */
  headTextColor?: string | null;
  /** Size of the title. Unit: pt. */
  headFontSize?: number | null;
  /** Fill of the column's cells. */
  cellBackgroundColor?: string | null;
  /** Colour of the column's text. */
  cellTextColor?: string | null;
  /** Size of the column's text. Unit: pt. */
  cellFontSize?: number | null;
  /** Name of the column for further rows; absent, its number from 0. Only with `extensions`. */
  key?: string | null;
  /** Title with expressions, instead of that in `head`. Only with `extensions`. */
  title?: string | null;
  /** Bare expression over the document; a hidden column takes no width. Only with `extensions`. */
  visibleWhen?: string | null;
  /** Width: a number, `auto` for the widest text, or a share such as `2fr` of the rest. Unit: mm. Only with `extensions`. */
  width?: number | string | null;
  /** Horizontal alignment of the title. Only with `extensions`. */
  headAlign?: "left" | "center" | "right" | null;
  /** Horizontal alignment of the cells. Only with `extensions`. */
  cellAlign?: "left" | "center" | "right" | null;
  /** Horizontal alignment of the cell of the totals row. Only with `extensions`. */
  footerAlign?: "left" | "center" | "right" | null;
  /** Vertical alignment of the title. Only with `extensions`. */
  headVerticalAlign?: "top" | "middle" | "bottom" | null;
  /** Vertical alignment of the cells. Only with `extensions`. */
  cellVerticalAlign?: "top" | "middle" | "bottom" | null;
  /** Vertical alignment of the cell of the totals row. Only with `extensions`. */
  footerVerticalAlign?: "top" | "middle" | "bottom" | null;
  /** Line breaking of the title. Only with `extensions`. */
  headWrap?: "none" | "word" | "char" | null;
  /** Line breaking of the cells. Only with `extensions`. */
  cellWrap?: "none" | "word" | "char" | null;
  /** A bold title. Only with `extensions`. */
  headBold?: boolean | null;
  /** Bold cells. Only with `extensions`. */
  cellBold?: boolean | null;
  /** Italic cells. Only with `extensions`. */
  cellItalic?: boolean | null;
  /** A bold cell of the totals row. Only with `extensions`. */
  footerBold?: boolean | null;
  /** Fill of the cell of the totals row. Only with `extensions`. */
  footerBackgroundColor?: string | null;
  /** Colour of the cell of the totals row. Only with `extensions`. */
  footerTextColor?: string | null;
  /** Size of the cell of the totals row. Unit: pt. Only with `extensions`. */
  footerFontSize?: number | null;
  /** Kind of content of the cells of the rows (20.5.5). Default: "text". Only with `extensions`. */
  kind?: "text" | "image" | "qrcode" | "barcode" | null;
  /** Height of what is drawn; absent, that of the row. Unit: mm. Only with `extensions`. */
  cellHeight?: number | null;
  /** Kind of the bar codes (20.5.2). Default: "code128". Only with `extensions`. */
  symbology?: "code128" | "gs1-128" | "ean13" | "ean8" | "upca" | "itf" | "itf14" | "code39" | "codabar" | "datamatrix" | "gs1datamatrix" | "pdf417" | "aztec" | null;
  /** The check digit of EAN, UPC and ITF-14 (20.5.2). Default: "auto". Only with `extensions`. */
  checkDigit?: "auto" | "none" | null;
  /** Prints the text below the bars. Default: false. Only with `extensions`. */
  includeText?: boolean | null;
  /** Size of that text. Unit: pt. Default: 8. Only with `extensions`. */
  textFontSize?: number | null;
  /** Error correction level of the QR codes. Default: "M". Only with `extensions`. */
  errorCorrection?: "L" | "M" | "Q" | "H" | null;
  /** Light modules around the codes; absent, what their standard asks for (20.5.2). Only with `extensions`. */
  quietZone?: number | null;
  /** Behaviour for texts that a code cannot hold. Default: "fail". Only with `extensions`. */
  onError?: "fail" | "hide" | null;
  /** A line around each cell of the column. Only with `extensions`. */
  cellBorder?: BorderLine | null;
}

/** Room inside the cells of a table. */
export interface CellPadding {
  /** At the left and the right. Unit: mm. Default: 1.5. Only with `extensions`. */
  x?: number | null;
  /** At the top and the bottom. Unit: mm. Default: 1.5. Only with `extensions`. */
  y?: number | null;
}

/** A further row of a table; its cells are named by the keys of the columns. */
export interface TableRow {
  /** Bare expression; the row is left out where it does not hold. Only with `extensions`. */
  visibleWhen?: string | null;
  /** Texts with expressions, by column. Only with `extensions`. */
  cells?: Record<string, string | number | boolean | null> | null;
  /** Over how many columns a cell reaches, by its column. Only with `extensions`. */
  spans?: Record<string, number> | null;
  /** Style of the row. Only with `extensions`. */
  style?: Style | null;
  /** Least height of the row. Unit: mm. Only with `extensions`. */
  height?: number | null;
}

/** Rows that follow each other and agree in something. */
export interface TableGroup {
  /** Bare expression over the item of a row; a group ends where its text changes. Only with `extensions`. */
  by: string;
  /** The row above each group. Only with `extensions`. */
  header?: TableRow | null;
  /** The row below each group. Only with `extensions`. */
  footer?: TableRow | null;
  /** Minimum number of rows on a page with the header. Default: 1. Only with `extensions`. */
  keepWith?: number | null;
  /** Each group but the first begins on a new page. Default: false. Only with `extensions`. */
  pageBreak?: boolean | null;
  /** Repeats the header on each page where the group continues. Default: false. Only with `extensions`. */
  repeatHeader?: boolean | null;
  /** In which order groups stand; rows of one group keep that of the data. Default: "none". Only with `extensions`. */
  sort?: "none" | "asc" | "desc" | null;
}

/** Rows after each row of the data, one set per item of a list. */
export interface TableDetail {
  /** Path of the list, from the item of the row. Only with `extensions`. */
  path: string;
  /** The rows for each item. Default: []. Only with `extensions`. */
  rows?: TableRow[] | null;
  /** Whether they stay on the page of their row. Default: true. Only with `extensions`. */
  keep?: boolean | null;
  /** Bare expression over the item; its rows are left out where it does not hold. Only with `extensions`. */
  visibleWhen?: string | null;
}

/** The lines of a table, by place; a place without one has none. */
export interface TableBorders {
  /** Around the rows of a page. Only with `extensions`. */
  outer?: BorderLine | null;
  /** Between rows. Only with `extensions`. */
  row?: BorderLine | null;
  /** Between columns. Only with `extensions`. */
  column?: BorderLine | null;
  /** Below the titles, instead of the line between rows. Only with `extensions`. */
  headBottom?: BorderLine | null;
  /** Above the totals row, instead of the line between rows. Only with `extensions`. */
  footerTop?: BorderLine | null;
}

/** A line of a table. */
export interface BorderLine {
  /** Width; absent, that of `gridWidth`. Unit: pt. Only with `extensions`. */
  width?: number | null;
  /** Colour; absent, that of `borderColor`. Only with `extensions`. */
  color?: string | null;
  /** Lengths of dashes and gaps in turn; absent, the line is solid. Unit: mm. Only with `extensions`. */
  dash?: number[] | null;
}

/** Style of rows or cells under a condition. */
export interface ConditionalStyle {
  /** Bare expression over the item of the row. Only with `extensions`. */
  when: string;
  /** Key of the column; absent, the whole row. Only with `extensions`. */
  column?: string | null;
  /** Style that applies. Only with `extensions`. */
  style?: Style | null;
}

/** Style of a text, a row or a cell. */
export interface Style {
  /** Name of the style that says what this one leaves open. Only with `extensions`. */
  extends?: string | null;
  /** Name of the font in `fonts`, or `builtin:helvetica` and the like (20.3.5). Only with `extensions`. */
  fontName?: string | null;
  /** OpenType features that are switched on, by their tags, such as `tnum` (20.3.7). Only with `extensions`. */
  fontFeatures?: string[] | null;
  /** Size of the text. Unit: pt. Only with `extensions`. */
  fontSize?: number | null;
  /** Colour of the text. Only with `extensions`. */
  fontColor?: string | null;
  /** The bold face. Only with `extensions`. */
  bold?: boolean | null;
  /** The italic face. Only with `extensions`. */
  italic?: boolean | null;
  /** Replacement of a bold or italic face that the font lacks (20.3.5). Only with `extensions`. */
  fontVariantFallback?: "plain" | "synthetic" | "error" | null;
  /** A rule below the text. Only with `extensions`. */
  underline?: boolean | null;
  /** A rule through the text. Only with `extensions`. */
  strikethrough?: boolean | null;
  /** Room after each character but the last one. Unit: pt. Only with `extensions`. */
  characterSpacing?: number | null;
  /** In which case letters are set. Only with `extensions`. */
  textTransform?: "none" | "upper" | "lower" | null;
  /** Distance of lines: a multiple of the font size, or a length such as `14pt` or `4mm`. Only with `extensions`. */
  lineHeight?: number | `${number}pt` | `${number}mm` | null;
  /** Horizontal alignment. Only with `extensions`. */
  alignment?: "left" | "center" | "right" | "justify" | "start" | "end" | null;
  /** Vertical position of the lines in the box or cell. Only with `extensions`. */
  verticalAlignment?: "top" | "middle" | "bottom" | null;
  /** Fill of the box, row, cell or shape. Only with `extensions`. */
  backgroundColor?: string | null;
  /** Colour of the border of a text or a shape; of a line, its colour. Only with `extensions`. */
  borderColor?: string | null;
  /** Width of the border of a text or a shape: one number, or of a text one per side. Unit: mm. Only with `extensions`. */
  borderWidth?: number | BorderWidths | null;
  /** Room inside the box of a text: one number, or one per side. Unit: mm. Only with `extensions`. */
  padding?: number | Padding | null;
}

/** Style of a text, a card or a shape under a condition. */
export interface StyleRule {
  /** Bare expression over what the field sees. Only with `extensions`. */
  when: string;
  /** Style that applies. Only with `extensions`. */
  style?: Style | null;
}

/** A picture in its box. */
export interface ImageField extends FieldBase {
  type: "image";
  /** Data URI, PNG or JPEG. Empty: nothing is drawn. */
  content: string;
  /** Scaling to the box. Default: "stretch". Only with `extensions`. */
  fit?: "stretch" | "contain" | "cover" | "none" | "scale-down" | null;
  /** Horizontal position in the box. Default: "center". Only with `extensions`. */
  alignment?: "left" | "center" | "right" | null;
  /** Vertical position in the box. Default: "middle". Only with `extensions`. */
  verticalAlignment?: "top" | "middle" | "bottom" | null;
  /** Dots per inch of its own size, where its file does not say. Default: 96. Only with `extensions`. */
  dpi?: number | null;
  /** Whether a photograph is rotated upright. Default: "ignore". Only with `extensions`. */
  orientation?: "ignore" | "exif" | null;
  /** Dots per inch below which it is noted that it prints coarsely. Only with `extensions`. */
  minDpi?: number | null;
  /** Radius of the corners of what is seen of it: one number, or one per corner. At most half the shorter side. Unit: mm. Only with `extensions`. */
  radius?: number | CornerRadii | null;
  /** Behaviour without a picture: `nothing`, `fail` for no document, or another picture to draw. Only with `extensions`. */
  missing?: string | null;
  /** Scope of its binding on a member of a section; `document`: members show their own content. Default: "document". Only with `extensions`. */
  scope?: "document" | "item" | null;
}

/** A picture as SVG text, drawn as lines and areas. */
export interface SvgField extends FieldBase {
  type: "svg";
  /** The SVG text. Empty: nothing is drawn. Only with `extensions`. */
  content: string;
  /** Scaling to the box. Default: "stretch". Only with `extensions`. */
  fit?: "stretch" | "contain" | "cover" | "none" | "scale-down" | null;
  /** Horizontal position in the box. Default: "center". Only with `extensions`. */
  alignment?: "left" | "center" | "right" | null;
  /** Vertical position in the box. Default: "middle". Only with `extensions`. */
  verticalAlignment?: "top" | "middle" | "bottom" | null;
  /** Radius of the corners of what is seen of it: one number, or one per corner. At most half the shorter side. Unit: mm. Only with `extensions`. */
  radius?: number | CornerRadii | null;
  /** Behaviour without a picture: `nothing`, `fail` for no document, or another picture to draw. Only with `extensions`. */
  missing?: string | null;
  /** Scope of its binding on a member of a section; `document`: members show their own content. Default: "document". Only with `extensions`. */
  scope?: "document" | "item" | null;
}

/** A rectangle that repeats once per item of a bound array; it draws nothing itself. */
export interface SectionField extends FieldBase {
  type: "section";
  /** Number of repetitions. Default: "items". Only with `extensions`. */
  repeat?: "items" | "once" | null;
  /** Whether it is printed once, with blank values, if there is no item. Default: true. Only with `extensions`. */
  emptyRepeat?: boolean | null;
  /** Start of repetitions. Default: "auto". Only with `extensions`. */
  repeatBreak?: "auto" | "page" | null;
  /** Numbers the pages of each repetition from 1, for `$set.number` and `$set.count`. Default: false. Only with `extensions`. */
  restartNumbering?: boolean | null;
  /** Whether a repetition may continue on the next page (20.7.4). Default: "avoid". Only with `extensions`. */
  breakInside?: "avoid" | "auto" | null;
  /** Repetitions side by side. Only with `extensions`. */
  columns?: SectionColumns | null;
  /** Selects the printed items: those that fulfil all conditions of one of the lists. Only with `extensions`. */
  filters?: FilterCondition[][] | null;
  /** In which order items are printed; absent, that of the data. Only with `extensions`. */
  sort?: SectionSort[] | null;
}

/** Repetitions of a section side by side, sharing its width. */
export interface SectionColumns {
  /** Number of columns. Default: 1. Only with `extensions`. */
  count?: number | null;
  /** Room between columns. Unit: mm. Default: 0. Only with `extensions`. */
  gap?: number | null;
  /** The order in which columns are filled. Default: "across". Only with `extensions`. */
  fill?: "across" | "down" | null;
}

/** Sort key of items; equal items keep their order, or follow the next entry. */
export interface SectionSort {
  /** Bare expression over an item. Only with `extensions`. */
  by: string;
  /** In which order. Default: "asc". Only with `extensions`. */
  order?: "none" | "asc" | "desc" | null;
}

/** A bar, pie or donut chart of the items of a list. */
export interface ChartField extends FieldBase {
  type: "chart";
  /** Anything but `bar` is a pie. Default: "pie". */
  chartType?: "pie" | "bar" | null;
  /** Pie only. Any other value = full. Default: "donut". */
  pieStyle?: "donut" | "full" | null;
  /** Pie only. Default: "right". */
  legendPosition?: "right" | "left" | "top" | "bottom" | "slices" | null;
  /** Content of the value text; both when absent or unknown. Default: "both". */
  displayMode?: "number" | "percent" | "both" | null;
  /** The colours of the items (12.2). Default: "default". */
  colorPalette?: "default" | "classic" | "modern" | "vibrant" | "pastel" | "grayscale" | "custom" | null;
  /** Used only when `colorPalette` is `custom` and the list is non-empty. */
  customPaletteColors?: (string)[] | null;
  /** Raw value formatting. Default: "number". */
  valueFormat?: "number" | "currency" | null;
  /** Only with `currency`. An empty string still yields a leading space. Default: "R$". */
  currencySymbol?: string | null;
  /** Fixed places for currency, maximum places for number. Default: 2. */
  decimals?: number | null;
  /** Grouping in the raw value. Default: true. */
  thousandsSeparator?: boolean | null;
  /** Pie legend only. Unit: pt. Default: 8. */
  legendFontSize?: number | null;
  /** Order of the items, before cutting at `topN`. Default: "value_desc". */
  sortBy?: "value_desc" | "value_asc" | "label_asc" | "label_desc" | null;
  /** Number of items with a place of their own; `<= 0`: no grouping. Default: 7. */
  topN?: number | null;
}

/** A card with an icon, a title, a figure and a subtitle. */
export interface KpiField extends FieldBase {
  type: "kpi";
  /** Material Symbols name (12.3). `none` or unknown: no icon. */
  icon?: string | null;
  /** Template; printed in upper case. */
  title?: string | null;
  /** Template; replaced by the aggregate when a `kpi` binding exists. */
  value?: string | null;
  /** Template. */
  subtitle?: string | null;
  /** Fill of the card. Default: "#2663eb". */
  backgroundColor?: string | null;
  /** Text and icon. Default: "#ffffff". */
  textColor?: string | null;
  /** Size of the title. Unit: pt. Default: 8. */
  titleFontSize?: number | null;
  /** Size of the figure. Unit: pt. Default: 20. */
  valueFontSize?: number | null;
  /** Size of the subtitle. Unit: pt. Default: 8. */
  subtitleFontSize?: number | null;
  /** Side of the icon. Unit: pt. Default: 14. */
  iconSize?: number | null;
  /** Corner radius in percent of half the shorter side; 100 = pill. Unit: %. Default: 16. */
  borderRadius?: number | null;
  /** Format of the figure; see 10.12. Default: "none". */
  numberFormat?: "none" | "plain" | "grouped" | null;
  /** Custom top-left corner of the icon, relative to the card's top-left. */
  iconOffset?: Offset | null;
  /** The same for the title. */
  titleOffset?: Offset | null;
  /** The same for the figure. */
  valueOffset?: Offset | null;
  /** The same for the subtitle. */
  subtitleOffset?: Offset | null;
  /** Name of the style of the title. Only with `extensions`. */
  titleStyle?: string | null;
  /** Name of the style of the figure. Only with `extensions`. */
  valueStyle?: string | null;
  /** Name of the style of the subtitle. Only with `extensions`. */
  subtitleStyle?: string | null;
  /** Styles under conditions; later ones win. Default: []. Only with `extensions`. */
  styleWhen?: StyleRule[] | null;
  /** The side that its texts are read from; absent, as the template says. Only with `extensions`. */
  direction?: "ltr" | "rtl" | "auto" | null;
  /** Editor only. Default: true. */
  iconLocked?: boolean | null;
  /** Editor only. Default: true. */
  titleLocked?: boolean | null;
  /** Editor only. Default: true. */
  valueLocked?: boolean | null;
  /** Editor only. Default: true. */
  subtitleLocked?: boolean | null;
}

/** A top-left corner relative to the card's. */
export interface Offset {
  /** To the right. Unit: mm. Default: 0. */
  x?: number | null;
  /** Downwards. Unit: mm. Default: 0. */
  y?: number | null;
}

/** A QR code, drawn as large as its box allows. */
export interface QrCodeField extends FieldBase {
  type: "qrcode";
  /** Content: text with expressions (chapter 7), used unless a `template`/`scalar` binding replaces it. Blank: nothing is drawn. Only with `extensions`. */
  content?: string | null;
  /** A payment, verified by the rules of its standard (20.5.3); then `content` is not used. Only with `extensions`. */
  payload?: Payload | null;
  /** Error correction level; raised if the version stays the same. Default: "M". Only with `extensions`. */
  errorCorrection?: "L" | "M" | "Q" | "H" | null;
  /** A fixed size of 17 + 4 · `version` modules; absent, the smallest that fits. Only with `extensions`. */
  version?: number | null;
  /** Colour of the dark modules; at least 3:1 against the background. Default: "#000000". Only with `extensions`. */
  barColor?: string | null;
  /** Fills the box. Only with `extensions`. */
  backgroundColor?: string | null;
  /** Light modules around it, inside the box; absent, what its standard asks for (20.5.2). Only with `extensions`. */
  quietZone?: number | null;
  /** Behaviour for content that the code cannot hold. Payments always fail. Default: "fail". Only with `extensions`. */
  onError?: "fail" | "hide" | null;
}

/** A bar code of one or two dimensions. */
export interface BarcodeField extends FieldBase {
  type: "barcode";
  /** Content: text with expressions (chapter 7), used unless a `template`/`scalar` binding replaces it. Blank: nothing is drawn. Only with `extensions`. */
  content?: string | null;
  /** Its kind (20.5.2). Default: "code128". Only with `extensions`. */
  symbology?: "code128" | "gs1-128" | "ean13" | "ean8" | "upca" | "itf" | "itf14" | "code39" | "codabar" | "datamatrix" | "gs1datamatrix" | "pdf417" | "aztec" | null;
  /** The check digit of EAN, UPC and ITF-14 (20.5.2). Default: "auto". Only with `extensions`. */
  checkDigit?: "auto" | "none" | null;
  /** Prints the text below the bars, inside the box. Default: false. Only with `extensions`. */
  includeText?: boolean | null;
  /** Size of that text. Unit: pt. Default: 8. Only with `extensions`. */
  textFontSize?: number | null;
  /** Colour of the dark modules; at least 3:1 against the background. Default: "#000000". Only with `extensions`. */
  barColor?: string | null;
  /** Fills the box. Only with `extensions`. */
  backgroundColor?: string | null;
  /** Light modules around it, inside the box; absent, what its standard asks for (20.5.2). Only with `extensions`. */
  quietZone?: number | null;
  /** Behaviour for content that the code cannot hold. Payments always fail. Default: "fail". Only with `extensions`. */
  onError?: "fail" | "hide" | null;
}

/** Keys common to all payments. */
export interface PayloadBase {
  /** The standard. Only with `extensions`. */
  type: "epc" | "swiss" | "pix" | "upi" | "spayd";
}

/** SEPA credit transfer: GiroCode of the European Payments Council. */
export interface EpcPayload extends PayloadBase {
  type: "epc";
  /** Who is paid, at most 70 characters. Only with `extensions`. */
  name?: string | number | boolean | null | null;
  /** The account. Only with `extensions`. */
  iban?: string | number | boolean | null | null;
  /** Its bank, where the country asks for it. Only with `extensions`. */
  bic?: string | number | boolean | null | null;
  /** The amount in euros. Only with `extensions`. */
  amount?: string | number | boolean | null | null;
  /** A purpose code of up to four characters. Only with `extensions`. */
  purpose?: string | number | boolean | null | null;
  /** A reference of at most 35 characters; one that begins with `RF` is verified. Only with `extensions`. */
  reference?: string | number | boolean | null | null;
  /** Instead of a reference, a text of at most 140 characters. Only with `extensions`. */
  text?: string | number | boolean | null | null;
}

/** Swiss QR-bill: 46 mm wide whatever the box, with the cross. */
export interface SwissPayload extends PayloadBase {
  type: "swiss";
  /** The account, in Switzerland or Liechtenstein. Only with `extensions`. */
  iban?: string | number | boolean | null | null;
  /** Who is paid. Only with `extensions`. */
  creditor?: PayloadAddress | null;
  /** Who pays; blank, it is filled in by hand. Only with `extensions`. */
  debtor?: PayloadAddress | null;
  /** The amount; blank, it is filled in by hand. Only with `extensions`. */
  amount?: string | number | boolean | null | null;
  /** CHF or EUR. Only with `extensions`. */
  currency?: string | number | boolean | null | null;
  /** A QR reference for a QR-IBAN, else a creditor reference `RF…` or nothing. Only with `extensions`. */
  reference?: string | number | boolean | null | null;
  /** A message of at most 140 characters. Only with `extensions`. */
  message?: string | number | boolean | null | null;
  /** Coded information on the bill; 140 characters together with the message. Only with `extensions`. */
  billInfo?: string | number | boolean | null | null;
}

/** A structured address. */
export interface PayloadAddress {
  /** Name, at most 70 characters. Only with `extensions`. */
  name?: string | number | boolean | null | null;
  /** Street, at most 70 characters. Only with `extensions`. */
  street?: string | number | boolean | null | null;
  /** Number of the building, at most 16 characters. Only with `extensions`. */
  number?: string | number | boolean | null | null;
  /** Postal code, at most 16 characters. Only with `extensions`. */
  zip?: string | number | boolean | null | null;
  /** Town, at most 35 characters. Only with `extensions`. */
  town?: string | number | boolean | null | null;
  /** Country as two capitals. Only with `extensions`. */
  country?: string | number | boolean | null | null;
}

/** Pix: BR Code of the central bank of Brazil. */
export interface PixPayload extends PayloadBase {
  type: "pix";
  /** The key of the account. Only with `extensions`. */
  key?: string | number | boolean | null | null;
  /** Instead of a key, the address of a charge. Only with `extensions`. */
  url?: string | number | boolean | null | null;
  /** The amount in reais. Only with `extensions`. */
  amount?: string | number | boolean | null | null;
  /** Who is paid, at most 25 characters; accents are left out. Only with `extensions`. */
  name?: string | number | boolean | null | null;
  /** City, at most 15 characters; accents are left out. Only with `extensions`. */
  city?: string | number | boolean | null | null;
  /** Letters and digits that identify the payment, at most 25; blank, ``. Only with `extensions`. */
  txid?: string | number | boolean | null | null;
}

/** Unified Payments Interface of India, by the names of its parameters. */
export interface UpiPayload extends PayloadBase {
  type: "upi";
  /** Payment address, `name@bank`. Only with `extensions`. */
  pa?: string | number | boolean | null | null;
  /** Name of who is paid. Only with `extensions`. */
  pn?: string | number | boolean | null | null;
  /** Merchant category of four digits. Only with `extensions`. */
  mc?: string | number | boolean | null | null;
  /** Identity of the transaction. Only with `extensions`. */
  tid?: string | number | boolean | null | null;
  /** Reference of the transaction. Only with `extensions`. */
  tr?: string | number | boolean | null | null;
  /** Note, at most 80 characters. Only with `extensions`. */
  tn?: string | number | boolean | null | null;
  /** The amount in rupees. Only with `extensions`. */
  am?: string | number | boolean | null | null;
  /** The least amount. Only with `extensions`. */
  mam?: string | number | boolean | null | null;
  /** INR. Only with `extensions`. */
  cu?: string | number | boolean | null | null;
  /** An address with more about the payment. Only with `extensions`. */
  url?: string | number | boolean | null | null;
}

/** Short Payment Descriptor of Czech banks, by the names of its keys. */
export interface SpaydPayload extends PayloadBase {
  type: "spayd";
  /** The account; a BIC after `+`. Only with `extensions`. */
  ACC?: string | number | boolean | null | null;
  /** Further accounts, after commas. Only with `extensions`. */
  "ALT-ACC"?: string | number | boolean | null | null;
  /** The amount. Only with `extensions`. */
  AM?: string | number | boolean | null | null;
  /** Its currency. Only with `extensions`. */
  CC?: string | number | boolean | null | null;
  /** Reference of at most 16 digits. Only with `extensions`. */
  RF?: string | number | boolean | null | null;
  /** Who is paid, at most 35 characters. Only with `extensions`. */
  RN?: string | number | boolean | null | null;
  /** When it is due, as YYYYMMDD. Only with `extensions`. */
  DT?: string | number | boolean | null | null;
  /** Kind of payment, at most 3 characters. Only with `extensions`. */
  PT?: string | number | boolean | null | null;
  /** Message, at most 60 characters. Only with `extensions`. */
  MSG?: string | number | boolean | null | null;
  /** `P` or `E`: by telephone or mail is notified. Only with `extensions`. */
  NT?: string | number | boolean | null | null;
  /** The number or address for that. Only with `extensions`. */
  NTA?: string | number | boolean | null | null;
  /** Days for which the payment is tried again. Only with `extensions`. */
  "X-PER"?: string | number | boolean | null | null;
  /** Variable symbol, at most 10 digits. Only with `extensions`. */
  "X-VS"?: string | number | boolean | null | null;
  /** Specific symbol, at most 10 digits. Only with `extensions`. */
  "X-SS"?: string | number | boolean | null | null;
  /** Constant symbol, at most 10 digits. Only with `extensions`. */
  "X-KS"?: string | number | boolean | null | null;
  /** Identity that the payer gives, at most 20 characters. Only with `extensions`. */
  "X-ID"?: string | number | boolean | null | null;
  /** An address for the payer, at most 140 characters. Only with `extensions`. */
  "X-URL"?: string | number | boolean | null | null;
}

/** A straight line between two corners of its box. */
export interface LineField extends FieldBase {
  type: "line";
  /** Colour of the line. Default: "#000000". Only with `extensions`. */
  color?: string | null;
  /** Width of the line. Unit: mm. Default: 0.25. Only with `extensions`. */
  borderWidth?: number | null;
  /** Lengths of dashes and of the gaps between them; empty, there are no gaps. Unit: mm. Only with `extensions`. */
  dash?: number[] | null;
  /** Shape of the ends. Default: "butt". Only with `extensions`. */
  cap?: "butt" | "round" | "square" | null;
  /** From which corner it comes. Without height, or without width, the line is straight. Default: "down". Only with `extensions`. */
  direction?: "down" | "up" | null;
  /** Styles under conditions; later ones win. Default: []. Only with `extensions`. */
  styleWhen?: StyleRule[] | null;
}

/** A rectangle that fills its box. */
export interface RectangleField extends FieldBase {
  type: "rectangle";
  /** Fill. Only with `extensions`. */
  color?: string | null;
  /** Colour of the border, which is centred on the edge. Only with `extensions`. */
  borderColor?: string | null;
  /** Width of the border. Unit: mm. Only with `extensions`. */
  borderWidth?: number | null;
  /** Radius of the corners: one number, or one per corner. At most half the shorter side. Unit: mm. Only with `extensions`. */
  radius?: number | CornerRadii | null;
  /** Lengths of dashes and of the gaps between them; empty, there are no gaps. Unit: mm. Only with `extensions`. */
  dash?: number[] | null;
  /** Styles under conditions; later ones win. Default: []. Only with `extensions`. */
  styleWhen?: StyleRule[] | null;
}

/** An ellipse that fills its box. */
export interface EllipseField extends FieldBase {
  type: "ellipse";
  /** Fill. Only with `extensions`. */
  color?: string | null;
  /** Colour of the border, which is centred on the edge. Only with `extensions`. */
  borderColor?: string | null;
  /** Width of the border. Unit: mm. Only with `extensions`. */
  borderWidth?: number | null;
  /** Lengths of dashes and of the gaps between them; empty, there are no gaps. Unit: mm. Only with `extensions`. */
  dash?: number[] | null;
  /** Styles under conditions; later ones win. Default: []. Only with `extensions`. */
  styleWhen?: StyleRule[] | null;
}

/** A drawing of lines and curves. */
export interface PathField extends FieldBase {
  type: "path";
  /** The drawing, as SVG path data. Only with `extensions`. */
  d?: string | null;
  /** Part of the drawing that fills the box: x, y, width and height in its units. Absent, its units are millimetres of the box. Only with `extensions`. */
  viewBox?: number[] | null;
  /** Scaling to the box. Default: "stretch". Only with `extensions`. */
  fit?: "stretch" | "contain" | "cover" | "none" | "scale-down" | null;
  /** Fill. Only with `extensions`. */
  color?: string | null;
  /** Fill of areas where the path crosses itself. Default: "nonzero". Only with `extensions`. */
  fillRule?: "nonzero" | "evenodd" | null;
  /** Colour of the border, which is centred on the edge. Only with `extensions`. */
  borderColor?: string | null;
  /** Width of the border. Unit: mm. Only with `extensions`. */
  borderWidth?: number | null;
  /** Lengths of dashes and of the gaps between them; empty, there are no gaps. Unit: mm. Only with `extensions`. */
  dash?: number[] | null;
  /** Styles under conditions; later ones win. Default: []. Only with `extensions`. */
  styleWhen?: StyleRule[] | null;
}

/** A field for a signature. */
export interface SignatureField extends FieldBase {
  type: "signature";
  /** Name of the signer of the settings that signs the document here; absent, the field is empty, for others to sign. Only with `extensions`. */
  signer?: string | null;
  /** Reason of the signature; absent, that of the signer. Only with `extensions`. */
  reason?: string | null;
  /** Place of the signature; absent, that of the signer. Only with `extensions`. */
  location?: string | null;
  /** Appearance of the signature on the page. Default: "text". Only with `extensions`. */
  appearance?: "none" | "text" | "image" | null;
  /** Text of the appearance; absent, `reason`, `location` and the date of the document where there is a `signer`. Only with `extensions`. */
  content?: string | null;
  /** Picture of the appearance, as large as it fits: a data URI, or `lib:` and the name of a file. Only with `extensions`. */
  picture?: string | null;
  /** Size of the text. Unit: pt. Default: 9. Only with `extensions`. */
  fontSize?: number | null;
  /** Colour of the text. Default: "#000000". Only with `extensions`. */
  fontColor?: string | null;
  /** Fill of the box. Only with `extensions`. */
  backgroundColor?: string | null;
  /** Colour of the border. Only with `extensions`. */
  borderColor?: string | null;
  /** Width of the border: one number, or one per side. Unit: mm. Only with `extensions`. */
  borderWidth?: number | BorderWidths | null;
}

/** Keys common to all kinds of binding. */
export interface BindingBase {
  /** The `name` of the field that it is for. */
  schemaName: string;
  /** Kind of binding; any other value connects nothing. */
  type: "scalar" | "template" | "array" | "keyvalue" | "section" | "chart" | "kpi";
}

/** One value, for a text or an image. */
export interface ScalarBinding extends BindingBase {
  type: "scalar";
  /** Path of the value; for a text a whole expression (8.2). */
  path: string;
}

/** A text with expressions, for a text or an image. */
export interface TemplateBinding extends BindingBase {
  type: "template";
  /** Text with expressions; replaces `content`. */
  template: string;
}

/** One row per item of a list, for a table. */
export interface ArrayBinding extends BindingBase {
  type: "array";
  /** Path of the list. */
  path: string;
  /** Content of each column without a cell in the design row (8.6). */
  columns: (string | TableColumn | null)[];
  /** Groups of conditions: OR between groups, AND inside one (5.4). Default: []. */
  filters?: FilterCondition[][] | null;
}

/** Rows of path and value, for a table. */
export interface KeyValueBinding extends BindingBase {
  type: "keyvalue";
  /** One row `[path, value]` per path. */
  paths: (string | number | boolean | null)[];
}

/** The list that a section repeats over. */
export interface SectionBinding extends BindingBase {
  type: "section";
  /** Path of the list. */
  path: string;
}

/** The items of a chart. */
export interface ChartBinding extends BindingBase {
  type: "chart";
  /** Path of the list. */
  path: string;
  /** Exact key of the label in each item. */
  labelColumn: string;
  /** Exact key of the number in each item. */
  valueColumn: string;
  /** Groups of conditions: OR between groups, AND inside one (5.4). Default: []. */
  filters?: FilterCondition[][] | null;
}

/** The figure of a card, computed from a list (5.5). */
export interface KpiBinding extends BindingBase {
  type: "kpi";
  /** Path of the list. */
  path: string;
  /** Aggregate function of the list. Default: "sum". */
  aggregation?: "sum" | "count" | "avg" | "min" | "max" | null;
  /** Exact key of the number in each item. Default: "". */
  valueColumn?: string | null;
  /** Groups of conditions: OR between groups, AND inside one (5.4). Default: []. */
  filters?: FilterCondition[][] | null;
}

/** A column with a formula; a plain text is the exact key of the item instead. */
export interface TableColumn {
  /** Not used when drawing. */
  label?: string | null;
  /** Text with expressions, evaluated per item. */
  formula: string;
}

/** A condition that items must meet. */
export interface FilterCondition {
  /** Exact key of the item. */
  column: string | number | boolean | null;
  /** Comparison of the item's value; an unknown operator is always false. */
  op: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "contains";
  /** Value of the comparison. */
  value: string | number | boolean | null;
}

export type Field = TextField | TableField | ImageField | SectionField | ChartField | KpiField | QrCodeField | BarcodeField | LineField | RectangleField | EllipseField | PathField | SvgField | SignatureField;

export type Binding = ScalarBinding | TemplateBinding | ArrayBinding | KeyValueBinding | SectionBinding | ChartBinding | KpiBinding;

export type Payload = EpcPayload | SwissPayload | PixPayload | UpiPayload | SpaydPayload;
