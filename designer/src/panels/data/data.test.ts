/** Data of the designer: its tree, paths, formats, and variants for trying a design. */
import { describe, expect, it } from "vitest";
import { closest, lookup, suggestPath } from "./lookup";
import { detectFormat, formatOfFile, parseData } from "./parse";
import { stressed } from "./stress";
import { columnsOf, describeData, listsOf, preview, walk } from "./tree";

const sample = {
  customer: { name: "Ana", "e-mail": "a@b" },
  date: "2026-01-31",
  lines: [
    { id: 1, product: "Pen", price: 2.5 },
    { id: 2, product: "Ink", price: null, tags: [{ t: "x" }] },
    { id: "three", price: 4, tags: [{ t: "y" }, { t: "z" }] },
  ],
};

describe("describeData", () => {
  const nodes = describeData(sample);
  const by = (path: string) => [...walk(nodes)].find((node) => node.path === path)!;

  it("looks at all items, not only the first", () => {
    expect(by("lines")).toMatchObject({ type: "array", items: 3, list: null });
    expect(by("lines.product")).toMatchObject({ type: "string", present: 2, of: 3, list: "lines", itemKeys: ["product"] });
    expect(by("lines.id").type).toBe("mixed");
    expect(by("lines.price")).toMatchObject({ type: "number", sample: 2.5 });
    expect(by("lines.tags")).toMatchObject({ type: "array", items: 3, list: "lines" });
    expect(by("lines.tags.t")).toMatchObject({ list: "lines.tags", itemKeys: ["t"] });
    expect(by("date").type).toBe("date");
    expect(by("customer.e-mail").keys).toEqual(["customer", "e-mail"]);
  });

  it("finds lists and their columns, and a document that is a list", () => {
    expect(listsOf(nodes).map((node) => node.path)).toEqual(["lines", "lines.tags"]);
    expect(columnsOf(by("lines")).map((node) => node.key)).toEqual(["id", "product", "price"]);
    expect(describeData([{ a: 1 }])).toMatchObject([{ path: "", items: 1, children: [{ path: "a", list: "" }] }]);
  });

  it("shortens samples", () => expect(preview("x".repeat(50))).toHaveLength(40));
});

describe("lookup", () => {
  it("follows binding paths without case, and not into lists", () => {
    expect(lookup(sample, "CUSTOMER.Name")).toBe("Ana");
    expect(lookup(sample, "lines.0.id")).toBeUndefined();
    expect(lookup(sample, "")).toBe(sample);
  });

  it("guesses what was meant", () => {
    const nodes = describeData(sample);
    expect(suggestPath(nodes, "line", true)).toBe("lines");
    expect(suggestPath(nodes, "name", false)).toBe("customer.name");
    expect(suggestPath(nodes, "nothing like it", false)).toBeNull();
    expect(closest("lines", ["lines"])).toBeNull();
  });
});

