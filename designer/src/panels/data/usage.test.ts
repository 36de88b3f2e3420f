import { describe, expect, it } from "vitest";
import type { Binding, Field } from "../../core/types";
import { template, text } from "../../editor/testing";
import { chart, section, table } from "../testing";
import { renameKey } from "./DataExplorer";
import { lostNames } from "./replace";
import { keysOfPath, renamePath, usedPaths } from "./usage";

const pair = () => ({
  template: template([
    text("a", { content: '{customer.name} {UPPER(Customer.Name)} {["customer"].name} name', visibleWhen: 'customer.name != ""' }),
    section,
    text("member", { sectionId: "section", content: "{price} {Line}" }),
    { ...table, footer: ["", "{SUM(lines.price)}"] },
    chart,
  ]),
  bindings: [
    { schemaName: "section", type: "section", path: "lines" },
    {
      schemaName: "table",
      type: "array",
      path: "lines",
      columns: ["name", { label: "Price", formula: "{price}" }],
      filters: [[{ column: "price", op: "gt", value: "1" }]],
    },
    { schemaName: "chart", type: "chart", path: "lines", labelColumn: "name", valueColumn: "price" },
  ] as Binding[],
});

const payment = { id: "code", name: "code", type: "qrcode", x: 0, y: 0, width: 30, height: 30, payload: { type: "swiss", amount: "{total}", creditor: { name: "{firm}" } } } as unknown as Field;

it("a value that a payment takes is used, and is renamed there", () => {
  const before = { template: template([payment], { extensions: 1 }), bindings: [] };
  expect([...usedPaths(before)].map(([path, by]) => [path, [...by]])).toEqual([["total", ["code"]], ["firm", ["code"]]]);
  expect(renamePath(before, { keys: ["firm"], to: "company" }).template.schemas[0]).toMatchObject({ payload: { type: "swiss", amount: "{total}", creditor: { name: "{company}" } } });
});

describe("renaming a path (75)", () => {
  it("changes every expression and binding that uses it, and nothing else", () => {
    const before = pair();
    const after = renamePath(before, { keys: ["lines", "price"], to: "unit price" });
    expect(after.template.schemas[2]).toMatchObject({ content: "{[\"unit price\"]} {Line}" });
    expect(after.template.schemas[3]).toMatchObject({ content: [["{name}", '{["unit price"]}']], footer: ["", '{SUM([lines].["unit price"])}'] });
    expect(after.bindings[1]).toMatchObject({ columns: ["name", { formula: '{["unit price"]}' }], filters: [[{ column: "unit price" }]] });
    expect(after.bindings[2]).toMatchObject({ labelColumn: "name", valueColumn: "unit price" });
    // What does not use the path stays the same object.
    expect(after.template.schemas[0]).toBe(before.template.schemas[0]);
    expect(after.bindings[0]).toBe(before.bindings[0]);
  });

  it("follows paths however they are written, without case", () => {
    const after = renamePath(pair(), { keys: ["customer"], to: "buyer" });
    expect(after.template.schemas[0]).toMatchObject({
      content: "{buyer.name} {UPPER(buyer.Name)} {buyer.name} name",
      visibleWhen: 'buyer.name != ""',
    });
  });

  it("changes the rows before the totals row", () => {
    const before = pair();
    before.template.schemas[3] = { ...table, footerRows: [{ visibleWhen: "customer.discount > 0", cells: { "1": "{0 - customer.discount}", "0": "{SUM(lines.price)}" } }, { cells: {} }] } as never;
    const after = renamePath(renamePath(before, { keys: ["customer", "discount"], to: "rebate" }), { keys: ["lines", "price"], to: "cost" });
    expect(after.template.schemas[3]).toMatchObject({
      footerRows: [{ visibleWhen: "customer.rebate > 0", cells: { "1": "{0 - customer.rebate}", "0": "{SUM(lines.cost)}" } }, { cells: {} }],
    });
  });

  it("renames lists in bindings", () => {
    const after = renamePath(pair(), { keys: ["lines"], to: "rows" });
    expect(after.bindings.map((binding) => "path" in binding && binding.path)).toEqual(["rows", "rows", "rows"]);
    expect(after.template.schemas[3]).toMatchObject({ content: [["{name}", "{price}"]], footer: ["", "{SUM(rows.price)}"] });
  });

  it("renames the key in the data where it stands", () => {
    const data = { a: 1, lines: [{ id: 1, price: 2 }, { price: 3 }] };
    expect(JSON.stringify(renameKey(data, ["lines", "price"], "cost"))).toBe('{"a":1,"lines":[{"id":1,"cost":2},{"cost":3}]}');
  });
});

describe("usedPaths", () => {
  it("says which fields use a path", () => {
    const used = usedPaths(pair());
    expect([...(used.get("customer.name") ?? [])]).toEqual(["a"]);
    expect([...(used.get("lines.price") ?? [])]).toEqual(["member", "table", "chart"]);
    expect(used.has("line")).toBe(false);
  });
});

describe("keysOfPath", () => {
  it("reads dots and brackets", () => {
    expect(keysOfPath(`a.[b c].["d.e"].['f"g'].h`)).toEqual(["a", "b c", "d.e", 'f"g', "h"]);
  });
});

describe("data that is to take the place of other data", () => {
  const old = { customer: { name: "Ana" }, lines: [], note: "unused" };

  it("lacks the names of the template only where it has none of them", () => {
    expect(lostNames(pair(), old, { payroll: [] })).toEqual(["customer", "lines"]);
    expect(lostNames(pair(), old, [1])).toEqual(["customer", "lines"]);
    expect(lostNames(pair(), old, { Lines: [] })).toEqual([]);
  });

  it("takes nothing away from a template that had none of its names either", () => {
    expect(lostNames(pair(), { note: "unused" }, { payroll: [] })).toEqual([]);
    expect(lostNames(pair(), undefined, { payroll: [] })).toEqual([]);
  });
});
