import { describe, expect, it } from "vitest";
import type { Binding, Field } from "../../core/types";
import { template, text } from "../../editor/testing";
import { chart, section, table } from "../testing";
import { isKeyTaken, renameKey } from "./DataExplorer";
import { lostNames } from "./replace";
import { keysOfPath } from "./names";
import { renamePath, usedPaths } from "./usage";

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

  it("changes the metadata, the e-invoice, conditions and formulas of the template", () => {
    const before = {
      template: template([], {
        extensions: 1,
        localeFrom: "customer.language",
        defs: { net: "customer.total - customer.discount", unused: "customer.total" },
        require: [{ that: "customer.total > 0", message: "{customer.total} is too little" }],
        pdf: {
          title: "For {customer.total}",
          attachments: [{ name: "{customer.total}.txt", source: "{customer.name}", when: "customer.total > 5" }],
          einvoice: { map: { "BT-112": "{customer.total}", "BG-4": { "BT-27": "{customer.total}" }, "BG-25": { each: "lines", map: { "BT-131": "{total}", "BT-5": "{$root.customer.total}" } } } },
        },
      } as never),
      bindings: [],
    };
    const after = renamePath(before, { keys: ["customer", "total"], to: "sum" }).template;
    expect(after).toMatchObject({
      localeFrom: "customer.language",
      defs: { net: "customer.sum - customer.discount", unused: "customer.sum" },
      require: [{ that: "customer.sum > 0", message: "{customer.sum} is too little" }],
      pdf: {
        title: "For {customer.sum}",
        attachments: [{ name: "{customer.sum}.txt", source: "{customer.name}", when: "customer.sum > 5" }],
        einvoice: { map: { "BT-112": "{customer.sum}", "BG-4": { "BT-27": "{customer.sum}" }, "BG-25": { each: "lines", map: { "BT-131": "{total}", "BT-5": "{$root.customer.sum}" } } } },
      },
    });
    expect(renamePath(before, { keys: ["lines", "total"], to: "sum" }).template).toMatchObject({ pdf: { einvoice: { map: { "BT-112": "{customer.total}", "BG-25": { map: { "BT-131": "{sum}" } } } } } });
    expect(renamePath(before, { keys: ["lines"], to: "rows" }).template).toMatchObject({ pdf: { einvoice: { map: { "BG-25": { each: "rows" } } } } });
  });

  it("changes everything of a table that sees its rows, or the document", () => {
    const all = {
      ...table,
      alt: "{price}",
      link: "https://example.org/{price}",
      visibleWhen: "COUNT(lines.price) > 0",
      emptyText: "{note}",
      summary: "{note}",
      styleWhen: [{ when: "price > 5", style: {} }],
      columnStyles: [{ title: "{note}", visibleWhen: 'note != ""' }],
      groups: [{ by: "price", header: { cells: { 0: "{price} {$group.key}" } }, footer: { cells: { 0: "{SUM($group.rows.price)}" } } }],
      carriedOver: { cells: { 0: "{SUM($sofar.rows.price)} {note}" } },
      broughtForward: { cells: { 0: "{SUM($before.rows.price)}" } },
      footer: ["{SUMOF(lines, price * 2)}", "{price}"],
    };
    const before = { ...pair(), template: template([all as never], { extensions: 1, defs: { double: "price * 2" } } as never) };
    before.template.schemas[0] = { ...before.template.schemas[0], content: [["{$double}", "{price}"]] } as never;
    const cost = renamePath(before, { keys: ["lines", "price"], to: "cost" }).template;
    expect(cost).toMatchObject({ defs: { double: "cost * 2" } });
    expect(cost.schemas[0]).toMatchObject({
      alt: "{cost}",
      link: "https://example.org/{cost}",
      visibleWhen: "COUNT(lines.cost) > 0",
      styleWhen: [{ when: "cost > 5" }],
      groups: [{ by: "cost", header: { cells: { 0: "{cost} {$group.key}" } }, footer: { cells: { 0: "{SUM($group.rows.cost)}" } } }],
      carriedOver: { cells: { 0: "{SUM($sofar.rows.cost)} {note}" } },
      broughtForward: { cells: { 0: "{SUM($before.rows.cost)}" } },
      content: [["{$double}", "{cost}"]],
      footer: ["{SUMOF(lines, cost * 2)}", "{price}"],
    });
    expect(renamePath(before, { keys: ["note"], to: "remark" }).template.schemas[0]).toMatchObject({
      emptyText: "{remark}",
      summary: "{remark}",
      columnStyles: [{ title: "{remark}", visibleWhen: 'remark != ""' }],
      carriedOver: { cells: { 0: "{SUM($sofar.rows.price)} {remark}" } },
    });
  });

  it("changes conditions, order and nested lists of sections, but no choices of pages", () => {
    const inner = { ...section, id: "inner", name: "inner", sectionId: "section" };
    const member = text("member", { sectionId: "inner", content: "{name} {$parent.name} {$root.name}", visibleWhen: "name", onPages: "first" } as never);
    const before = {
      template: template([{ ...section, sort: [{ by: "name" }], bookmark: "{name}" } as never, inner as never, member], { extensions: 1 } as never),
      bindings: [{ schemaName: "section", type: "section", path: "orders" }, { schemaName: "inner", type: "section", path: "lines" }] as Binding[],
    };
    const renamed = (...keys: string[]) => renamePath(before, { keys, to: "title" }).template.schemas;
    expect(renamed("orders", "lines", "name")[2]).toMatchObject({ content: "{title} {$parent.name} {$root.name}", visibleWhen: "title" });
    expect(renamed("orders", "name")).toMatchObject([{ sort: [{ by: "title" }], bookmark: "{title}" }, {}, { content: "{name} {$parent.title} {$root.name}" }]);
    expect(renamed("name")[2]).toMatchObject({ content: "{name} {$parent.name} {$root.title}" });
    expect(renamed("orders", "lines", "first")[2]).toBe(before.template.schemas[2]);
  });

  it("takes no name that another value has", () => {
    expect(isKeyTaken({ name: "Ana", title: "Dr." }, ["name"], "Title")).toBe(true);
    expect(isKeyTaken({ lines: [{ a: 1 }, { a: 1, b: 2 }] }, ["lines", "a"], "b")).toBe(true);
    expect(isKeyTaken({ lines: [{ a: 1 }, { b: 2 }], name: "" }, ["lines", "a"], "b")).toBe(false);
    expect(isKeyTaken({ name: "Ana" }, ["name"], "Name")).toBe(false);
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
