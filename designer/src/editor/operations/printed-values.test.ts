import { expect, it } from "vitest";
import type { Binding, Field, Template } from "../../core/types";
import { template, text } from "../testing";
import { onlyValue, printedValues } from "./printed-values";

const data = { Title: "Agreement", client: { name: "Ana" }, clauses: [{ title: "One", kind: "a" }, { title: "Two", text: "B", kind: "b" }, { title: "Three", kind: "a" }] };
const section = { id: "s", name: "clauses", type: "section", x: 0, y: 0, width: 100, height: 20 } as Field;
const bindings: Binding[] = [{ schemaName: "clauses", type: "section", path: "clauses" }];

function keysOf(written: string, item?: number, more: { section?: object; field?: object; extended?: boolean } = {}) {
  const own: Template = template([{ ...section, ...more.section } as Field], more.extended === false ? {} : { extensions: 1 });
  const field = text("a", more.field ?? { sectionId: "s" });
  const value = onlyValue(written, field, item, { template: own, design: own, bindings, data });
  return value && [value.isKnown, value.keys.join("/")];
}

it("a text in a section is a value of the item that it is printed for", () => {
  expect(keysOf("{title}", 1)).toEqual([true, "clauses/1/title"]);
  expect(keysOf(" {MARKUP(text)} ", 1)).toEqual([true, "clauses/1/text"]);
  // The form has a cell for what the item lacks.
  expect(keysOf("{text}", 2)).toEqual([true, "clauses/2/text"]);
  expect(keysOf("{$root.client.name}", 1)).toEqual([true, "client/name"]);
  for (const other of ["{gone}", "{title} x", "{title}{text}", "{index}", '{IF(title, "x", "")}', "{UPPER(\"x\")}", "Two", ""]) expect([other, keysOf(other, 1)]).toEqual([other, null]);
});

it("the item is that of the data where filters leave some out, and none where the print orders them or has no such item", () => {
  const filters = [[{ column: "kind", op: "eq", value: "a" }]];
  expect(keysOf("{title}", 1, { section: { filters } })).toEqual([true, "clauses/2/title"]);
  expect(keysOf("{title}", 1, { section: { sort: [{ by: "title" }] } })).toEqual([false, "clauses"]);
  expect(keysOf("{title}", 7)).toEqual([false, "clauses"]);
  expect(keysOf("{title}")).toEqual([false, "clauses"]);
  expect(keysOf("{title}", 1, { section: { sectionId: "outer" } })).toBeNull();
});

it("a text outside of sections, or in a container, is a value of the document, as the data writes its keys", () => {
  expect(keysOf("{client.name}", undefined, { field: {} })).toEqual([true, "client/name"]);
  expect(keysOf("{title}", 0, { section: { repeat: "once" } })).toEqual([true, "Title"]);
  expect(keysOf("{clauses}", undefined, { field: {} })).toBeNull();
  expect(keysOf("{COUNT(clauses.title)}", undefined, { field: {} })).toBeNull();
});

it("the values of a text are listed with their places", () => {
  const own = template([section]);
  const written = "Dear {client.name}, {gone} on {title}{";
  expect(printedValues(written, text("a"), undefined, { template: own, design: own, bindings, data })).toEqual([
    { name: "client.name", from: 5, to: 18, keys: ["client", "name"], isKnown: true },
    { name: "title", from: 30, to: 37, keys: ["Title"], isKnown: true },
  ]);
});
