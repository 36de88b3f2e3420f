import { describe, expect, it } from "vitest";
import { TemplateVersionTooNewError } from "../../core/errors";
import { readTemplate, TemplateFileError } from "./template-file";

const template = { page: { width: 100, height: 100 }, schemas: [] };

describe("readTemplate", () => {
  it("reads what the service stores, and keeps further keys", () => {
    const stored = { id: "x", name: "Invoice", template, bindings: [{ schemaName: "a" }], mail: { subject: "s" } };
    const { id: _, ...rest } = stored;
    expect(readTemplate(JSON.stringify(stored), "a.json")).toEqual(rest);
  });

  it("reads a template without name or bindings, and takes the name of the file", () => {
    expect(readTemplate(JSON.stringify({ template }), "Offer.json")).toEqual({ name: "Offer", template, bindings: [] });
    expect(readTemplate(JSON.stringify(template), "Offer.JSON")).toEqual({ name: "Offer", template, bindings: [] });
  });

  it("85: gives back what was exported, further keys included, and refuses a newer version by its number", () => {
    const document = {
      id: "invoice",
      name: "Invoice",
      template: { ...template, version: 1, later: { key: [1, null] } } as never,
      bindings: [{ schemaName: "a", type: "scalar", path: "b", later: true }] as never,
      mail: { subject: "s" },
    };
    const { id: _, ...kept } = document;
    expect(readTemplate(JSON.stringify(kept, null, 2), "other.json")).toEqual(kept);
    expect(() => readTemplate(JSON.stringify({ template: { ...template, version: 99 } }), "a.json")).toThrow(TemplateVersionTooNewError);
    expect(() => readTemplate(JSON.stringify({ ...template, version: 99 }), "a.json")).toThrow(/99/);
  });

  it("says what is wrong with other files", () => {
    const reason = (text: string) => {
      try {
        readTemplate(text, "a.json");
      } catch (error) {
        return error instanceof TemplateFileError ? error.place : error;
      }
      return "read";
    };
    for (const text of ["[]", "7", "{}", '{"template": []}']) expect(reason(text)).toBeNull();
    expect(reason('{\n  "template": {},,\n}')).toEqual({ line: 2, column: 18 });
  });
});
