import { describe, expect, it, vi } from "vitest";
import { withoutUnfinished } from "../../core/payments";
import type { DrawnDocument, DrawnPage, EngineAdapter } from "../../engine/types";
import { template, text } from "../testing";
import { Drawing } from "./drawing-store";

/** An engine that answers on demand, and at once where it has an answer prepared. */
class Engine {
  prepared: DrawnDocument | null = null;
  calls: { pages: number[] | undefined; content: string[]; answer: (document: DrawnDocument) => void; fail: (error: unknown) => void; signal: AbortSignal | undefined }[] = [];

  adapter(): EngineAdapter {
    return {
      draw: (input: { template: { schemas: { content: string }[] } }, pages: number[] | undefined, signal: AbortSignal | undefined) =>
        new Promise((answer, fail) => {
          this.calls.push({ pages, content: input.template.schemas.map((field) => field.content), answer, fail, signal });
        }),
      drawNow: () => this.prepared,
    } as unknown as EngineAdapter;
  }
}

const page = (number: number, svgs: Record<string, string>, defs = ""): DrawnPage => ({
  x: 0,
  y: 0,
  width: 210,
  height: 297,
  number,
  design: 0,
  defs,
  background: "",
  pictures: [],
  placements: Object.entries(svgs).map(([index, svg]) => ({
    field: index,
    pointer: `/template/schemas/${index}`,
    zone: "body",
    x: 10,
    y: 20,
    width: 80,
    height: 10,
    svg,
  })),
});

const drawn = (pages: DrawnPage[], more: Partial<DrawnDocument> = {}): DrawnDocument => ({ pageCount: pages.length, pages, warnings: [], images: {}, ...more });
const state = (...contents: string[]) => ({
  pair: { template: template(contents.map((content, index) => text(`f${index}`, { content }))), bindings: [] },
  data: {},
  design: 0,
});
const code = (payload: object) => ({ ...text("q"), type: "qrcode", payload }) as never;
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function start() {
  const engine = new Engine();
  const drawing = new Drawing("d1-");
  drawing.setEngine(engine.adapter());
  return { engine, drawing, svg: (id: string) => drawing.store.getState().byField.get(id)?.svg };
}

