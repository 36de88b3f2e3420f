import { describe, expect, it } from "vitest";
import type { Template } from "../../core/types";
import { withRenamedColor, withRenamedStyle } from "./renaming";

const template = {
  theme: { colors: { accent: "#0f766e", pale: "#eeeeee" } },
  styles: { title: { fontColor: "@accent" }, sub: { extends: "title" } },
  schemas: [
    { type: "text", content: "@accent", fontColor: "@accent", style: "title" },
    { type: "table", headStyle: "title", bodyBandColor: "@pale", columnStyles: [{ fontColor: "@accent" }], borders: { outer: { color: "@accent" } } },
    { type: "chart", colors: ["@accent", "@pale"] },
  ],
  defs: { accent: "title" },
  texts: { en: { color: "@accent" } },
} as unknown as Template;

describe("another name", () => {
  it("for a colour of the theme counts wherever a colour stands, and leaves texts alone", () => {
    const { theme, styles, schemas, texts } = withRenamedColor(template, "accent", "brand") as unknown as Record<string, unknown>;
    expect(theme).toEqual({ colors: { brand: "#0f766e", pale: "#eeeeee" } });
    expect(styles).toEqual({ title: { fontColor: "@brand" }, sub: { extends: "title" } });
    expect(schemas).toEqual([
      { type: "text", content: "@accent", fontColor: "@brand", style: "title" },
      { type: "table", headStyle: "title", bodyBandColor: "@pale", columnStyles: [{ fontColor: "@brand" }], borders: { outer: { color: "@brand" } } },
      { type: "chart", colors: ["@brand", "@pale"] },
    ]);
    expect(texts).toEqual(template.texts);
  });

  it("for a style counts wherever a style is named", () => {
    const { styles, schemas, defs } = withRenamedStyle(template, "title", "heading") as unknown as Record<string, unknown>;
    expect(styles).toEqual({ heading: { fontColor: "@accent" }, sub: { extends: "heading" } });
    expect(schemas).toMatchObject([{ style: "heading" }, { headStyle: "heading" }, {}]);
    expect(defs).toEqual(template.defs);
  });
});
