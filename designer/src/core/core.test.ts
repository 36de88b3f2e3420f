/** Behaviour that the vectors do not cover. */
import { describe, expect, test } from "vitest";
import { dictFor } from "../i18n/dictionaries";
import { expressionError, renderTemplate, resolveToken, tokenFor, tokenizeExpression } from "./expressions";
import { makeBoundTable } from "./fields";
import { buildFormula, expressionOf, inFormatOf, inSameFormat, isNumberFormat, parseFormula } from "./formulas";
import { generatorWith } from "./generate";
import { passingItems } from "./resolve";
import { migrateTemplate } from "./template";
import type { Template, TextSchema } from "./types";
import { expressionErrors, fieldWarning } from "./warnings";

const text = (content: string): TextSchema => ({
  id: "t",
  name: "title",
  type: "text",
  x: 10,
  y: 10,
  width: 100,
  height: 10,
  content,
  fontSize: 10,
  fontColor: "#000000",
  alignment: "left",
});
const page: Template = { page: { width: 210, height: 297 }, schemas: [text("{name}")] };

describe("expressions", () => {
  test("any key has a token that finds it", () => {
    for (const key of ["id", "two words", "a.b", "a'b", "[x]", "NOT", "São"]) {
      expect(renderTemplate(tokenFor(key), { [key]: "found" }), key).toBe("found");
    }
    expect(tokenFor("a{b}")).toBe("");
  });

  test("a token is one expression", () => {
    expect(resolveToken("a} {b", { a: 1, b: 2 })).toBe("");
    expect(resolveToken("UPPER(a", { a: "x" })).toBe("");
    expect(resolveToken("UPPER(a)", { a: "x" })).toBe("X");
  });

  test("what JSON cannot express counts as absent", () => {
    expect(renderTemplate("[{a}]", undefined)).toBe("[]");
    expect(renderTemplate("[{a}]", { a: () => 1 })).toBe("[]");
  });

  test("faults are described in the language", () => {
    expect(expressionError("SUM(a", dictFor("pt-BR"))).toMatch(/posição 5/);
    expect(expressionError("SUM(a)")).toBeNull();
  });

  test("parts are placed as JavaScript counts", () => {
    const source = 'CONCAT("\u{1f600}", total)';
    const parts = tokenizeExpression(source).map(({ kind, start, end }) => [kind, source.slice(start, end)]);
    expect(parts).toEqual([
      ["name", "CONCAT"],
      ["punctuation", "("],
      ["text", '"\u{1f600}"'],
      ["punctuation", ","],
      ["name", "total"],
      ["punctuation", ")"],
    ]);
  });
});

describe("forms", () => {
  test.each(["{preco}", '{CURRENCY(preco, "R$", 2)}', "{NUMBER(qtd, 3)}", '{DATE(d, "DD/MM/YYYY", "YYYY-MM-DD")}', '{UPPER(["a b"])}'])(
    "%s comes back as it was",
    (formula) => {
      const form = parseFormula(formula);
      if (form.kind !== "func") throw new Error(`not a form: ${form.kind}`);
      expect(buildFormula(form.fn, form.path, form)).toBe(formula);
    },
  );

  test.each([
    ["{DECIMAL(price, 2, 2)}", "{DECIMAL(SUM(lines.price), 2, 2)}"],
    ["{MONEY(price)}", "{MONEY(SUM(lines.price))}"],
    ["{MONEY(price, $root.currency)}", "{MONEY(SUM(lines.price), $root.currency)}"],
    ["{MONEY(price, currency)}", "{DECIMAL(SUM(lines.price), 2, 2)}"],
    ['{CURRENCY(price, "€", 2)}', '{CURRENCY(SUM(lines.price), "€", 2)}'],
    ["{MONEY(price, net price)}", "{DECIMAL(SUM(lines.price), 2, 2)}"],
    ["{ currency( price ,  \"a, b\" ) }", '{CURRENCY(SUM(lines.price), "a, b")}'],
    ["{price}", null],
    ["{UPPER(price)}", null],
  ])("the sum of cells %s is written as %s", (cell, sum) => {
    expect(inFormatOf(cell, "SUM(lines.price)")).toBe(sum);
  });

  test("a format is the same in either way of writing it", () => {
    for (const cell of ["{CURRENCY(net price, 2)}", "{ currency( net price , 2 ) }"]) {
      expect([isNumberFormat(cell), expressionOf(cell), inSameFormat(cell, "a")]).toEqual([true, "net price", "{CURRENCY(a, 2)}"]);
    }
  });

  test.each(["{SUM(a.b)}", "{a + b}", "{IF(a, 1, 2)}", "{CURRENCY(a, b)}", "x {a}"])("%s is no form", (formula) => {
    expect(parseFormula(formula).kind).toBe("raw");
  });
});

