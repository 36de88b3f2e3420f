// @vitest-environment jsdom
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { decoded } from "../encoding";
import { dated, meaningOf } from "./dates";
import { MOST_BYTES, openWorkbook, SpreadsheetError } from ".";
import { file, inline, row } from "./testing";

const items = (bytes: Uint8Array, sheet = 0) => openWorkbook(bytes).read(sheet).items;

/** Another size in the directory of the archive for the part of a name. */
function claiming(bytes: Uint8Array, part: string, size: number): Uint8Array {
  const name = strToU8(part);
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let at = 0; at + 46 + name.length <= copy.length; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50 && name.every((byte, index) => copy[at + 46 + index] === byte)) view.setUint32(at + 24, size, true);
  }
  return copy;
}

const faultOf = (bytes: Uint8Array): string => {
  try {
    openWorkbook(bytes).read(0);
  } catch (error) {
    return (error as SpreadsheetError).reason;
  }
  return "none";
};

describe("rows of a sheet", () => {
  it("have values of their types, formulas those of their last result", () => {
    const strings = "<si><t>Name</t></si><si><r><t>An</t></r><r><rPr><b/></rPr><t xml:space='preserve'>a </t></r><rPh sb='0' eb='1'><t>reading</t></rPh></si>";
    const rows =
      row('<c t="s"><v>0</v></c>', inline("Gross"), inline("Paid"), inline("Code"), inline("Net")) +
      row('<c t="s"><v>1</v></c>', "<c><v>1234.5600000000001</v></c>", '<c t="b"><v>1</v></c>', inline("007"), '<c><f>B2*0.5</f><v>617.28</v></c>');
    expect(items(file([{ name: "Pay", rows }], { strings }))).toEqual([{ Name: "Ana ", Gross: 1234.56, Paid: true, Code: "007", Net: 617.28 }]);
  });

  it("have days as ISO dates, by built-in and own formats, in both calendars", () => {
    const styles = '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="[h]:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
    const rows =
      row(inline("day"), inline("at"), inline("hours"), inline("plain"), inline("midnight")) +
      row('<c s="1"><v>46082</v></c>', '<c s="2"><v>46082.604166666664</v></c>', '<c s="3"><v>1.5625</v></c>', "<c><v>46082</v></c>", '<c s="2"><v>46082</v></c>');
    const expected = { day: "2026-03-01", at: "2026-03-01T14:30:00", hours: "37:30", plain: 46082, midnight: "2026-03-01" };
    expect(items(file([{ name: "a", rows }], { styles }))).toEqual([expected]);
    expect(items(file([{ name: "a", rows: rows.replaceAll("46082", "44620") }], { styles, properties: 'date1904="1"' }))).toEqual([{ ...expected, plain: 44620 }]);
  });

  it("begin below a headline, without empty rows and columns, each title once", () => {
    const rows =
      row(inline("Payroll March 2026")) +
      row() +
      `<row r="5">${inline("Name", "B5")}${inline("Pay", "C5")}${inline("Pay", "D5")}</row>` +
      `<row r="7">${inline("Ana", "B7")}<c r="D7"><v>2</v></c><c r="F7"><v>9</v></c></row><row r="8"><c r="B8" s="0"/></row>`;
    expect(items(file([{ name: "a", rows }]))).toEqual([{ Name: "Ana", Pay: null, "Pay 2": 2, column6: 9 }]);
  });

  it("share what is merged over them", () => {
    const rows = row(inline("Team"), inline("Name"), inline("Note")) + row(inline("A"), inline("Ana"), inline("x")) + row("<c/>", inline("Bea")) + row(inline("B"), inline("Cid"));
    const after = '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="C2:D2"/><mergeCell ref="A1:A9999999"/><mergeCell ref="nonsense"/></mergeCells>';
    expect(items(file([{ name: "a", rows, after }]))).toEqual([
      { Team: "A", Name: "Ana", Note: "x" },
      { Team: "A", Name: "Bea", Note: null },
      { Team: "B", Name: "Cid", Note: null },
    ]);
  });

  it("of one column begin with its title", () => {
    expect(items(file([{ name: "a", rows: row(inline("Name")) + row(inline("Ana")) + row(inline("Bea")) }]))).toEqual([{ Name: "Ana" }, { Name: "Bea" }]);
  });

  it("leave out what has no result, and count it", () => {
    const rows = row(inline("a"), inline("b")) + row("<c><f>1+1</f></c>", '<c t="e"><v>#REF!</v></c>') + row('<c t="str"><f>""</f><v></v></c>', "<c><v>1</v></c>");
    expect(openWorkbook(file([{ name: "a", rows }])).read(0)).toEqual({ items: [{ a: null, b: 1 }], withoutResult: 1, errors: 1 });
  });
});

