/**
 * What generation throws, as classes with data; `message` is English and for developers.
 *
 * `.` and `./server` of one installation may hold two copies of this module (ESM and CommonJS), so `instanceof` goes by
 * the names of the classes that an error carries, not by the identity of the class.
 */
import type { Dict } from "../i18n/en";
import { en } from "../i18n/en";
import { faultMessage } from "./faults";

export type PdfErrorBlame = "data" | "template" | "config" | "package";

export const PDF_ERROR_CODES = [
  "pageLimit",
  "unsupportedGlyph",
  "invalidPageSize",
  "backgroundImageUnreadable",
  "imageUploadTooLarge",
  "imageUploadUnreadable",
  "imageTooLarge",
  "tooManyImages",
  "unsupportedImageFormat",
  "imageUnreadable",
  "paginationStalled",
  "woff2SupportMissing",
  "fontDecompressFailed",
  "fontDecompressTimeout",
  "templateNotAnObject",
  "templateVersionInvalid",
  "templateVersionTooNew",
  "templateMigrationMissing",
] as const;

export type PdfErrorCode = (typeof PDF_ERROR_CODES)[number];

/** Where an error says which of our classes it is of. */
const CLASSES = Symbol.for("json-pdf-designer.errorClasses");

/** An error whose class is known by its name. Each class of ours has its own `className`. */
abstract class NamedError extends Error {
  static readonly className: string = "NamedError";

  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that somebody derives from ours has no name of its own.
    if (!Object.hasOwn(this, "className")) return Function.prototype[Symbol.hasInstance].call(this, value);
    const names = (value as { [CLASSES]?: readonly string[] } | null | undefined)?.[CLASSES];
    return Array.isArray(names) && names.includes(this.className);
  }

  constructor(message: string) {
    super(message);
    const names: string[] = [];
    for (let at = new.target as unknown; typeof at === "function"; at = Object.getPrototypeOf(at)) {
      if (Object.hasOwn(at, "className")) names.push((at as typeof NamedError).className);
    }
    Object.defineProperty(this, CLASSES, { value: names });
    Object.defineProperty(this, "name", { value: names[0], configurable: true, writable: true });
  }
}

export abstract class PdfGenerationError extends NamedError {
  static override readonly className: string = "PdfGenerationError";
  abstract readonly code: string;
  abstract readonly blame: PdfErrorBlame;
  /** Where the fault is, as JSON pointer into `{ "template": …, "bindings": … }`. */
  declare pointer?: string;
  /** What to do about it. */
  declare help?: string;
}

export class PageLimitError extends PdfGenerationError {
  static override readonly className: string = "PageLimitError";
  readonly code = "pageLimit" as const;
  readonly blame = "data" as const;

  constructor(
    readonly maxPages: number,
    readonly field: string,
  ) {
    super(
      `The document went past ${maxPages} pages at "${field}". Filter the data, or raise the limit: generatePdf(…, { maxPages }).`,
    );
  }
}

export class PaginationStalledError extends PdfGenerationError {
  static override readonly className: string = "PaginationStalledError";
  readonly code = "paginationStalled" as const;
  readonly blame = "package" as const;

  constructor(readonly field: string) {
    super(`The layout of "${field}" made no progress. Please report it together with the template.`);
  }
}

export class InvalidPageSizeError extends PdfGenerationError {
  static override readonly className: string = "InvalidPageSizeError";
  readonly code = "invalidPageSize" as const;
  readonly blame = "template" as const;

  constructor(
    readonly pageId: string,
    readonly width: number,
    readonly height: number,
  ) {
    super(`Page "${pageId}" has the size ${width} x ${height}; both must be numbers above 0, in millimetres.`);
  }
}

export class UnsupportedGlyphError extends PdfGenerationError {
  static override readonly className: string = "UnsupportedGlyphError";
  readonly code = "unsupportedGlyph" as const;
  readonly blame = "data" as const;
  /** `U+` and at least four hexadecimal digits. */
  readonly codePoint: string;

