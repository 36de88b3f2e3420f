import { describe, expect, it } from "vitest";
import { documentLocale, inLanguage } from "./language";

describe("the language of new documents", () => {
  it("is that of the page, with the region that the browser names", () => {
    expect(documentLocale("de", ["de-AT", "en"])).toBe("de-AT");
    expect(documentLocale("de", ["fr-CA", "de"])).toBe("de-DE");
    expect(documentLocale("pt-BR", [])).toBe("pt-BR");
  });
});

describe("a sample in the language of the page", () => {
  const template = { locale: "en-GB", localeFrom: "language", texts: { en: {}, de: {} } };

  it("has its locale, also where the data says it", () => {
    const data = { language: "fr", number: 1 };
    expect(inLanguage({ template, data }, "de", [])).toEqual({ template: { ...template, locale: "de-DE" }, data: { language: "de-DE", number: 1 } });
    expect(inLanguage({ template, data: { number: 1 } }, "de", []).data).toEqual({ number: 1 });
    expect(data.language).toBe("fr");
    // A region that is there stays.
    expect(inLanguage({ template, data: { language: "de-CH" } }, "de", ["de-AT"]).data).toEqual({ language: "de-CH" });
  });

  it("stays as it is where the template has no texts in it", () => {
    const sample = { template, data: {} };
    expect(inLanguage(sample, "es", [])).toBe(sample);
    expect(inLanguage({ template: {}, data: 1 }, "de", [])).toEqual({ template: {}, data: 1 });
  });
});
