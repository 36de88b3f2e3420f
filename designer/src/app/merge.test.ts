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
      ["b", 6],
      ["c", 7],
      ["d", 1],
      ["a", 9],
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

describe("pages of both versions", () => {
  const page = (id: string, ...schemas: Field[]) => ({ id, page: { width: 100, height: 100 }, schemas });
  const pages = (...list: ReturnType<typeof page>[]) => version([], {}, { pages: list } as never);
  const before = pages(page("p", text("a", 1)), page("q", text("b", 1)));
  const shown = ({ template }: Version) => template.pages?.map((own) => [own.id, ...own.schemas.map((field) => `${field.id}${field.x}`)]);
  const found = (...versions: [Version, Version, Version]) => differences(...versions).map(({ kind, label, mine, theirs, conflicts }) => [kind, label, mine, theirs, conflicts]);

  it("settings of the whole template are compared as those of a page are", () => {
    const mine = pages(page("p", text("a", 2)), page("q", text("b", 1)));
    const theirs = version([], { mail: { subject: "New" } }, { locale: "de", pdf: { einvoice: { profile: "en16931" } }, pages: before.template.pages } as never);
    expect(found(before, mine, theirs)).toEqual([
      ["setting", "mail", "none", "added", false],
      ["setting", "locale", "none", "added", false],
      ["setting", "pdf", "none", "added", false],
      ["field", "a", "changed", "none", false],
    ]);
    const both = merged(before, mine, theirs, () => "mine");
    expect([both.mail, both.template.locale, shown(both)]).toEqual([{ subject: "New" }, "de", [["p", "a2"], ["q", "b1"]]]);
  });

  it("a page that they added to a template with one page joins the own one", () => {
    const single = version([text("a", 1)]);
    const theirs = version([], {}, { pages: [page("p", text("a", 1)), page("q", text("c", 1))] } as never);
    expect(shown(merged(single, version([text("a", 5)]), theirs, () => "mine"))).toEqual([["p", "a5"], ["q", "c1"]]);
  });

  it("a page that they removed goes, unless something was changed on it and is to stay", () => {
    const theirs = pages(page("p", text("a", 1)));
    expect(shown(merged(before, pages(page("p", text("a", 2)), page("q", text("b", 1))), theirs, () => "mine"))).toEqual([["p", "a2"]]);
    const mine = pages(page("p", text("a", 1)), page("q", text("b", 2)));
    expect(found(before, mine, theirs)).toEqual([["page", "2", "changed", "removed", true]]);
    expect(shown(merged(before, mine, theirs, () => "mine"))).toEqual([["p", "a1"], ["q", "b2"]]);
    expect(shown(merged(before, mine, theirs, () => "theirs"))).toEqual([["p", "a1"]]);
  });

  it("a page that was removed comes back where they changed it and theirs is chosen", () => {
    const mine = pages(page("p", text("a", 1)));
    const theirs = pages(page("p", text("a", 1)), page("q", text("b", 9)));
    expect(found(before, mine, theirs)).toEqual([["page", "2", "removed", "changed", true]]);
    expect(shown(merged(before, mine, theirs, () => "mine"))).toEqual([["p", "a1"]]);
    expect(shown(merged(before, mine, theirs, () => "theirs"))).toEqual([["p", "a1"], ["q", "b9"]]);
  });

  it("never all go, where each side removed another", () => {
    expect(shown(merged(before, pages(page("p", text("a", 1))), pages(page("q", text("b", 1))), () => "mine"))).toEqual([["p", "a1"]]);
  });

  it("have another order if one side gave it", () => {
    const theirs = pages(page("r"), page("q", text("b", 1)), page("p", text("a", 1)));
    const mine = pages(page("p", text("a", 2)), page("q", text("b", 1)), page("s"));
    expect(shown(merged(before, mine, theirs, () => "mine"))).toEqual([["r"], ["q", "b1"], ["s"], ["p", "a2"]]);
  });

  it("a field that they moved to another page and that was changed here is on one of them", () => {
    const mine = pages(page("p", text("a", 5)), page("q", text("b", 1)));
    const theirs = pages(page("p"), page("q", text("b", 1), text("a", 1)));
    expect(found(before, mine, theirs)).toEqual([["field", "a", "changed", "changed", true]]);
    expect(shown(merged(before, mine, theirs, () => "mine"))).toEqual([["p", "a5"], ["q", "b1"]]);
    expect(shown(merged(before, mine, theirs, () => "theirs"))).toEqual([["p"], ["q", "b1", "a1"]]);
  });

  it("fields without an id are known by their place", () => {
    const bare = (...places: number[]) => version(places.map((x, index) => ({ ...text(`f${index}`, x), id: undefined }) as unknown as Field));
    expect(merged(bare(1, 2), bare(5, 2), bare(1, 9), () => "mine").template.schemas.map((field) => field.x)).toEqual([5, 9]);
  });

  it("an equal template is merged into itself, with its keys where they were", () => {
    expect(JSON.stringify(merged(before, before, before, () => "mine"))).toBe(JSON.stringify(before));
    expect(JSON.stringify(merged(base, base, base, () => "theirs"))).toBe(JSON.stringify(base));
  });
});
