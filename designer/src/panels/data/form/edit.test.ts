import { describe, expect, it } from "vitest";
import { columnsIn, isTable, keyOf, readText, valueType, withPasted } from "./edit";

const items = [
  { name: "Pen", price: 2.5, day: "2026-03-01", parts: [] },
  { name: "Ink", price: 4, day: "", extra: true },
];

describe("values of the data", () => {
  it("are what all that are not empty are", () => {
    expect(columnsIn(items)).toEqual([
      { key: "name", type: "text" },
      { key: "price", type: "number" },
      { key: "day", type: "date" },
      { key: "parts", type: "parts" },
      { key: "extra", type: "boolean" },
    ]);
    expect(valueType([1, "one"])).toBe("text");
    expect(valueType([null, ""])).toBe("text");
    expect(valueType(["2026-13-01"])).toBe("text");
  });

  it("are read as people type them, and refused where they are something else", () => {
    expect(readText("1.234,50", "number")).toBe(1234.5);
    expect(readText("2.5", "number")).toBe(2.5);
    expect(readText("2,5", "number")).toBe(2.5);
    expect(readText(" ", "number")).toBeNull();
    expect(readText("two", "number")).toBeUndefined();
    expect(readText("007", "number")).toBeUndefined();
    expect(readText("2026-02-30x", "date")).toBeUndefined();
    expect(readText("yes", "boolean")).toBe(true);
    expect(readText("maybe", "boolean")).toBeUndefined();
  });

  it("get keys from what they are called", () => {
    expect(keyOf("Invoice number")).toBe("invoiceNumber");
    expect(keyOf("Número da fatura")).toBe("numeroDaFatura");
    expect(keyOf(" ... ")).toBe("");
  });
});

describe("cells from a spreadsheet", () => {
  const columns = columnsIn(items);

  it("go to where they are pasted, with rows below the last one", () => {
    const { items: next, refused } = withPasted(items, columns, "Ruler\t3,25\r\nCap\t1\r\n", 1, 0)!;
    expect(next).toEqual([items[0], { ...items[1], name: "Ruler", price: 3.25 }, { name: "Cap", price: 1 }]);
    expect(refused).toBe(0);
  });

  it("go to the columns that their first line names", () => {
    const { items: next } = withPasted(items, columns, "price\tName\n9\tBook", 0, 2)!;
    expect(next[0]).toEqual({ ...items[0], price: 9, name: "Book" });
  });

  it("stay out where they are no value of the column, or there is no column", () => {
    const { items: next, refused } = withPasted(items, columns, "7\tno day\tx\ty\tz", 0, 1)!;
    expect(next[0]).toEqual({ ...items[0], price: 7 });
    expect(refused).toBe(3);
  });

  it("make the columns of a list that has none", () => {
    expect(withPasted([], [], "name\tgross\nAna\t3100.5\nBea\t2900", 0, 0)!.items).toEqual([
      { name: "Ana", gross: 3100.5 },
      { name: "Bea", gross: 2900 },
    ]);
    expect(withPasted([], [], 'a\tb\n"open', 0, 0)).toBeNull();
  });

  it("are several, or text for one", () => {
    expect([isTable("a\tb"), isTable("a\nb"), isTable("a"), isTable("a\r\n")]).toEqual([true, true, false, false]);
  });
});
