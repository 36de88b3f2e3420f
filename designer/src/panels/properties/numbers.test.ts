import { describe, expect, it } from "vitest";
import { formatBytes } from "./images";
import { formatNumber, formatTenths, parseNumber } from "./numbers";

describe("parseNumber (60)", () => {
  it.each([
    ["210-30", 180],
    ["210-2*15", 180],
    ["(210-30)/2", 90],
    ["12,5", 12.5],
    ["12.5", 12.5],
    ["1.234,5", 1234.5],
    ["1,234.5", 1234.5],
    ["1.234.567", 1234567],
    [" -3 ", -3],
    [".5", 0.5],
    ["1cm", 10],
    ["1 in + 1mm", 26.4],
    ["0.1+0.2", 0.3],
  ])("%s is %d mm", (text, value) => expect(parseNumber(text, "mm")).toBe(value));

  it("converts between millimetres and points", () => {
    expect(parseNumber("10mm", "pt")).toBe(28.346);
    expect(parseNumber("72pt", "mm")).toBe(25.4);
    expect(parseNumber("50%", "%")).toBe(50);
  });

  it.each(["", "abc", "1 2", "1+", "2 kg", "(1", "1/0", "1mm2"])("%j is no number", (text) => {
    expect(parseNumber(text, "mm")).toBeNull();
  });

  it("refuses units where the property has none", () => expect(parseNumber("3mm")).toBeNull());
});

describe("formatNumber", () => {
  it("uses the decimal mark of the language and no noise", () => {
    expect(formatNumber(0.1 + 0.2, "en")).toBe("0.3");
    expect(formatNumber(12.5, "pt-BR")).toBe("12,5");
  });
});

describe("what is only shown", () => {
  it("has the decimal mark of the language", () => {
    expect([formatTenths(12.34, "en"), formatTenths(12.34, "pt-BR"), formatTenths(12, "pt-BR")]).toEqual(["12.3", "12,3", "12"]);
    expect([formatBytes(1, "en"), formatBytes(1_600_000, "en"), formatBytes(1_600_000, "pt-BR")]).toEqual(["1 KB", "1.5 MB", "1,5 MB"]);
  });
});
