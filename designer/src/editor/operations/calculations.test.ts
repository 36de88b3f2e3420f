// @vitest-environment jsdom
import { cleanup } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { resolveToken } from "../../core/expressions";
import type { ArrayBinding, TableSchema, Template } from "../../core/types";
import { bench, template } from "../testing";
import { calculationOf } from "./calculations";

vi.mock("../../core/expressions", { spy: true });
afterEach(cleanup);

const items = [{ menge: 4, preis: 95, satz: 19, "unit price": 0.1, plz: "01067" }, { menge: 1, preis: 38.5, satz: 7, "unit price": 0.2, plz: "04109" }];
const right = { headAlign: "right", cellAlign: "right", footerAlign: "right" };
const lines: TableSchema = { id: "t", name: "t", type: "table", x: 20, y: 60, width: 170, height: 30, head: ["Menge", "Preis", "Spalte 3"], content: [["{[menge]}", "{DECIMAL([preis], 2, 2)}", ""]], footer: ["Summe", "", "{SUMOF(posten, menge * preis)}"] };
const binding: ArrayBinding = { schemaName: "t", type: "array", path: "posten", columns: ["menge", { label: "Preis", formula: "{DECIMAL([preis], 2, 2)}" }, { label: "Spalte 3", formula: "" }] };

function open(more: Partial<Template> = { extensions: 1 }, own: Partial<TableSchema> = {}) {
  const designer = bench(template([{ ...lines, ...own }], more), [binding], { data: { posten: items } });
  designer.run(({ selection }) => selection.setSelectedIds(["t"]));
  const table = () => designer.field("t") as TableSchema;
  return { designer, table, set: (text: string, index = 2) => designer.run(({ actions }) => actions.setColumnFormula(index, text)) };
}

it("a calculation in a new column prints as the prices that it calculates with, and so does its total", () => {
  const { designer, table, set } = open();
  set("{menge * preis}");
  expect(table().content).toEqual([["{[menge]}", "{DECIMAL([preis], 2, 2)}", "{DECIMAL(menge * preis, 2, 2)}"]]);
  expect(table().columnStyles?.[2]).toEqual(right);
  expect(table().footer).toEqual(["Summe", "", "{DECIMAL(SUMOF(posten, menge * preis), 2, 2)}"]);
  expect((designer.now.data.bindings[0] as ArrayBinding).columns[2]).toEqual({ label: "Spalte 3", formula: "{DECIMAL(menge * preis, 2, 2)}" });
  // Another kind of data is one of the total too.
  set('{CURRENCY(menge * preis, "€", 2)}');
  expect(table().footer![2]).toBe('{CURRENCY(SUMOF(posten, menge * preis), "€", 2)}');
  // The format was taken away on purpose.
  set("{menge * preis}");
  expect(table().content[0]![2]).toBe("{menge * preis}");
  expect(table().footer![2]).toBe("{SUMOF(posten, menge * preis)}");
});

it("a calculation that is typed into the cell on the canvas is the same", () => {
  const { designer, table } = open();
  designer.run(({ editor }) => editor.editCell("t", 2, "{menge * preis}"));
  expect(table().content[0]![2]).toBe("{DECIMAL(menge * preis, 2, 2)}");
  expect(table().columnStyles?.[2]).toEqual(right);
});

it("is calculated once", () => {
  const { designer } = open();
  vi.mocked(resolveToken).mockClear();
  designer.run(({ editor }) => editor.editCell("t", 2, "{menge * preis}"));
  expect(vi.mocked(resolveToken).mock.calls.filter(([token]) => token === "menge * preis")).toHaveLength(items.length);
});

it("looks that somebody chose, texts and other totals stay", () => {
  const { table, set } = open(undefined, { columnStyles: [null, null, { cellAlign: "center" }] as never, footer: ["", "", "{total}"] });
  set("{menge * preis}");
  expect(table().columnStyles?.[2]).toEqual({ cellAlign: "center" });
  expect(table().footer![2]).toBe("{total}");
  const other = open(undefined, { columnStyles: undefined as never });
  other.set("{UPPER(plz)}");
  expect(other.table().content[0]![2]).toBe("{UPPER(plz)}");
  expect(other.table().columnStyles).toBeUndefined();
});

it("without a column of prices it has the format that its values ask for", () => {
  const { table, set } = open({ extensions: 1, currency: "EUR" }, { head: ["Menge", "Satz", "Spalte 3"], content: [["{[menge]}", "{[satz]}", ""]] });
  set("{menge * preis}");
  expect(table().content[0]![2]).toBe("{MONEY(menge * preis)}");
  const whole = open({ extensions: 1 }, { head: ["Menge", "Satz", "Anzahl"], content: [["{[menge]}", "{[satz]}", ""]] });
  whole.set("{menge * 2}");
  expect(whole.table().content[0]![2]).toBe("{menge * 2}");
  expect(whole.table().columnStyles?.[2]).toEqual(right);
});

it("only expressions that give numbers are calculations", () => {
  const of = (cell: string) => calculationOf(cell, items)?.values ?? null;
  expect(of('{menge * ["unit price"]}')).toEqual([0.4, 0.2]);
  expect(of("{ROUND(menge * preis, 0)}")).toEqual([380, 39]);
  for (const cell of ["{preis}", "{[preis]}", "{LEFT(plz, 2)}", "{UPPER(plz)}", "{menge} x", "{gone * preis}", "", "x"]) expect([cell, of(cell)]).toEqual([cell, null]);
});
