import { describe, expect, it } from "vitest";
import { text } from "../editor/testing";
import { freeName, isLibraryName, kindOf, libraryName, namesIn, referencedName } from "./names";

describe("names of files", () => {
  it("keep the letters that every file system spells the same", () => {
    expect(libraryName("Cabeçalho da fatura (2).PDF")).toBe("Cabecalho-da-fatura-2.PDF");
    expect(libraryName(".hidden")).toBe("hidden");
    expect(libraryName("日本.png")).toBe("png");
    expect(libraryName("日本")).toBe("file");
    const long = libraryName(`${"a".repeat(200)}.woff2`);
    expect([long.length, long.endsWith(".woff2"), isLibraryName(long)]).toEqual([128, true, true]);
  });

  it("get a number where they are taken", () => {
    expect(freeName("logo.png", ["logo.png", "logo-2.png"])).toBe("logo-3.png");
    expect(freeName("README", ["README"])).toBe("README-2");
  });

  it("say what kind of file it is", () => {
    expect(["a.PNG", "a.svg", "A.woff2", "a.b.pdf", "a.xml", "png"].map(kindOf)).toEqual(["picture", "picture", "font", "pdf", "other", "picture"]);
  });
});

describe("references of templates", () => {
  it("are texts that begin with lib:", () => {
    expect(referencedName("lib:Serif.ttc#1")).toBe("Serif.ttc");
    for (const other of ["lib:", "lib:a/b", "lib:.a", "logo.png", "builtin:sans", 7, null]) expect(referencedName(other)).toBeNull();
  });

  it("are found in fonts, backgrounds, fields and attachments of templates with extensions", () => {
    const template = {
      version: 1 as const,
      extensions: 1,
      page: { width: 210, height: 297 },
      fonts: { body: { regular: "lib:A.ttf", bold: "builtin:sans" } },
      pages: [{ id: "1", page: { width: 210, height: 297 }, backgroundImage: "lib:paper.png", schemas: [{ ...text("t"), type: "image", content: "lib:logo.svg" }] }],
      pdf: { attachments: [{ name: "x", source: "lib:terms.pdf" }] },
      schemas: [],
    };
    expect(namesIn(template as never)).toEqual(["A.ttf", "logo.svg", "paper.png", "terms.pdf"]);
    const { extensions: _, ...plain } = template;
    expect(namesIn(plain as never)).toEqual([]);
  });
});
