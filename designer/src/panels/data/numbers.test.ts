import { describe, expect, it } from "vitest";
import { bestDayReader, bestNumberReader, numberIn, numberReader } from "./numbers";

const column = (cells: string[], locale?: string) => {
  const read = numberReader(cells, locale);
  return read && cells.map(read);
};

describe("numbers of a column", () => {
  it("have thousands separators, in the only notation that all of them allow", () => {
    expect(column(["1,280.00", "85.50", "360.00"])).toEqual([1280, 85.5, 360]);
    expect(column(["1,280.00", "85.50"], "de-DE")).toEqual([1280, 85.5]);
    expect(column(["1.280,00", "85,50"], "en-US")).toEqual([1280, 85.5]);
    expect(column(["1 280,00", "1\u202f280,50"], "fr")).toEqual([1280, 1280.5]);
    expect(column(["1'280.00", "1’280.50"], "de-CH")).toEqual([1280, 1280.5]);
    expect(column(["12,34,567.50"], "en-IN")).toEqual([1234567.5]);
    expect(column(["1,280.00", "1.280,00"])).toBeNull();
  });

  it("follow the locale where both notations read all of them", () => {
    expect(column(["1,280", "2,500"], "en")).toEqual([1280, 2500]);
    expect(column(["1,280", "2,500"], "de")).toEqual([1.28, 2.5]);
    expect(column(["1.280"], "de")).toEqual([1280]);
    // German groups do not begin with zero.
    expect(column(["1.280", "0.500"], "de")).toEqual([1.28, 0.5]);
  });

  it("may have a sign or a code of a currency before or after them", () => {
    expect(column(["120,00 €", "640,00", "85,50"], "de")).toEqual([120, 640, 85.5]);
    expect(column(["€ 1.280,00", "-€5,00", "EUR 3", "4 EUR", "R$ 1,50", "\u22122,00 €"], "de")).toEqual([1280, -5, 3, 4, 1.5, -2]);
    expect(column(["CHF 1'280.00", "12.50 kr"])).toEqual([1280, 12.5]);
    expect(column(["ABC 120"])).toBeNull();
    expect(column(["€ 5 €"])).toBeNull();
  });

  it("are no codes: with leading zeros, or groups of digits that nothing says to be amounts", () => {
    expect(column(["007", "12"])).toBeNull();
    expect(column(["123 456 789"])).toBeNull();
    expect(column(["123 456 789"], "fr")).toEqual([123456789]);
    expect(column(["12.5.2026"])).toBeNull();
    expect(column(["1,28,0"])).toBeNull();
    expect(column(["", " "])).toBeNull();
  });

  it("are read as far as they can be where a column holds something else, too", () => {
    const read = bestNumberReader(["1.280,00", "n/a", "2,5"]);
    expect(["1.280,00", "n/a", "2,5"].map(read)).toEqual([1280, null, 2.5]);
  });

  it("of more digits than a number holds are texts of their digits, as on the command line", () => {
    expect(column(["340123450000000018", "340123450000000025"])).toEqual(["340123450000000018", "340123450000000025"]);
    expect(column(["12.345.678.901.234.567.890,12", "0,1234567890123456789"], "de")).toEqual(["12345678901234567890.12", "0.1234567890123456789"]);
    expect(column(["9007199254740993", "9007199254740992", "-9007199254740993"])).toEqual(["9007199254740993", 9007199254740992, "-9007199254740993"]);
    expect(column(["1000000000000000000000", "0.0000001000", "-0"])).toEqual([1e21, 1e-7, 0]);
    expect(column(["9".repeat(400)])).toEqual(["9".repeat(400)]);
  });

  it("follow the locale alone", () => {
    expect([numberIn("1,280", "en"), numberIn("1,280", "de"), numberIn("1.300,75"), numberIn("two")]).toEqual([1280, 1.28, 1300.75, null]);
    expect(numberIn("2.5", "no tag at all")).toBe(2.5);
  });
});

describe("days of a column", () => {
  it("are in the order of the locale, unless the column allows only the other", () => {
    expect(["27.11.2026", "2026-11-27", "31.2.2026"].map(bestDayReader(["27.11.2026"], "en-US"))).toEqual(["2026-11-27", "2026-11-27", null]);
    expect(bestDayReader(["3/4/2026"], "en-US")("3/4/2026")).toBe("2026-03-04");
    expect(bestDayReader(["3/4/2026"], "pt-BR")("3/4/2026")).toBe("2026-04-03");
    expect(["3/4/2026", "27/4/2026"].map(bestDayReader(["3/4/2026", "27/4/2026"], "en-US"))).toEqual(["2026-04-03", "2026-04-27"]);
  });
});
