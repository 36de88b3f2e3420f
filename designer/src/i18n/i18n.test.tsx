// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import schema from "../../../docs/template.schema.json";
import { loadTexts } from "../app/texts";
import { en as appEn } from "../app/texts/en";
import { functionsOf } from "../core/functions";
import { dictFor, I18nProvider, LANGUAGES, loadDict, type Locale, preferredLocale, useLocale, useT, withInlineCode } from ".";
import { wording } from "./wording";

const LOCALES = Object.keys(LANGUAGES) as Locale[];
/** Arguments for messages: numbers, which fit text parameters too, and which no text has. */
const MARKS = [21, 32, 43, 54, 65, 76, 87, 98];

/** Every text of a dictionary by its path. */
function texts(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, String(value(...MARKS.slice(0, value.length)))]];
  return Object.entries(value as object).flatMap(([key, entry]) => texts(entry, path ? `${path}.${key}` : key));
}

const marksOf = (text: string) => MARKS.filter((mark) => new RegExp(`(^|\\D)${mark}(\\D|$)`).test(text));

afterEach(cleanup);

describe("languages that are loaded", () => {
  it("are English until they are there, and then shown", async () => {
    expect(dictFor("de")).toBe(dictFor("en"));
    render(
      <I18nProvider locale="de">
        <Probe />
      </I18nProvider>,
    );
    expect(screen.getByText("de: Fields")).toBeTruthy();
    // The first language that a run loads takes its time on a busy machine.
    expect(await screen.findByText("de: Felder", {}, { timeout: 10_000 })).toBeTruthy();
    expect(dictFor("de").tabBar.fields).toBe("Felder");
  });

  it("stay English where the language is unknown", async () => {
    expect(dictFor("xx" as never)).toBe(dictFor("en"));
    expect(await loadDict("xx" as never)).toBe(dictFor("en"));
  });
});

describe("dictionaries", () => {
  const of = new Map<Locale, Map<string, string>>();
  beforeAll(async () => {
    for (const locale of LOCALES) of.set(locale, new Map(texts(await loadDict(locale))));
  });

  it.each(LOCALES)("%s: the same entries, none empty, each with its parameters", (locale) => {
    const english = of.get("en")!;
    const own = of.get(locale)!;
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of own) {
      expect(text.trim(), path).not.toBe("");
      expect(marksOf(text), path).toEqual(marksOf(english.get(path)!));
    }
  });

  it("en: in British spelling, as the documentation", () => {
    const descriptions = (value: unknown): [string, string][] =>
      Object.entries(value as object).flatMap(([key, entry]) => (typeof entry === "string" ? (key === "description" ? [[key, entry]] : []) : typeof entry === "object" && entry !== null ? descriptions(entry) : []));
    const english = [...of.get("en")!, ...texts(appEn, "app"), ...descriptions(schema)];
    expect(english.length).toBeGreaterThan(1500);
    // Names of the format are as they are: between back-ticks, or with a dot.
    const prose = english.map(([path, text]) => [path, text.replaceAll(/`[^`]*`|\b\w+\.\w+\b/g, "")] as const);
    expect(prose.filter(([, text]) => /\b(?:color|gray|center|behavior|labeled)/i.test(text)).map(([path, text]) => `${path}: ${text}`)).toEqual([]);
  });

  it.each(LOCALES.filter((locale) => locale !== "en"))("%s: in its own words", (locale) => {
    const english = of.get("en")!;
    const own = of.get(locale)!;
    // Names, units, symbols and words that both languages have stay.
    const same = [...own].filter(([path, text]) => text === english.get(path) && /[a-z]{3}/i.test(text));
    expect(same.length / own.size, same.map(([path, text]) => `${path}: ${text}`).join("\n")).toBeLessThan(0.08);
  });

  it.each(LOCALES)("%s: call data a sample only where the program offers it, since it may be what people filled in", async (locale) => {
    const all = [...of.get(locale)!, ...texts(await loadTexts(locale))];
    const sample = /sample data|beispieldaten|datos de ejemplo|données d’exemple|dados de exemplo|amostra/i;
    expect(all.filter(([, text]) => sample.test(text)).map(([path]) => path)).toEqual(["withSample"]);
  });

  it.each(LOCALES.filter((locale) => locale !== "en"))("%s: explains each function of the extensions", async (locale) => {
    const dict = await loadDict(locale);
    const known = functionsOf(true).filter(({ name }) => !(name.toLowerCase() in dict.fieldFunctions));
    expect(known.filter(({ name, result }) => dict.functionHelp(name, result) === result).map(({ name }) => name)).toEqual([]);
  });
});

describe("the hint of an empty page", () => {
  it.each(LOCALES)("names the panel of the buttons: %s", (locale) => {
    const { editor, tabBar } = dictFor(locale);
    expect(editor.emptyPage).toContain(tabBar.fields);
  });
});

describe("plurals", () => {
  it("follow the language, and write numbers as it does", () => {
    const german = wording("de").plural;
    expect([0, 1, 2, 1234].map((count) => german(count, { one: "# Feld", other: "# Felder" }))).toEqual(["0 Felder", "1 Feld", "2 Felder", "1.234 Felder"]);
    const french = wording("fr").plural;
    expect([0, 1, 2].map((count) => french(count, { one: "# champ", other: "# champs" }))).toEqual(["0 champ", "1 champ", "2 champs"]);
    expect(wording("es").plural(1_000_000, { one: "# campo", other: "# campos", many: "# de campos" })).toBe("1.000.000 de campos");
    expect(german(0, { "=0": "", one: "# Warnung", other: "# Warnungen" })).toBe("");
  });
});

describe("the preferred language", () => {
  it("is the first that there is", () => {
    expect(preferredLocale(["de-AT", "en"])).toBe("de");
    expect(preferredLocale(["it", "fr-CA", "en"])).toBe("fr");
    expect(preferredLocale(["pt-PT"])).toBe("pt-BR");
    expect(preferredLocale(["ja"])).toBe("en");
    expect(preferredLocale([])).toBe("en");
  });
});

function Probe() {
  return (
    <p>
      {useLocale()}: {useT().tabBar.fields}
    </p>
  );
}

describe("I18nProvider", () => {
  it("sets the language below it; English without it, Portuguese without waiting", () => {
    render(
      <>
        <Probe />
        <I18nProvider locale="pt-BR">
          <Probe />
        </I18nProvider>
      </>,
    );
    expect(screen.getByText("en: Fields")).toBeTruthy();
    expect(screen.getByText("pt-BR: Campos")).toBeTruthy();
  });
});

describe("withInlineCode", () => {
  it("puts what is between back-ticks into code", () => {
    const { container } = render(<p>{withInlineCode("use `{a}` or `b`")}</p>);
    expect([...container.querySelectorAll("code.jpd-code")].map((code) => code.textContent)).toEqual(["{a}", "b"]);
    expect(container.textContent).toBe("use {a} or b");
  });
});
