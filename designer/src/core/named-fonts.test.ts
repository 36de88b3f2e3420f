import { describe, expect, it } from "vitest";
import { withNamedFonts } from "./named-fonts";
import type { Template } from "./types";

const shared = { house: { regular: "lib:house.ttf", fallback: ["cjk"] }, cjk: { regular: "lib:cjk.ttf" }, unused: { regular: "lib:unused.ttf" } };
const template = (more: object): Template => ({ page: { width: 100, height: 100 }, schemas: [], ...more }) as Template;
const field = { id: "t", name: "t", type: "text", x: 0, y: 0, width: 10, height: 10, content: "", fontName: "house" };

describe("fonts that templates share", () => {
  it("are added where they are named, with what they fall back to", () => {
    expect(withNamedFonts(template({ extensions: 1, schemas: [field] }), shared).fonts).toEqual({ house: shared.house, cjk: shared.cjk });
    expect(withNamedFonts(template({ extensions: 1, styles: { default: { fontName: "cjk" } } }), shared).fonts).toEqual({ cjk: shared.cjk });
  });

  it("do not replace those of the template", () => {
    const own = { house: { regular: "builtin:times" } };
    expect(withNamedFonts(template({ extensions: 1, fonts: own, schemas: [field] }), shared).fonts).toEqual(own);
  });

  it("are added for the document by the name default", () => {
    const fonts = { default: { regular: "lib:body.ttf" } };
    expect(withNamedFonts(template({ extensions: 1 }), fonts).fonts).toEqual(fonts);
  });

  it("leave other templates as they are", () => {
    const plain = template({ schemas: [field] });
    const without = template({ extensions: 1 });
    const broken = template({ extensions: 1, fonts: [], schemas: [field] });
    expect(withNamedFonts(plain, shared)).toBe(plain);
    expect(withNamedFonts(without, shared)).toBe(without);
    expect(withNamedFonts(broken, shared)).toBe(broken);
  });
});
