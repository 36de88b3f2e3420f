import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Template } from "../../core/types";
import { template, text } from "../../editor/testing";
import { loadEngine, type Engine } from "../../engine";
import { flowOf } from "./flow";

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine({ module: await WebAssembly.compile(await readFile(join(import.meta.dirname, "../../engine/generated/engine.wasm"))) });
});
afterAll(() => engine.dispose());

async function flow(own: Template, data: unknown = {}) {
  const { hidden, stacked } = flowOf(own, await engine.layout({ template: own, bindings: [], data }));
  return { hidden: hidden.map(({ field }) => field.id), stacked: stacked.map(({ lower, upper }) => [lower.id, upper.id]) };
}

describe("flow", () => {
  it("names fields that are not printed, in bands too", async () => {
    const own = template([text("a", { y: 40, visibleWhen: "n == 2" }), text("band", { y: 2, height: 6, visibleWhen: "n == 2" }), text("b", { y: 60 })]);
    expect(await flow(own, { n: 1 })).toEqual({ hidden: ["a", "band"], stacked: [] });
    expect((await flow(own, { n: 2 })).hidden).toEqual([]);
  });

  it("names fields that stood beside each other and are printed below each other", async () => {
    const pair = (y: number) => template([text("left", { x: 10, y: 40, width: 60 }), text("right", { x: 100, y, width: 60 })]);
    expect((await flow(pair(40.4))).stacked).toEqual([["right", "left"]]);
    expect((await flow(pair(40))).stacked).toEqual([]);
    // As far as that they were not meant to be in one row.
    expect((await flow(pair(55))).stacked).toEqual([]);
  });

  it("knows the pages of templates with several", async () => {
    const { page, schemas } = template([text("a", { y: 40, visibleWhen: "n == 2" })]);
    const own = { version: 1, page, schemas: [], pages: [{ id: "p", name: "p", page, schemas: [text("x", { y: 40 })] }, { id: "q", name: "q", page, schemas }] } as unknown as Template;
    const found = flowOf(own, await engine.layout({ template: own, bindings: [], data: { n: 1 } }));
    expect(found.hidden.map(({ field, design }) => [field.id, design])).toEqual([["a", 1]]);
  });
});