  constructor(
    readonly field: string,
    readonly char: string,
    readonly text: string,
  ) {
    const codePoint = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
    super(
      `Field "${field}": no font has the character ${JSON.stringify(char)} (${codePoint}). Give one that has it as fontBytes, or leave the character out.`,
    );
    this.codePoint = codePoint;
  }
}

/** Never thrown by this package, which unpacks WOFF2 itself. */
export class Woff2SupportMissingError extends PdfGenerationError {
  static override readonly className: string = "Woff2SupportMissingError";
  readonly code = "woff2SupportMissing" as const;
  readonly blame = "config" as const;

  constructor() {
    super("WOFF2 cannot be unpacked here. Convert the font to TTF or OTF.");
  }
}

export class FontDecompressFailedError extends PdfGenerationError {
  static override readonly className: string = "FontDecompressFailedError";
  readonly code = "fontDecompressFailed" as const;
  readonly blame = "config" as const;

  constructor(readonly format: string) {
    super(`The ${format.toUpperCase()} font cannot be unpacked: it is damaged or too large. Convert it to TTF or OTF.`);
  }
}

export class FontDecompressTimeoutError extends PdfGenerationError {
  static override readonly className: string = "FontDecompressTimeoutError";
  readonly code = "fontDecompressTimeout" as const;
  readonly blame = "config" as const;

  constructor(
    readonly format: string,
    readonly timeoutMs: number,
  ) {
    super(`Unpacking the ${format.toUpperCase()} font took more than ${timeoutMs} ms. Convert it to TTF or OTF once.`);
  }
}

export class ImageUploadTooLargeError extends PdfGenerationError {
  static override readonly className: string = "ImageUploadTooLargeError";
  readonly code = "imageUploadTooLarge" as const;
  readonly blame = "data" as const;

  constructor(
    readonly bytes: number,
    readonly limitBytes: number,
  ) {
    super(`The file has ${megabytes(bytes)} MB; ${megabytes(limitBytes)} MB are allowed. Scale the image down.`);
  }
}

export type ImageUploadFailureReason = "read" | "decode" | "canvas";

export class ImageUploadUnreadableError extends PdfGenerationError {
  static override readonly className: string = "ImageUploadUnreadableError";
  readonly code = "imageUploadUnreadable" as const;
  readonly blame = "data" as const;

  constructor(readonly reason: ImageUploadFailureReason) {
    const why = {
      read: "the file cannot be read",
      decode: "the browser cannot decode it",
      canvas: "the browser has no 2D canvas to convert it with",
    };
    super(`The file cannot be used as an image: ${why[reason]}.`);
  }
}

export class ImageTooLargeError extends PdfGenerationError {
  static override readonly className: string = "ImageTooLargeError";
  readonly code = "imageTooLarge" as const;
  readonly blame = "template" as const;

  constructor(
    /** `null`: the background of the page. */
    readonly field: string | null,
    readonly bytes: number,
    readonly limitBytes: number,
  ) {
    const what = field === null ? "The background image of the page" : `The image in the field "${field}"`;
    super(`${what} has ${megabytes(bytes)} MB; ${megabytes(limitBytes)} MB are allowed. Scale it down.`);
  }
}

export class TooManyImagesError extends PdfGenerationError {
  static override readonly className: string = "TooManyImagesError";
  readonly code = "tooManyImages" as const;
  readonly blame = "template" as const;

  constructor(readonly maxImages: number) {
    super(`The document has more than ${maxImages} different images. Use the same image again where possible.`);
  }
}

export class UnsupportedImageFormatError extends PdfGenerationError {
  static override readonly className: string = "UnsupportedImageFormatError";
  readonly code = "unsupportedImageFormat" as const;
  readonly blame = "template" as const;

  constructor(readonly field: string) {
    super(`The image in the field "${field}" is neither PNG nor JPEG. Convert it.`);
  }
}

export class ImageUnreadableError extends PdfGenerationError {
  static override readonly className: string = "ImageUnreadableError";
  readonly code = "imageUnreadable" as const;
  readonly blame = "template" as const;

