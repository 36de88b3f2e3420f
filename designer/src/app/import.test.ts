import { describe, expect, it } from "vitest";
import { readTemplate, TemplateFileError } from "./import";

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

  it("says what is wrong with other files", () => {
    const reason = (text: string) => {
      try {
        readTemplate(text, "a.json");
      } catch (error) {
        return error instanceof TemplateFileError ? error.reason : error;
      }
      return "read";
    };
    for (const text of ["[]", "7", "{}", '{"template": []}']) expect(reason(text)).toBeNull();
    expect(reason("{,")).toContain("JSON");
  });
});
