import { describe, expect, it } from "vitest";
import { immutableText, jsonText } from "./texts";

describe("texts of values", () => {
  const field = { id: "a", name: "Ünïcode \"quoted\"", x: 1.5, extra: { nested: [1, null, { deep: true }] } };

  it("are what JSON.stringify gives, page designs and unknown keys included", () => {
    for (const value of [
      { page: { width: 210 }, schemas: [field, { id: "b", skipped: undefined }] },
      { pages: [{ id: "p", schemas: [field] }, { id: "q", schemas: [] }], custom: [1, [2]], none: undefined },
      [{ schemaName: "a" }, null, 3, "x"],
      { pages: null, schemas: "text" },
      {},
      null,
      "text",
    ]) {
      expect(immutableText(value)).toBe(JSON.stringify(value));
    }
  });

  it("show a change of one field, and a change back", () => {
    const template = { schemas: [field, { id: "b", x: 1 }] };
    const moved = { ...template, schemas: [field, { id: "b", x: 2 }] };
    expect(immutableText(moved)).toBe(JSON.stringify(moved));
    expect(immutableText(template)).toBe(JSON.stringify(template));
  });

  it("of what JSON cannot express are null", () => {
    expect([jsonText(undefined), immutableText(undefined), jsonText(() => 1)]).toEqual(["null", "null", "null"]);
    expect(immutableText([undefined])).toBe("[null]");
  });

  it("respect toJSON", () => {
    const date = new Date(0);
    expect(immutableText({ schemas: [date], when: date })).toBe(JSON.stringify({ schemas: [date], when: date }));
  });
});