  constructor(readonly field: string) {
    super(`The image in the field "${field}" cannot be read: it is damaged.`);
  }
}

export class BackgroundImageUnreadableError extends PdfGenerationError {
  static override readonly className: string = "BackgroundImageUnreadableError";
  readonly code = "backgroundImageUnreadable" as const;
  readonly blame = "template" as const;

  constructor() {
    super("The background image of the page cannot be read: it is damaged, or not a PNG.");
  }
}

export class TemplateNotAnObjectError extends PdfGenerationError {
  static override readonly className: string = "TemplateNotAnObjectError";
  readonly code = "templateNotAnObject" as const;
  readonly blame = "template" as const;

  constructor(readonly receivedType: string) {
    super(`A template must be an object, not ${receivedType}.`);
  }
}

export class TemplateVersionInvalidError extends PdfGenerationError {
  static override readonly className: string = "TemplateVersionInvalidError";
  readonly code = "templateVersionInvalid" as const;
  readonly blame = "template" as const;
  readonly receivedType: string;

  constructor(
    readonly received: unknown,
    /** What a template without `version` has. */
    readonly implicitVersion: number,
  ) {
    super(`The version of a template must be a whole number of at least 1, not ${JSON.stringify(received)}.`);
    this.receivedType = typeName(received);
  }
}

export class TemplateVersionTooNewError extends PdfGenerationError {
  static override readonly className: string = "TemplateVersionTooNewError";
  readonly code = "templateVersionTooNew" as const;
  readonly blame = "template" as const;

  constructor(
    readonly found: number,
    readonly supported: number,
  ) {
    super(`The template has version ${found}; this program reads versions up to ${supported}. Update it.`);
  }
}

export class TemplateMigrationMissingError extends PdfGenerationError {
  static override readonly className: string = "TemplateMigrationMissingError";
  readonly code = "templateMigrationMissing" as const;
  readonly blame = "package" as const;

  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    super(`No step brings a template from version ${from} to ${to}. Please report it.`);
  }
}

/** A failure of the engine that has no class of its own, such as `invalidTemplate` or `memoryLimit`. */
export class EngineError extends PdfGenerationError {
  static override readonly className: string = "EngineError";

  constructor(
    readonly code: string,
    readonly blame: PdfErrorBlame,
    message: string,
    readonly field?: string,
    /** The part of a payment that is wrong, such as `creditor.zip`. */
    readonly part?: string,
  ) {
    super(message);
  }
}

function megabytes(bytes: number): number {
  return Math.round((bytes / 1024 / 1024) * 100) / 100;
}

/** What kind of JSON value it is. */
export function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The errors whose class follows from `code`. */
export type AnyPdfError =
  | PageLimitError
  | PaginationStalledError
  | InvalidPageSizeError
  | UnsupportedGlyphError
  | Woff2SupportMissingError
  | FontDecompressFailedError
  | FontDecompressTimeoutError
  | ImageUploadTooLargeError
  | ImageUploadUnreadableError
  | ImageTooLargeError
  | TooManyImagesError
  | UnsupportedImageFormatError
  | ImageUnreadableError
  | BackgroundImageUnreadableError
  | TemplateNotAnObjectError
  | TemplateVersionInvalidError
  | TemplateVersionTooNewError
  | TemplateMigrationMissingError;

/** Returns true if an error is one of ours that a `switch` over `code` covers. */
export function isPdfError(error: unknown): error is AnyPdfError {
  return error instanceof PdfGenerationError && (PDF_ERROR_CODES as readonly string[]).includes(error.code);
}

export type ExpressionErrorCode =
  | "incomplete"
  | "unclosedParen"
  | "unclosedCall"
  | "operatorWithoutLeft"
  | "unexpectedToken"
  | "trailingContent"
  | "unclosedQuote"
  | "unclosedBracket"
  | "emptySegment"
  | "spaceInSegment"
  | "tooDeep";