describe("a file", () => {
  it("offers the sheets that are shown, each by itself", () => {
    const sheet = (name: string, state = "") => ({ name, state, rows: row(inline("name"), inline("n")) + row(inline(name), "<c><v>1</v></c>") });
    const book = openWorkbook(file([sheet("One"), sheet("Secret", "hidden"), sheet("Two &amp; more")]));
    expect(book.sheets).toEqual(["One", "Two & more"]);
    expect(book.read(1).items).toEqual([{ name: "Two & more", n: 1 }]);
  });

  it("of the strict edition of the standard is read as well", () => {
    const bytes = file([{ name: "a", rows: row(inline("x"), inline("y")) + row(inline("1"), '<c t="d"><v>2026-03-01T00:00:00</v></c>') }], {
      more: { "xl/workbook.xml": '<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:q="http://purl.oclc.org/ooxml/officeDocument/relationships"><sheets><sheet name="a" sheetId="1" q:id="s0"/></sheets></workbook>' },
    });
    expect(items(bytes)).toEqual([{ x: "1", y: "2026-03-01" }]);
  });

  it("that is none, is old, or is damaged is refused with the reason", () => {
    const good = file([{ name: "a", rows: row(inline("x"), inline("y")) + row(inline("1")) }]);
    expect(faultOf(good)).toBe("none");
    expect(faultOf(strToU8("name;gross"))).toBe("noSpreadsheet");
    expect(faultOf(zipSync({ "content.xml": strToU8("<office/>") }))).toBe("noSpreadsheet");
    expect(faultOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).toBe("oldFormat");
    expect(faultOf(good.slice(0, good.length / 2))).toBe("damaged");
    expect(faultOf(file([{ name: "a", rows: "<row>" }]))).toBe("damaged");
    expect(faultOf(file([{ name: "a", rows: "" }], { more: { "xl/worksheets/sheet0.xml": '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>' } }))).toBe("damaged");
    expect(faultOf(file([{ name: "a", rows: "" }]))).toBe("empty");
    expect(faultOf(file([{ name: "a", rows: "", state: "veryHidden" }]))).toBe("empty");
  });

  it("that is or unpacks too large is refused before it is unpacked", () => {
    const large = new Uint8Array(MOST_BYTES + 1);
    large.set([0x50, 0x4b, 3, 4]);
    expect(faultOf(large)).toBe("tooLarge");
    const good = file([{ name: "a", rows: row(inline("x"), inline("y")) + row(inline("1")) }]);
    expect(faultOf(claiming(good, "xl/worksheets/sheet0.xml", 4_000_000_000))).toBe("unpacksTooLarge");
    // It holds more than it says.
    const bomb = file([{ name: "a", rows: " ".repeat(5_000_000) }]);
    expect(bomb.length).toBeLessThan(20_000);
    expect(faultOf(claiming(bomb, "xl/worksheets/sheet0.xml", 1000))).toBe("damaged");
    const wide = Array.from({ length: 1500 }, (_, n) => `<row><c r="A${n + 1}"><v>1</v></c><c r="${letters(n)}${n + 1}"><v>1</v></c></row>`).join("");
    expect(faultOf(file([{ name: "a", rows: wide }]))).toBe("tooManyCells");
  });
});

const letters = (column: number): string => (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

describe("formats of numbers", () => {
  it.each([
    [0, undefined, "number"],
    [14, undefined, "date"],
    [22, undefined, "dateTime"],
    [46, undefined, "duration"],
    [164, "General", "number"],
    [164, '#,##0.00 "days"', "number"],
    [164, "[Red]0.00;[Blue]-0.00", "number"],
    [164, "[$-409]d mmm yy", "date"],
    [164, "mmmm", "date"],
    [164, "mm:ss", "time"],
    [164, "h:mm AM/PM", "time"],
    [164, "yyyy-mm-dd hh:mm", "dateTime"],
    [164, "[mm]:ss", "duration"],
    [164, "0.0E+00", "number"],
    [164, "0\\d", "number"],
  ])("%i %s is of a %s", (id, code, meaning) => {
    expect(meaningOf(id, code)).toBe(meaning);
  });

  it("that cannot be dates stay numbers; days before March 1900 are right", () => {
    expect(dated(-1, "date", false)).toBe(-1);
    expect(dated(3e6, "date", false)).toBe(3e6);
    expect(dated(1, "date", false)).toBe("1900-01-01");
    expect(dated(61, "date", false)).toBe("1900-03-01");
    expect(dated(0.75, "time", false)).toBe("18:00");
    expect(dated(0.999999, "time", false)).toBe("00:00");
  });
});

it("texts are read in the encodings that spreadsheet programs write", () => {
  expect(decoded(new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]))).toBe("Müller");
  expect(decoded(new Uint8Array([0xff, 0xfe, 0xfc, 0x00]))).toBe("ü");
  expect(decoded(new TextEncoder().encode("Müller;€"))).toBe("Müller;€");
});
