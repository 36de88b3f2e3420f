/** Every code that can reach the page has a text in every language, or is named here as technical. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Dict, LANGUAGES, loadDict, type Locale } from "../i18n";
import { EngineError, PageLimitError } from "./errors";
import { problemLine, problemText } from "./problem-text";

const LOCALES = Object.keys(LANGUAGES) as Locale[];
const OTHERS = LOCALES.filter((locale) => locale !== "en");

/** Codes of the command line, of batches and of the plain HTTP interface, which the page never asks for. */
const TECHNICAL = new Set([
  ...["usage", "notCanonical", "receiptInvalid", "keyInvalid", "tokenNotFound", "tokensRequired"],
  ...["einvoiceUnreadable", "signatureUnreadable", "archiveNotFound", "linkRevoked"],
  ...["templateSourceUnavailable", "templateSourceRefused", "templatesNotPushed", "clockDiffers"],
  ...["tableNotFound", "severalTables", "sheetLimit"],
  ...["invalidRow", "duplicateFile", "sharedRecipient", "batchKey", "planMismatch", "batchFailed", "interrupted"],
  ...["requestNotFound", "notFinished", "dataErased", "templateChanged", "templateVersion", "attemptsExhausted", "canceled"],
  ...["unsupportedMediaType", "unknownField", "templateNotAllowed", "routeNotFound", "methodNotAllowed", "notAcceptable", "idempotencyKey"],
]);

/** The codes of all problems: the table that is generated from their declarations. */
function codes(): string[] {
  const page = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");
  const generated = page.slice(page.indexOf("<!-- generated: codes"));
  return [...generated.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code!);
}

describe("texts of problems", () => {
  it.each(LOCALES)("%s: are there for every code that can reach the page", async (locale) => {
    const dict = await loadDict(locale);
    const titles: Record<string, string> = dict.problemTitles;
    const all = codes();
    expect(all.length).toBeGreaterThan(150);
    expect(all.filter((code) => !TECHNICAL.has(code) && !titles[code])).toEqual([]);
    expect([...TECHNICAL].filter((code) => code in titles || !all.includes(code)), "technical codes").toEqual([]);
    // `objectPrinted`, `valueToChoose` and `noAnswer` are of the page itself.
    expect(Object.keys(titles).filter((code) => !all.includes(code))).toEqual(["objectPrinted", "valueToChoose", "noAnswer"]);
  });

  it.each(OTHERS)("%s: stand in front of the English message, with what the problem names", async (locale) => {
    const dict = await loadDict(locale);
    const finding = { code: "missingPath", severity: "warning", message: "the data has no `missing` (path `missing.pat`)", help: "there are: `lines`", path: "missing.pat", missing: "missing" };
    expect(problemText(finding, dict, locale)).toEqual({ text: dict.problemTitles.missingPath, facts: ["missing.pat"], detail: "The data has no `missing` (path `missing.pat`). There are: `lines`." });
    // An answer of the service, and what was thrown.
    const refusal = { error: "the mail server does not answer", code: "mailUnavailable", advice: "try again" };
    expect(problemText(refusal, dict, locale)).toMatchObject({ text: dict.problemTitles.mailUnavailable, detail: "The mail server does not answer. Try again." });
    expect(problemText(new PageLimitError(5, "a"), dict, locale)).toMatchObject({ text: dict.errors.pageLimit.title(5), action: dict.errors.pageLimit.action });
    const thrown = new EngineError("styleUnknown", "template", "there is no style `a`");
    expect(problemText(thrown, dict, locale)).toMatchObject({ text: dict.problemTitles.styleUnknown, detail: "There is no style `a`." });
  });

  it("marks as English what has no text", async () => {
    const dict = await loadDict("de");
    expect(problemText({ code: "planMismatch", message: "the plan differs", help: "plan again" }, dict, "de")).toEqual({ text: "the plan differs", facts: [], action: "plan again", lang: "en" });
    expect(problemText(new TypeError("x is undefined"), dict, "de")).toEqual({ text: "x is undefined", facts: [], lang: "en" });
    // The page has worded these itself.
    expect(problemText("Die Datei ist leer", dict, "de")).toEqual({ text: "Die Datei ist leer", facts: [] });
    expect(problemText({ code: "objectPrinted", message: "Zeigt ein Objekt" }, dict, "de")).toEqual({ text: "Zeigt ein Objekt", facts: [] });
  });

  it("is the message itself in English", async () => {
    const en = await loadDict("en");
    expect(problemText({ code: "missingPath", message: "the data has no `a`", help: "there are: `b`", path: "a" }, en)).toEqual({ text: "the data has no `a`", facts: [], action: "there are: `b`" });
  });

  it("writes lengths and contrasts as the language does", async () => {
    const dict: Dict = await loadDict("de");
    expect(problemLine({ code: "textTooWide", message: "m", text: "Rechnung", excess: 2.345 }, dict, "de")).toBe(`${dict.problemTitles.textTooWide}: \`Rechnung\`, \`+2,3 mm\``);
    const contrast = { code: "contrastTooLow", message: "m", color: "#eeeeee", background: "#ffffff", contrast: 1.16, least: 4.5 };
    expect(problemText(contrast, dict, "de").facts).toEqual(["#eeeeee / #ffffff", "1,16:1 < 4,5:1"]);
  });
});
