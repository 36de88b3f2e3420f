import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { constants, inflateSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { NEEDED, withoutUnfinished } from "../core/payments";
import type { Template } from "../core/types";
import { createAdapter, type Engine } from "./adapter";
import { CallQueue } from "./call-queue";
import { loadEngine } from "./load";
import { directPort } from "./ports";
import type { DocumentInput } from "./types";

const DOT =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQSFgAAAHEASFcollRAAAAAElFTkSuQmCC";

function text(name: string, content: string, y = 10): object {
  return { id: name, name, type: "text", x: 10, y, width: 80, height: 6, content };
}

function input(schemas: object[], data: unknown = {}, bindings: object[] = []): DocumentInput {
  return { template: { page: { width: 100, height: 50 }, schemas }, bindings, data };
}

describe("the engine", () => {
  let module: WebAssembly.Module;
  let engine: Engine;

  beforeAll(async () => {
    module = await WebAssembly.compile(await readFile(join(import.meta.dirname, "generated/engine.wasm")));
    engine = await loadEngine({ module });
  });

  const open: Engine[] = [];
  afterEach(() => open.splice(0).forEach((one) => one.dispose()));
  async function another(options: Parameters<typeof loadEngine>[0] = {}): Promise<Engine> {
    const one = await loadEngine({ module, ...options });
    open.push(one);
    return one;
  }

  it("61 goes on drawing a field whose condition is no expression", async () => {
    const { pages } = await engine.draw(input([{ ...text("a", "Shown"), visibleWhen: "total > (" }, { ...text("b", "Hidden", 20), visibleWhen: "total > 10" }], { total: 5 }));
    expect(pages[0]?.placements.map(({ field }) => field)).toEqual(["a"]);
  });

  it("refuses exactly the payments that lack what the form asks for", async () => {
    const creditor = { name: "Atelier Nord", zip: "8000", town: "Zürich", country: "CH" };
    const payments: Record<string, Record<string, unknown>> = {
      epc: { name: "Atelier Nord", iban: "DE02120300000000202051" },
      swiss: { iban: "CH5800791123000889012", currency: "CHF", creditor },
      pix: { name: "Atelier Norte", city: "Recife", key: "conta@example.org" },
      upi: { pa: "studio@bank", pn: "Studio" },
      spayd: { ACC: "CZ5855000000001265098001" },
    };
    expect(Object.keys(payments)).toEqual(Object.keys(NEEDED));
    const withCode = (payload: object) => {
      const field = { id: "code", name: "code", type: "qrcode", x: 10, y: 2, width: 46, height: 46, payload };
      return { extensions: 1, page: { width: 100, height: 50 }, schemas: [field] } as unknown as Template;
    };
    const draw = (payload: object) => engine.draw({ template: withCode(payload), bindings: [], data: {} });
    for (const [type, values] of Object.entries(payments)) {
      const whole = { type, ...values };
      await expect(draw(whole), type).resolves.toBeDefined();
      for (const path of NEEDED[type]!) {
        const lacking = structuredClone(whole) as Record<string, unknown>;
        const [outer, inner] = path.split("/");
        if (inner === undefined) delete lacking[outer!];
        else delete (lacking[outer!] as Record<string, unknown>)[inner];
        await expect(draw(lacking), `${type} ${path}`).rejects.toThrow();
        // The canvas goes on drawing the page, with the place of the code.
        const { pages } = await engine.draw({ template: withoutUnfinished(withCode(lacking)), bindings: [], data: {} });
        expect(pages[0]?.placements.map(({ field }) => field), `${type} ${path}`).toEqual(["code"]);
      }
    }
  });

  it("43 paints a later field of a band above an earlier one", async () => {
    const box = (name: string, backgroundColor: string) => ({ ...text(name, "", 1), backgroundColor });
    const [red, blue] = [box("red", "#ff0000"), box("blue", "#0000ff")];
    /** The colours of the boxes in the order in which the page paints them. */
    const painted = async (schemas: object[]) => {
      const document = { ...input(schemas), template: { page: { width: 100, height: 50 }, headerHeight: 20, schemas } };
      const file = Buffer.from((await engine.render(document)).bytes);
      const streams = [...file.toString("latin1").matchAll(/stream\r?\n/g)].flatMap(({ index, 0: mark }) => {
        try {
          return inflateSync(file.subarray(index + mark.length), { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
        } catch {
          return [];
        }
      });
      return streams.join("\n").match(/\b(?:1 0 0|0 0 1) rg\b/g);
    };
    expect(await painted([red, blue])).toEqual(["1 0 0 rg", "0 0 1 rg"]);
    expect(await painted([blue, red])).toEqual(["0 0 1 rg", "1 0 0 rg"]);
  });

  it("renders, with the same bytes each time", async () => {
    const document = input([text("a", "Hello {name}")], { name: "Ana" });
    const first = await engine.render(document);
    expect(new TextDecoder().decode(first.bytes.slice(0, 8))).toBe("%PDF-1.7");
    expect(first).toMatchObject({ pages: 1, warnings: [] });
    expect((await engine.render(structuredClone(document))).bytes).toEqual(first.bytes);
    const later = await engine.render({ ...document, options: { creationDate: "2026-01-31T00:00:00Z" } });
    expect(later.bytes).not.toEqual(first.bytes);
  });

  it("sees a change that was made in place", async () => {
    const data = { name: "Ana" };
    const document = input([text("a", "{name}")], data);
    const before = (await engine.layout(document)) as { pages: { placements: { value: string }[] }[] };
    data.name = "Bo";
    const after = (await engine.layout(document)) as typeof before;
    expect([before, after].map(({ pages }) => pages[0]?.placements[0]?.value)).toEqual(["Ana", "Bo"]);
  });

  it("rejects with the error class of the problem", async () => {
    const refused = engine.render(input([{ ...text("a", "{emoji}") }], { emoji: "🎉" }));
    await expect(refused).rejects.toMatchObject({ name: "UnsupportedGlyphError", code: "unsupportedGlyph", blame: "data", field: "a", codePoint: "U+1F389" });
    await expect(engine.render({ ...input([]), template: 3 })).rejects.toMatchObject({ code: "templateNotAnObject" });
    await expect(engine.render({ ...input([]), options: { creationDate: "soon" } })).rejects.toThrow(TypeError);
  });

  it("draws fields one by one, with boxes and places in the template", async () => {
    const section = { id: "s", name: "list", type: "section", x: 0, y: 20, width: 80, height: 10 };
    const member = { ...text("m", "{a}", 22), sectionId: "s" };
    const document = input([text("t", "title"), section, member], { rows: [{ a: 1 }, { a: 2 }] }, [{ schemaName: "list", type: "section", path: "rows" }]);
    const { pageCount, pages, warnings } = await engine.draw(document);
    expect({ pageCount, warnings }).toEqual({ pageCount: 1, warnings: [] });
    expect(pages[0]).toMatchObject({ number: 1, design: 0, x: 0, y: 0, width: 100, height: 50, background: "" });
    expect(pages[0]?.placements.map(({ field, pointer, zone, item }) => [field, pointer, zone, item])).toEqual([
      ["t", "/template/schemas/0", "body", undefined],
      ["list", "/template/schemas/1", "body", 0],
      ["m", "/template/schemas/2", "body", 0],
      ["list", "/template/schemas/1", "body", 1],
      ["m", "/template/schemas/2", "body", 1],
    ]);
    expect(pages[0]?.placements[0]).toMatchObject({ x: 10, y: 10, width: 80, height: 6 });
    const ids = Array.from(pages[0]?.placements[0]?.svg.matchAll(/href="#([^"]+)"/g) ?? [], ([, id]) => id);
    expect(ids.length).toBe("title".length);
    for (const id of ids) expect(pages[0]?.defs).toContain(`id="${id}"`);
  });

  it("draws only the pages that are asked for", async () => {
    const table = { id: "t", name: "t", type: "table", x: 0, y: 0, width: 90, height: 20, head: ["A"], content: Array.from({ length: 30 }, (_, i) => [String(i)]) };
    const { pageCount, pages } = await engine.draw(input([table]), [2, 4]);
    expect(pageCount).toBeGreaterThan(4);
    expect(pages.map(({ number }) => number)).toEqual([2, 4]);
  });

  it("gives every drawing all its pictures, under numbers that stay", async () => {
    const image = { id: "i", name: "i", type: "image", x: 1, y: 1, width: 5, height: 5, content: DOT };
    const first = await engine.draw(input([image]));
    const second = await engine.draw(input([image, text("t", "more")]));
    expect(Object.values(first.images)).toEqual([DOT]);
    expect(second.images).toEqual(first.images);
    expect(second.pages[0]?.pictures).toEqual(first.pages[0]?.pictures);
    expect((await engine.draw(input([]))).images).toEqual({});
  });

  it("gives a page as a file", async () => {
    const svg = await engine.pageSvg(input([text("a", "x")]), 1);
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="50mm"')).toBe(true);
    await expect(engine.pageSvg(input([]), 2)).rejects.toMatchObject({ code: "invalidField" });
  });

  it("checks a template alone and with data", async () => {
    const document = { ...input([text("a", "{CURENCY(total)}"), text("b", "{missing}")]) };
    const alone = await engine.check({ template: document.template, bindings: [] });
    expect(alone.map(({ code, pointer }) => [code, pointer])).toEqual([["unknownFunction", "/template/schemas/0/content"]]);
    const both = await engine.check(document);
    expect(both.map(({ code }) => code)).toContain("missingPath");
    expect(both.every(({ help }) => help)).toBe(true);
  });

  it("evaluates texts for the document and for an item", async () => {
    const data = { total: 3, rows: [{ total: 7 }] };
    expect(await engine.evaluate("{total * 2}", data)).toEqual({ text: "6" });
    expect(await engine.evaluate("{total}", data, data.rows[0])).toEqual({ text: "7" });
    const wrong = await engine.evaluate("a {UPPER(}", data);
    expect(wrong.error).toMatchObject({ offset: expect.any(Number), message: expect.any(String) });
  });

  it("measures lines in millimetres", async () => {
    const { width, ascent, descent } = await engine.measureText("WWWW", 10);
    expect(width).toBeCloseTo((4 * 0.944 * 10 * 25.4) / 72, 6);
    expect(ascent).toBeGreaterThan(descent);
  });

  it("describes the format", async () => {
    expect(await engine.schema()).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema" });
  });

  it("uses the fonts that were given last, also where others are still on their way", async () => {
    const font = await readFile(join(import.meta.dirname, "../../../tests/fonts/FixtureSans.ttf"));
    const [one, two] = [await another(), await another()];
    await one.setFonts([font]);
    await Promise.all([two.setFonts([]), two.setFonts([font])]);
    const [given, without] = [await one.measureText("Wide", 10), await (await another()).measureText("Wide", 10)];
    expect(given).not.toEqual(without);
    expect(await two.measureText("Wide", 10)).toEqual(given);
  });

  it("uses fonts, and keeps those it had when new ones cannot be read", async () => {
    const one = await another();
    const document = input([text("a", "Hello")]);
    const helvetica = (await one.render(document)).bytes;
    const font = await readFile(join(import.meta.dirname, "../../../tests/fonts/LiberationSans-Regular.ttf"));
    await one.setFonts([font]);
    const embedded = (await one.render(document)).bytes;
    expect(embedded).not.toEqual(helvetica);
    await expect(one.setFonts([new Uint8Array([1, 2, 3])])).rejects.toMatchObject({ code: "fontUnreadable" });
    expect((await one.render(document)).bytes).toEqual(embedded);
    await one.setFonts([]);
    expect((await one.render(document)).bytes).toEqual(helvetica);
  });

  it("survives its own failure, and so do the others in its thread", async () => {
    const queue = new CallQueue(() => directPort(module));
    const other = await another();
    const document = input([text("a", "Hello")]);
    const before = (await other.render(document)).bytes;
    const needs = { fonts: { version: 0, files: [] } };
    const failed = queue.call({ op: "fail", message: "no such page" }, needs, 0);
    await expect(failed).rejects.toMatchObject({ code: "internal", message: expect.stringContaining("no such page") });
    expect(await queue.call({ op: "measure", text: "x", size: 10 }, needs, 0)).toHaveLength(3);
    expect((await other.render(document)).bytes).toEqual(before);
    expect((await engine.render(document)).bytes).toEqual(before);
  });

  it("compares by identity what is never changed in place", async () => {
    const one = createAdapter({ open: () => directPort(module), immutable: true });
    open.push(one);
    const document = input([text("a", "{name}")], { name: "Ana" });
    const shown = async (of: DocumentInput) => ((await one.layout(of)) as { pages: { placements: { value: string }[] }[] }).pages[0]?.placements[0]?.value;
    expect(await shown(document)).toBe("Ana");
    (document.data as { name: string }).name = "Bo";
    expect(await shown(document)).toBe("Ana");
    expect(await shown({ ...document, data: { name: "Bo" } })).toBe("Bo");
  });

  it("rejects calls when it was disposed of", async () => {
    const one = await loadEngine({ module });
    one.dispose();
    await expect(one.render(input([]))).rejects.toMatchObject({ name: "AbortError" });
  });
});