describe("parseData", () => {
  it("recognises formats", () => {
    expect(detectFormat('{"a":1}')).toBe("json");
    expect(detectFormat('{"a":1}\n{"a":2}\n')).toBe("ndjson");
    expect(detectFormat("a,b\n1,2")).toBe("csv");
    expect(detectFormat("a\tb\n1\t2")).toBe("tsv");
  });

  it("takes titles in quotes, titles that begin with #, and a single column for tables", () => {
    expect(parseData('"Name","Total"\n"Ana","1"\n', "auto")).toEqual({ format: "csv", data: { rows: [{ Name: "Ana", Total: 1 }] } });
    expect(parseData('"Name"\n"Ana"\n', "auto")).toEqual({ format: "csv", data: { rows: [{ Name: "Ana" }] } });
    expect(parseData("#,Name\n1,Ana\n", "auto")).toEqual({ format: "csv", data: { rows: [{ "#": 1, Name: "Ana" }] } });
    expect(parseData("# Nr;Name\n1;Ana\n", "auto")).toEqual({ format: "csv", data: { rows: [{ "# Nr": 1, Name: "Ana" }] } });
    expect(parseData("name\nAna\nBob\n", "auto")).toEqual({ format: "csv", data: { rows: [{ name: "Ana" }, { name: "Bob" }] } });
    expect(parseData('# of the order\n"name": Ana\n', "auto")).toEqual({ format: "yaml", data: { name: "Ana" } });
    expect(parseData('"name": Ana\n', "auto")).toEqual({ format: "yaml", data: { name: "Ana" } });
  });

  it("takes the format of a file from its name first", () => {
    const formats = [["a.CSV", "[A],b\n1,2"], ["a.csv", "Nr: ;Name\n1;Ana"], ["a.csv", "a\tb"], ["a.tsv", "a,b\tc"], ["a.json", '{"a":1}'], ["a.json", '{"a":1}\n{"a":2}'], ["a.yml", "a"], ["a.jsonl", ""], ["a.txt", "a,b\n1,2"]];
    expect(formats.map(([name, text]) => formatOfFile(name!, text!))).toEqual(["csv", "csv", "tsv", "tsv", "json", "ndjson", "yaml", "ndjson", "csv"]);
  });

  it("keeps each of several columns of one title", () => {
    expect(parseData("name,amount,amount\nAna,1,2", "auto")).toEqual({ format: "csv", data: { rows: [{ name: "Ana", amount: 1, "amount 2": 2 }] } });
  });

  it("reads YAML, with dates as texts and lists under a name", () => {
    expect(parseData("customer:\n  name: Ana\n  since: 2026-01-31\nlines:\n  - { id: 1, price: 2.5 }\n", "auto")).toEqual({
      format: "yaml",
      data: { customer: { name: "Ana", since: "2026-01-31" }, lines: [{ id: 1, price: 2.5 }] },
    });
    expect(parseData("- a\n- b\n", "auto", "letters")).toEqual({ format: "yaml", data: { letters: ["a", "b"] } });
    expect(parseData("a: 1\nb: [1, 2\nc: 3\n", "auto")).toMatchObject({ error: { line: 3, reason: "yaml" } });
  });

  it("marks broken JSON at its line and column", () => {
    expect(parseData('{\n  "a": 1,\n  "b": }\n', "auto")).toMatchObject({ error: { line: 3, column: 8, reason: "json" } });
    expect(parseData('{"a": [1, 2', "json")).toMatchObject({ error: { line: 1, column: 12 } });
    expect(parseData('{"a":1}\n{"b":}\n', "ndjson")).toMatchObject({ error: { line: 2, column: 6, reason: "line" } });
    expect(parseData("  ", "auto")).toMatchObject({ error: { reason: "empty" } });
  });

  it("reads CSV with types of whole columns, quotes, and separators", () => {
    expect(parseData('id,name,price,ok\n1,"Pen, ""blue""",2.5,true\n2,,,false\n', "auto", "lines")).toEqual({
      format: "csv",
      data: {
        lines: [
          { id: 1, name: 'Pen, "blue"', price: 2.5, ok: true },
          { id: 2, name: "", price: null, ok: false },
        ],
      },
    });
    expect(parseData("zip;valor\n01234;1.234,50\n98765;2,00", "csv")).toMatchObject({
      data: { rows: [{ zip: "01234", valor: 1234.5 }, { zip: "98765", valor: 2 }] },
    });
    expect(parseData('a,b\n1,"x\ny\n', "csv")).toMatchObject({ error: { line: 2, column: 3, reason: "quote" } });
    expect(parseData("a,b\n1,2\n1,2,3\n", "csv")).toMatchObject({ error: { line: 3, reason: "cells" } });
  });

  it("reads JSON lines into a list", () => {
    expect(parseData('{"a":1}\n\n{"a":2}', "auto")).toEqual({ format: "ndjson", data: { rows: [{ a: 1 }, { a: 2 }] } });
  });
});

describe("stressed", () => {
  it("makes lists empty, short and long", () => {
    expect(stressed(sample, "empty")).toMatchObject({ lines: [], customer: { name: "Ana" } });
    expect((stressed(sample, "one") as typeof sample).lines).toHaveLength(1);
    expect((stressed(sample, "many") as typeof sample).lines).toHaveLength(500);
  });

  it("makes texts longer than the longest, keeps dates, turns numbers negative, drops keys", () => {
    const long = stressed(sample, "long") as typeof sample;
    expect(long.lines[1]?.product?.length).toBeGreaterThan(3);
    expect(long.date).toBe("2026-01-31");
    expect(stressed(sample, "negative")).toMatchObject({ lines: [{ price: -2.5 }, {}, { price: -4 }] });
    const missing = stressed(sample, "missing") as typeof sample;
    expect(Object.keys(missing.lines[0]!)).toEqual(["product", "price"]);
    expect(Object.keys(missing.lines[1]!)).toEqual(["id", "price", "tags"]);
    expect(stressed(sample, "sample")).toBe(sample);
  });

  it("never changes what it is given", () => {
    const before = structuredClone(sample);
    for (const set of ["empty", "one", "many", "long", "missing", "negative"] as const) stressed(sample, set);
    expect(sample).toEqual(before);
  });
});
