import { describe, expect, it } from "vitest";
import type { Field, Template } from "../core/types";
import { differences, merged, type Version } from "./merge";

const text = (id: string, x: number): Field =>
  ({ id, name: id, type: "text", x, y: 10, width: 50, height: 8, content: id }) as unknown as Field;

const version = (fields: Field[], more: Partial<Version> = {}, page: Partial<Template> = {}): Version => ({
  name: "Invoice",
  template: { version: 1, page: { width: 210, height: 297 }, schemas: fields, ...page } as Template,
  bindings: [],
  ...more,
});

const base = version([text("a", 1), text("b", 2), text("c", 3)], { bindings: [{ schemaName: "a", type: "scalar", path: "x" } as never] });

describe("differences", () => {
  it("finds none between equal versions, whatever the order of keys", () => {
    const other = JSON.parse(JSON.stringify(base));
    other.template.schemas[0] = Object.fromEntries(Object.entries(other.template.schemas[0]).reverse());
    expect(differences(base, base, other)).toEqual([]);
  });

  it("names a moved, a removed and an added field once each", () => {
    const mine = version([text("a", 9), text("b", 2), text("d", 4)], { bindings: base.bindings });
    const found = differences(base, mine, base).map(({ label, mine: own, theirs, conflicts }) => [label, own, theirs, conflicts]);
    expect(found).toEqual([
      ["a", "changed", "none", false],
      ["d", "added", "none", false],
      ["c", "removed", "none", false],
    ]);
  });

  it("conflicts only where both changed the same part to something else", () => {
    const mine = version([text("a", 9), text("b", 5), text("c", 3)], { bindings: base.bindings });
    const theirs = version([text("a", 9), text("b", 6), text("c", 7)], { bindings: [] });
    const found = differences(base, mine, theirs);
    expect(found.filter((one) => one.conflicts).map((one) => one.label)).toEqual(["b"]);
    expect(found.find((one) => one.kind === "binding")).toMatchObject({ label: "a", theirs: "removed" });
  });
});

describe("merged", () => {
  it("takes what one side changed, and the chosen side of conflicts", () => {
    const mine = version([text("a", 9), text("b", 5), text("c", 3), text("d", 1)], { bindings: base.bindings, name: "Mine" });
    const theirs = version([text("b", 6), text("c", 7), text("a", 1), text("e", 1)], { bindings: [] }, { headerHeight: 30 } as Partial<Template>);
    const both = merged(base, mine, theirs, () => "theirs");
    expect(both.name).toBe("Mine");
    expect(both.bindings).toEqual([]);
    expect(both.template.schemas.map((field) => [field.id, field.x])).toEqual([
      ["a", 9],
      ["b", 6],
      ["c", 7],
      ["d", 1],
      ["e", 1],
    ]);
    expect((both.template as { headerHeight?: number }).headerHeight).toBe(30);
    const own = merged(base, mine, theirs, () => "mine");
    expect(own.template.schemas.find((field) => field.id === "b")?.x).toBe(5);
  });

  it("drops what they removed and leaves what only mine has", () => {
    const theirs = version([text("a", 1), text("c", 3)], { bindings: base.bindings });
    const mine = version([text("a", 1), text("b", 2), text("c", 4)], { bindings: base.bindings });
    expect(merged(base, mine, theirs, () => "mine").template.schemas.map((field) => [field.id, field.x])).toEqual([
      ["a", 1],
      ["c", 4],
    ]);
  });

  it("merges page by page, and adds a page that they added", () => {
    const pages = (...list: [string, Field[]][]) => version([], {}, { pages: list.map(([id, schemas]) => ({ id, page: { width: 100, height: 100 }, schemas })) } as never);
    const before = pages(["p", [text("a", 1)]], ["q", [text("a", 1)]]);
    const mine = pages(["p", [text("a", 2)]], ["q", [text("a", 1)]]);
    const theirs = pages(["p", [text("a", 1)]], ["q", [text("a", 3)]], ["r", [text("z", 1)]]);
    const both = merged(before, mine, theirs, () => "mine");
    expect(both.template.pages?.map((page) => [page.id, page.schemas.map((field) => field.x)])).toEqual([
      ["p", [2]],
      ["q", [3]],
      ["r", [1]],
    ]);
  });
});
