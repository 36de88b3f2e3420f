import { describe, expect, it } from "vitest";
import schemaFile from "../../../../docs/template.schema.json";
import { changeBetween, readText, reuse, textOf } from "./document-text";
import { parseTree, pathAt, rangeOf } from "./json-tree";
import { descriptionAt, draftOf, keysAt, type Schema, valuesAt } from "./schema";

const field = { id: "a", name: "a", type: "text", x: 1, y: 2, width: 3, height: 4, content: "A" };
const pair = { template: { page: { width: 100, height: 50 }, schemas: [field, { ...field, id: "b" }] }, bindings: [{ schemaName: "a" }] } as never as Parameters<typeof textOf>[0];

describe("the design as text", () => {
  it("comes back equal", () => {
    expect(readText(textOf(pair))).toEqual({ pair });
  });

  it("is refused, at its place, only where no designer could show it", () => {
    expect(readText('{"template": {')).toEqual({ fault: "syntax" });
    expect(readText("[]")).toEqual({ fault: "shape", pointer: "" });
    expect(readText('{"template": 7}')).toEqual({ fault: "shape", pointer: "/template" });
    expect(readText('{"template": {}, "bindings": {}}')).toEqual({ fault: "shape", pointer: "/bindings" });
    expect(readText('{"template": {}, "a/b": 1}')).toEqual({ fault: "key", pointer: "/a~1b" });
    expect(readText('{"template": {"version": 99}}')).toMatchObject({ fault: "version", pointer: "/template/version" });
    // What the check finds is designed all the same.
    expect(readText('{"template": {"schemas": [{"x": "wide"}]}}')).toHaveProperty("pair");
  });

  it("keeps the objects that say the same, so that only what changed is drawn again", () => {
    const read = JSON.parse(JSON.stringify(pair.template)) as typeof pair.template;
    expect(reuse(pair.template, read)).toBe(pair.template);
    read.schemas[1]!.x = 9;
    const next = reuse(pair.template, read);
    expect(next).toEqual(read);
    expect(next.schemas[0]).toBe(pair.template.schemas[0]);
    expect(next.page).toBe(pair.template.page);
    // The order of keys is part of the file.
    const turned = { b: 1, a: 2 };
    expect(Object.keys(reuse({ a: 2, b: 1 }, turned))).toEqual(["b", "a"]);
  });

  it("changes only where the design did", () => {
    expect(changeBetween('{"x": 10}', '{"x": 110}')).toEqual({ from: 7, to: 7, insert: "1" });
    expect(changeBetween("aXb", "ab")).toEqual({ from: 1, to: 2, insert: "" });
    expect(changeBetween("same", "same")).toBeNull();
  });
});

describe("places in the text", () => {
  const text = textOf(pair);
  const tree = parseTree(text);
  const at = (pointer: string) => {
    const { from, to } = rangeOf(tree, text, pointer);
    return text.slice(from, to);
  };

  it("are values, keys of objects, first lines of items, or what is nearest", () => {
    expect(at("/template/schemas/0/content")).toBe('"A"');
    expect(at("/template/page")).toBe('"page"');
    expect(at("/template/schemas/1")).toBe("{");
    expect(at("/template/schemas/0/missing/deeper")).toBe("{");
    expect(at("/bindings/0/schemaName")).toBe('"a"');
    expect(at("")).toBe("{");
  });

  it("have a path, also in a text that is being written", () => {
    const path = (source: string) => pathAt(parseTree(source.replace("|", "")), source.replace("|", ""), source.indexOf("|"));
    expect(path('{"template": {"schemas": [{}, {"x|": 1}]}}')).toEqual(["template", "schemas", "1", "x"]);
    expect(path('{"template": {"schemas": [{"type": "te|')).toEqual(["template", "schemas", "0", "type"]);
    expect(path('{"a~/b": [[1, 2|]]}')).toEqual(["a~/b", "0", "1"]);
  });
});

describe("the schema", () => {
  const schema = schemaFile as Schema;
  const document = { template: { schemas: [{ type: "text" }, { type: "table" }] }, bindings: [{ type: "array" }] };
  const names = (...path: string[]) => keysAt(schema, path, document).map(({ name }) => name);

  it("has the keys of each kind of field and binding", () => {
    expect(names()).toContain("bindings");
    expect(names("template", "schemas", "0")).toEqual(expect.arrayContaining(["x", "content", "fontSize"]));
    expect(names("template", "schemas", "0")).not.toContain("head");
    expect(names("template", "schemas", "1")).toContain("head");
    expect(names("bindings", "0")).toEqual(expect.arrayContaining(["schemaName", "path", "columns"]));
  });

  it("has the values that are allowed, and what a key means", () => {
    expect(valuesAt(schema, ["template", "schemas", "0", "alignment"], document)).toEqual(expect.arrayContaining(["left", "center", "right"]));
    expect(valuesAt(schema, ["template", "schemas", "0", "locked"], document)).toEqual([true, false]);
    expect(valuesAt(schema, ["template", "schemas", "0", "x"], document)).toEqual([]);
    expect(descriptionAt(schema, ["template", "headerHeight"], document)).toBe("Height of the repeating band at the top. Unit: mm. Default: 0.");
    expect(descriptionAt(schema, ["template", "nothing"], document)).toBeNull();
  });

  it("gives a new value to start with", () => {
    expect(["schemas", "headerHeight", "page"].map((name) => draftOf(keysAt(schema, ["template"], document).find((one) => one.name === name)!.schema, schema))).toEqual(["[]", "0", "{}"]);
  });
});
