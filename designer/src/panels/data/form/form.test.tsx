// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { DesignerDataExplorer } from "../..";
import { DataDialog } from "./DataDialog";
import { text } from "../../../editor/testing";
import { mount } from "../../testing";

beforeAll(() => {
  // The editor of text beside it measures, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

function open(data: unknown) {
  const onChangeData = vi.fn();
  mount(<DesignerDataExplorer />, [], { data, onChangeData });
  fireEvent.click(screen.getByRole("button", { name: "Fill in" }));
  const dialog = screen.getByRole("dialog");
  return {
    onChangeData,
    dialog,
    type: (name: string, value: string) => fireEvent.change(within(dialog).getByLabelText(name), { target: { value } }),
    click: (name: string) => fireEvent.click(within(dialog).getByRole("button", { name })),
    use: () => {
      fireEvent.click(within(dialog).getByRole("button", { name: "Use this data" }));
      return onChangeData.mock.calls[0]?.[0] as unknown;
    },
  };
}

/** Data as text, put in the place of what is there. */
function write(data: unknown, written: string, props: { onAddData?: (data: unknown, name: string) => void } = {}) {
  const onChangeData = vi.fn();
  const designer = mount(<DesignerDataExplorer />, [text("a", { content: "{number} {customer.name}" })], { data, onChangeData, ...props });
  fireEvent.click(screen.getByRole("button", { name: "Edit data" }));
  const file = new File([], "payroll.csv", { type: "text/csv" });
  Object.assign(file, { arrayBuffer: () => Promise.resolve(new TextEncoder().encode(written).buffer) });
  fireEvent.change(document.querySelector("input[type=file]")!, { target: { files: [file] } });
  return { onChangeData, shown: () => designer.now.editor.host.data };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("data without any name of the template asks first, and the old data can be kept", async () => {
  const { onChangeData } = write({ number: 1, customer: { name: "Ana" } }, "name;gross\nBea;2\n");
  await waitFor(() => screen.getByLabelText("Name of the list"));
  press("Use this data");
  const question = screen.getByRole("dialog", { name: "Replace the data?" });
  expect(question.textContent).toContain("none of the names that the template uses (number, customer)");
  expect(within(question).queryByRole("button", { name: "Keep as a new data set" })).toBeNull();
  press("Keep the old data");
  expect(onChangeData).not.toHaveBeenCalled();
  // The rows that were read are still there.
  expect(screen.getByLabelText("Name of the list")).toBeTruthy();
});

it("data without any name of the template is used all the same, and undone with one press", async () => {
  const old = { number: 1 };
  const { shown } = write(old, "name;gross\nBea;2\n");
  await waitFor(() => screen.getByLabelText("Name of the list"));
  press("Use this data");
  press("Use it all the same");
  expect(shown()).toEqual({ payroll: [{ name: "Bea", gross: 2 }] });
  const changed = screen.getByText("The data has changed.");
  // Nothing comes below it that it would move.
  expect(changed.closest("[role=status]")!.nextElementSibling).toBeNull();
  press("Undo");
  expect(shown()).toEqual(old);
  expect(screen.queryByText("The data has changed.")).toBeNull();
});

it("the way back of a change to the data is offered while it is that change that it takes back", () => {
  const onChangeData = vi.fn();
  const designer = mount(<DesignerDataExplorer />, [text("a", { content: "{number}" })], { data: { number: 1 }, onChangeData });
  const said = () => screen.queryByText("The data has changed.");
  designer.run(({ editor }) => editor.document.changeData({ kind: "data" }, { number: 2 }));
  expect(said()).not.toBeNull();
  designer.run(({ actions }) => actions.updateSchema("a", { content: "No. {number}" }));
  expect(said()).toBeNull();
  designer.run(({ actions }) => actions.undo());
  expect(said()).not.toBeNull();
  // Data of elsewhere, such as another data set.
  designer.setData({ number: 3 });
  expect(said()).toBeNull();
});

it("data without any name of the template becomes a data set of its own where the host has such", async () => {
  const onAddData = vi.fn();
  const { onChangeData } = write({ number: 1 }, "name;gross\nBea;2\n", { onAddData });
  await waitFor(() => screen.getByLabelText("Name of the list"));
  press("Use this data");
  press("Keep as a new data set");
  expect(onAddData).toHaveBeenCalledWith({ payroll: [{ name: "Bea", gross: 2 }] }, "payroll");
  expect(onChangeData).not.toHaveBeenCalled();
});

it("values are changed by their names, also inside of others, and keep their types", () => {
  const form = open({ invoiceNumber: "2026-1", total: 12.5, paid: false, due: "2026-03-01", customer: { firstName: "Ana" } });
  form.type("Invoice number", "2026-2");
  form.type("Total", "1.300,75");
  form.type("Due", "2026-04-01");
  form.type("First name", "Bea");
  fireEvent.click(within(form.dialog).getByRole("checkbox", { name: "Paid" }));
  expect(form.use()).toEqual({ invoiceNumber: "2026-2", total: 1300.75, paid: true, due: "2026-04-01", customer: { firstName: "Bea" } });
});

it("an amount that is none is said, and does not get into the data", () => {
  const form = open({ total: 12.5 });
  const total = within(form.dialog).getByLabelText("Total");
  fireEvent.focus(total);
  fireEvent.change(total, { target: { value: "twelve" } });
  expect(within(form.dialog).queryByRole("alert")).toBeNull();
  fireEvent.blur(total);
  expect(within(form.dialog).getByRole("alert").textContent).toBe("Not a number. The old value stays.");
  expect(form.use()).toEqual({ total: 12.5 });
});

it("what was changed is not lost by a press beside the dialog or by Esc: it asks", () => {
  const form = open({ total: 12.5 });
  form.type("Total", "13");
  fireEvent.keyDown(form.dialog, { key: "Escape" });
  expect(within(form.dialog).getByRole("alert").textContent).toBe("Your changes are lost if you close this.");
  form.click("Continue editing");
  expect((within(form.dialog).getByLabelText("Total") as HTMLInputElement).value).toBe("13");
  form.click("Close");
  form.click("Discard the changes");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(form.onChangeData).not.toHaveBeenCalled();
});

it("without changes the dialog closes at once", () => {
  const form = open({ total: 12.5 });
  fireEvent.keyDown(form.dialog, { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("a value, a list and a row that were removed are brought back to their places", () => {
  const data = { number: 1, lines: [{ name: "Pen" }, { name: "Ink" }], city: "Olinda" };
  const form = open(data);
  form.click("Remove Lines from the data");
  form.click("Remove Number from the data");
  expect(within(form.dialog).getByText("Lines was removed.")).toBeTruthy();
  form.click("Bring Number back");
  form.click("Bring Lines back");
  form.click("Remove row 1");
  form.click("Bring row 1 back");
  const kept = form.use();
  expect(kept).toEqual(data);
  expect(Object.keys(kept as object)).toEqual(["number", "lines", "city"]);
});

it("a list is a table: cells, rows, columns, and what is pasted", () => {
  const form = open({ lines: [{ name: "Pen", price: 2.5 }] });
  form.click("Add a row");
  expect(document.activeElement).toBe(within(form.dialog).getByLabelText("Name, row 2"));
  form.type("Name, row 2", "Ink");
  form.type("Price, row 2", "4");
  fireEvent.paste(within(form.dialog).getByLabelText("Name, row 2"), { clipboardData: { getData: () => "Cap\t1\nBox\t7,5\n" } });
  form.click("Remove row 1");
  form.type("Name of a column", "Unit");
  form.click("Add a column");
  form.type("Unit, row 1", "pcs");
  expect(form.use()).toEqual({
    lines: [
      { name: "Cap", price: 1, unit: "pcs" },
      { name: "Box", price: 7.5, unit: "" },
    ],
  });
});

it("a column gets another kind by the menu in its head, which says what stays", () => {
  const form = open({ items: [{ name: "Consulting", amount: "1,280.00" }, { name: "Travel", amount: "85.50" }, { name: "Gift", amount: "none" }] });
  const kind = within(form.dialog).getByLabelText<HTMLSelectElement>("Amount: kind of the values");
  expect(kind.value).toBe("text");
  expect(kind.closest("th")!.textContent).toContain("1 is no number");
  form.type("Amount, row 3", "");
  fireEvent.change(kind, { target: { value: "number" } });
  expect(within(form.dialog).getByLabelText<HTMLSelectElement>("Amount: kind of the values").value).toBe("number");
  fireEvent.change(within(form.dialog).getByLabelText("Name: kind of the values"), { target: { value: "number" } });
  expect(within(form.dialog).getByText("3 cells are not of the kind “Number” and stayed as before.")).toBeTruthy();
  expect(form.use()).toEqual({ items: [{ name: "Consulting", amount: 1280 }, { name: "Travel", amount: 85.5 }, { name: "Gift", amount: null }] });
});

it("numbers are in the locale of the template", () => {
  const onChangeData = vi.fn();
  mount(<DesignerDataExplorer />, [], { data: { total: 2.5 }, onChangeData, locale: "en", documentLocale: "de" });
  fireEvent.click(screen.getByRole("button", { name: "Fill in" }));
  const total = within(screen.getByRole("dialog")).getByLabelText<HTMLInputElement>("Total");
  expect(total.value).toBe("2,5");
  fireEvent.change(total, { target: { value: "1.280" } });
  fireEvent.click(screen.getByRole("button", { name: "Use this data" }));
  expect(onChangeData).toHaveBeenCalledWith({ total: 1280 });
});

it("data is made from nothing, with a list from a file", async () => {
  const form = open(undefined);
  const add = within(within(form.dialog).getByRole("group", { name: "Add" }));
  fireEvent.change(add.getByLabelText("Name"), { target: { value: "Employees" } });
  fireEvent.change(add.getByLabelText("Kind"), { target: { value: "list" } });
  fireEvent.click(add.getByRole("button", { name: "Add" }));
  const file = new File([], "pay.csv", { type: "text/csv" });
  // What jsdom cannot read.
  Object.assign(file, { arrayBuffer: () => Promise.resolve(new TextEncoder().encode("name;gross\nAna;3.100,50\n").buffer) });
  fireEvent.change(within(form.dialog).getByLabelText("File for Employees"), { target: { files: [file] } });
  await waitFor(() => within(form.dialog).getByLabelText("Gross, row 1"));
  expect(form.use()).toEqual({ employees: [{ name: "Ana", gross: 3100.5 }] });
});

it("a text takes several lines, such as those of an address", () => {
  const form = open({ address: "Hafenstr. 12" });
  const input = within(form.dialog).getByLabelText("Address");
  expect(input.tagName).toBe("TEXTAREA");
  expect((input as HTMLTextAreaElement).rows).toBe(1);
  form.type("Address", "Hafenstr. 12\n20457 Hamburg");
  expect((within(form.dialog).getByLabelText("Address") as HTMLTextAreaElement).rows).toBe(2);
  expect(form.use()).toEqual({ address: "Hafenstr. 12\n20457 Hamburg" });
});

it("says what data is for while there is none, and goes on with texts after a list", () => {
  const form = open(undefined);
  const hint = "Name what changes from document to document: the invoice number, the customer, the list of items.";
  expect(within(form.dialog).getByText(hint)).toBeTruthy();
  const add = within(within(form.dialog).getByRole("group", { name: "Add" }));
  fireEvent.change(add.getByLabelText("Name"), { target: { value: "Items" } });
  fireEvent.change(add.getByLabelText("Kind"), { target: { value: "list" } });
  fireEvent.click(add.getByRole("button", { name: "Add" }));
  expect((add.getByLabelText("Kind") as HTMLSelectElement).value).toBe("text");
  expect(within(form.dialog).queryByText(hint)).toBeNull();
});

it("a cell with a text of several lines keeps them when it is edited, and grows with them", () => {
  const many = Array.from({ length: 12 }, (_, at) => `line ${at}`).join("\n");
  const form = open({ lines: [{ name: "Hosting\nMarch 2026", note: "x".repeat(70) }, { name: "Pen", note: many }] });
  const cell = (name: string) => within(form.dialog).getByLabelText<HTMLTextAreaElement>(name);
  expect([cell("Name, row 1").tagName, cell("Name, row 1").value, cell("Name, row 1").rows]).toEqual(["TEXTAREA", "Hosting\nMarch 2026", 2]);
  expect([cell("Note, row 1").tagName, cell("Note, row 1").rows]).toEqual(["TEXTAREA", 2]);
  expect([cell("Note, row 2").tagName, cell("Note, row 2").rows]).toEqual(["TEXTAREA", 12]);
  expect(cell("Name, row 2").tagName).toBe("INPUT");
  form.type("Name, row 1", `${cell("Name, row 1").value}!`);
  // A line is pasted into the text, not over the rows below it.
  fireEvent.paste(cell("Name, row 1"), { clipboardData: { getData: () => "a\nb" } });
  expect(form.use()).toEqual({ lines: [{ name: "Hosting\nMarch 2026!", note: "x".repeat(70) }, { name: "Pen", note: many }] });
});

it("Alt+Enter begins a line in a cell, which keeps the focus and the place of the caret", () => {
  const form = open({ lines: [{ name: "PenInk", price: 2 }] });
  const cell = () => within(form.dialog).getByLabelText<HTMLTextAreaElement>("Name, row 1");
  act(() => cell().focus());
  cell().setSelectionRange(3, 3);
  fireEvent.keyDown(cell(), { key: "Enter" });
  expect(cell().value).toBe("PenInk");
  fireEvent.keyDown(cell(), { key: "Enter", altKey: true });
  expect([cell().tagName, cell().value, cell().selectionStart]).toEqual(["TEXTAREA", "Pen\nInk", 4]);
  expect(document.activeElement).toBe(cell());
  fireEvent.keyDown(cell(), { key: "Enter", altKey: true });
  expect([cell().value, cell().selectionStart]).toEqual(["Pen\n\nInk", 5]);
  // The control stays while it is typed in.
  form.type("Name, row 1", "PenInk");
  expect(cell().tagName).toBe("TEXTAREA");
  act(() => cell().blur());
  expect(cell().tagName).toBe("INPUT");
  fireEvent.keyDown(within(form.dialog).getByLabelText("Price, row 1"), { key: "Enter", altKey: true });
  expect(form.use()).toEqual({ lines: [{ name: "PenInk", price: 2 }] });
});

it("a double click on a value opens the form at it, and renaming a key says that it is the key", async () => {
  const data = { customer: { name: "Hafenwerk Museum" }, lines: [{ price: 2 }] };
  mount(<DesignerDataExplorer />, [], { data, onChangeData: vi.fn() });
  const rows = () => screen.getAllByRole("treeitem");
  const row = (path: string) => rows().find((own) => own.querySelector(".jpd-tree__key")?.getAttribute("title") === path)!;
  press("Expand customer");
  const rename = within(row("customer.name")).getByRole("button", { name: "Rename customer.name" });
  expect(rename.title).toBe("Rename customer.name");
  // It stands beside the name, before the value.
  expect(rename.previousElementSibling!.className).toBe("jpd-tree__key");
  fireEvent.doubleClick(rename);
  fireEvent.doubleClick(row("customer"));
  fireEvent.doubleClick(row("lines"));
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.doubleClick(within(row("customer.name")).getByText("Hafenwerk Museum"));
  const input = within(screen.getByRole("dialog")).getByDisplayValue("Hafenwerk Museum");
  await waitFor(() => expect(document.activeElement).toBe(input));
});

it("the form opens at the very value: not one of its name in another part, in a row that is not shown at first, inside of an item", async () => {
  const data = {
    people: [{ name: "Bea" }],
    name: "Nordlicht",
    lines: [{ name: "Line 0" }],
    accounts: [{ iban: "A", entries: [{ text: "x" }] }, { iban: "B", entries: [{ text: "y" }, { text: "z" }] }],
  };
  const many = { lines: Array.from({ length: 111 }, (_, at) => ({ name: `Line ${at}` })) };
  const reach = async (at: string[], own: object = data) => {
    mount(<DataDialog at={at} onClose={() => {}} />, [], { data: own, onChangeData: vi.fn() });
    await act(() => new Promise((resolve) => setTimeout(resolve, 60)));
    const { value } = document.activeElement as HTMLInputElement;
    cleanup();
    return value;
  };
  expect(await reach(["name"])).toBe("Nordlicht");
  expect(await reach(["lines", "110", "name"], many)).toBe("Line 110");
  expect(await reach(["accounts", "1", "entries", "1", "text"])).toBe("z");
  expect(await reach(["accounts", "entries", "text"])).toBe("x");
  expect(await reach(["lines"])).toBe("Line 0");
});

it("data that cannot be changed has no form to open", () => {
  mount(<DesignerDataExplorer />, [], { data: { number: 7 } });
  fireEvent.doubleClick(screen.getByRole("treeitem"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("rows are inserted and moved by the menu of a row, which names its keys", () => {
  const form = open({ clauses: [{ text: "A" }, { text: "B" }] });
  const texts = () => within(form.dialog).getAllByRole("textbox", { name: /^Text, row/ }).map((own) => (own as HTMLInputElement).value);
  const choose = (row: number, name: RegExp) => {
    fireEvent.keyDown(within(form.dialog).getByRole("button", { name: `Insert, move or remove row ${row}` }), { key: "Enter" });
    fireEvent.click(screen.getByRole("menuitem", { name }));
  };
  choose(2, /^Insert a row above/);
  expect(texts()).toEqual(["A", "", "B"]);
  expect(document.activeElement).toBe(within(form.dialog).getByLabelText("Text, row 2"));
  choose(2, /^Insert a row below/);
  form.type("Text, row 3", "C");
  choose(3, /^Move down/);
  expect(texts()).toEqual(["A", "", "B", "C"]);
  choose(4, /^Move up/);
  expect(texts()).toEqual(["A", "", "C", "B"]);
  choose(2, /^Remove/);
  expect(form.use()).toEqual({ clauses: [{ text: "A" }, { text: "C" }, { text: "B" }] });
});

it("what is open inside of a row stays open while rows are removed, inserted and moved, and comes back with its row", () => {
  const form = open({ accounts: [{ iban: "A", entries: [] }, { iban: "B", entries: [{ text: "x" }] }, { iban: "C", entries: [] }] });
  const table = within(within(form.dialog).getByRole("table", { name: "Table of Accounts" }));
  const click = (name: string) => fireEvent.click(table.getByRole("button", { name }));
  const legend = () => within(form.dialog).queryByText(/^Accounts, row/)?.textContent;
  const opened = () => within(form.dialog).queryByLabelText<HTMLInputElement>("Text, row 1")?.value;
  const choose = (row: number, name: RegExp) => {
    fireEvent.keyDown(table.getByRole("button", { name: `Insert, move or remove row ${row}` }), { key: "Enter" });
    fireEvent.click(screen.getByRole("menuitem", { name }));
  };
  click("1 row");
  expect([legend(), opened()]).toEqual(["Accounts, row 2", "x"]);
  click("Remove row 1");
  expect([legend(), opened()]).toEqual(["Accounts, row 1", "x"]);
  click("Bring row 1 back");
  expect(document.activeElement).toBe(table.getByLabelText("Iban, row 1"));
  choose(2, /^Insert a row above/);
  expect([legend(), opened()]).toEqual(["Accounts, row 3", "x"]);
  choose(3, /^Move down/);
  expect([legend(), opened()]).toEqual(["Accounts, row 4", "x"]);
  click("Remove row 4");
  expect(legend()).toBeUndefined();
  click("Bring row 4 back");
  expect([legend(), opened()]).toEqual(["Accounts, row 4", "x"]);
});

it("the note that a row was removed stands in its place, with it when rows are inserted above", () => {
  const form = open({ clauses: [{ text: "A" }, { text: "B" }, { text: "C" }] });
  const order = () => [...form.dialog.querySelectorAll("tbody tr")].map((row) => row.querySelector<HTMLInputElement>("input")?.value ?? row.textContent);
  form.click("Remove row 2");
  expect(order()).toEqual(["A", "Row 2 was removed.Undo", "C"]);
  fireEvent.keyDown(within(form.dialog).getByRole("button", { name: "Insert, move or remove row 1" }), { key: "Enter" });
  fireEvent.click(screen.getByRole("menuitem", { name: /^Insert a row above/ }));
  expect(order()).toEqual(["", "A", "Row 3 was removed.Undo", "C"]);
  form.click("Bring row 3 back");
  expect(order()).toEqual(["", "A", "B", "C"]);
  form.click("Remove row 4");
  expect(order()).toEqual(["", "A", "B", "Row 4 was removed.Undo"]);
});

it("Alt and an arrow move a row, and the cursor goes with it", () => {
  const form = open({ clauses: [{ title: "1", text: "A" }, { title: "2", text: "B" }] });
  const cell = (name: string) => within(form.dialog).getByLabelText(name);
  act(() => cell("Text, row 1").focus());
  fireEvent.keyDown(cell("Text, row 1"), { key: "ArrowDown", altKey: true });
  expect(document.activeElement).toBe(cell("Text, row 2"));
  // There is no row below the last one.
  fireEvent.keyDown(cell("Text, row 2"), { key: "ArrowDown", altKey: true });
  expect(form.use()).toEqual({ clauses: [{ title: "2", text: "B" }, { title: "1", text: "A" }] });
});

it("a fresh row grows with its text while it is typed", () => {
  const form = open({ clauses: [{ text: "A" }] });
  form.click("Add a row");
  const cell = () => within(form.dialog).getByLabelText("Text, row 2") as HTMLTextAreaElement;
  expect([document.activeElement, cell().tagName]).toEqual([cell(), "INPUT"]);
  fireEvent.change(cell(), { target: { value: "The parties agree on what is written in this clause, and on nothing else." } });
  expect([cell().tagName, document.activeElement]).toEqual(["TEXTAREA", cell()]);
  expect(cell().rows).toBeGreaterThan(1);
});

it("Tab does not stop at the buttons that remove, and Delete in an empty input removes the value", () => {
  const form = open({ number: "7", customer: "Ana" });
  expect(within(form.dialog).getByRole("button", { name: "Remove Number from the data" }).tabIndex).toBe(-1);
  const number = within(form.dialog).getByLabelText("Number");
  fireEvent.keyDown(number, { key: "Delete" });
  expect(within(form.dialog).getByLabelText("Number")).toBe(number);
  form.type("Number", "");
  fireEvent.keyDown(number, { key: "Delete" });
  expect(form.use()).toEqual({ customer: "Ana" });
});

it("an emptied date or number keeps its input, so that the next key finds it", () => {
  const { dialog, type, use } = open({ date: "2026-05-04", amount: 7 });
  const [date, amount] = ["Date", "Amount"].map((name) => within(dialog).getByLabelText<HTMLInputElement>(name));
  // A browser gives a date without value after the first key of a month.
  type("Date", "");
  expect(within(dialog).getByLabelText("Date")).toBe(date);
  expect(date!.type).toBe("date");
  type("Date", "2026-06-01");
  type("Amount", "");
  expect(within(dialog).getByLabelText("Amount")).toBe(amount);
  type("Amount", "12.5");
  expect(use()).toEqual({ date: "2026-06-01", amount: 12.5 });
});
