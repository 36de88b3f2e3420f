import { describe, expect, it } from "vitest";
import type { Binding, Field } from "../../core/types";
import { text } from "../testing";
import { reasonOf } from "./nowhere";

describe("why a field is printed nowhere", () => {
  const section = { id: "s", name: "items", type: "section", x: 0, y: 0, width: 100, height: 20 } as Field;
  const bindings = [{ schemaName: "items", type: "section", path: "rows" }] as Binding[];
  const context = { fields: [section], bindings, nowhere: new Set(["s"]), printed: true };

  it("is its condition, the section that it stands in, or the list that is empty", () => {
    expect(reasonOf(text("a", { visibleWhen: "paid" }), context)).toEqual({ kind: "condition", condition: "paid" });
    expect(reasonOf(text("a", { sectionId: "s" }), context)).toEqual({ kind: "section", name: "items" });
    expect(reasonOf(section, context)).toEqual({ kind: "list", path: "rows" });
  });

  it("is that nothing is bound, that its page is not printed, or that it is empty", () => {
    expect(reasonOf(section, { ...context, bindings: [] })).toEqual({ kind: "unbound" });
    expect(reasonOf(text("a"), { ...context, printed: false })).toEqual({ kind: "page" });
    expect(reasonOf(text("a"), context)).toEqual({ kind: "other" });
    expect(reasonOf(text("a", { sectionId: "s" }), { ...context, nowhere: new Set() })).toEqual({ kind: "other" });
  });
});
