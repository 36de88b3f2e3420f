import { expect, it } from "vitest";
import cases from "../../../../tests/vectors/einvoice-lacking.json";
import terms from "../../../../docs/einvoice-terms.json";
import type { Catalogue } from "./catalogue";
import { entriesOf, groupOf, lacking, withValue, written } from "./map";

const catalogue = terms as unknown as Catalogue;
const given = cases as unknown as { einvoice: { profile?: string; preset?: string; map?: object }; hasCurrency: boolean; lacking: string[] }[];

it.each(given.map((one) => [JSON.stringify(one.einvoice), one] as const))("finds what %s lacks as the program does", (_, { einvoice, hasCurrency, lacking: expected }) => {
  const { profile = "en16931", preset, map } = einvoice;
  expect(lacking(catalogue, { profile, map, preset: preset && catalogue.presets[preset], hasCurrency })).toEqual(expected);
});

it("stores the cases of the program", () => {
  expect(given.length).toBeGreaterThan(9);
  expect(given.some(({ lacking: none }) => none.length === 0)).toBe(true);
});

it("finds terms in groups that occur once, and leaves lists whole", () => {
  const found = entriesOf(catalogue, { "BT-1": 7, "BG-4": { "BG-5": { "BT-40": "DE" } }, "BG-25": { each: "lines", map: { "BT-126": "1" } }, _note: {}, "BT-2": null });
  expect([...found].map(([id, { keys }]) => [id, keys.join("/")])).toEqual([
    ["BT-1", "BT-1"],
    ["BG-25", "BG-25"],
    ["BT-40", "BG-4/BG-5/BT-40"],
  ]);
});

it("reads maps that nest without end", () => {
  let map: object = { "BT-27": "x" };
  for (let depth = 0; depth < 20_000; depth += 1) map = { "BG-4": map };
  expect(entriesOf(catalogue, map).size).toBe(0);
  expect(entriesOf(catalogue, { "BG-4": { "BG-4": { "BT-27": "x" } } }).has("BT-27")).toBe(true);
});

it("changes a term where it stands, and removes the groups that it leaves empty", () => {
  const map = { "BT-1": "{number}", "BG-4": { "BT-27": "a" } };
  expect(withValue(map, ["BG-4", "BT-27"], "b")).toEqual({ "BT-1": "{number}", "BG-4": { "BT-27": "b" } });
  expect(withValue(map, ["BG-4", "BT-27"], undefined)).toEqual({ "BT-1": "{number}" });
});

it("writes a group with a list, once, or not at all", () => {
  expect(written({ each: "lines", map: {} })).toEqual({ each: "lines", map: {} });
  expect(written({ each: undefined, map: { "BT-22": "x" } })).toEqual({ "BT-22": "x" });
  expect(written({ each: "", map: {} })).toBeUndefined();
  expect(groupOf({ each: "lines", map: { "BT-126": "1" } })).toEqual({ each: "lines", map: { "BT-126": "1" }, keys: ["map"] });
  expect(groupOf({ "BT-22": "x" })).toEqual({ each: undefined, map: { "BT-22": "x" }, keys: [] });
});
