import { describe, expect, it } from "vitest";
import type { Field, SectionSchema } from "../../core/types";
import { template, text } from "../testing";
import { fieldsOf } from "./design";
import { alignFields, clampGroup, distributeFields, matchSizes, movingIds, placeFields, placeInZone, setRects, shiftFields } from "./geometry";

const section: SectionSchema = { id: "s", name: "s", type: "section", x: 10, y: 100, width: 190, height: 40 };
const places = (design: ReturnType<typeof template>) => fieldsOf(design).map(({ id, x, y }) => [id, x, y]);

describe("zones", () => {
  it("29 a body field stops at the header band, a header field at its end", () => {
    const design = template([]);
    expect(clampGroup([text("a", { y: 50 })], design, 0, -100)).toEqual({ dx: 0, dy: -30 });
    expect(clampGroup([text("h", { y: 5 })], design, 0, 100)).toEqual({ dx: 0, dy: 5 });
    expect(clampGroup([text("f", { y: 285 })], design, 0, -100)).toEqual({ dx: 0, dy: -3 });
  });

  it("29 what comes to a band is wholly in it where it fits by its height, else in the body beside it", () => {
    const design = template([]);
    const at = (y: number, height = 10) => placeInZone({ x: 20, y, width: 80, height }, design, [y]);
    expect(at(5)).toEqual({ zone: "header", x: 20, y: 5 });
    expect(at(17)).toEqual({ zone: "header", x: 20, y: 10 });
    expect(at(-3)).toEqual({ zone: "header", x: 20, y: 0 });
    expect(at(17, 30)).toEqual({ zone: "body", x: 20, y: 20 });
    expect(at(20)).toEqual({ zone: "body", x: 20, y: 20 });
    expect(at(290)).toEqual({ zone: "footer", x: 20, y: 287 });
    expect(at(290, 30)).toEqual({ zone: "body", x: 20, y: 252 });
    expect(placeInZone({ x: 20, y: 280, width: 80, height: 10 }, template([], { footerHeight: 0 }), [280]).zone).toBe("body");
  });

  it("what lies across the border of its zone moves along it, and stays there", () => {
    const design = template([], { marginLeft: 15 });
    expect(clampGroup([text("a", { x: 30, y: 15 })], design, -2, 0)).toEqual({ dx: -2, dy: 0 });
    expect(clampGroup([text("a", { x: 0, width: 210, y: 100 })], design, 0, 5)).toEqual({ dx: 0, dy: 5 });
    expect(places(shiftFields({ ...design, schemas: [text("a", { x: 30, y: 15 })] }, ["a"], -0.5, 0))).toEqual([["a", 29.5, 15]]);
  });

  it("33 a group stops as a whole", () => {
    const fields = [text("a", { x: 10, width: 50 }), text("b", { x: 100, width: 50 })];
    expect(clampGroup(fields, template([]), 100, 0)).toEqual({ dx: 60, dy: 0 });
  });

  it("what is too large begins where its zone begins", () => {
    expect(clampGroup([text("a", { x: 5, width: 300 })], template([]), 20, 0).dx).toBe(-5);
  });
});

describe("sizes", () => {
  const line = { ...text("l", { y: 60, width: 100, height: 0 }), type: "line" } as unknown as Field;
  const resized = (field: Field, rect: object) => fieldsOf(setRects(template([field]), new Map([[field.id, { ...field, ...rect }]])))[0];

  it("a straight line that is resized stays straight, and keeps a length", () => {
    expect(resized(line, { width: 120 })).toMatchObject({ width: 120, height: 0 });
    expect(resized(line, { width: -5 })).toMatchObject({ width: 1, height: 0 });
    expect(resized({ ...line, width: 0, height: 50 }, { height: 60 })).toMatchObject({ width: 0, height: 60 });
    expect(fieldsOf(matchSizes(template([line, text("a")]), ["l", "a"], "width"))[0]).toMatchObject({ width: 80, height: 0 });
  });

  it("a side that does not change keeps its size, however small it is", () => {
    expect(resized(text("a", { height: 0.4 }), { width: 30 })).toMatchObject({ width: 30, height: 0.4 });
    expect(resized(text("a"), { width: 0.2, height: 0.2 })).toMatchObject({ width: 1, height: 1 });
  });
});

