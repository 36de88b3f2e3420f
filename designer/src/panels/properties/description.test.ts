import { beforeAll, describe, expect, it } from "vitest";
import { dictFor, LANGUAGES, loadDict, type Locale } from "../../i18n";
import { documentProperties, FIELD_KINDS, fieldProperties, pageProperties, propertyOf, type Property } from "./description";

const LOCALES = Object.keys(LANGUAGES) as Locale[];
beforeAll(async () => void (await Promise.all(LOCALES.map(loadDict))));

describe("description of the format", () => {
  it("gives type, unit, range and default", () => {
    expect(propertyOf("text", "fontSize")).toMatchObject({ value: "number", unit: "pt", default: 10, minimum: 0, required: false });
    expect(propertyOf("text", "x")).toMatchObject({ value: "number", unit: "mm", required: true });
    expect(propertyOf("kpi", "borderRadius")).toMatchObject({ unit: "%", default: 16, maximum: 100 });
    expect(propertyOf("chart", "sortBy").choices).toEqual(["value_desc", "value_asc", "label_asc", "label_desc"]);
    expect(propertyOf("table", "borderColor")).toMatchObject({ value: "color", default: "#999999" });
    expect(propertyOf("table", "headBorderRadius")).toMatchObject({ value: "object" });
    expect(propertyOf("table", "headBorderRadius").properties?.map((corner) => corner.unit)).toEqual(["mm", "mm", "mm", "mm"]);
    expect(propertyOf("table", "columnStyles").items?.properties?.[0]?.value).toBe("color");
    expect(propertyOf("chart", "customPaletteColors").items?.value).toBe("color");
  });

  it("has help without references to chapters, and Portuguese for each", () => {
    const pt = dictFor("pt-BR");
    const missing: string[] = [];
    const visit = (properties: readonly Property[], path: string) => {
      for (const property of properties) {
        expect(property.help, `${path}.${property.key}`).not.toMatch(/Unit:|Since \d|\d\.\d|^$/);
        if (pt.help(property.help) === property.help) missing.push(property.help);
        visit(property.properties ?? property.items?.properties ?? [], `${path}.${property.key}`);
        for (const [type, form] of Object.entries(property.forms ?? {})) visit(form, `${path}.${property.key}.${type}`);
      }
    };
    for (const kind of FIELD_KINDS) visit(fieldProperties[kind], kind);
    visit(pageProperties.filter((property) => property.key !== "schemas"), "page");
    visit(documentProperties, "template");
    expect(missing).toEqual([]);
  });

  it("names every choice as its property means it", () => {
    for (const locale of LOCALES) {
      const choices = dictFor(locale).choices as Record<string, string>;
      const visit = (properties: readonly Property[]): string[] =>
        properties.flatMap((property) => {
          // Kinds have labels of their own, icons are pictures.
          const named = property.key === "type" || property.key === "icon" ? [] : (property.choices ?? []);
          const raw = named.filter((choice) => !choices[`${property.key}.${choice}`] && !choices[choice]);
          return [...raw.map((choice) => `${property.key}.${choice}`), ...visit(property.properties ?? property.items?.properties ?? [])];
        });
      expect(FIELD_KINDS.flatMap((kind) => visit(fieldProperties[kind])), locale).toEqual([]);
      expect(choices["breakBefore.auto"], locale).not.toBe(choices["breakInside.auto"]);
      // A word that means something else with each property stands for none of them alone.
      for (const alone of ["auto", "none", "plain"]) expect(choices[alone], `${locale} ${alone}`).toBeUndefined();
    }
  });

  it("has the properties of each form of an object, with labels", () => {
    const payload = propertyOf("qrcode" as never, "payload");
    const keys = (type: string) => payload.forms?.[type]?.map(({ key }) => key);
    expect(payload.value).toBe("object");
    expect(Object.keys(payload.forms ?? {})).toEqual(payload.properties?.[0]?.choices);
    expect(keys("epc")).toEqual(["name", "iban", "bic", "amount", "purpose", "reference", "text"]);
    expect(keys("swiss")).toContain("creditor");
    for (const locale of LOCALES) {
      const labels = dictFor(locale).properties as Record<string, string>;
      const all = Object.values(payload.forms ?? {}).flat().flatMap((property) => [`payload.${property.key}`, ...(property.properties ?? []).map(({ key }) => key)]);
      expect(all.filter((key) => !labels[key]), locale).toEqual([]);
    }
  });

  it("has a label for each property in each language", () => {
    for (const locale of LOCALES) {
      const labels = dictFor(locale).properties as Record<string, string>;
      for (const kind of FIELD_KINDS) {
        const keys = fieldProperties[kind].flatMap((property) => [
          property.key,
          ...(property.properties ?? property.items?.properties ?? []).map((inner) => inner.key),
        ]);
        expect(keys.filter((key) => !labels[`${kind}.${key}`] && !labels[key]), `${locale} ${kind}`).toEqual([]);
      }
      const unnamed = [...pageProperties, ...documentProperties].filter(({ key }) => !labels[key] && key !== "schemas");
      expect(unnamed.map(({ key }) => key), `${locale} template`).toEqual([]);
      // Their parts have rows of their own.
      const choices = dictFor(locale).choices as Record<string, string>;
      const visit = (properties: readonly Property[], path: string): string[] =>
        properties.flatMap((property) => {
          const own = path === "" ? property.key : `${path}.${property.key}`;
          const unlabelled = labels[own] || labels[property.key] ? [] : [own];
          const raw = (property.choices ?? property.items?.choices ?? []).filter((choice) => !choices[`${property.key}.${choice}`] && !choices[choice]);
          const listed = property.key === "attachments" ? property.items?.properties : undefined;
          return [...unlabelled, ...raw.map((choice) => `${own}: ${choice}`), ...visit(property.value === "object" ? (property.properties ?? []) : (listed ?? []), own)];
        });
      const parts = [...pageProperties, ...documentProperties].filter(({ key }) => key !== "schemas").flatMap((property) => visit([property], ""));
      expect(parts, `${locale} parts`).toEqual([]);
    }
  });
});
