import { describe, expect, it } from "vitest";
import type { Binding } from "../../../core/types";
import { template, text } from "../../../editor/testing";
import { chart, section, table } from "../../testing";
import { usedLists, usedValues } from "../usage";
import { areDocuments, columnNames, documentsOf, matchedByName } from "./match";

describe("the single values that a template uses", () => {
  it("are those of texts, formulas and bindings, without lists, parts of lists and reserved names", () => {
    const pair = {
      template: template(
        [
          text("a", { content: "{customer.name} {UPPER(Customer.Name)} {MONEY(pay.gross - pay.tax)} {pageNumber} {$doc.date}", visibleWhen: "isPaid" }),
          section,
          text("member", { sectionId: "section", content: "{price} {$root.currency}" }),
          { ...table, footer: ["", "{SUM(lines.price)}"] },
          chart,
          text("bound"),
        ],
        { extensions: 1 },
      ),
      bindings: [
        { schemaName: "section", type: "section", path: "lines" },
        { schemaName: "table", type: "array", path: "lines", columns: ["name"] },
        { schemaName: "chart", type: "chart", path: "lines", labelColumn: "name", valueColumn: "price" },
        { schemaName: "bound", type: "scalar", path: "number" },
      ] as Binding[],
    };
    expect(usedValues(pair, ["slip-{number}-{period}.pdf"]).map((keys) => keys.join("."))).toEqual([
      "isPaid",
      "customer.name",
      "pay.gross",
      "pay.tax",
      "currency",
      "number",
      "period",
    ]);
  });

  it("and the lists that it shows are those of fields, with their columns", () => {
    const pair = {
      template: template([section, text("member", { sectionId: "section", content: "{price} {unit.name} {$root.currency}" }), { ...table, footer: ["", "{SUM(taxes.rate)}"] }, text("a", { content: "{number}" })], { extensions: 1 }),
      bindings: [
        { schemaName: "section", type: "section", path: "lines" },
        { schemaName: "table", type: "array", path: "pay.taxes", columns: ["name"] },
      ] as Binding[],
    };
    expect(usedLists(pair)).toEqual([[["price"], ["unit", "name"]], [["name"], ["price"]]]);
  });

  it("are the innermost ones: an object comes with its values", () => {
    const pair = { template: template([text("a", { content: "{customer} {customer.name}" })]), bindings: [] };
    expect(usedValues(pair)).toEqual([["customer", "name"]]);
  });
});

const values = [["customer", "name"], ["e_mail"], ["Número"], ["pay", "netAmount"], ["city"]];

describe("columns", () => {
  it("match whatever their case, accents, blanks and marks are", () => {
    expect(matchedByName(values, ["NUMERO", "E-Mail", "customer.name", "Pay Net-Amount"])).toEqual(["customer.name", "E-Mail", "NUMERO", "Pay Net-Amount", null]);
  });

  it("match by the end of a path where only one path has it, and no column twice", () => {
    expect(matchedByName([["customer", "name"], ["number"]], ["Name", "Number"])).toEqual(["Name", "Number"]);
    expect(matchedByName([["customer", "name"], ["sender", "name"]], ["Name"])).toEqual([null, null]);
    expect(matchedByName([["name"], ["customer", "name"]], ["Name"])).toEqual(["Name", null]);
  });

  it("without letters and digits match nothing", () => {
    expect(matchedByName([["-"]], ["--"])).toEqual([null]);
  });

  it("match by the end of a path that is left when the others have columns of their own", () => {
    const names = [["company", "name"], ["employee", "name"]];
    expect(matchedByName(names, ["Company name", "Name"])).toEqual(["Company name", "Name"]);
    expect(matchedByName([...names, ["bank", "name"]], ["Company name", "Name"])).toEqual(["Company name", null, null]);
  });

  it("make documents likely where most values have one", () => {
    expect(areDocuments(["a", "b", null], [["c", "d", "e"]])).toBe(true);
    expect(areDocuments(["a", null], [["a"]])).toBe(false);
    expect(areDocuments([], [])).toBe(false);
    expect(areDocuments([null], [])).toBe(false);
  });

  it("make documents likely where more values have one than columns of any list", () => {
    expect(areDocuments(["a", "b", null, null, null], [["a", null], []])).toBe(true);
    expect(areDocuments(["a", "b", null, null, null], [["a"], ["a", "b", null]])).toBe(false);
    expect(areDocuments(["a", "b", null, null, null], [])).toBe(true);
    // A column such as the name is in many tables.
    expect(areDocuments(["a", null], [])).toBe(false);
  });

  it("are all that the rows have, in their order", () => {
    expect(columnNames([{ a: 1, b: 2 }, { c: 3, a: 4 }])).toEqual(["a", "b", "c"]);
  });
});

describe("documents", () => {
  it("have matched columns at their paths, and the others under their names", () => {
    const rows = [{ Name: "Ana", "Net pay": 12.5, Team: "A", "home.city": "Porto" }, { Name: "Bob", Team: "B" }];
    const columns = columnNames(rows);
    expect(documentsOf(rows, columns, [["customer", "name"], ["Customer", "pay"], ["x"]], ["Name", "Net pay", null])).toEqual([
      { customer: { name: "Ana", pay: 12.5 }, Team: "A", "home.city": "Porto" },
      { customer: { name: "Bob", pay: null }, Team: "B", "home.city": null },
    ]);
  });

  it("have headings with dots as keys, as reportctl batch reads them", () => {
    expect(documentsOf([{ "a.b": 1 }], ["a.b"], [], [])).toEqual([{ "a.b": 1 }]);
  });

  it("have no second key that the engine takes for a path of the template", () => {
    expect(documentsOf([{ Name: "x", "Full name": "Ana" }], ["Name", "Full name"], [["name"]], ["Full name"])).toEqual([{ name: "Ana" }]);
  });

  it("have keys of any name without changing what objects inherit", () => {
    const [document] = documentsOf([{ a: 1, b: 2 }], ["a", "b"], [["__proto__", "polluted"], ["b"]], ["a", "b"]);
    expect(JSON.stringify(document)).toBe('{"__proto__":{"polluted":1},"b":2}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
