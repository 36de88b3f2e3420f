import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ArrayBinding, TableColumn, TableSchema } from "../../core/types";
import { cellAt, type TablePrint } from "./cells";
import * as tables from "./tables";
import { columnPath } from "../../core/formulas";

interface Vector {
  id: string;
  input: any;
  expect: any;
}

const vectors: Vector[] = JSON.parse(readFileSync(new URL("../../../../tests/conformance/editor-helpers.json", import.meta.url), "utf8"));

const columnsOf = (before: ArrayBinding, after: ArrayBinding): TableColumn[] | null => (after === before ? null : after.columns);

/** The operations of the editor, in the words of the vectors. */
const OPERATIONS: Record<string, (input: Vector["input"]) => unknown> = {
  reindexTable: ({ table, newHead }) => tables.reindexTable(table, newHead),
  reindexBinding: ({ binding, oldHead, newHead }) => tables.reindexBinding(binding, oldHead, newHead).columns,
  addColumn: ({ table, label, cell }) => tables.addColumn(table, label, cell),
  columnCell: ({ key, type }) => tables.columnCell(key, type),
  addColumnToBinding: ({ binding, label, column }) => columnsOf(binding, tables.addColumnToBinding(binding, label, column)),
  removeColumn: ({ table, index }) => ({ ...tables.removeColumn(table, index), removedName: table.head[index] }),
  removeColumnFromBinding: ({ binding, name }) => columnsOf(binding, tables.removeColumnFromBinding(binding, name)),
  reorderColumn: ({ table, from, to }) => tables.reorderColumn(table, from, to),
  reorderBinding: ({ binding, headLength, from, to }) => columnsOf(binding, tables.reorderBinding(binding, headLength, from, to)),
  setColumnStyle: ({ table, index, style }) => ({ [`columnStyles[${index}]`]: tables.setColumnStyle(table, index, style).columnStyles?.[index] }),
  columnPath: ({ cell }) => columnPath(cell),
  columnFormulaCell: ({ formula, previousCell, label }) => tables.columnFormulaCell(formula, previousCell, label),
  setFormulaOnBinding: ({ binding, index, formula, label, rawPath }) => ({
    [`column[${index}]`]: tables.setFormulaOnBinding(binding, index, formula, label, rawPath).columns[index],
  }),
  applyColumnCell: ({ table, index, cell }) => tables.applyColumnCell(table, index, cell),
  resizeColumns: ({ left, right, dx, min }) => tables.resizeColumns(left, right, dx, min),
  renameColumn: ({ table, index, label }) => ({ table: tables.renameColumn(table, index, label) }),
  renameBindingColumn: ({ binding, index, label }) => columnsOf(binding, tables.renameBindingColumn(binding, index, label)),
};

describe("vectors of columns", () => {
  const known = vectors.filter(({ input }) => input.op in OPERATIONS);

  it("cover every operation", () => {
    expect(new Set(known.map(({ input }) => input.op))).toEqual(new Set(Object.keys(OPERATIONS)));
  });

  it.each(known.map((vector) => [vector.input.op, vector.id, vector] as const))("62 63 64 %s %s", (op, _, vector) => {
    const result = OPERATIONS[op]?.(structuredClone(vector.input));
    if (vector.expect !== null && typeof vector.expect === "object" && !Array.isArray(vector.expect)) expect(result).toMatchObject(vector.expect);
    else expect(result).toEqual(vector.expect);
  });

  it.each(vectors.filter(({ input }) => input.op === "mirrorCells").map((vector) => [vector.id, vector] as const))("mirrorCells %s", (_, { input, expect: wanted }) => {
    const columns = tables.mirrorCells(input.binding, input.head, input.before, input.after)?.columns ?? null;
    if (Array.isArray(wanted) || wanted === null) expect(columns).toEqual(wanted);
    else for (const [place, column] of Object.entries(wanted)) expect(columns?.[Number(place.match(/\d+/)?.[0])]).toEqual(column);
  });
});

const table: TableSchema = {
  id: "t",
  name: "t",
  type: "table",
  x: 0,
  y: 0,
  width: 100,
  height: 20,
  head: ["A", "B", "C"],
  content: [["{a}", "{b}", "{c}"]],
  footer: ["1", "2", "3"],
  columnStyles: [{ cellTextColor: "#f00" }],
  columnWidths: [undefined, 20],
};