describe("drawings of fields", () => {
  it("are the first place of each field", async () => {
    const { engine, drawing, svg } = start();
    drawing.request(state("a", "b"));
    engine.calls[0]?.answer(drawn([page(1, { 0: "<a/>" }), page(2, { 0: "<later/>", 1: "<b/>" })]));
    await settle();
    expect([svg("f0"), svg("f1")]).toEqual(["<a/>", "<b/>"]);
    expect(drawing.store.getState().byField.get("f1")?.page).toBe(2);
    drawing.dispose();
  });

  it("of states in between are left out, and the previous drawing stays until the next is there", async () => {
    const { engine, drawing, svg } = start();
    drawing.request(state("a"));
    for (const content of ["b", "c", "d"]) drawing.request(state(content));
    expect(engine.calls).toHaveLength(1);
    engine.calls[0]?.answer(drawn([page(1, { 0: "<a/>" })]));
    await settle();
    expect(svg("f0")).toBe("<a/>");
    expect(engine.calls.map((call) => call.content)).toEqual([["a"], ["d"]]);
    engine.calls[1]?.answer(drawn([page(1, { 0: "<d/>" })]));
    await settle();
    expect(svg("f0")).toBe("<d/>");
    drawing.dispose();
  });

  it("keep their identity where nothing changed", async () => {
    const { engine, drawing } = start();
    drawing.request(state("a", "b"));
    engine.calls[0]?.answer(drawn([page(1, { 0: "<a/>", 1: "<b/>" })]));
    await settle();
    const before = drawing.store.getState().byField.get("f1");
    drawing.request(state("x", "b"));
    engine.calls[1]?.answer(drawn([page(1, { 0: "<x/>", 1: "<b/>" })]));
    await settle();
    expect(drawing.store.getState().byField.get("f1")).toBe(before);
    drawing.dispose();
  });

  it("ask only for the pages where the fields are, once they are known", async () => {
    const { engine, drawing } = start();
    drawing.request(state("a"));
    engine.calls[0]?.answer(drawn([page(1, { 0: "<a/>" }), page(2, {}), page(3, {})]));
    await settle();
    drawing.request(state("b"));
    expect(engine.calls[1]?.pages).toEqual([1]);
    drawing.dispose();
  });

  it("of fields that are no longer printed go", async () => {
    const { engine, drawing, svg } = start();
    drawing.request(state("a", "b"));
    engine.calls[0]?.answer(drawn([page(1, { 0: "<a/>", 1: "<b/>" })]));
    await settle();
    drawing.request(state("a", "b"));
    engine.calls[1]?.answer(drawn([page(1, { 0: "<a/>" })]));
    await settle();
    expect(svg("f1")).toBeUndefined();
    drawing.dispose();
  });

  it("stay when the engine refuses the document, which is reported", async () => {
    const { engine, drawing, svg } = start();
    drawing.request(state("a"));
    engine.calls[0]?.answer(drawn([page(1, { 0: "<a/>" })]));
    await settle();
    drawing.request(state("b"));
    engine.calls[1]?.fail(new Error("no"));
    await settle();
    expect(svg("f0")).toBe("<a/>");
    expect(drawing.store.getState().error).toBeInstanceOf(Error);
    drawing.dispose();
  });

  it("draw the whole document for thumbnails when nothing changes for a while", async () => {
    vi.useFakeTimers();
    try {
      const { engine, drawing } = start();
      drawing.request(state("a"));
      engine.calls[0]?.answer(drawn([page(1, { 0: "<a/>" }), page(2, {})]));
      await vi.advanceTimersByTimeAsync(0);
      drawing.request(state("b"));
      engine.calls[1]?.answer(drawn([page(1, { 0: "<b/>" })], { pageCount: 2 }));
      await vi.advanceTimersByTimeAsync(300);
      expect(engine.calls[2]?.pages).toBeUndefined();
      drawing.dispose();
    } finally {
      vi.useRealTimers();
    }
  });

  it("take the engine's definitions once, and tell pictures of several designers apart", async () => {
    const { engine, drawing, svg } = start();
    const added: string[] = [];
    drawing.onDefs = (elements) => added.push(elements);
    drawing.request(state("a"));
    const first = page(1, { 0: '<use href="#g1"/><use href="#image-1"/>' }, '<path id="g1" d="M0 0"/><clipPath id="c1"><rect width="1"/></clipPath>');
    engine.calls[0]?.answer(drawn([first], { images: { 1: "data:image/png;base64,AA" } }));
    await settle();
    expect(added).toHaveLength(1);
    expect(added[0]).toContain('<path id="g1" d="M0 0"/><clipPath id="c1"><rect width="1"/></clipPath>');
    expect(added[0]).toContain(`<image id="${drawing.prefix}image-1"`);
    expect(svg("f0")).toBe(`<use href="#g1"/><use href="#${drawing.prefix}image-1"/>`);
    drawing.request(state("a"));
    engine.calls[1]?.answer(drawn([first]));
    await settle();
    expect(added).toHaveLength(1);
    drawing.dispose();
  });

  it("are forgotten with the engine", async () => {
    const { engine, drawing, svg } = start();
    drawing.request(state("a"));
    engine.calls[0]?.answer(drawn([page(1, { 0: "<a/>" })]));
    await settle();
    drawing.setEngine(null);
    expect(svg("f0")).toBeUndefined();
    expect(drawing.store.getState().drawn).toBe(false);
  });

  it("are there at once after a change, where the engine can do that", async () => {
    const { engine, drawing, svg } = start();
    const data = {};
    drawing.request({ ...state("a"), data });
    engine.calls[0]?.answer(drawn([page(1, { 0: "<a/>" })]));
    await settle();
    engine.prepared = drawn([page(1, { 0: "<c/>" })]);
    drawing.request({ ...state("b"), data });
    const next = { ...state("c"), data };
    drawing.redrawNow(next.pair);
    expect(svg("f0")).toBe("<c/>");
    // An earlier state that is finished later is not shown, and the host storing the change asks for nothing.
    engine.calls[1]?.answer(drawn([page(1, { 0: "<b/>" })]));
    drawing.request(next);
    await settle();
    expect(svg("f0")).toBe("<c/>");
    expect(engine.calls).toHaveLength(2);
    drawing.dispose();
  });

  it("are asked for once, and by the time that the host has stored the change", async () => {
    const { engine, drawing, svg } = start();
    const data = {};
    drawing.request({ ...state("a"), data });
    engine.calls[0]?.answer(drawn([page(1, { 0: "<a/>" })]));
    await settle();
    const next = { ...state("b"), data };
    drawing.redrawNow(next.pair);
    expect(engine.calls).toHaveLength(2);
    drawing.request(next);
    engine.calls[1]?.answer(drawn([page(1, { 0: "<b/>" })]));
    await settle();
    expect([svg("f0"), engine.calls.length]).toEqual(["<b/>", 2]);
    drawing.dispose();
  });
});

