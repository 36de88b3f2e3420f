import { describe, expect, test, vi } from "vitest";
import { dictFor } from "../i18n/dictionaries";
import * as errors from "./errors";

const { PDF_ERROR_CODES, describePdfError, errorFrom, isPdfError } = errors;

/** One problem per code as the engine throws it, with details. */
const DETAILS: Record<string, object> = {
  pageLimit: { maxPages: 5 },
  invalidPageSize: { pageId: "p1", width: 0, height: 297 },
  unsupportedGlyph: { char: "七", text: "a七" },
  fontDecompressFailed: { format: "woff2" },
  fontDecompressTimeout: { format: "woff2", timeoutMs: 8000 },
  imageUploadTooLarge: { bytes: 3e7, limitBytes: 2e7 },
  imageUploadUnreadable: { reason: "decode" },
  imageTooLarge: { bytes: 2e7, limitBytes: 15728640 },
  tooManyImages: { maxImages: 200 },
  templateNotAnObject: { receivedType: "array" },
  templateVersionInvalid: { received: "x", implicitVersion: 1 },
  templateVersionTooNew: { found: 2, supported: 1 },
  templateMigrationMissing: { from: 1, to: 2 },
};

const thrown = (code: string) =>
  errorFrom({ code, message: `engine says ${code}`, field: "total", ...DETAILS[code] }) as errors.AnyPdfError;

describe("classes", () => {
  test.each(PDF_ERROR_CODES)("%s has a class of its own name", (code) => {
    const error = thrown(code);
    const className = `${code.charAt(0).toUpperCase()}${code.slice(1)}Error`;
    expect(error.name).toBe(className);
    expect(error.constructor.name).toBe(className);
    expect(error.code).toBe(code);
    expect(error).toBeInstanceOf(errors.PdfGenerationError);
    expect(error).toBeInstanceOf(Error);
    expect(error.message).toBe(`engine says ${code}`);
    expect(isPdfError(error)).toBe(true);
  });

  test("details are properties", () => {
    expect(thrown("unsupportedGlyph")).toMatchObject({ field: "total", char: "七", text: "a七", codePoint: "U+4E03" });
    expect(thrown("templateVersionInvalid")).toMatchObject({ received: "x", receivedType: "string", implicitVersion: 1 });
    expect(errorFrom({ code: "imageTooLarge", message: "m", bytes: 1, limitBytes: 2 })).toMatchObject({ field: null });
  });

  test("an error of another copy of the package is an instance of ours, and the reverse", async () => {
    vi.resetModules();
    const copy: typeof errors = await import("./errors");
    expect(copy.PageLimitError).not.toBe(errors.PageLimitError);
    expect(new copy.PageLimitError(5, "t")).toBeInstanceOf(errors.PageLimitError);
    expect(new errors.PageLimitError(5, "t")).toBeInstanceOf(copy.PdfGenerationError);
    expect(new copy.PageLimitError(5, "t")).not.toBeInstanceOf(errors.TooManyImagesError);
    expect(new copy.ExpressionDepthError("a", 40)).toBeInstanceOf(errors.ExpressionError);
    expect(isPdfError(new copy.PageLimitError(5, "t"))).toBe(true);
  });

  test("what is not ours is no instance", () => {
    for (const other of [null, undefined, 1, "x", {}, new Error("x"), { code: "pageLimit" }]) {
      expect(other instanceof errors.PdfGenerationError).toBe(false);
      expect(isPdfError(other)).toBe(false);
      expect(describePdfError(other, dictFor("en"))).toBeNull();
    }
  });

  test("a class that a host derives knows its own instances only", () => {
    class Mine extends errors.PageLimitError {}
    expect(new Mine(1, "t")).toBeInstanceOf(Mine);
    expect(new Mine(1, "t")).toBeInstanceOf(errors.PageLimitError);
    expect(new errors.PageLimitError(1, "t")).not.toBeInstanceOf(Mine);
  });

  test("codes without a class become an EngineError", () => {
    const error = errorFrom({ code: "memoryLimit", message: "too much", blame: "data", pointer: "/template", help: "filter" });
    expect(error).toBeInstanceOf(errors.EngineError);
    expect(error).toMatchObject({ code: "memoryLimit", blame: "data", pointer: "/template", help: "filter" });
    expect(isPdfError(error)).toBe(false);
  });

  test("faults of expressions keep their place", () => {
    const error = errorFrom({ code: "unclosedCall", message: "m", position: 14, detail: "CURRENCY", expression: "CURRENCY(total" });
    expect(error).toBeInstanceOf(errors.ExpressionSyntaxError);
    expect(error).toMatchObject({ position: 14, source: "CURRENCY(total" });
    expect((error as errors.ExpressionSyntaxError).localize(dictFor("pt-BR"))).toContain("posição 14");
    expect(errorFrom({ code: "tooDeep", message: "m", detail: "40", expression: "(" })).toMatchObject({ maxDepth: 40 });
  });
});

describe("in words", () => {
  for (const locale of ["en", "pt-BR"] as const) {
    test.each([...PDF_ERROR_CODES, "invalidTemplate", "memoryLimit", "neverHeardOf"])(`${locale}: %s`, (code) => {
      const problem = describePdfError(thrown(code), dictFor(locale));
      expect(problem?.code).toBe(code);
      expect(problem?.title).toMatch(/\S{3}/);
      expect(`${problem?.title} ${problem?.action}`).not.toMatch(/NaN|\[object|=>/);
      expect(problem?.detail).toBe(`engine says ${code}`);
      const reportOnly = ["paginationStalled", "templateMigrationMissing"].includes(code);
      expect(problem?.action === undefined).toBe(reportOnly);
    });
  }

  test("the two languages differ", () => {
    for (const code of PDF_ERROR_CODES) {
      const [english, portuguese] = (["en", "pt-BR"] as const).map((l) => describePdfError(thrown(code), dictFor(l))?.title);
      expect(english).not.toBe(portuguese);
    }
  });

  test("the background is named instead of a field", () => {
    const error = new errors.ImageTooLargeError(null, 2e7, 15e6);
    const problem = describePdfError(error, dictFor("en"));
    expect(problem?.title).toContain("background");
    expect(problem).not.toHaveProperty("field");
  });
});