/** An expression that cannot be read. */
export abstract class ExpressionError extends NamedError {
  static override readonly className: string = "ExpressionError";
  /** The expression, without braces. */
  abstract readonly source: string;
  abstract readonly code: ExpressionErrorCode;
  /** The function, operator or limit involved; else empty. */
  abstract readonly detail: string;
  abstract localize(dict: Dict): string;
}

export class ExpressionSyntaxError extends ExpressionError {
  static override readonly className: string = "ExpressionSyntaxError";

  constructor(
    readonly code: ExpressionErrorCode,
    readonly source: string,
    readonly position: number,
    readonly detail: string = "",
  ) {
    super(faultMessage({ code, position, detail, expression: source }, en));
  }

  localize(dict: Dict): string {
    const { code, source, position, detail } = this;
    return faultMessage({ code, position, detail, expression: source }, dict);
  }
}

export class ExpressionDepthError extends ExpressionError {
  static override readonly className: string = "ExpressionDepthError";
  readonly code = "tooDeep" as const;
  readonly detail: string;

  constructor(
    readonly source: string,
    readonly maxDepth: number,
  ) {
    super(en.expressionErrors.tooDeep(String(maxDepth)));
    this.detail = String(maxDepth);
  }

  localize(dict: Dict): string {
    return dict.expressionErrors.tooDeep(this.detail);
  }
}

/** A problem as the engine throws it. */
export type EngineProblem = {
  code: string;
  message: string;
  blame?: string;
  field?: string | null;
  pointer?: string;
  help?: string;
  [detail: string]: unknown;
};

const EXPRESSION_CODES = new Set<string>(Object.keys(en.expressionErrors));

/** The error of a problem: of its class where it has one, with the engine's message. */
export function errorFrom(problem: EngineProblem): PdfGenerationError | ExpressionError {
  const error = classified(problem);
  error.message = problem.message;
  if (error instanceof PdfGenerationError) {
    if (problem.pointer !== undefined) error.pointer = problem.pointer;
    if (problem.help !== undefined) error.help = problem.help;
  }
  return error;
}

function classified(problem: EngineProblem): PdfGenerationError | ExpressionError {
  const field = problem.field ?? "";
  const number = (name: string) => Number(problem[name]);
  const text = (name: string) => String(problem[name] ?? "");
  switch (problem.code as PdfErrorCode) {
    case "pageLimit":
      return new PageLimitError(number("maxPages"), field);
    case "paginationStalled":
      return new PaginationStalledError(field);
    case "invalidPageSize":
      return new InvalidPageSizeError(text("pageId"), problem.width as number, problem.height as number);
    case "unsupportedGlyph":
      return new UnsupportedGlyphError(field, text("char"), text("text"));
    case "woff2SupportMissing":
      return new Woff2SupportMissingError();
    case "fontDecompressFailed":
      return new FontDecompressFailedError(text("format"));
    case "fontDecompressTimeout":
      return new FontDecompressTimeoutError(text("format"), number("timeoutMs"));
    case "imageUploadTooLarge":
      return new ImageUploadTooLargeError(number("bytes"), number("limitBytes"));
    case "imageUploadUnreadable":
      return new ImageUploadUnreadableError(problem.reason as ImageUploadFailureReason);
    case "imageTooLarge":
      return new ImageTooLargeError(problem.field ?? null, number("bytes"), number("limitBytes"));
    case "tooManyImages":
      return new TooManyImagesError(number("maxImages"));
    case "unsupportedImageFormat":
      return new UnsupportedImageFormatError(field);
    case "imageUnreadable":
      return new ImageUnreadableError(field);
    case "backgroundImageUnreadable":
      return new BackgroundImageUnreadableError();
    case "templateNotAnObject":
      return new TemplateNotAnObjectError(text("receivedType"));
    case "templateVersionInvalid":
      return new TemplateVersionInvalidError(problem.received, number("implicitVersion"));
    case "templateVersionTooNew":
      return new TemplateVersionTooNewError(number("found"), number("supported"));
    case "templateMigrationMissing":
      return new TemplateMigrationMissingError(number("from"), number("to"));
  }
  if (problem.code === "tooDeep") return new ExpressionDepthError(text("expression"), number("detail"));
  if (EXPRESSION_CODES.has(problem.code) && typeof problem.position === "number") {
    return new ExpressionSyntaxError(problem.code as ExpressionErrorCode, text("expression"), problem.position, text("detail"));
  }
  const blame = (problem.blame ?? "package") as PdfErrorBlame;
  const part = typeof problem.part === "string" ? problem.part : undefined;
  return new EngineError(problem.code, blame, problem.message, problem.field ?? undefined, part);
}

