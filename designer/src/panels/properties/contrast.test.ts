/**
 * The contrast of the panels is that of the engine: what the engine's finding says of two colours, on a grid of colours. The panels
 * compute it themselves, since the engine reports it only for documents that ask to be accessible, and only once it has checked.
 */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { loadEngine } from "../../engine/load";
import { contrast } from "./contrast";

const LEVELS = ["00", "33", "66", "99", "cc", "ff"];
const COLORS = LEVELS.flatMap((red, at) => LEVELS.map((green, by) => `#${red}${green}${LEVELS[(2 * at + by) % LEVELS.length]}`));
/** The least contrast of a text of usual size (WCAG 2, 1.4.3). */
const LEAST = 4.5;

it("is the one that the engine finds too low, and no other", async () => {
  const module = await WebAssembly.compile(await readFile(new URL("../../engine/generated/engine.wasm", import.meta.url)));
  const engine = await loadEngine({ module });
  const pairs = COLORS.flatMap((color, index) => COLORS.slice(index + 1).map((background) => ({ color, background })));
  const schemas = pairs.map(({ color, background }, index) => ({
    id: `t${index}`,
    name: `t${index}`,
    type: "text",
    x: (index % 20) * 10,
    y: Math.floor(index / 20) * 10,
    width: 9,
    height: 6,
    fontSize: 9,
    content: "a",
    fontColor: color,
    backgroundColor: background,
  }));
  const template = { version: 1, extensions: 1, page: { width: 200, height: 400 }, pdf: { tagged: true, conformance: ["pdfua-1"] }, schemas };
  const found = (await engine.check({ template, bindings: [], data: {} })).filter(({ code }) => code === "contrastTooLow") as unknown as { field: string; contrast: number }[];
  engine.dispose();
  const low = new Map(found.map((finding) => [finding.field, finding.contrast]));
  expect(low.size).toBeGreaterThan(100);
  const differing = pairs.flatMap(({ color, background }, index) => {
    const own = contrast(color, background);
    const said = low.get(`t${index}`);
    // The engine states two digits, rounded down.
    const agrees = own < LEAST ? said !== undefined && Math.abs(own - said) <= 0.011 : said === undefined;
    return agrees ? [] : [{ color, background, own, said }];
  });
  expect(differing).toEqual([]);
});