describe("columns of tables", () => {
  it("63 removing and reordering keep head, content, footer, styles and widths together", () => {
    expect(tables.reorderColumn(table, 0, 2)).toMatchObject({
      head: ["B", "C", "A"],
      content: [["{b}", "{c}", "{a}"]],
      footer: ["2", "3", "1"],
      columnStyles: [null, null, { cellTextColor: "#f00" }],
      columnWidths: [20, null, null],
    });
    expect(tables.removeColumn(table, 0)).toMatchObject({ head: ["B", "C"], content: [["{b}", "{c}"]], footer: ["2", "3"], columnWidths: [20, null] });
  });

  /** A table whose columns are named by their numbers, as the templates write them. */
  const referring: TableSchema = {
    ...table,
    columnStyles: [{ cellTextColor: "#f00" }],
    headRows: [{ cells: { "1": "Both" }, spans: { "1": 2 } }],
    footerRows: [
      { cells: { "0": "Subtotal", "2": "{SUM(rows.c)}" }, spans: { "0": 2 } },
      { cells: { "0": "of A" }, visibleWhen: "a > 0" },
    ],
    footerSpans: { "0": 2 },
    groups: [{ by: "a", header: { cells: { "0": "{a}" } }, footer: { cells: { "2": "{SUM($group.rows.c)}" } } }],
    carriedOver: { cells: { "2": "{SUM($page.rows.c)}" } },
    detail: { path: "parts", rows: [{ cells: { "0": "{part}" } }] },
    styleWhen: [
      { when: "c > 3", column: "2", style: { bold: true } },
      { when: "a > 3", column: "0" },
      { when: "b > 3" },
    ],
  };

  it("a column that is removed takes along what names it, and the others stay named", () => {
    const { footerRows, groups, carriedOver, styleWhen, headRows, columnStyles, ...rest } = tables.removeColumn(referring, 0);
    expect(columnStyles).toEqual([{ key: "column2" }, { key: "column3" }]);
    expect(headRows).toEqual([{ cells: { column2: "Both" }, spans: { column2: 2 } }]);
    // The text that spanned the column and another stays in the other one.
    expect(footerRows).toEqual([{ cells: { column3: "{SUM(rows.c)}", column2: "Subtotal" } }]);
    expect(groups).toEqual([{ by: "a", footer: { cells: { column3: "{SUM($group.rows.c)}" } } }]);
    expect(carriedOver).toEqual({ cells: { column3: "{SUM($page.rows.c)}" } });
    expect(styleWhen).toEqual([{ when: "c > 3", column: "column3", style: { bold: true } }, { when: "b > 3" }]);
    expect(rest).toMatchObject({ head: ["B", "C"], footer: ["1", "3"] });
    expect(Object.keys(rest)).not.toContain("detail");
    expect(Object.keys(rest)).not.toContain("footerSpans");
  });

  it("a column that is moved keeps its cells of further rows, its conditions and its totals", () => {
    const moved = tables.reorderColumn(referring, 2, 0);
    expect(moved.head).toEqual(["C", "A", "B"]);
    expect(moved.columnStyles).toEqual([{ key: "column3" }, { cellTextColor: "#f00", key: "column1" }, { key: "column2" }]);
    expect(moved.footerRows?.[0]).toEqual({ cells: { column1: "Subtotal", column3: "{SUM(rows.c)}" }, spans: { column1: 2 } });
    expect(moved.footerSpans).toEqual({ column1: 2 });
    expect(moved.styleWhen?.[0]).toMatchObject({ column: "column3" });
    // A cell spans no column that comes between its own.
    expect(tables.reorderColumn(referring, 1, 2).footerRows?.[0]).toEqual({ cells: { "0": "Subtotal", column3: "{SUM(rows.c)}" } });
  });

  it("a list that makes the columns of a table leaves no names of the columns before", () => {
    const made = tables.bindTable(referring, { schemaName: "t", type: "array", path: "rows", columns: ["x"] }).table;
    expect(made).toMatchObject({ head: ["X"], content: [["{[x]}"]], groups: [{ by: "a" }], styleWhen: [{ when: "b > 3" }] });
    for (const key of ["headRows", "footerRows", "footerSpans", "carriedOver", "detail"]) expect(Object.keys(made)).not.toContain(key);
    expect(made.groups).toEqual([{ by: "a" }]);
  });

  it("another list and titles typed as a whole keep the names of the columns that stay", () => {
    const binding: ArrayBinding = { schemaName: "t", type: "array", path: "old", columns: ["a", "b", "c"] };
    expect(tables.rebuildTable(referring, binding, "t", "fresh", ["c"]).table).toMatchObject({ head: ["C"], footerRows: [{ cells: { column3: "{SUM(rows.c)}" } }] });
    expect(tables.reindexTable(referring, ["C", "New"])).toMatchObject({ columnStyles: [{ key: "column3" }, null], carriedOver: { cells: { column3: "{SUM($page.rows.c)}" } } });
  });

  it("a new column has its cell under its title where the rows are shorter", () => {
    expect(tables.addColumn({ ...table, content: [["{a}"]] }, "D", "{d}")).toMatchObject({ head: ["A", "B", "C", "D"], content: [["{a}", "", "", "{d}"]], footer: ["1", "2", "3", ""] });
  });

  it("writes no holes, which JSON turns into null and readers into other columns", () => {
    const { columnStyles } = tables.setColumnStyle({ ...table, columnStyles: undefined as never }, 2, { headFontSize: 12 });
    expect(JSON.stringify(columnStyles)).toBe('[null,null,{"headFontSize":12}]');
    expect(Object.keys(columnStyles ?? {})).toHaveLength(3);
  });

  it("the last style and the last width that go take their list with them", () => {
    expect("columnStyles" in tables.setColumnStyle(table, 0, { cellTextColor: undefined })).toBe(false);
    expect("columnWidths" in tables.setColumnWidth(table, 1, undefined)).toBe(false);
  });

  it("a width is written where the one that counts is: in the style of the column, which only extensions know", () => {
    const shares = { ...table, columnStyles: [{ width: "2fr" }, { width: 30 }], columnWidths: [10, 20] } as TableSchema;
    expect(tables.setColumnWidth(shares, 0, 50)).toMatchObject({ columnStyles: [{ width: 50 }, { width: 30 }], columnWidths: [10, 20] });
    expect(tables.writtenWidth(shares, 0, true)).toBe("2fr");
    expect(tables.setColumnWidth(shares, 0, 50, false)).toMatchObject({ columnStyles: [{ width: "2fr" }, { width: 30 }], columnWidths: [50, 20, null] });
    expect(tables.setColumnWidth(shares, 1, undefined)).toMatchObject({ columnStyles: [{ width: "2fr" }, null], columnWidths: [10, null, null] });
    expect(tables.setColumnWidth(shares, 2, 15)).toMatchObject({ columnWidths: [10, 20, 15] });
  });

  it("68 another list keeps the columns whose key it has, with width and style", () => {
    const binding: ArrayBinding = { schemaName: "t", type: "array", path: "old", columns: [{ label: "A", formula: "{a}" }, "b", "c"] };
    const made = tables.rebuildTable(table, binding, "t", "fresh", ["b", "x"]);
    expect(made.table).toMatchObject({ head: ["B"], content: [["{b}"]], footer: ["2"], columnWidths: [20] });
    expect(made.binding).toEqual({ schemaName: "t", type: "array", path: "fresh", columns: [{ label: "B", formula: "{b}" }] });
  });

  it("68 another list without any of the keys gives all of its columns", () => {
    const made = tables.rebuildTable(table, undefined, "t", "fresh", ["x", "y z"]);
    expect(made.table).toMatchObject({ head: ["X", "Y z"], content: [["{[x]}", '{["y z"]}']] });
  });

  it("a formula without braces gets them when a list makes the columns of a table", () => {
    const made = tables.bindTable(table, { schemaName: "t", type: "array", path: "rows", columns: [{ label: "Sum", formula: "SUM(x)" }] });
    expect(made.table.content).toEqual([["{SUM(x)}"]]);
  });
});