export type PdfProblemCode = PdfErrorCode | "expression" | (string & {});

/** An error in words for the person who uses the program. */
export type PdfProblem = {
  code: PdfProblemCode;
  blame: PdfErrorBlame;
  title: string;
  /** What to do; absent where only a report helps. */
  action?: string;
  field?: string;
  /** The message for developers, in English. */
  detail: string;
};

/** An error of ours in a language; `null` for any other. */
export function describePdfError(error: unknown, dict: Dict): PdfProblem | null {
  if (error instanceof ExpressionError) {
    const { title, action } = dict.errors.expression;
    return { code: "expression", blame: "template", title, action: action(error.localize(dict)), detail: error.message };
  }
  if (!(error instanceof PdfGenerationError)) return null;
  const field = "field" in error && typeof error.field === "string" && error.field !== "" ? { field: error.field } : {};
  return { code: error.code, blame: error.blame, ...words(error, dict), ...field, detail: error.message };
}

function words(error: PdfGenerationError, dict: Dict): { title: string; action?: string } {
  const t = dict.errors;
  if (!isPdfError(error)) return engineWords(error, dict);
  switch (error.code) {
    case "pageLimit":
      return { ...t.pageLimit, title: t.pageLimit.title(error.maxPages) };
    case "paginationStalled":
      return { title: t.paginationStalled.title(error.field) };
    case "invalidPageSize":
      return { title: t.invalidPageSize.title(error.pageId), action: t.invalidPageSize.action(dict.tabBar.page) };
    case "unsupportedGlyph":
      return { ...t.unsupportedGlyph, title: t.unsupportedGlyph.title(JSON.stringify(error.char), error.codePoint) };
    case "imageUploadTooLarge":
      return { ...t.imageUploadTooLarge, title: t.imageUploadTooLarge.title(megabytes(error.limitBytes)) };
    case "imageTooLarge": {
      const { titleField, titleBackground, action } = t.imageTooLarge;
      const limit = megabytes(error.limitBytes);
      return { title: error.field === null ? titleBackground(limit) : titleField(error.field, limit), action };
    }
    case "tooManyImages":
      return { ...t.tooManyImages, title: t.tooManyImages.title(error.maxImages) };
    case "unsupportedImageFormat":
      return { ...t.unsupportedImageFormat, title: t.unsupportedImageFormat.title(error.field) };
    case "imageUnreadable":
      return { ...t.imageUnreadable, title: t.imageUnreadable.title(error.field) };
    case "templateNotAnObject":
      return { ...t.templateNotAnObject, title: t.templateNotAnObject.title(error.receivedType) };
    case "templateVersionInvalid":
      return { ...t.templateVersionInvalid, title: t.templateVersionInvalid.title(JSON.stringify(error.received)) };
    case "templateVersionTooNew":
      return { ...t.templateVersionTooNew, title: t.templateVersionTooNew.title(error.found, error.supported) };
    case "templateMigrationMissing":
      return { title: t.templateMigrationMissing.title(error.from, error.to) };
    default:
      return t[error.code];
  }
}

function engineWords(error: PdfGenerationError, dict: Dict): { title: string; action?: string } {
  const { engine } = dict.errors;
  const known = (engine.codes as Record<string, { title: string; action: string }>)[error.code];
  const title = (dict.problemTitles as Record<string, string | undefined>)[error.code];
  return known ?? { title: title ?? engine.title(error.code), action: engine.action };
}