describe("drawings that mark the first place of each field", () => {
  const marked = (number: number, places: { index: number; y: number; first?: boolean; svg?: string }[]): DrawnPage => ({
    ...page(number, {}),
    placements: places.map(({ index, y, first, svg = `<p${index}/>` }) => ({
      field: `f${index}`,
      pointer: `/template/schemas/${index}`,
      zone: "body",
      x: 10,
      y,
      width: 80,
      height: 10,
      offset: { x: 0, y: y - 50 },
      ...(first && { first }),
      svg,
    })),
  });
  const answer = (pages: DrawnPage[], firstPages: (number | undefined)[], pageCount: number) =>
    drawn(pages, {
      pageCount,
      fields: firstPages.map((own, index) => ({ pointer: `/template/schemas/${index}`, ...(own && { page: own }) })),
      designs: [{ design: 0, pages: pageCount }],
    });

  it("begin with the first pages, and go on with those in sight alone", async () => {
    const { engine, drawing } = start();
    drawing.request(state("a", "b"));
    expect(engine.calls[0]?.pages).toEqual([1, 2]);
    engine.calls[0]?.answer(answer([marked(1, [{ index: 0, y: 50, first: true }]), marked(2, [])], [1, 90], 100));
    await settle();
    // The field that is printed far behind is wanted where only fields are shown.
    expect(engine.calls[1]?.pages).toEqual([90]);
    engine.calls[1]?.answer(answer([marked(90, [{ index: 1, y: 50, first: true }])], [1, 90], 100));
    await settle();
    drawing.show([40, 41]);
    expect(engine.calls[2]?.pages).toEqual([40, 41]);
    engine.calls[2]?.answer(answer([marked(40, []), marked(41, [])], [1, 90], 100));
    await settle();
    drawing.request(state("x", "b"));
    expect(engine.calls[3]?.pages).toEqual([40, 41]);
    drawing.dispose();
  });

  it("know a part of a later page from the first one, and how far fields were moved", async () => {
    const { engine, drawing } = start();
    drawing.request(state("a", "b"));
    drawing.show([2]);
    engine.calls[0]?.answer(answer([marked(1, [{ index: 0, y: 50, first: true, svg: "<one/>" }]), marked(2, [{ index: 0, y: 20, svg: "<two/>" }, { index: 1, y: 120, first: true }])], [1, 2], 2));
    await settle();
    const { byField, pages } = drawing.store.getState();
    expect(byField.get("f0")?.svg).toBe("<one/>");
    expect(byField.get("f1")).toMatchObject({ page: 2, order: 1, shift: { x: 0, y: 70, width: 0, height: 0 } });
    expect(pages.get(2)?.parts.map(({ id, first }) => [id, first])).toEqual([["f0", false], ["f1", true]]);
    drawing.request(state("a", "c"));
    expect(engine.calls[1]?.pages).toEqual([2]);
    engine.calls[1]?.answer(answer([marked(2, [{ index: 0, y: 20, svg: "<two/>" }, { index: 1, y: 120, first: true, svg: "<c/>" }])], [1, 2], 2));
    await settle();
    const next = drawing.store.getState();
    expect([next.byField.get("f0")?.svg, next.byField.get("f1")?.svg]).toEqual(["<one/>", "<c/>"]);
    // What did not change keeps its identity.
    expect(next.pages.get(1)).toBe(pages.get(1));
    expect(next.pages.get(2)?.parts[0]).toBe(pages.get(2)?.parts[0]);
    drawing.dispose();
  });

  it("list what is printed nowhere, and put what moved to another page there before that is drawn", async () => {
    const { engine, drawing } = start();
    drawing.request(state("a", "b", "c"));
    drawing.show([1]);
    engine.calls[0]?.answer(answer([marked(1, [0, 1].map((index) => ({ index, y: 50, first: true })))], [1, 1, undefined], 3));
    await settle();
    expect([...drawing.store.getState().nowhere]).toEqual(["f2"]);
    drawing.request(state("longer", "b", "c"));
    engine.calls[1]?.answer(answer([marked(1, [{ index: 0, y: 50, first: true }])], [1, 3, undefined], 3));
    await settle();
    expect(drawing.store.getState().byField.get("f1")?.page).toBe(3);
    expect(drawing.store.getState().runs).toEqual([{ design: 0, pages: 3, width: 210, height: 297 }]);
    drawing.dispose();
  });
});

describe("a payment that is still filled in", () => {
  const drawnWith = (payload: object) => withoutUnfinished(template([text("a"), code(payload)], { extensions: 1 } as never));

  it("leaves its code out, and not the document", () => {
    expect(drawnWith({ type: "epc", name: "Ana", iban: "", amount: "" }).schemas?.[1]).toMatchObject({ content: "", payload: undefined });
    for (const payload of [{ type: "pix", name: "Ana", city: "Rio", url: "a" }, { type: "epc", name: "Ana", iban: "{iban}" }]) {
      expect(drawnWith(payload).schemas?.[1]).toMatchObject({ payload });
    }
  });

  it("is the same template for the same one", () => {
    const start = template([code({ type: "epc" })], { extensions: 1 } as never);
    expect(withoutUnfinished(start)).toBe(withoutUnfinished(start));
    const plain = template([text("a")]);
    expect(withoutUnfinished(plain)).toBe(plain);
  });
});