describe("membership", () => {
  it("32 a field whose centre lies in a section joins it, and leaves it outside", () => {
    const design = template([section, text("a")]);
    const inside = placeFields(design, new Map([["a", { x: 20, y: 110 }]]));
    expect(fieldsOf(inside)[1]).toMatchObject({ x: 20, y: 110, sectionId: "s" });
    const outside = placeFields(inside, new Map([["a", { x: 20, y: 200 }]]));
    expect("sectionId" in (fieldsOf(outside)[1] as object)).toBe(false);
  });

  it.each(["qrcode", "barcode", "line", "rectangle", "ellipse", "path", "chart", "kpi", "image", "signature"])("32 a field of the kind %s joins a section and leaves it as a text does", (type) => {
    const field = { ...text("a"), type } as unknown as Field;
    const inside = placeFields(template([section, field]), new Map([["a", { x: 20, y: 110 }]]));
    expect(fieldsOf(inside)[1]?.sectionId).toBe("s");
    const outside = placeFields(inside, new Map([["a", { x: 20, y: 200 }]]));
    expect("sectionId" in (fieldsOf(outside)[1] as object)).toBe(false);
  });

  it.each([
    ["a section", { type: "section" }],
    ["a field on the page", { position: "page", sectionId: "@page" }],
    ["the signature of the document", { type: "signature", signer: "office" }],
  ])("%s does not join the section that it lies in", (_, more) => {
    const field = { ...text("a"), ...more } as unknown as Field;
    const placed = fieldsOf(placeFields(template([section, field]), new Map([["a", { x: 20, y: 110 }]])))[1];
    expect(placed?.sectionId).toBe((more as { sectionId?: string }).sectionId);
  });

  it("32 the same after a resize", () => {
    const design = template([section, text("a", { y: 80, height: 10 })]);
    const tall = setRects(design, new Map([["a", { x: 10, y: 80, width: 80, height: 60 }]]));
    expect(fieldsOf(tall)[1]?.sectionId).toBe("s");
  });

  it("members move with their section and stay its members", () => {
    const design = template([section, text("a", { x: 20, y: 110, sectionId: "s" })]);
    expect(places(placeFields(design, new Map([["s", { x: 10, y: 150 }]])))).toEqual([
      ["s", 10, 150],
      ["a", 20, 160],
    ]);
  });

  it("33 locked fields do not move", () => {
    const design = template([text("a"), text("b", { locked: true })]);
    expect([...movingIds(design, ["a", "b"])]).toEqual(["a"]);
    expect(places(shiftFields(design, ["a", "b"], 5, 0))).toEqual([
      ["a", 15, 50],
      ["b", 10, 50],
    ]);
  });
});

describe("arranging", () => {
  const five = template([10, 22, 35, 41, 50].map((x, index) => text(`f${index}`, { x, y: 30 + index * 20, width: 40 + index })));
  const ids = fieldsOf(five).map((field) => field.id);

  it("37 align left gives equal x", () => {
    expect(new Set(fieldsOf(alignFields(five, ids, "left")).map((field) => field.x))).toEqual(new Set([10]));
  });

  it("37 align right gives equal right edges", () => {
    expect(new Set(fieldsOf(alignFields(five, ids, "right")).map((field) => field.x + field.width))).toEqual(new Set([94]));
  });

  it("37 distribute gives equal gaps, the outermost stay", () => {
    const fields = fieldsOf(distributeFields(five, ids, "vertical")).toSorted((a, b) => a.y - b.y);
    const gaps = fields.slice(1).map((field, index) => field.y - (fields[index] as (typeof fields)[0]).y - 10);
    expect(new Set(gaps)).toEqual(new Set([10]));
    expect([fields[0]?.y, fields.at(-1)?.y]).toEqual([30, 110]);
  });

  it("same width is that of the field selected last", () => {
    expect(new Set(fieldsOf(matchSizes(five, ids, "width")).map((field) => field.width))).toEqual(new Set([44]));
  });
});
