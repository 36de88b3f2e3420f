/**
 * The engine as the designer sees it: the one that renders on the command line and in the service.
 *
 * Lengths are millimetres from the top left of the page, as in template files. `EngineAdapter` is asynchronous, because
 * the engine runs in a worker; every call can be cancelled, and a cancelled call rejects with an `AbortError`.
 */

/** What a document is made from. */
export interface DocumentInput {
  template: unknown;
  bindings: unknown;
  data: unknown;
  options?: DocumentOptions;
}

export interface DocumentOptions {
  /** Default: 5000. */
  maxPages?: number;
  /** RFC 3339; default: the epoch, so that the same input gives the same bytes. */
  creationDate?: string;
  title?: string;
  author?: string;
  /** BCP 47 tag of the document's locale, such as `de-DE`; default: that of the template or the data. */
  locale?: string;
  /** `false` refuses characters that Helvetica and the given fonts lack. Default: true. */
  fallbackFont?: boolean;
  /** 32 random bytes for the keys of one document with a password; default: from the host's `crypto`. */
  random?: number[];
}

/** An error or a warning, as `reportctl check --format json` reports it. */
export interface Problem {
  code: string;
  severity: "error" | "warning" | "info";
  message: string;
  /** Name of the field. */
  field?: string;
  /** JSON pointer into `{ "template": …, "bindings": … }`, such as `/template/schemas/3/content`. */
  pointer?: string;
  help?: string;
  blame?: string;
  /** Path in the data that a `missingPath` is about, or of the list whose items lack a key. */
  path?: string;
  /** The part of it, or the key, that the data lacks. */
  missing?: string;
  /** Page of the document, from 1, where the problem is about a printed place. */
  page?: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One field at one place of the printed document. */
export interface Placement extends Box {
  /** Name of the field. */
  field: string;
  /** JSON pointer of the field: `/template/schemas/3` or `/template/pages/1/schemas/0`. */
  pointer: string;
  zone: "body" | "header" | "footer" | "marginLeft" | "marginRight";
  /** Which item of a section's list it shows, from 0; absent outside sections. */
  item?: number;
  /** How far its top left corner lies right of and below the one in the template. */
  offset?: { x: number; y: number };
  /** True if it is the first place of its field in the document; absent where it is not. */
  first?: boolean;
  /** SVG elements (no `<svg>` around them) in page coordinates, 1 unit = 1 mm; ids refer to `DrawnPage.defs`. */
  svg: string;
}

/** One page of the document as drawing. `placements` are in paint order; members follow their section. */
export interface DrawnPage extends Box {
  /** From 1. */
  number: number;
  /** Index of the page design in `template.pages`; 0 for a template with one design. */
  design: number;
  /** Contents of `<defs>`: outlines of glyphs, clip paths. Ids are unique per document. */
  defs: string;
  /** Background picture of the page. */
  background: string;
  placements: Placement[];
  /** Numbers of the pictures that the page uses. */
  pictures: number[];
}

export interface DrawnDocument {
  pageCount: number;
  /** The pages that were asked for. */
  pages: DrawnPage[];
  /**
   * Every field of the template with the page of its first place, from 1; without `page` where it prints nowhere. Also of pages that
   * were not asked for. An engine that says neither this nor `first` is asked for whole documents.
   */
  fields?: { pointer: string; page?: number }[];
  /** From which page design the pages are made: so many from this one, then so many from the next. */
  designs?: { design: number; pages: number }[];
  warnings: Problem[];
  /**
   * The pictures of these pages by the number that `href="#image-N"` uses: data URIs of PNG or JPEG. A host that shows a page
   * defines `<image id="image-N" width="1" height="1" preserveAspectRatio="none" style="image-orientation:none" href="…"/>` for
   * each. A picture keeps its number while it is in use, so a definition that is there already can stay.
   */
  images: Record<number, string>;
}

export interface TextMeasure {
  /** Width of the line. */
  width: number;
  /** Ascent and descent of the line box. */
  ascent: number;
  descent: number;
}

export interface Evaluation {
  /** What is printed. */
  text: string;
  /** Set instead of a useful `text` where the expression is wrong. */
  error?: { message: string; offset: number };
}

/** The e-invoice of a document as XML, or what keeps it from being made. */
export interface MadeEinvoice {
  xml: string | null;
  problems: Problem[];
}

export interface EngineAdapter {
  /** PDF bytes; rejects with an error class of `src/core/errors`. */
  render(input: DocumentInput, signal?: AbortSignal): Promise<{ bytes: Uint8Array; pages: number; warnings: Problem[] }>;
  /** Pages as drawings: those numbered in `pages` (from 1), all without it. */
  draw(input: DocumentInput, pages?: number[], signal?: AbortSignal): Promise<DrawnDocument>;
  /**
   * The same at once, in this thread; `null` where that would take longer than a few milliseconds, or is not known. The canvas
   * asks for it after a key, because browsers hand over what a worker answers only after the next frame.
   */
  drawNow?(input: DocumentInput, pages: number[]): DrawnDocument | null;
  /** Everything `reportctl check` finds; with `data` also what the data lacks and what does not fit. */
  check(input: Omit<DocumentInput, "data"> & { data?: unknown }, signal?: AbortSignal): Promise<Problem[]>;
  /** True if `check` covers e-invoices, which only the command line and the service make. */
  readonly checksInvoices?: boolean;
  /** The e-invoice that the document carries; `null` where this engine makes none. */
  einvoice?(input: DocumentInput, signal?: AbortSignal): Promise<MadeEinvoice | null>;
  /** The page model, as `reportctl render --format layout` prints it, with `id` and `pointer` of every field. Search needs it. */
  layout?(input: DocumentInput, signal?: AbortSignal): Promise<unknown>;
  /**
   * A text with `{expressions}`; `item` is the scope of a section or a table row. `extensions`: whether the text is of a template
   * with extensions, which it is taken to be where that is not given.
   */
  evaluate(text: string, data: unknown, item?: unknown, extensions?: boolean): Promise<Evaluation>;
  measureText(text: string, fontSizePt: number): Promise<TextMeasure>;
  /** JSON Schema of template files. */
  schema(): Promise<unknown>;
  /** Fonts used before the fallback font, in order; TrueType, OpenType, WOFF or WOFF2. */
  setFonts(fonts: readonly Uint8Array[]): Promise<void>;
  /** Files that templates name as `lib:NAME`, by name: fonts, pictures, letterheads, attachments. */
  setLibrary?(files: Readonly<Record<string, Uint8Array>>): Promise<void>;
  dispose(): void;
}
