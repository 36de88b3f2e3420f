import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Binding, Field, PageDesign, Template } from "../../core/types";
import { createAdapter, type Engine } from "../../engine/adapter";
import { directPort } from "../../engine/ports";
import { Drawing } from "../drawing/drawing-store";
import { template, text } from "../testing";
import { placeInFlow, type PlaceOptions, type Subject } from "./flow";
import { placeFields } from "./geometry";
import { withDesign } from "./design";

const LONG = "Payable within thirty days of the date of this invoice, net, without any discount. ".repeat(6);
const GROWS = { wrap: "word", overflow: "expand", content: LONG } as const;
const DROPPED: Subject = { type: "text", width: 30, height: 8 };

const table = { id: "t", name: "t", type: "table", x: 10, y: 60, width: 180, height: 20, head: ["A"], content: [["{a}"]] } as unknown as Field;
const ofRows: Binding[] = [{ schemaName: "t", type: "array", path: "rows", columns: ["a"] }];
const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, a) => ({ a })) });

describe("the place in the template of what is printed at a place", () => {
  let engine: Engine;
  beforeAll(async () => {
    const module = await WebAssembly.compile(await readFile(join(import.meta.dirname, "../../engine/generated/engine.wasm")));
    engine = createAdapter({ open: () => directPort(module), immutable: true });
  });
  afterAll(() => engine.dispose());

  interface Document {
    template: Template;
    bindings?: Binding[];
    data?: unknown;
  }

  /** The state of the canvas with a document. */
  async function drawn({ template, bindings = [], data = {} }: Document) {
    const drawing = new Drawing("d-");
    drawing.setEngine(engine);
    drawing.request({ pair: { template, bindings }, data, design: 0 });
    await expect.poll(() => drawing.store.getState().drawn, { interval: 1 }).toBe(true);
    const state = drawing.store.getState();
    drawing.dispose();
    return state;
  }

  /** Page and height at which a field is printed. */
  async function printed({ template, bindings = [], data = {} }: Document, id: string): Promise<{ page: number; y: number }> {
    const { pages } = await engine.draw({ template, bindings, data });
    const pointer = `/template/schemas/${template.schemas.findIndex((field) => field.id === id)}`;
    const places = pages.flatMap(({ number, placements }) => placements.map((own) => ({ ...own, page: number })));
    const { page, y } = places.find((own) => own.pointer === pointer && own.first)!;
    return { page, y };
  }

  const extended = (schemas: Field[], more: Partial<Template> = {}) => template(schemas, { extensions: 1, ...more } as Partial<Template>);
  const onto = (document: Document, y: number, x: number): Document => ({
    ...document,
    template: { ...document.template, schemas: [...document.template.schemas, text("new", { x, y, width: DROPPED.width, height: DROPPED.height, content: "x" })] },
  });

  async function placeAt(document: Document, at: { x: number; y: number }, options: PlaceOptions & { page?: number } = {}, subject = DROPPED) {
    const { pages, nowhere } = await drawn(document);
    const { page = 1, ...rest } = options;
    return placeInFlow(at, subject, { printed: pages.get(page), design: document.template as PageDesign, first: page === 1, nowhere }, rest);
  }

  const documents: [string, Document][] = [
    ["a text that has grown", { template: extended([text("a", { y: 30 }), text("b", { y: 50, ...GROWS }), text("c", { y: 70 }), text("d", { y: 100 })]) }],
    ["a grown text beside a picture", { template: extended([text("b", { y: 50, width: 60, ...GROWS }), { ...text("p"), x: 80, y: 50, height: 25 }, text("c", { y: 80 })]) }],
    ["a table with many rows", { template: template([text("a", { y: 30 }), table, text("c", { y: 90 }), text("d", { y: 110, x: 110 })]), bindings: ofRows, data: rows(12) }],
    ["fields that overlap in the template", { template: template([text("a", { y: 40, height: 40 }), text("b", { x: 110, y: 52 }), text("c", { y: 60 }), text("d", { y: 120 })]) }],
    ["fields that are hidden", { template: extended([text("a", { y: 40, ...GROWS }), text("b", { y: 60, visibleWhen: "1 > 2" }), text("c", { y: 75, visibleWhen: "1 > 2", collapse: true }), text("d", { y: 95 })]) }],
    ["a field that stays at the bottom", { template: extended([text("a", { y: 40, ...GROWS }), text("b", { y: 90, pin: "bottom" } as never)]) }],
  ];

  it.each(documents)("is as near as the engine prints anything: below and beside %s", async (_, document) => {
    const x = 170;
    // All that can be had, in steps of some millimetres.
    const possible: number[] = [];
    for (let y = 20; y < 270; y += 2.5) {
      const own = await printed(onto(document, y, x), "new");
      if (own.page === 1) possible.push(own.y);
    }
    for (let y = 22.25; y < 250; y += 9.5) {
      const at = await placeAt(document, { x, y });
      const own = await printed(onto(document, at.y, x), "new");
      const best = Math.min(...possible.map((other) => Math.abs(other - y)));
      expect(own.page, `page of ${y}`).toBe(1);
      expect(Math.abs(own.y - y), `${y} is ${own.y}, by ${at.y}`).toBeLessThanOrEqual(best + 0.3);
    }
  });

  it("is exact below what has grown, and on the grid of the template where that is asked for", async () => {
    const [, document] = documents[0]!;
    const { y: c } = await printed(document, "c");
    expect(c).toBeGreaterThan(75);
    const free = await placeAt(document, { x: 10, y: c + 17 });
    expect(free.y).toBeCloseTo(87, 2);
    expect(await printed(onto(document, free.y, 10), "new")).toMatchObject({ page: 1, y: expect.closeTo(c + 17, 2) });
    expect((await placeAt(document, { x: 10, y: c + 17 }, { grid: 5 })).y).toBe(85);
  });

  it("is in the row beside the pointer, unless something is there", async () => {
    const [, document] = documents[0]!;
    const { y: c } = await printed(document, "c");
    expect((await placeAt(document, { x: 100, y: c + 2 }, { grid: 5 })).y).toBe(70);
    expect((await placeAt(document, { x: 40, y: c + 9 }, { grid: 5 })).y).toBe(80);
  });

  it("is below a table that goes on from the page before", async () => {
    const document: Document = { template: template([table, text("c", { y: 90 })]), bindings: ofRows, data: rows(45) };
    const c = await printed(document, "c");
    expect(c.page).toBe(2);
    const at = await placeAt(document, { x: 10, y: c.y + 40 }, { page: 2 });
    expect(await printed(onto(document, at.y, 10), "new")).toMatchObject({ page: 2, y: expect.closeTo(c.y + 40, 2) });
  });

  it("is that of the pointer in bands, whatever grew above them, and keeps to the body above the footer", async () => {
    const document: Document = { template: template([table]), bindings: ofRows, data: rows(20) };
    expect(await placeAt(document, { x: 10, y: 284 })).toEqual({ x: 10, y: 284 });
    expect(await placeAt(document, { x: 10, y: 8 })).toEqual({ x: 10, y: 8 });
    const long: Document = { ...document, data: rows(100) };
    expect((await placeAt(long, { x: 10, y: 270 }, { page: 3 })).y).toBeLessThanOrEqual(297 - 15 - DROPPED.height);
  });

  it("is inside a section, of whichever repetition the pointer is in", async () => {
    const section = { id: "s", name: "s", type: "section", x: 10, y: 100, width: 190, height: 40 } as Field;
    const note = text("m", { y: 105, sectionId: "s", ...GROWS });
    const document: Document = {
      template: extended([text("a", { y: 40, ...GROWS }), section, note, text("z", { y: 160 })]),
      bindings: [{ schemaName: "s", type: "section", path: "rows" }],
      data: rows(2),
    };
    const { pages, byField } = await drawn(document);
    const top = byField.get("s")!.box.y;
    const repetitions = pages.get(1)!.parts.filter(({ id }) => id === "s").map(({ box }) => box);
    const grown = byField.get("m")!.box.height - note.height;
    expect(grown).toBeGreaterThan(5);
    for (const { y } of repetitions) expect((await placeAt(document, { x: 20, y: y + 22 + grown })).y).toBeCloseTo(122, 2);
    expect(top).toBeGreaterThan(105);
    const below = await placeAt(document, { x: 20, y: repetitions.at(-1)!.y + repetitions.at(-1)!.height + 5 });
    expect(below.y).toBeCloseTo(145, 2);
    // Codes are members as texts are; a section stands above the other, or below.
    expect((await placeAt(document, { x: 20, y: top + 3 }, {}, { type: "qrcode" as "text", width: 20, height: 20 })).y).toBeCloseTo(103, 2);
    expect((await placeAt(document, { x: 20, y: top + 3 }, {}, { type: "section", width: 20, height: 20 })).y).toBeLessThan(100);
  });

  it("counts without the fields that move: they land where they are dropped", async () => {
    const [, document] = documents[0]!;
    const places = await drawn(document);
    const at = (id: string) => places.byField.get(id)!.box.y;
    const moved = async (id: string, to: number) => {
      const field = document.template.schemas.find((own) => own.id === id)!;
      const { y } = await placeAt(document, { x: field.x, y: to }, { moving: new Set([id]) }, field);
      const next = withDesign(document.template, 0, true, (own) => placeFields(own, new Map([[id, { x: field.x, y }]])));
      return { authored: y, ...(await printed({ ...document, template: next }, id)) };
    };
    // Above what has grown, which is far above its place in the template.
    expect(await moved("d", 41)).toMatchObject({ y: expect.closeTo(41, 2), authored: expect.closeTo(41, 2) });
    // A little: by as much in the template.
    expect((await moved("d", at("d") - 7)).authored).toBeCloseTo(93, 2);
    // The text that has grown, to below the others, which go up.
    expect((await moved("b", at("d") + 30)).y).toBeCloseTo(at("d") + 30, 2);
  });
});
