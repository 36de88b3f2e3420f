import { describe, expect, it } from "vitest";
import type { Binding } from "../../core/types";
import { template, text } from "../../editor/testing";
import type { DesignerActionsValue, DocumentPair } from "../../editor/types";
import type { Problem } from "../../engine/types";
import { en } from "../../i18n/en";
import { fixesFor } from "./fixes";

/** The document after the fix of a problem; `null` where none is offered. */
function fixed(pair: DocumentPair, problem: Partial<Problem>): DocumentPair | null {
  const [fix] = fixesFor({ code: "missingPath", severity: "warning", message: "", ...problem }, pair, en);
  let after: DocumentPair | null = null;
  fix?.apply({ change: (_: unknown, to: (pair: DocumentPair) => DocumentPair) => void (after = to(pair)) } as unknown as DesignerActionsValue);
  return after;
}

const CONTENT = "/template/schemas/0/content";

/** The text after the fix. */
const fixedText = (content: string, problem: Partial<Problem>) => (fixed({ template: template([text("a", { content })]), bindings: [] }, { pointer: CONTENT, ...problem })?.template.schemas[0] as { content?: string })?.content;

describe("the name that is meant", () => {
  it("takes the place of a key that no item of a list has", () => {
    const found = { message: "no item of `lines` has the key `amuont`", help: "did you mean `amount`?", path: "lines", missing: "amuont" };
    expect(fixedText("{SUM(lines.amuont)}", found)).toBe("{SUM(lines.amount)}");
    expect(fixedText("Lines: {COUNT(lines)}, {SUM(lines.amuont)}", found)).toBe("Lines: {COUNT(lines)}, {SUM(lines.amount)}");
    const columns = (column: string) => ({ template: template([]), bindings: [{ schemaName: "t", type: "array", path: "lines", columns: [column] } as Binding] });
    expect(fixed(columns("amuont"), { ...found, pointer: "/bindings/0/columns/0" })).toMatchObject({ bindings: [{ path: "lines", columns: ["amount"] }] });
  });

  it("takes the place of a path, also where other names have the same letters", () => {
    const found = { message: "`customer` in the data has no `nmae` (path `customer.nmae`)", help: "did you mean `customer.name`?", path: "customer.nmae", missing: "nmae" };
    expect(fixedText("{customer.nmae} nmae {customer.nmaes}", found)).toBe("{customer.name} nmae {customer.nmaes}");
    expect(fixedText('{IF(Customer.Nmae == "nmae", 1, 2)}', found)).toBe('{IF(customer.name == "nmae", 1, 2)}');
    expect(fixedText("{SUM(order.itmes.price)}", { help: "did you mean `order.items`?", path: "order.itmes", missing: "itmes" })).toBe("{SUM(order.items.price)}");
    expect(fixedText("{$root.nmae}", { help: "did you mean `$root.name`?", path: "nmae", missing: "nmae" })).toBe("{$root.name}");
    expect(fixedText("{$doc.dat}", { help: "did you mean `$doc.date`?", path: "$doc.dat", missing: "$doc.dat" })).toBe("{$doc.date}");
  });

  it("is for the author to choose where the name occurs twice, or the problem does not say it", () => {
    const found = { help: "did you mean `name`?", path: "nmae", missing: "nmae" };
    expect(fixedText("{nmae} {nmae}", found)).toBeUndefined();
    expect(fixedText("{nmae}", { message: "the data has no `nmae`", help: found.help })).toBeUndefined();
  });
});
