// @vitest-environment jsdom
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Field } from "../../core/types";
import { addValueAs } from "../drop/drop";
import { bench, template, text } from "../testing";
import { insertReadyMade } from "./ready-made";
import { lookAround } from "./text-look";

afterEach(cleanup);

const small = { fontName: "builtin:times", fontSize: 8, fontColor: "#64748b" };
const DEFAULT = { fontSize: 11, fontColor: "#000000" };
const looks = (field: Field | undefined) => {
  const { style, fontName, fontSize, fontColor } = field as unknown as Record<string, unknown>;
  return Object.fromEntries(Object.entries({ style, fontName, fontSize, fontColor }).filter(([, value]) => value !== undefined));
};

describe("a new text", () => {
  const fields = [
    text("a", { y: 60, fontSize: 9, fontColor: "#333d48" }),
    text("b", { y: 80, fontSize: 9, fontColor: "#333d48" }),
    text("c", { y: 40, fontSize: 24 }),
    text("foot", { y: 285, height: 6, ...small }),
  ];
  const added = (schemas: Field[], at?: { x: number; y: number }, more: object = {}) => {
    const designer = bench(template(schemas, { extensions: 1, ...more }));
    designer.run(({ editor }) => void editor.insertField("text", at));
    return looks(designer.now.page.design.schemas.at(-1));
  };

  it("takes the look of most texts in its zone: in the body, and in a band", () => {
    expect(added(fields)).toEqual({ fontSize: 9, fontColor: "#333d48" });
    expect(added(fields, { x: 20, y: 285 })).toEqual(small);
  });

  it("has the default look where its zone has no text, or headings alone", () => {
    expect(added([])).toEqual(DEFAULT);
    expect(added(fields, { x: 20, y: 5 })).toEqual(DEFAULT);
    expect(added([text("title", { fontSize: 18, role: "h1" } as never)])).toEqual(DEFAULT);
  });

  it("takes a named style as it is, without sizes and colours of its own", () => {
    const styled = { ...text("a", { style: "note" } as never), fontSize: undefined, fontColor: undefined };
    expect(added([JSON.parse(JSON.stringify(styled)) as Field], undefined, { styles: { note: { fontSize: 7 } } })).toEqual({ style: "note" });
  });

  it("looks as the nearest of looks that are equally frequent, and in a section as its texts", () => {
    const two = [text("near", { y: 100, fontSize: 9 }), text("far", { y: 200, fontSize: 14 })];
    expect(lookAround({ x: 10, y: 110, width: 80, height: 10 }, template(two))).toMatchObject({ fontSize: 9 });
    expect(lookAround({ x: 10, y: 190, width: 80, height: 10 }, template(two))).toMatchObject({ fontSize: 14 });
    const section = { id: "s", name: "s", type: "section", x: 0, y: 220, width: 210, height: 30 } as Field;
    const member = text("member", { y: 225, fontSize: 7, sectionId: "s" });
    expect(lookAround({ x: 10, y: 230, width: 80, height: 10 }, template([...two, section, member]))).toMatchObject({ fontSize: 7 });
    expect(lookAround({ x: 10, y: 230, width: 80, height: 10 }, template([...two, section]))).toBeNull();
  });

  it("looks so too where it is a value of the data, or a page number", () => {
    const designer = bench(template(fields, { extensions: 1 }), [], { data: { number: 7 } });
    designer.run(({ editor }) => addValueAs(editor, "text", { path: "number", kind: "scalar" }, { x: 20, y: 120 }));
    expect(looks(designer.now.page.design.schemas.at(-1))).toEqual({ fontSize: 9, fontColor: "#333d48" });
    designer.run(({ editor }) => insertReadyMade(editor, "pageNumber"));
    expect(looks(designer.now.page.design.schemas.at(-1))).toEqual(small);
    designer.run(({ actions }) => actions.undo());
    expect(designer.now.page.design.schemas).toHaveLength(5);
  });

  it("is a heading or the line of a signature in its own size, whatever style the texts around have", () => {
    const styled = text("a", { style: "note" } as never);
    const designer = bench(template([styled], { extensions: 1, styles: { note: { fontSize: 7 } } as never }));
    designer.run(({ editor }) => insertReadyMade(editor, "heading"));
    expect(looks(designer.now.page.design.schemas.at(-1))).toMatchObject({ fontSize: 18 });
    expect(designer.now.page.design.schemas.at(-1)).not.toHaveProperty("style");
    designer.run(({ editor }) => insertReadyMade(editor, "signatureLine"));
    expect(looks(designer.now.page.design.schemas.at(-1))).toEqual({ fontSize: 8, fontColor: "#475569" });
  });

  it("that a host adds by itself keeps what it has", () => {
    const designer = bench(template(fields, { extensions: 1 }));
    designer.run(({ actions }) => void actions.addSchema(text("own", { fontSize: 12 })));
    expect(looks(designer.field("own"))).toEqual({ fontSize: 12, fontColor: "#000000" });
  });
});