describe("the cell at a place of a table", () => {
  const rows: TableSchema = { ...table, columnStyles: undefined as never, columnWidths: [20, 30, 50], footerRows: [{ cells: { "0": "Discount" }, visibleWhen: "discount > 0" }, { cells: { "0": "Tax" } }], footer: ["Total", "", ""] };
  const document = { discount: 0, foreign: false };
  const data = { document, item: false };
  const at = (own: TableSchema, print: Partial<TablePrint>, x: number, y: number) => {
    const cell = cellAt(own, true, { height: 28, data, ...print }, { x, y });
    return cell && `${cell.kind} ${cell.at} ${cell.column}`;
  };

  it("is none of a row before the totals row that is not printed", () => {
    expect([3, 10, 17, 24].map((y) => at(rows, {}, 5, y))).toEqual(["head 0 0", "body 0 0", "further 1 0", "footer 0 0"]);
    expect(at(rows, { data: { document: { discount: 3 }, item: false }, height: 35 }, 5, 17)).toBe("further 0 0");
    // The editor shows all rows.
    expect(cellAt(rows, true, { height: 28, data }, { x: 5, y: 24 })?.row).toBe(4);
  });

  it("is none of a column that is not printed", () => {
    const hidden = { ...rows, columnStyles: [null, { visibleWhen: "foreign" }, null] } as unknown as TableSchema;
    expect([19, 21].map((x) => at(hidden, {}, x, 10))).toEqual(["body 0 0", "body 0 2"]);
    // A condition that cannot be read hides nothing.
    expect(at({ ...hidden, columnStyles: [null, { visibleWhen: "foreign (" }, null] } as unknown as TableSchema, {}, 21, 10)).toBe("body 0 1");
  });

  it("is none of the totals where the table goes on elsewhere", () => {
    expect([100, 203].map((y) => at(rows, { height: 207, continues: true }, 5, y))).toEqual(["body 0 0", "body 0 0"]);
  });

  it("is none of the rows above the titles", () => {
    const above = { ...rows, headRows: [{ cells: { "0": "All" }, height: 10 }] };
    expect([5, 12, 20].map((y) => at(above, { height: 38 }, 5, y))).toEqual([null, "head 0 0", "body 0 0"]);
  });
});

describe("keys of cells", () => {
  it.each([
    ["{[id]}", "id"],
    ['{["my key"]}', "my key"],
    ["{['a\"b']}", 'a"b'],
    ['{CURRENCY([amount], "R$", 2)}', "amount"],
    ["{a.b}", "a.b"],
    ["{a + b}", null],
    ["FAT-{a}", null],
    ["{SUM(COUNT(a))}", null],
  ])("%s is %s", (cell, key) => expect(columnPath(cell)).toBe(key));
});
