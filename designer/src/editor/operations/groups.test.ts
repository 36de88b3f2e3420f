import { describe, expect, it } from "vitest";
import type { Field, PageDesign } from "../../core/types";
import { alignFields, distributeFields } from "./geometry";
import { groupFields, groupOf, moveInOrder, regrouped, renameGroup, ungroupFields, withGroups } from "./groups";

const field = (id: string, x: number, group?: string) => ({ id, name: id, type: "text", x, y: 50, width: 10, height: 10, ...(group && { "x-group": group }) }) as unknown as Field;
const page = (...schemas: Field[]): PageDesign => ({ page: { width: 210, height: 297 }, schemas }) as PageDesign;
const groups = (design: PageDesign) => design.schemas.map((own) => groupOf(own));
const xs = (design: PageDesign) => design.schemas.map(({ x }) => x);

describe("groups", () => {
  it("are selected as a whole, the chosen field last", () => {
    const fields = [field("a", 0, "G"), field("b", 20), field("c", 40, "G")];
    expect(withGroups(fields, ["a"])).toEqual(["c", "a"]);
    expect(withGroups(fields, ["b"])).toEqual(["b"]);
  });

  it("get a name that no other group has, and end with their last but one field", () => {
    const design = groupFields(page(field("a", 0), field("b", 20), field("c", 40, "Group"), field("d", 60, "Group")), ["a", "b"], "Group");
    expect(groups(design)).toEqual(["Group 2", "Group 2", "Group", "Group"]);
    expect(groups(groupFields(design, ["b", "c"], "Seller"))).toEqual([undefined, "Seller", "Seller", undefined]);
    expect(groups(ungroupFields(design, ["a"]))).toEqual([undefined, undefined, "Group", "Group"]);
    expect(Object.keys(ungroupFields(design, ["a"]).schemas[0]!)).not.toContain("x-group");
    expect(groups(renameGroup(design, "Group", "Buyer"))).toEqual(["Group 2", "Group 2", "Buyer", "Buyer"]);
    expect(renameGroup(design, "Group", "Group 2")).toBe(design);
  });

  it("of copies are their own", () => {
    const own = [field("a", 0, "G"), field("b", 20, "G")];
    expect(regrouped(own, page(...own)).map(groupOf)).toEqual(["G 2", "G 2"]);
    expect(regrouped(own, page()).map(groupOf)).toEqual(["G", "G"]);
  });

  it("are arranged as one", () => {
    const design = page(field("a", 0, "G"), field("b", 15, "G"), field("c", 60), field("d", 100));
    expect(xs(alignFields(design, ["a", "b", "c"], "right"))).toEqual([45, 60, 60, 100]);
    expect(xs(distributeFields(design, ["a", "b", "c", "d"], "horizontal"))).toEqual([0, 15, 57.5, 100]);
    // Of one group alone, its fields.
    expect(xs(alignFields(design, ["a", "b"], "left"))).toEqual([0, 0, 60, 100]);
  });

  it("move in the order together, and take in what is put between them", () => {
    const ids = (design: PageDesign) => design.schemas.map(({ id }) => id).join("");
    const design = page(field("a", 0, "G"), field("b", 20), field("c", 40, "G"), field("d", 60));
    expect(ids(moveInOrder(design, ["a", "c"], 4))).toBe("bdac");
    expect(ids(moveInOrder(design, ["d"], 0))).toBe("dabc");
    expect(groups(moveInOrder(design, ["d"], 1, { name: "G" }))).toEqual(["G", "G", undefined, "G"]);
    expect(groups(moveInOrder(design, ["a"], 4, { name: undefined }))).toEqual([undefined, undefined, undefined, undefined]);
  });
});