test("a bound table prints its keys", () => {
  const { schema, binding } = makeBoundTable(30, "rows", ["id", "a b"], dictFor("pt-BR"));
  expect(schema).toMatchObject({ y: 30, width: 180, height: 30, head: ["id", "a b"] });
  expect(schema.name).toMatch(/^\p{L}+_\w{4}$/u);
  expect(binding.schemaName).toBe(schema.name);
});

test("filters say which items pass", () => {
  const filters = [[{ column: "n", op: "gt" as const, value: "1" }]];
  const data = { rows: [{ n: 1 }, { n: 2 }, { n: 3 }] };
  expect(passingItems({ schemaName: "t", type: "array", path: "rows", columns: [], filters }, data)).toEqual([1, 2]);
  expect(passingItems({ schemaName: "t", type: "array", path: "rows", columns: [] }, data)).toEqual([0, 1, 2]);
  expect(passingItems({ schemaName: "t", type: "array", path: "other", columns: [] }, data)).toBeNull();
});

describe("findings", () => {
  test("members of sections are checked too", () => {
    expect(expressionErrors({ ...text("{SUM(a}"), sectionId: "s" }, null)).toMatchObject([
      { severity: "error", field: "content", expression: "{SUM(a}" },
    ]);
  });

  test("they are described in the language", () => {
    expect(fieldWarning(text("{SUM(a}"), null, dictFor("pt-BR"))).toContain("posição");
    expect(fieldWarning(text("{a /}"), undefined, dictFor("pt-BR"))).toContain('"/"');
    expect(fieldWarning(text("x {a"), undefined)).toContain("position 2");
    expect(expressionErrors(text("x {a"), undefined)).toMatchObject([{ field: "content", expression: "x {a" }]);
    expect(fieldWarning(text("{a}"), undefined)).toBeNull();
  });

  test("sections that are printed once need no list", () => {
    const section = { id: "s", name: "s", type: "section", x: 10, y: 10, width: 100, height: 20 } as const;
    expect(fieldWarning(section, undefined)).not.toBeNull();
    expect(fieldWarning({ ...section, repeat: "once" }, undefined)).toBeNull();
  });
});

test("numbers that JSON lacks are no version", () => {
  for (const version of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => migrateTemplate({ ...page, version })).toThrow(expect.objectContaining({ code: "templateVersionInvalid" }));
  }
  expect(migrateTemplate({ unknown: 1, ...page })).toEqual({ unknown: 1, ...page, version: 1 });
});

describe("generatePdf", () => {
  const generatePdf = generatorWith(() => Promise.reject(new Error("no worker here")), () => false);

  test("gives the same bytes for the same input, and leaves it alone", async () => {
    const before = JSON.stringify(page);
    const [first, second] = await Promise.all([generatePdf(page, { name: "Ana" }, []), generatePdf(page, { name: "Ana" }, [])]);
    expect(first).toEqual(second);
    expect(String.fromCharCode(...first.subarray(0, 8))).toBe("%PDF-1.7");
    expect(JSON.stringify(page)).toBe(before);
  });

  test("options reach the document", async () => {
    const bytes = await generatePdf(page, {}, [], { title: "Annual report", creationDate: new Date("2026-02-03T04:05:06Z") });
    expect(Buffer.from(bytes).toString("latin1")).toContain("20260203040506");
    expect(bytes).not.toEqual(await generatePdf(page, {}, []));
  });

  test("refuses characters without a font when it has to", async () => {
    const failed = generatePdf(page, { name: "Я" }, [], { fallbackFont: false });
    await expect(failed).rejects.toMatchObject({ name: "UnsupportedGlyphError", field: "title", char: "Я", codePoint: "U+042F" });
    await expect(generatePdf(page, { name: "Я" }, [])).resolves.toBeInstanceOf(Uint8Array);
  });

  test("documents with different fonts do not mix them", async () => {
    const broken = generatePdf(page, { name: "a" }, [], { fontBytes: new Uint8Array([1, 2, 3]) });
    const plain = generatePdf(page, { name: "a" }, []);
    await expect(broken).rejects.toMatchObject({ code: "fontUnreadable", blame: "config" });
    expect(await plain).toEqual(await generatePdf(page, { name: "a" }, []));
  });

  test("reports findings that do not stop it", async () => {
    const warnings: unknown[] = [];
    const quoted = { ...page, schemas: [{ ...text("a"), fontSize: "12" as unknown as number }] };
    await generatePdf(quoted, {}, [], { onWarning: (warning) => warnings.push(warning) });
    expect(warnings).toMatchObject([{ code: "convertedValue", field: "title" }]);
  });

  test("can be given up before it starts", async () => {
    const signal = AbortSignal.abort();
    await expect(generatePdf(page, {}, [], { signal })).rejects.toMatchObject({ name: "AbortError" });
  });

  test("an engine that cannot be started fails the call, not the next one", async () => {
    await expect(generatePdf(page, {}, [], { worker: true })).rejects.toThrow("no worker here");
    await expect(generatePdf(page, {}, [])).resolves.toBeInstanceOf(Uint8Array);
  });
});
