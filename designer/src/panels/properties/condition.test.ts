import { describe, expect, it } from "vitest";
import { parseCondition, writeCondition } from "./condition";

describe("conditions", () => {
  it.each([
    ["total > 100", { name: "total", comparison: ">", value: "100" }],
    ['client.city == "New York"', { name: "client.city", comparison: "==", value: "New York" }],
    ["paid != true", { name: "paid", comparison: "!=", value: "true" }],
  ] as const)("%s is read and written", (text, condition) => {
    expect(parseCondition(text)).toEqual(condition);
    expect(writeCondition(condition)).toBe(text);
  });

  it("that are more than a comparison stay formulas", () => {
    for (const text of ["a > 1 AND b", "SUM(l.a) > 2", "a > b", ""]) expect(parseCondition(text)).toBeNull();
  });

  it("take numbers as people write them", () => {
    expect(writeCondition({ name: "a", comparison: "<", value: "1,5" })).toBe("a < 1.5");
    expect(writeCondition({ name: "a", comparison: "==", value: "" })).toBe('a == ""');
  });
});
