import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAdapter, type Engine } from "./adapter";
import { EngineCore } from "./core";
import { start } from "./instance";
import { InlineEngine } from "./inline";
import { directPort } from "./ports";
import type { DocumentInput, DrawnDocument } from "./types";

const DOT =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQSFgAAAHEASFcollRAAAAAElFTkSuQmCC";
const OTHER =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const text = (content: string) => ({ id: "a", name: "a", type: "text", x: 10, y: 10, width: 80, height: 6, content });
const image = (id: string, content: string) => ({ id, name: id, type: "image", x: 10, y: 20, width: 10, height: 10, content });
const input = (schemas: object[], data: unknown = {}): DocumentInput => ({ template: { page: { width: 100, height: 50 }, schemas }, bindings: [], data });

describe("drawing in the thread of the page", () => {
  let module: WebAssembly.Module;
  let engine: Engine;
  let waiting: (() => void)[];
  let broken: boolean;
  const data = { name: "Ana" };
  const idle = () => waiting.splice(0).forEach((run) => run());
  /** Drawn by the worker, and time to take it over. */
  const settle = async (document: DocumentInput): Promise<DrawnDocument> => {
    const drawn = await engine.draw(document, [1]);
    idle();
    return drawn;
  };

  beforeAll(async () => {
    module = await WebAssembly.compile(await readFile(join(import.meta.dirname, "generated/engine.wasm")));
  });
  beforeEach(() => {
    waiting = [];
    broken = false;
    const make = () => {
      if (broken) throw new Error("no memory");
      start(module);
      return new EngineCore();
    };
    // What takes long on a machine that is busy with something else is not what this is about.
    engine = createAdapter({ open: () => directPort(module), immutable: true, inline: new InlineEngine(make, { idle: (run) => waiting.push(run), quickMs: 1000 }) });
  });
  afterEach(() => engine.dispose());

  it("gives what the worker would, once it has drawn the document", async () => {
    expect(engine.drawNow?.(input([text("{name}")], data), [1])).toBeNull();
    await settle(input([text("{name}")], data));
    const next = input([text("Hello {name}")], data);
    const now = engine.drawNow?.(next, [1]);
    expect(now?.pages[0]?.placements[0]?.svg).toContain("<use");
    expect(now).toEqual(await engine.draw(next, [1]));
  });

  it("gives pictures the numbers that they have in drawings of the worker", async () => {
    await engine.draw(input([image("x", OTHER)], data), [1]);
    const first = await settle(input([image("y", DOT), text("a")], data));
    const now = engine.drawNow?.(input([image("y", DOT), text("b")], data), [1]);
    expect(first.images).toEqual({ 2: DOT });
    expect(now?.images).toEqual({ 2: DOT });
    expect(now?.pages[0]?.pictures).toEqual([2]);
    const picture = (drawn: DrawnDocument | null | undefined) => drawn?.pages[0]?.placements.find(({ field }) => field === "y")?.svg;
    expect(picture(now)).toContain("#image-2");
    expect(picture(now)).toBe(picture(first));
  });

  const now = (document: DocumentInput) => engine.drawNow?.(document, [1]) !== null;

  it("leaves other data, other files, and templates that grew much to the worker", async () => {
    await settle(input([text("a")], data));
    expect(now(input([text("b")], data))).toBe(true);
    expect(now(input([text("b")], { name: "Bo" }))).toBe(false);
    expect(now(input([text("b".repeat(100_000))], data))).toBe(false);
    expect(now(input([text("c")], data))).toBe(true);
    await engine.setLibrary?.({ "logo.png": new Uint8Array([1]) });
    expect(now(input([text("d")], data))).toBe(false);
  });

  it("leaves documents to the worker until it has their fonts", async () => {
    const font = await readFile(join(import.meta.dirname, "../../../tests/fonts/FixtureSans.ttf"));
    await settle(input([text("a")], data));
    expect(now(input([text("b")], data))).toBe(true);
    await engine.setFonts([new Uint8Array(font)]);
    expect(now(input([text("c")], data))).toBe(false);
  });

  it("leaves documents that become long to the worker, and those with a fault", async () => {
    const rows = { rows: Array.from({ length: 60 }, (_, row) => ({ row })) };
    const table = { id: "t", name: "t", type: "table", x: 10, y: 10, width: 80, height: 10, head: ["Row"], content: [["{row}"]] };
    const bindings = [{ schemaName: "t", type: "array", path: "rows", columns: [{ header: "Row", cellTemplate: "{row}" }] }];
    const document = (height: number): DocumentInput => ({ template: { page: { width: 100, height }, schemas: [table] }, bindings, data: rows });
    expect((await settle(document(900))).pageCount).toBe(1);
    expect(now(document(850))).toBe(true);
    expect(now(document(60))).toBe(false);
    expect((await engine.draw(document(60), [1])).pageCount).toBe(9);
  });

  it("does without where there is no second engine to be had", async () => {
    broken = true;
    await settle(input([text("a")], data));
    expect(engine.drawNow?.(input([text("b")], data), [1])).toBeNull();
    expect((await engine.draw(input([text("b")], data), [1])).pages).toHaveLength(1);
    expect(waiting).toEqual([]);
  });
});
