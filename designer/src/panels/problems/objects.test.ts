import { describe, expect, it } from "vitest";
import { template, text } from "../../editor/testing";
import { objectTokens } from "./objects";

const data = { client: { name: "Ana", address: { city: "Rio" } }, lines: [{ item: { name: "Pen" } }] };
const words = (path: string, keys: string) => `${path}: ${keys}`;

describe("tokens of objects", () => {
  it("are found in texts and their bindings, with what to take instead", () => {
    const schemas = [text("a", { content: "To { client }, {client.name}" }), text("b"), text("c", { content: "{client.address}" })];
    const bindings = [{ schemaName: "b", type: "scalar" as const, path: "client" }];
    expect(objectTokens(template(schemas), bindings, data, words).map(({ field, pointer, message }) => [field, pointer, message])).toEqual([
      ["a", "/template/schemas/0/content", "client: `client.name`, `client.address`"],
      ["b", "/bindings/0/path", "client: `client.name`, `client.address`"],
      ["c", "/template/schemas/2/content", "client.address: `client.address.city`"],
    ]);
  });

  it("are looked up in the items of a section", () => {
    const section = { ...text("s"), type: "section" } as never;
    const bindings = [{ schemaName: "s", type: "section" as const, path: "lines" }];
    const found = objectTokens(template([section, text("a", { content: "{item} {client}", sectionId: "s" })]), bindings, data, words);
    expect(found.map(({ message }) => message)).toEqual(["item: `item.name`"]);
    const once = { ...text("s"), type: "section", repeat: "once" } as never;
    const extended = template([once, text("a", { content: "{item} {client}", sectionId: "s" })], { extensions: 1 } as never);
    expect(objectTokens(extended, bindings, data, words).map(({ message }) => message)).toEqual(["client: `client.name`, `client.address`"]);
  });
});
