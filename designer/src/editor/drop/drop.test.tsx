// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { renderTemplate } from "../../core";
import type { Binding, Field, TableSchema, Template } from "../../core/types";
import { DesignerDataExplorer, DesignerPropertyPanel } from "../../panels";
import { PICTURE_MIME } from "../../panels/data/drag";
import { contrast } from "../../panels/properties/contrast";
import { kpi, mount, table } from "../../panels/testing";
import { DesignerCanvas } from "../index";
import { text } from "../testing";
import { furtherRows } from "../operations/cells";
import { addListAs, dropPath, listKinds } from "./drop";
import { effectOf } from "./effect";

beforeAll(() => {
  // The editor of expressions measures text, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

/** Keys that look like something else, and the value that a document shows for each. */
const data = { "a.b": "one", a: { c: "two" }, "e mail": "three", "x[1]": "four", 'q"t': "five", nested: { "c.d": { "f g": "six" } }, lines: [{}, { "unit.price": "seven" }] };
const PATHS: [path: string, shown: string][] = [
  ["a.b", "one"],
  ["a.c", "two"],
  ["e mail", "three"],
  ["x[1]", "four"],
  ['q"t', "five"],
  ["nested.c.d.f g", "six"],
];

const transfer = (type: string, payload: unknown) => ({ types: [type], files: [], getData: (asked: string) => (asked === type ? (typeof payload === "string" ? payload : JSON.stringify(payload)) : "") });
const scalar = (path: string) => ({ dataTransfer: transfer("application/json", { path, kind: "scalar" }) });

describe("70: a key with a dot, a blank or a bracket gives a token that resolves", () => {
  it.each(PATHS)("%s, dropped on the page, on a text, into its panel and into a card", (path, shown) => {
    const designer = mount(
      <>
        <DesignerCanvas />
        <DesignerPropertyPanel />
      </>,
      [text("a", { content: "" }), { ...kpi, y: 100, value: "" }],
      { data },
    );
    const canvas = document.querySelector("[data-part=canvas]")!;
    fireEvent.drop(canvas, scalar(path));
    const added = designer.now.page.design.schemas[2] as { content: string };
    expect(renderTemplate(added.content, data)).toBe(shown);
    fireEvent.drop(document.querySelector("[data-field-id=a]")!, scalar(path));
    designer.run(({ selection }) => selection.setSelectedIds(["a"]));
    fireEvent.drop(document.querySelector("[data-property=content] .jpd-fx__row")!, scalar(path));
    expect(renderTemplate((designer.field("a") as { content: string }).content, data)).toBe(`${shown} ${shown}`);
    designer.run(({ selection }) => selection.setSelectedIds(["kpi"]));
    fireEvent.drop(document.querySelector("[data-property=value] .jpd-fx__row")!, scalar(path));
    expect(renderTemplate((designer.field("kpi") as { value: string }).value, data)).toBe(shown);
  });

  it("a column of a list, dropped on a table", () => {
    const designer = mount(<DesignerCanvas />, [{ ...table, head: [], content: [[]] }], { data });
    const column = { path: "lines.unit.price", kind: "arrayColumn", sourcePath: "lines", column: "unit.price" };
    fireEvent.drop(document.querySelector("[data-field-id=table]")!, { dataTransfer: transfer("application/json", column) });
    const { content } = designer.field("table") as { content: string[][] };
    expect(renderTemplate(content[0]![0]!, data.lines[1])).toBe("seven");
  });
});

describe("what other pages offer", () => {
  const FOREIGN: [type: string, payload: unknown][] = [
    ["application/json", "{"],
    ["application/json", 7],
    ["application/json", null],
    ["application/json", { path: 5, kind: "scalar" }],
    ["application/json", { path: { a: 1 } }],
    ["application/json", { path: "", kind: "scalar" }],
    ["application/json", { path: "rows", kind: "arraySource", columns: 5 }],
    ["application/json", { path: "rows", kind: "arraySource", columns: [null] }],
    ["application/x-json-pdf-designer-section-column", { sectionId: 5, column: "a" }],
    ["application/x-json-pdf-designer-section-column", { sectionId: "gone", column: "a" }],
    ["application/x-json-pdf-designer-section-column", { sectionId: "a", column: null }],
    ["text/plain", "words"],
  ];

  it.each(FOREIGN)("changes nothing: %s %j", (type, payload) => {
    const designer = mount(<DesignerCanvas />, [text("a")], { data });
    fireEvent.drop(document.querySelector("[data-part=canvas]")!, { dataTransfer: transfer(type, payload) });
    expect(designer.calls).toEqual([]);
    expect(document.querySelector("[role=menu]")).toBeNull();
  });
});

describe("a list on the page", () => {
  it("becomes a table that stays on the page, with titles that can be read", () => {
    const designer = mount(<DesignerCanvas />, [], { data });
    designer.run(({ editor }) => addListAs(editor, "table", { path: "lines", kind: "arraySource", columns: ["unit.price"] }, { x: 190, y: 60 }));
    const added = designer.now.page.design.schemas[0] as TableSchema;
    expect(added.x + added.width).toBeLessThanOrEqual(210);
    expect(contrast(added.headBackgroundColor!, "#ffffff")).toBeGreaterThan(4.5);
  });

  it.each([
    [20, {}, { x: 20, width: 170 }],
    [10, {}, { x: 10, width: 190 }],
    [80, {}, { x: 80, width: 110 }],
    [190, {}, { x: 20, width: 170 }],
    [25, { marginLeft: 15, marginRight: 15 }, { x: 25, width: 170 }],
    [150, { marginLeft: 12, marginRight: 18 }, { x: 12, width: 180 }],
  ])("is a table that reaches from %d mm to the right margin, or as near to the edge as on its left: %o", (x, margins, box) => {
    const designer = mount(<DesignerCanvas />, [], { data });
    designer.run(({ actions }) => actions.change({ kind: "edit" }, (pair) => ({ ...pair, template: { ...pair.template, ...margins } })));
    designer.run(({ editor }) => addListAs(editor, "table", { path: "lines", kind: "arraySource", columns: ["unit.price"] }, { x, y: 60 }));
    expect(designer.now.page.design.schemas[0]).toMatchObject(box);
  });

  it("is a table with the total of its last column of numbers, where it has one", () => {
    const given = { pay: [{ what: "Base", hours: 160, amount: 3000.5 }], names: [{ name: "Ana" }] };
    const list = { path: "pay", kind: "arraySource" as const, columns: ["what", "hours", "amount"] };
    const designer = mount(<DesignerCanvas />, [], { data: given });
    designer.run(({ editor }) => {
      expect(listKinds(editor, list)).toEqual(["table", "tableWithTotal", "section", "chart", "kpi"]);
      expect(listKinds(editor, { path: "names", kind: "arraySource", columns: ["name"] })).not.toContain("tableWithTotal");
      dropPath(editor, list, { x: 20, y: 60 });
    });
    fireEvent.click(screen.getByRole("menuitem", { name: "Table with a total" }));
    expect(designer.now.page.design.schemas).toMatchObject([{ type: "table", footer: ["Total", "", "{DECIMAL(SUM(pay.amount), 2, 2)}"] }]);
    designer.run(({ actions }) => actions.undo());
    expect(designer.now.page.design.schemas).toEqual([]);
  });

  it("gets a column of amounts with the total, where it has quantities and prices alone", () => {
    const given = { posten: [{ bezeichnung: "Stuhl", menge: 3, einzelpreis: 89.5, ust: 19 }], fees: [{ item: "Visit", qty: 2, rate: 40 }], done: [{ qty: 2, price: 40.5, total: 81 }] };
    const right = { headAlign: "right", cellAlign: "right", footerAlign: "right" };
    const types = (...names: string[]) => Object.fromEntries(names.map((name) => [name, "number" as const]));
    const posten = { path: "posten", kind: "arraySource" as const, columns: ["bezeichnung", "menge", "einzelpreis", "ust"], columnTypes: types("menge", "einzelpreis", "ust") };
    const designer = mount(<DesignerCanvas />, [], { data: given });
    designer.run(({ actions }) => actions.change({ kind: "edit" }, (pair) => ({ ...pair, template: { ...pair.template, currency: "EUR" } })));
    designer.run(({ editor }) => addListAs(editor, "tableWithTotal", posten, { x: 20, y: 60 }));
    expect(designer.now.page.design.schemas).toMatchObject([
      { content: [[{}, {}, "{MONEY([einzelpreis])}", {}, "{MONEY(menge * einzelpreis)}"].map((cell) => (typeof cell === "string" ? cell : expect.anything()))], footer: ["Total", "", "", "", "{MONEY(SUMOF(posten, menge * einzelpreis))}"], columnStyles: [{ width: "2fr" }, right, right, right, right] },
    ]);
    expect((designer.now.page.design.schemas[0] as TableSchema).head.at(-1)).toBe("Amount");
    expect(designer.now.data.bindings[0]).toMatchObject({ columns: [{}, {}, {}, {}, { label: "Amount", formula: "{MONEY(menge * einzelpreis)}" }] });
    designer.run(({ editor }) => addListAs(editor, "tableWithTotal", { path: "fees", kind: "arraySource", columns: ["item", "qty", "rate"], columnTypes: types("qty", "rate") }, { x: 20, y: 90 }));
    expect(designer.now.page.design.schemas[1]).toMatchObject({ content: [["{[item]}", "{[qty]}", "{[rate]}", "{qty * rate}"]], footer: ["Total", "", "", "{SUMOF(fees, qty * rate)}"] });
    // Amounts that are there are summed; a table without a total has the columns of the list.
    designer.run(({ editor }) => {
      addListAs(editor, "tableWithTotal", { path: "done", kind: "arraySource", columns: ["qty", "price", "total"], columnTypes: types("qty", "price", "total") }, { x: 20, y: 120 });
      addListAs(editor, "table", posten, { x: 20, y: 150 });
    });
    expect(designer.now.page.design.schemas[2]).toMatchObject({ footer: ["Total", "", "{MONEY(SUM(done.total))}"] });
    expect((designer.now.page.design.schemas[3] as TableSchema).head).toHaveLength(4);
  });

  it("cuts nothing: texts wrap and have more room, numbers stand at the right", () => {
    const list = { path: "lines", kind: "arraySource" as const, columns: ["item", "amount"], columnTypes: { item: "string" as const, amount: "number" as const } };
    const designer = mount(<DesignerCanvas />, [], { data });
    designer.run(({ editor }) => addListAs(editor, "table", list, { x: 20, y: 60 }));
    const right = { headAlign: "right", cellAlign: "right", footerAlign: "right" };
    expect(designer.now.page.design.schemas[0]).toMatchObject({ bodyWrap: "word", columnStyles: [{ width: "2fr" }, right] });
    cleanup();
    const plain = mount(<DesignerCanvas />, [], { data, extended: false });
    plain.run(({ editor }) => addListAs(editor, "table", list, { x: 20, y: 60 }));
    expect(plain.now.page.design.schemas[0]).not.toHaveProperty("bodyWrap");
  });
});

it("a value of several lines, such as an address, is a text that keeps them", () => {
  const designer = mount(<DesignerCanvas />, [], { data: { address: "Hafenstr. 12\n20457 Hamburg", city: "Hamburg" } });
  const canvas = document.querySelector("[data-part=canvas]")!;
  fireEvent.drop(canvas, scalar("address"));
  fireEvent.drop(canvas, scalar("city"));
  expect(designer.now.page.design.schemas[0]).toMatchObject({ content: "{address}", wrap: "word" });
  expect(designer.now.page.design.schemas[1]).not.toHaveProperty("wrap");
});

it("a long value wraps in a box that grows, also in a text that was empty", () => {
  const note = "Payable within 30 days of the date of this invoice, net.";
  const designer = mount(<DesignerCanvas />, [text("a", { content: "" })], { data: { note } });
  fireEvent.drop(document.querySelector("[data-part=canvas]")!, scalar("note"));
  fireEvent.drop(document.querySelector("[data-field-id=a]")!, scalar("note"));
  const looks = { content: "{note}", wrap: "word", overflow: "expand" };
  expect(designer.now.page.design.schemas).toMatchObject([looks, looks]);
});

describe("a value dropped on what can show it", () => {
  const PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const given = { url: "https://example.org/1", total: 12.5, logo: PNG, "a.b": "x", lines: [{ code: "7" }] };
  const over = (id: string) => document.querySelector(`[data-field-id=${id}]`)!;
  const box = { x: 10, width: 30, height: 30 };
  const code = (type: string, y: number, more: object = {}) => ({ ...box, id: type, name: type, type, y, content: "1", ...more }) as unknown as Field;

  it.each(["qrcode", "barcode"])("is the content of a %s, as it is in the data", (kind) => {
    const designer = mount(<DesignerCanvas />, [code(kind, 20)], { data: given, bindings: [{ schemaName: kind, type: "scalar", path: "total" }] });
    fireEvent.drop(over(kind), scalar("url"));
    expect(designer.field(kind)).toMatchObject({ content: "{url}" });
    expect(designer.now.data.bindings).toEqual([]);
    designer.run(({ actions }) => actions.undo());
    expect(designer.field(kind)).toMatchObject({ content: "1" });
    fireEvent.drop(over(kind), scalar("total"));
    expect(designer.field(kind)).toMatchObject({ content: "{total}" });
    fireEvent.drop(over(kind), scalar("a.b"));
    expect(renderTemplate((designer.field(kind) as unknown as { content: string }).content, given)).toBe("x");
    expect(designer.now.page.design.schemas).toHaveLength(1);
  });

  it("of the item is the content of a code in its section", () => {
    const section = { ...box, id: "s", name: "s", type: "section", y: 10, width: 190 } as unknown as Field;
    const designer = mount(<DesignerCanvas />, [section, code("qrcode", 15, { sectionId: "s" })], { data: given, bindings: [{ schemaName: "s", type: "section", path: "lines" }] });
    fireEvent.drop(over("qrcode"), { dataTransfer: transfer("application/json", { path: "lines.code", kind: "arrayColumn", sourcePath: "lines", column: "code" }) });
    expect(designer.field("qrcode")).toMatchObject({ content: "{[code]}" });
  });

  it("leaves a payment code as it is", () => {
    const payload = { type: "epc", name: "A", iban: "DE1" };
    const designer = mount(<DesignerCanvas />, [code("qrcode", 20, { content: undefined, payload })], { data: given });
    fireEvent.drop(over("qrcode"), scalar("url"));
    expect(designer.field("qrcode")).toMatchObject({ payload });
    expect(designer.now.page.design.schemas).toHaveLength(2);
  });

  it("is the picture of an image where it is one", () => {
    const designer = mount(<DesignerCanvas />, [code("image", 20, { content: "" })], { data: given });
    fireEvent.drop(over("image"), scalar("logo"));
    expect(designer.now.data.bindings).toEqual([{ schemaName: "image", type: "template", template: "{logo}" }]);
    fireEvent.drop(over("image"), scalar("url"));
    expect(designer.now.data.bindings).toHaveLength(1);
    expect(designer.now.page.design.schemas).toHaveLength(2);
  });

  it("marks the field while it is over it", () => {
    mount(<DesignerCanvas />, [code("qrcode", 20), code("image", 60, { content: "" }), code("rectangle", 100)], { data: given });
    const shown = () => document.querySelector(".jpd-drop__hint")?.textContent ?? null;
    const drag = (id: string, ...types: string[]) => fireEvent.dragOver(over(id), { dataTransfer: { types, files: [] } });
    drag("qrcode", "application/json");
    expect(shown()).toBe("Becomes the content of this code");
    expect(document.querySelector(".jpd-drop")).not.toBeNull();
    drag("image", "application/json");
    expect(shown()).toBe("New text");
    drag("image", "application/json", PICTURE_MIME);
    expect(shown()).toBe("Becomes this picture");
    drag("rectangle", "application/json");
    expect(shown()).toBe("New text");
    expect(document.querySelector(".jpd-drop")).toBeNull();
    // Esc ends a drag without a drop.
    fireEvent(window, new Event("dragend"));
    expect(shown()).toBeNull();
    drag("qrcode", "application/json");
    fireEvent.drop(over("qrcode"), scalar("url"));
    expect(shown()).toBeNull();
  });

  it("that is a day is also inserted as the day 14 days later", () => {
    const designer = mount(<DesignerDataExplorer />, [], { data: { issued: "2026-11-28", number: "7" } });
    const menu = (path: string) => fireEvent.click(screen.getByRole("button", { name: `Add "${path}" as` }));
    menu("issued");
    fireEvent.click(screen.getByRole("button", { name: "14 days later" }));
    expect(designer.now.page.design.schemas).toMatchObject([{ type: "text", content: '{DATE(DATEADD(issued, 14, "day"))}' }]);
    menu("number");
    expect(screen.queryByRole("button", { name: "14 days later" })).toBeNull();
  });

  it("is inserted from the list of the data as a text, or as the chosen kind", async () => {
    const designer = mount(<DesignerDataExplorer />, [], { data: given });
    const kinds = () => screen.getAllByRole("button").flatMap((button) => (button.classList.contains("jpd-menuitem") ? [button.textContent] : []));
    fireEvent.click(screen.getByRole("button", { name: "Insert url" }));
    expect(designer.now.page.design.schemas[0]).toMatchObject({ type: "text", content: "{url}" });
    fireEvent.click(screen.getByRole("button", { name: 'Add "url" as' }));
    expect(kinds()).toEqual(["Text", "QR code", "Bar code"]);
    fireEvent.click(screen.getByRole("button", { name: "QR code" }));
    expect(designer.now.page.design.schemas[1]).toMatchObject({ type: "qrcode", content: "{url}", name: "Url 2" });
    fireEvent.click(screen.getByRole("button", { name: 'Add "logo" as' }));
    fireEvent.click(screen.getByRole("button", { name: "Image" }));
    expect(designer.now.page.design.schemas[2]).toMatchObject({ type: "image", name: "Logo" });
    expect(designer.now.data.bindings).toEqual([{ schemaName: "Logo", type: "template", template: "{logo}" }]);
    expect(screen.queryByRole("button", { name: 'Add "lines.code" as' })).toBeNull();
  });
});

describe("a value dropped on a field", () => {
  const given = { number: "2026-17", total: 12.5, "a b": "x", lines: [{ name: "Pen", amount: 2.5, quantity: 1 }, { name: "Ink", amount: 4, quantity: 3 }], fees: [{ amount: 1 }] };
  const bound = { ...table, width: 100, head: ["name", "amount"], content: [["{[name]}", ""]], footer: ["Total", ""], columnStyles: [{ width: "3fr" }, {}] } as TableSchema;
  const list: Binding = { schemaName: "table", type: "array", path: "lines", columns: ["name", "amount"] };
  const column = (path: string) => ({ path, kind: "arrayColumn" as const, sourcePath: path.split(".")[0]!, column: path.split(".")[1]! });
  const value = (path: string) => ({ path, kind: "scalar" as const });
  type Payload = Parameters<typeof dropPath>[1];
  const drop = (designer: ReturnType<typeof mount>, payload: Payload, field: string, within = { x: 5, y: 5 }) => {
    let kind = "";
    designer.run(({ editor }) => {
      kind = effectOf(editor, payload, { x: 20, y: 40 }, { field, within }).kind;
      dropPath(editor, payload, { x: 20, y: 40 }, { field, within });
    });
    return kind;
  };

  it("becomes the value of the title, of the rows and of the totals of a table", () => {
    const designer = mount(<DesignerCanvas />, [bound], { data: given, bindings: [list] });
    expect(drop(designer, value("total"), "table", { x: 20, y: 3 })).toBe("cell");
    expect(designer.field("table")).toMatchObject({ columnStyles: [{ width: "3fr", title: "{DECIMAL(total, 2, 2)}" }, {}] });
    // The first column has three quarters of the width.
    expect(drop(designer, value("number"), "table", { x: 70, y: 10 })).toBe("cell");
    expect(designer.field("table")).toMatchObject({ content: [["{$root.number}", ""]] });
    expect(drop(designer, value("a b"), "table", { x: 70, y: 10 })).toBe("cell");
    expect(designer.field("table")).toMatchObject({ content: [['{[$root].["a b"]}', ""]] });
    expect(drop(designer, column("fees.amount"), "table", { x: 80, y: 39 })).toBe("cell");
    expect(designer.field("table")).toMatchObject({ footer: ["Total", "{DECIMAL(SUM(fees.amount), 2, 2)}"] });
    expect(designer.now.page.design.schemas).toHaveLength(1);
    designer.run(({ actions }) => actions.undo());
    expect(designer.field("table")).toMatchObject({ footer: ["Total", ""] });
  });

  it("of its list becomes an empty cell, another column, or the sum in the totals", () => {
    const designer = mount(<DesignerCanvas />, [bound], { data: given, bindings: [list] });
    expect(drop(designer, column("lines.quantity"), "table", { x: 20, y: 10 })).toBe("column");
    expect(designer.field("table")).toMatchObject({ head: ["name", "amount", "Quantity"] });
    expect(drop(designer, column("lines.amount"), "table", { x: 70, y: 10 })).toBe("cell");
    expect(designer.field("table")).toMatchObject({ content: [["{[name]}", "{DECIMAL([amount], 2, 2)}", expect.any(String)]] });
    expect(drop(designer, column("lines.amount"), "table", { x: 70, y: 39 })).toBe("cell");
    expect(designer.field("table")).toMatchObject({ footer: ["Total", "{DECIMAL(SUM(lines.amount), 2, 2)}", ""] });
  });

  it("is printed by any cell of a table without a list: its row goes before the totals row, with those below it", () => {
    const own = { ...table, width: 100, height: 28, head: ["Column 1", "Column 2"], content: [["Net", "1"], ["Tax", "value 4"], ["Gross", ""]], bodyBackgroundColor: "#ffffff" } as TableSchema;
    const designer = mount(<DesignerCanvas />, [own], { data: given });
    // Titles and rows are 7 mm high.
    expect(drop(designer, value("total"), "table", { x: 70, y: 17 })).toBe("cell");
    const rows = () => (designer.field("table") as TableSchema).footerRows?.map(({ cells }) => cells);
    expect(designer.field("table")).toMatchObject({ content: [["Net", "1"]], columnStyles: [{ key: "column1" }, { key: "column2" }] });
    expect(rows()).toEqual([{ column1: "Tax", column2: "{DECIMAL(total, 2, 2)}" }, { column1: "Gross" }]);
    expect(drop(designer, column("lines.amount"), "table", { x: 70, y: 24 })).toBe("cell");
    expect(rows()?.[1]).toEqual({ column1: "Gross", column2: "{DECIMAL(SUM(lines.amount), 2, 2)}" });
    expect(drop(designer, value("number"), "table", { x: 5, y: 10 })).toBe("cell");
    expect(designer.field("table")).toMatchObject({ content: [] });
    expect(rows()).toEqual([{ column1: "{number}", column2: "1" }, { column1: "Tax", column2: "{DECIMAL(total, 2, 2)}" }, { column1: "Gross", column2: "{DECIMAL(SUM(lines.amount), 2, 2)}" }]);
    // The cells go with their columns, and are edited on the canvas.
    designer.run(({ actions }) => actions.reorderTableColumn(0, 1));
    expect(furtherRows(designer.field("table") as TableSchema)[1]).toEqual(["{DECIMAL(total, 2, 2)}", "Tax"]);
    designer.run(({ editor }) => void editor.editContent("table", { x: 70, y: 17 }));
    const cell = document.activeElement as HTMLTextAreaElement;
    expect(cell.value).toBe("Tax");
    fireEvent.change(cell, { target: { value: "VAT" } });
    fireEvent.keyDown(cell, { key: "Escape" });
    expect(rows()?.[1]).toMatchObject({ column1: "VAT" });
  });

  it("is printed by the totals of a table without a list that has one row, where the template has no extensions", () => {
    const own = { ...table, head: ["Column 1", "Column 2"], content: [["Net", "value 2"]] } as TableSchema;
    const designer = mount(<DesignerCanvas />, [own], { data: given, extended: false });
    expect(drop(designer, value("total"), "table", { x: 70, y: 10 })).toBe("cell");
    expect(designer.field("table")).toMatchObject({ content: [], footer: ["Net", "{CURRENCY(total)}"] });
    expect(drop(designer, value("number"), "table", { x: 5, y: 10 })).toBe("cell");
    expect(designer.field("table")).toMatchObject({ footer: ["{number}", "{CURRENCY(total)}"] });
  });

  it("of a list makes that the list of a new table", () => {
    const own = { ...table, head: ["Column 1", "Column 2"], content: [["value 1", "value 2"]] } as TableSchema;
    const designer = mount(<DesignerCanvas />, [own], { data: given });
    expect(drop(designer, { path: "lines", kind: "arraySource", columns: ["name", "amount"] }, "table")).toBe("listOfTable");
    expect(designer.field("table")).toMatchObject({ head: ["Name", "Amount"], content: [["{[name]}", "{DECIMAL([amount], 2, 2)}"]] });
    cleanup();
    const other = mount(<DesignerCanvas />, [own], { data: given });
    expect(drop(other, column("lines.amount"), "table")).toBe("column");
    expect(other.now.data.bindings).toMatchObject([{ type: "array", path: "lines" }]);
  });

  it("becomes the value of a card, whose list no longer prints in its place", () => {
    const designer = mount(<DesignerCanvas />, [kpi], { data: given, bindings: [{ schemaName: "kpi", type: "kpi", path: "lines", aggregation: "count" }] });
    expect(drop(designer, value("total"), "kpi")).toBe("card");
    expect(designer.field("kpi")).toMatchObject({ value: "{DECIMAL(total, 2, 2)}" });
    expect(designer.now.data.bindings).toEqual([]);
    expect(drop(designer, column("lines.amount"), "kpi")).toBe("card");
    expect(designer.field("kpi")).toMatchObject({ value: "{DECIMAL(SUM(lines.amount), 2, 2)}" });
  });

  it("takes the place of what a new text says, and follows what was written", () => {
    const designer = mount(<DesignerCanvas />, [text("a", { content: "Text" }), text("b", { content: "Invoice" })], { data: given, bindings: [{ schemaName: "b", type: "template", template: "No." }] });
    expect(drop(designer, value("number"), "a")).toBe("text");
    expect(designer.field("a")).toMatchObject({ content: "{number}" });
    expect(drop(designer, value("number"), "b")).toBe("addToText");
    expect(designer.now.data.bindings).toEqual([{ schemaName: "b", type: "template", template: "No. {number}" }]);
  });

  it("of a list prints its sum outside of the list, and names of the document inside of it", () => {
    const section = { id: "s", name: "s", type: "section", x: 10, y: 10, width: 190, height: 30 } as unknown as Field;
    const designer = mount(<DesignerCanvas />, [section, text("m", { y: 15, sectionId: "s", content: "" })], { data: given, bindings: [{ schemaName: "s", type: "section", path: "lines" }] });
    drop(designer, value("number"), "m");
    expect(designer.field("m")).toMatchObject({ content: "{$root.number}" });
    designer.run(({ editor }) => dropPath(editor, column("lines.amount"), { x: 20, y: 200 }));
    expect(designer.now.page.design.schemas.at(-1)).toMatchObject({ content: "{DECIMAL(SUM(lines.amount), 2, 2)}" });
  });

  it("replaces the value of a card in its panel too", () => {
    const designer = mount(<DesignerPropertyPanel />, [kpi], { data: given, select: ["kpi"] });
    const input = document.querySelector("[data-property=value] .jpd-fx__row")!;
    fireEvent.dragOver(input, scalar("number"));
    expect(document.querySelector("[data-drop] .jpd-drop__hint")?.textContent).toBe("Becomes this value");
    fireEvent.drop(input, scalar("number"));
    expect(designer.field("kpi")).toMatchObject({ value: "{number}" });
    fireEvent.drop(document.querySelector("[data-property=value] .jpd-fx__row")!, { dataTransfer: transfer("application/json", column("lines.amount")) });
    expect(designer.field("kpi")).toMatchObject({ value: "{DECIMAL(SUM(lines.amount), 2, 2)}" });
    expect(document.querySelector(".jpd-drop__hint")).toBeNull();
  });
});

describe("a number of the data", () => {
  const values = { total: 3100.5, currency: "EUR", hours: 7.25, rate: 0.08251, year: 2026, invoice: { number: 1042, netAmount: 20 }, zip: "20457", lines: [{ item: "Pen", price: 2.5, quantity: 2 }, { item: "Ink", price: 1200, quantity: 1 }] };
  const dropped = (path: string, given: unknown = values, more: Partial<Template> = {}, extended = true) => {
    const designer = mount(<DesignerCanvas />, [], { data: given, extended });
    designer.run(({ actions }) => actions.change({ kind: "edit" }, (pair) => ({ ...pair, template: { ...pair.template, ...more } })));
    fireEvent.drop(document.querySelector("[data-part=canvas]")!, scalar(path));
    const { content } = designer.now.page.design.schemas[0] as { content: string };
    cleanup();
    return content;
  };

  it("is printed as people write it: amounts with the currency of the template, or of the data", () => {
    expect(dropped("total", values, { currency: "EUR" })).toBe("{MONEY(total)}");
    expect(dropped("total")).toBe("{MONEY(total, currency)}");
    expect(dropped("total", { total: 3100.5 })).toBe("{DECIMAL(total, 2, 2)}");
    expect(dropped("invoice.netAmount", values, { currency: "EUR" })).toBe("{MONEY(invoice.netAmount)}");
    expect(dropped("hours")).toBe("{DECIMAL(hours, 2, 2)}");
    // No digit is lost.
    expect(dropped("rate")).toBe("{DECIMAL(rate, 0, 5)}");
    expect(renderTemplate(dropped("total", values, {}, false), values)).toBe("3.100,50");
  });

  it("stays as it is where it may be the number of something", () => {
    expect(dropped("year")).toBe("{year}");
    expect(dropped("invoice.number")).toBe("{invoice.number}");
    expect(dropped("zip")).toBe("{zip}");
  });

  it("is added to a text and to an expression in the same way", () => {
    const designer = mount(
      <>
        <DesignerCanvas />
        <DesignerPropertyPanel />
      </>,
      [text("a", { content: "Total" })],
      { data: values },
    );
    fireEvent.drop(document.querySelector("[data-field-id=a]")!, scalar("total"));
    fireEvent.drop(document.querySelector("[data-property=content] .jpd-fx__row")!, scalar("hours"));
    expect(designer.field("a")).toMatchObject({ content: "Total {MONEY(total, currency)} {DECIMAL(hours, 2, 2)}" });
  });

  it("or a day is written in the locale of the template, alone and in a list", () => {
    const data = { date: "2026-11-27", number: "2026-0815", at: "2026-11-27T10:30", lines: [{ day: "2026-11-27" }, { day: "" }, { day: "2026-12-01" }] };
    expect(dropped("date", data)).toBe("{DATE(date)}");
    expect(dropped("number", data)).toBe("{number}");
    // The time of day would be lost.
    expect(dropped("at", data)).toBe("{at}");
    expect(renderTemplate(dropped("date", data), data)).toBe("27/11/2026");
    const designer = mount(<DesignerCanvas />, [], { data });
    designer.run(({ editor }) => addListAs(editor, "table", { path: "lines", kind: "arraySource", columns: ["day"], columnTypes: { day: "string" } }, { x: 20, y: 60 }));
    expect(designer.now.page.design.schemas[0]).toMatchObject({ content: [["{DATE([day])}"]] });
  });

  it("in a list is a column that is written so", () => {
    const designer = mount(<DesignerCanvas />, [], { data: values });
    const list = { path: "lines", kind: "arraySource" as const, columns: ["item", "price", "quantity"], columnTypes: { item: "string" as const, price: "number" as const, quantity: "number" as const } };
    designer.run(({ editor }) => addListAs(editor, "table", list, { x: 20, y: 60 }));
    expect(designer.now.page.design.schemas[0]).toMatchObject({ head: ["Item", "Price", "Quantity"], content: [["{[item]}", "{MONEY([price], $root.currency)}", "{[quantity]}"]] });
  });

  it("has two decimals where one of its column has some, whatever its name is", () => {
    const rows = [{ deductions: 700, count: 2, lines: [{ bonus: 1 }] }, { deductions: 812.5, count: 3, lines: [{ bonus: 2.5 }] }];
    const designer = mount(<DesignerCanvas />, [], { data: rows[0] });
    designer.run(({ editor }) => editor.keepTable({ name: "pay", rows, at: 0, stored: rows[0] }));
    const canvas = document.querySelector("[data-part=canvas]")!;
    fireEvent.drop(canvas, scalar("deductions"));
    fireEvent.drop(canvas, scalar("count"));
    designer.run(({ editor }) => addListAs(editor, "table", { path: "lines", kind: "arraySource", columns: ["bonus"], columnTypes: { bonus: "number" } }, { x: 20, y: 60 }));
    expect(designer.now.page.design.schemas).toMatchObject([{ content: "{DECIMAL(deductions, 2, 2)}" }, { content: "{count}" }, { content: [["{DECIMAL([bonus], 2, 2)}"]] }]);
  });

  it("dropped into a section is one text, without a binding that prints in its place", () => {
    const section = { id: "s", name: "s", type: "section", x: 10, y: 10, width: 190, height: 30 } as unknown as Field;
    const lines = [{ bonus: 1 }, { bonus: 2.5 }];
    const designer = mount(<DesignerCanvas />, [section], { data: { lines }, bindings: [{ schemaName: "s", type: "section", path: "lines" }] });
    const bonus = { path: "lines.bonus", kind: "arrayColumn", sourcePath: "lines", column: "bonus" };
    fireEvent.drop(document.querySelector("[data-field-id=s]")!, { dataTransfer: transfer("application/json", bonus) });
    expect(designer.now.page.design.schemas[2]).toMatchObject({ sectionId: "s", content: "{DECIMAL([bonus], 2, 2)}" });
    expect(designer.now.data.bindings).toHaveLength(1);
  });

  it("of the document is dropped as it stands: page numbers and the date", () => {
    const designer = mount(<DesignerPropertyPanel />, [text("a", { content: "" })], { data: values });
    const native = { dataTransfer: transfer("application/json", { path: "DATE($doc.date)", kind: "native" }) };
    fireEvent.drop(document.querySelector("[data-property=content] .jpd-fx__row")!, native);
    expect(designer.field("a")).toMatchObject({ content: "{DATE($doc.date)}" });
  });
});

describe("a value dropped at the right edge", () => {
  it("begins further left, so that its text is on the page", () => {
    const designer = mount(<DesignerCanvas />, [], { data: { city: "Porto" } });
    designer.run(({ editor }) => dropPath(editor, { path: "city", kind: "scalar" }, { x: 195, y: 40 }, undefined));
    const [added] = designer.now.page.design.schemas;
    expect(added!.x + added!.width).toBe(210);
    designer.run(({ actions }) => actions.undo());
    expect(designer.now.page.design.schemas).toHaveLength(0);
  });
});
