import { describe, expect, it } from "vitest";
import { amountTexts, columnsIn, isTable, keyOf, numberTexts, readText, shownText, strayTexts, valueType, withKind, withPasted } from "./edit";

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
    expect(keyOf("IBAN")).toBe("iban");
    expect(keyOf("VAT ID")).toBe("vatId");
    expect(keyOf("Our VAT ID 2")).toBe("ourVatId2");
    expect(keyOf("dueDate")).toBe("dueDate");
    expect(keyOf(" ... ")).toBe("");
  });
});

describe("the kind of a column", () => {
  const amounts = [{ amount: "1.280,00" }, { amount: "85,50 €" }, { amount: "" }, { amount: "none" }];

  it("converts what can be read, and counts what stays", () => {
    expect(withKind(amounts, "amount", "number")).toEqual({ items: [{ amount: 1280 }, { amount: 85.5 }, { amount: null }, { amount: "none" }], refused: 1 });
    expect(withKind([{ amount: 1280.5 }, { amount: null }], "amount", "text", "de")).toEqual({ items: [{ amount: "1280,5" }, { amount: "" }], refused: 0 });
    expect(withKind([{ day: "27.11.2026" }], "day", "date", "de").items).toEqual([{ day: "2026-11-27" }]);
    expect(withKind([{ paid: "yes" }, { paid: "0" }], "paid", "boolean").items).toEqual([{ paid: true }, { paid: false }]);
  });

  it("of numbers says what is none, where most are", () => {
    expect(strayTexts(amounts.map(({ amount }) => amount))).toBe(1);
    expect(strayTexts([1280, 85.5, "none"])).toBe(1);
    expect(strayTexts(["Pen", "Ink", "4"])).toBe(0);
  });

  it("of digits alone is no amount by itself: postcodes stay as they are", () => {
    const staff = [
      { zip: "50667", gross: "3.100,50", hours: 38 },
      { zip: "80331", gross: "2900", hours: "40" },
    ];
    expect(numberTexts(staff, "de")).toEqual(["zip", "gross", "hours"]);
    expect(amountTexts(staff, "de")).toEqual(["gross", "hours"]);
  });

  it("shows numbers with the mark of the locale, so that they are read again as what they are", () => {
    expect([shownText(1.125, "de"), shownText(1.125, "en"), shownText(1.125)]).toEqual(["1,125", "1.125", "1.125"]);
    expect(readText(shownText(1.125, "de"), "number", "de")).toBe(1.125);
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

  it("are amounts in the notation of the whole column, also in the columns that they make", () => {
    const text = "Description\tAmount\nConsulting\t1,280.00\nTravel\t85.50 EUR";
    const made = withPasted([], [], text, 0, 0, "de")!.items;
    expect(made).toEqual([{ Description: "Consulting", Amount: 1280 }, { Description: "Travel", Amount: 85.5 }]);
    expect(withPasted([{ amount: 1 }], [{ key: "amount", type: "number" }], "1,280\n85.50", 0, 0, "de")!.items).toEqual([{ amount: 1280 }, { amount: 85.5 }]);
    expect(withPasted([{ name: "Pen", amount: "" }], columnsIn([{ name: "Pen", amount: "" }]), "1.280,00 €\n85,50 €", 0, 1)!.items).toEqual([{ name: "Pen", amount: 1280 }, { amount: 85.5 }]);
  });

  it("are several, or text for one", () => {
    expect([isTable("a\tb"), isTable("a\nb"), isTable("a"), isTable("a\r\n")]).toEqual([true, true, false, false]);
  });
});
