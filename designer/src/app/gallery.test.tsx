// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { I18nProvider, type Locale } from "../i18n";
import { AppContext, type AppValue } from "./context";
import { isFound, languagesOf } from "./gallery";
import { Gallery, useShipped } from "./TemplateGallery";
import { stubIntersectionObserver } from "./testing";
import { loadTexts, textsFor } from "./texts";

const LOCALES: Locale[] = ["en", "de", "es", "fr", "pt-BR"];
const templates = join(dirname(fileURLToPath(import.meta.url)), "../../../templates");
const shippedIds = readdirSync(templates)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length));

beforeAll(() => Promise.all(LOCALES.map(loadTexts)));
beforeEach(stubIntersectionObserver);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LISTED = [
  { id: "invoice", name: "Invoice", locale: "en" },
  { id: "german-invoice", name: "Rechnung", locale: "de" },
  { id: "payslip", name: "Payslip", locale: "en" },
];

async function open(locale: Locale) {
  const api = {
    shipped: async () => LISTED.map(({ id, name }) => ({ id, name })),
    shippedTemplate: async (id: string) => ({ name: id, template: { locale: LISTED.find((one) => one.id === id)?.locale, schemas: [] }, bindings: [], data: {} }),
  };
  function Host() {
    const [chosen, setChosen] = useState("");
    const shipped = useShipped(fail);
    return <Gallery shipped={shipped} chosen={chosen} onChoose={setChosen} onOpen={opened} />;
  }
  render(
    <I18nProvider locale={locale}>
      <AppContext.Provider value={{ api, session: { version: "1" }, t: textsFor(locale), locale } as unknown as AppValue}>
        <Host />
      </AppContext.Provider>
    </I18nProvider>,
  );
  await screen.findByRole("radio", { name: "Payslip" });
}

const opened = vi.fn();
const fail = (error: unknown) => {
  throw error;
};
const names = () => screen.queryAllByRole("radio").map((radio) => radio.getAttribute("aria-label"));
const search = (words: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value: words } });

describe("the gallery of templates to start from", () => {
  it("is searched by names, by what templates are and by what they are for", async () => {
    await open("en");
    expect(names()).toEqual(["Invoice", "Rechnung", "Payslip"]);
    search("SALARY month");
    expect(names()).toEqual(["Payslip"]);
    search("payments german");
    expect(names()).toEqual(["Rechnung"]);
    search(" ");
    expect(names()).toHaveLength(3);
  });

  it("shows what is called by the word before what is of its kind, and begins with it", async () => {
    const listed = [...LISTED];
    LISTED.push({ id: "letter", name: "Letter", locale: "en" }, { id: "contract", name: "Contract", locale: "en" });
    try {
      opened.mockClear();
      await open("en");
      search("c");
      search("contract");
      expect(names()).toEqual(["Contract", "Letter"]);
      expect(screen.getByRole<HTMLInputElement>("radio", { name: "Contract" }).checked).toBe(true);
      fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Enter" });
      expect(opened).toHaveBeenCalledExactlyOnceWith("contract");
      fireEvent.click(screen.getByRole("radio", { name: "Letter" }));
      fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Enter" });
      expect(opened).toHaveBeenLastCalledWith("letter");
    } finally {
      LISTED.splice(0, LISTED.length, ...listed);
    }
  });

  it("is searched in the language of the page, with or without accents", async () => {
    await open("pt-BR");
    search("salario");
    expect(names()).toEqual(["Payslip"]);
    search("FATURA ALEMÃ");
    expect(names()).toEqual(["Rechnung"]);
  });

  it("shows that nothing was found, and the way back", async () => {
    await open("en");
    search("zeppelin");
    expect(names()).toEqual([]);
    expect(screen.getByRole("status").querySelector("svg")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Clear the search" }));
    expect(names()).toHaveLength(3);
    expect((screen.getByRole("searchbox") as HTMLInputElement).value).toBe("");
  });

  it("chooses what a search finds in the place of a template that it hides", async () => {
    await open("en");
    const chosen = () => screen.queryAllByRole("radio", { checked: true }).map((radio) => radio.getAttribute("aria-label"));
    fireEvent.click(screen.getByRole("radio", { name: "Payslip" }));
    search("pay");
    expect(chosen()).toEqual(["Payslip"]);
    search("invoice");
    expect(chosen()).toEqual(["Invoice"]);
    search("zeppelin");
    search("");
    expect(chosen()).toEqual([]);
  });

  it("opens a template by a double click", async () => {
    opened.mockClear();
    await open("en");
    fireEvent.doubleClick(screen.getByRole("radio", { name: "Payslip" }));
    expect(opened.mock.calls).toEqual([["payslip"]]);
  });

  it("has a place for what comes later: languages of the templates, and the choice among them", async () => {
    await open("en");
    const cards = () => [...document.querySelectorAll(".app-gallery__card")].map((card) => card.querySelectorAll("small").length);
    expect(cards()).toEqual([1, 1, 1]);
    expect(document.querySelectorAll(".app-gallery__language")).toHaveLength(1);
  });

  it.each(LOCALES)("says what each shipped template is: %s", (locale) => {
    expect(Object.keys(textsFor(locale).shipped).sort()).toEqual(shippedIds.sort());
  });

  it.each(shippedIds)("has each text of a shipped template in all languages of it: %s", (id) => {
    const source = readFileSync(join(templates, `${id}.json`), "utf8");
    const { template } = JSON.parse(source) as { template: { texts?: Record<string, Record<string, string>> } };
    const used = [...source.matchAll(/\bT\(\\"([\w.]+)\\"/g)].map((found) => found[1]);
    for (const [language, texts] of Object.entries(template.texts ?? {})) {
      // Languages differ in their plurals.
      const keys = new Set(Object.keys(texts).map((key) => key.replace(/\.(?:zero|one|two|few|many|other)$/, "")));
      expect(used.filter((key) => key !== undefined && !keys.has(key)), language).toEqual([]);
    }
  });

  it("has payslips in the five languages of the page", () => {
    const { template } = JSON.parse(readFileSync(join(templates, "payslip.json"), "utf8")) as { template: object };
    expect(languagesOf(template)).toEqual(["de", "en", "es", "fr", "pt"]);
  });

  it("asks for every word", () => {
    expect(isFound("delivery note", ["Delivery note"])).toBe(true);
    expect(isFound("delivery invoice", ["Delivery note", undefined])).toBe(false);
  });
});
