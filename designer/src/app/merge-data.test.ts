import { describe, expect, it } from "vitest";
import { dataDifferences, mergedData } from "./merge-data";

const base = { number: 1, customer: { name: "Ana", city: "Olinda" }, lines: [{ price: 1 }, { price: 2 }], tags: ["a"] };

describe("differences of data", () => {
  it("finds none between equal values, whatever the order of keys", () => {
    expect(dataDifferences(base, base, JSON.parse('{"tags":["a"],"lines":[{"price":1},{"price":2}],"customer":{"city":"Olinda","name":"Ana"},"number":1}'))).toEqual([]);
  });

  it("names each changed value by its path, with what both sides have", () => {
    const mine = { ...base, customer: { name: "Bia", city: "Olinda" } };
    const theirs = { ...base, customer: { name: "Eva" }, lines: [{ price: 1 }, { price: 3 }] };
    const found = dataDifferences(base, mine, theirs).map(({ key, label, mine: own, theirs: other, conflicts, values }) => [key, label, own, other, conflicts, values?.theirs]);
    expect(found).toEqual([
      ["/customer/name", "customer.name", "changed", "changed", true, '"Eva"'],
      ["/customer/city", "customer.city", "none", "removed", false, ""],
      ["/lines/1/price", "lines[1].price", "none", "changed", false, "3"],
    ]);
  });

  it("takes a list that grew as one value, and data that is gone as a whole", () => {
    const mine = { ...base, tags: ["a", "b"] };
    expect(dataDifferences(base, mine, base)).toMatchObject([{ label: "tags", mine: "changed", theirs: "none", conflicts: false }]);
    expect(dataDifferences(base, mine, undefined)).toMatchObject([{ key: "", label: "", mine: "changed", theirs: "removed", conflicts: true }]);
  });
});

describe("merged data", () => {
  it("takes what one side changed, and the chosen side of conflicts", () => {
    const mine = { ...base, number: 2, tags: ["a", "b"], mine: true };
    const theirs = { customer: { name: "Ana", city: "Recife" }, number: 3, lines: base.lines, tags: ["a"], theirs: null };
    expect(mergedData(base, mine, theirs, () => "mine")).toEqual({ ...base, number: 2, tags: ["a", "b"], mine: true, theirs: null, customer: { name: "Ana", city: "Recife" } });
    expect(mergedData(base, mine, theirs, () => "theirs")).toMatchObject({ number: 3, tags: ["a", "b"] });
  });

  it("drops what they removed, and joins what both added under one name", () => {
    const mine = { a: 1, b: { x: 1 } };
    const theirs = { b: { y: 2 } };
    expect(mergedData({ a: 1 }, mine, theirs, () => "mine")).toEqual({ b: { x: 1, y: 2 } });
    expect(mergedData({ a: 1 }, { a: 2 }, undefined, () => "theirs")).toBeUndefined();
  });

  it("keeps keys that mean something to objects", () => {
    const theirs = JSON.parse('{"__proto__": 1, "constructor": 2}');
    expect(JSON.stringify(mergedData({}, { own: 1 }, theirs, () => "mine"))).toBe('{"own":1,"__proto__":1,"constructor":2}');
  });
});
