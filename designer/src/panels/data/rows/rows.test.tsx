// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DesignerDataExplorer } from "../..";
import type { Binding, Field } from "../../../core/types";
import { text } from "../../../editor/testing";
import type { DesignerProviderProps } from "../../../editor/types";
import type { EngineAdapter } from "../../../engine/types";
import { mount, type MountOptions, section } from "../../testing";
import { file as workbook, inline, row } from "../xlsx/testing";

// What is loaded when it is used takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

const saved: { name: string; blob: Blob }[] = [];
vi.mock("../../../core/download", () => ({ saveBlob: (blob: Blob, name: string) => saved.push({ name, blob }), downloadPdf: () => {} }));

const keptHere = vi.hoisted(() => new Map<string, unknown>());
vi.mock("../../../editor/store/kept", () => ({
  kept: (kind: string) => ({
    load: async (key: string) => structuredClone(keptHere.get(`${kind} ${key}`)),
    store: async (key: string, value: unknown) => (keptHere.set(`${kind} ${key}`, structuredClone(value)), true),
    remove: async (key: string) => void keptHere.delete(`${kind} ${key}`),
    keys: async () => [...keptHere.keys()].flatMap((name) => (name.startsWith(`${kind} `) ? [name.slice(kind.length + 1)] : [])),
  }),
}));

beforeAll(() => {
  // The editor of text beside it measures, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
beforeEach(() => saved.splice(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  keptHere.clear();
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const radio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

const CSV = "Full Name;e-mail;Net pay\nAna;ana@example.org;12,50\nBob;bob@example.org;7,25\nCid;cid@example.org;9\n";
const FIELDS = [text("a", { content: "{employee.fullName} {E_Mail} {iban}" })];

/** A panel of data beside the designer, with a file chosen in it. */
async function choose(written: string | Uint8Array, fields: Field[] = FIELDS, props: MountOptions = {}) {
  const onChangeData = vi.fn();
  const onShownData = vi.fn();
  const designer = mount(<DesignerDataExplorer />, fields, { data: {}, onChangeData, onShownData, ...props });
  const file = new File([], typeof written === "string" ? "staff.csv" : "staff.xlsx");
  const bytes = typeof written === "string" ? new TextEncoder().encode(written) : written;
  Object.assign(file, { arrayBuffer: () => Promise.resolve(bytes.slice().buffer) });
  fireEvent.change(screen.getByLabelText("From a file"), { target: { files: [file] } });
  await screen.findByRole("group", { name: "What is a row?" });
  return { designer, onChangeData, onShownData, sample: () => designer.now.editor.sample };
}

describe("a table that is chosen", () => {
  it("is a list unless most of what the template uses has a column", async () => {
    const { onChangeData } = await choose("Item;Price\nTea;2\n");
    expect(radio("A row of a table in the document").checked).toBe(true);
    expect(screen.queryByRole("region", { name: "Match columns" })).toBeNull();
    press("Use this data");
    expect(onChangeData).toHaveBeenCalledWith({ staff: [{ Item: "Tea", Price: 2 }] });
    expect(screen.queryByRole("group", { name: "Rows" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit data" }));
  });

  it("makes a document of each row: columns are matched by name, and by hand", async () => {
    const { onChangeData, sample } = await choose(CSV);
    expect(radio("A document of its own").checked).toBe(true);
    expect(radio("A document of its own").getAttribute("aria-describedby")).toBeTruthy();
    const match = screen.getByRole("region", { name: "Match columns" });
    expect(match.textContent).toContain("2 of 3 matched. Without a column: iban");
    fireEvent.change(within(match).getByLabelText("iban"), { target: { value: "Net pay" } });
    expect(match.textContent).toContain("3 of 3 matched.");
    press("Use this data");
    const first = { employee: { fullName: "Ana" }, E_Mail: "ana@example.org", iban: 12.5 };
    expect(onChangeData).toHaveBeenCalledWith(first);
    expect(sample()).toEqual(first);
  });

  it("is documents where it has more of the single values than of the columns of a list", async () => {
    const fields = [text("a", { content: "{employee} {period} {hours} {bankAccount} {position}" }), section, text("b", { sectionId: "section", content: "{name} {amount}" })];
    const bindings: Binding[] = [{ schemaName: "section", type: "section", path: "earnings" }];
    await choose("Employee;Period;Name\nAna;2026-03;x\n", fields, { bindings });
    expect(radio("A document of its own").checked).toBe(true);
    cleanup();
    await choose("Period;Name;Amount\n2026-03;x;1\n", fields, { bindings });
    expect(radio("A row of a table in the document").checked).toBe(true);
  });

  it("has its headings as keys in a template that uses nothing yet", async () => {
    const { onChangeData } = await choose("a.b;c\n1;2\n", []);
    fireEvent.click(radio("A document of its own"));
    expect(screen.queryByRole("region", { name: "Match columns" })).toBeNull();
    press("Use this data");
    expect(onChangeData).toHaveBeenCalledWith({ "a.b": 1, c: 2 });
  });

  it("is read as the ending of its name says, where its text could be something else", async () => {
    const { onChangeData } = await choose("Nr: ;Name\n1;Ana\n", []);
    press("Use this data");
    expect(onChangeData).toHaveBeenCalledWith({ staff: [{ "Nr:": 1, Name: "Ana" }] });
  });

  it("of a spreadsheet is shown as a table, and as text to who wants to change it", async () => {
    const rows = row(inline("Name"), inline("Gross")) + Array.from({ length: 8 }, (_, index) => row(inline(`N${index}`), inline(String(index)))).join("");
    const { sample } = await choose(workbook([{ name: "Staff", rows }]), []);
    const table = screen.getByRole("region", { name: "The rows of the sheet" });
    expect(within(table).getAllByRole("columnheader").map((head) => head.textContent)).toEqual(["Name", "Gross"]);
    expect(within(table).getAllByRole("row")).toHaveLength(7);
    expect(screen.getByText("8 rows, 2 columns; 2 more below")).toBeTruthy();
    expect(screen.queryByLabelText("Format")).toBeNull();
    press("Edit as text");
    expect(screen.queryByRole("region", { name: "The rows of the sheet" })).toBeNull();
    expect(screen.getByLabelText("Format")).toBeTruthy();
    press("Use this data");
    expect(sample()).toMatchObject({ staff: [{ Name: "N0", Gross: 0 }, { Name: "N1" }, {}, {}, {}, {}, {}, {}] });
  });

  it("of a spreadsheet with several sheets is asked for by one main button, without the text of the data before", async () => {
    mount(<DesignerDataExplorer />, FIELDS, { data: { old: 1 }, onChangeData: vi.fn() });
    const rows = row(inline("Name")) + row(inline("Ana"));
    const file = new File([], "staff.xlsx");
    Object.assign(file, { arrayBuffer: () => Promise.resolve(workbook([{ name: "Staff", rows }, { name: "Codes", rows }]).slice().buffer) });
    fireEvent.change(screen.getByLabelText("From a file"), { target: { files: [file] } });
    // Not even while the file is read.
    expect(screen.queryByRole("button", { name: "Use this data" })).toBeNull();
    const use = await screen.findByRole("button", { name: "Use this sheet" });
    expect(screen.queryByLabelText("Format")).toBeNull();
    expect(document.querySelector(".jpd-codebox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Use this data" })).toBeNull();
    fireEvent.click(use);
    expect(screen.getByRole("region", { name: "The rows of the sheet" })).toBeTruthy();
    expect(document.querySelector(".jpd-codebox")).toBeNull();
    // The buttons stay in sight below what grows.
    expect(screen.getByRole("button", { name: "Use this data" }).parentElement!.className).toContain("jpd-data__actions");
  });

  it("of a spreadsheet has numbers that are written as text as numbers, unless that is not wanted", async () => {
    const rows = row(inline("Name"), inline("Gross"), inline("Code")) + row(inline("Ana"), inline("3,100.50"), inline("007")) + row(inline("Bob"), inline("2900"), inline("011"));
    const { sample } = await choose(workbook([{ name: "Staff", rows }]), []);
    fireEvent.click(radio("A document of its own"));
    const asNumbers = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Read as numbers: Gross" });
    expect(asNumbers().checked).toBe(true);
    fireEvent.click(asNumbers());
    fireEvent.click(asNumbers());
    fireEvent.click(asNumbers());
    expect(asNumbers().checked).toBe(false);
    press("Use this data");
    expect(sample()).toEqual({ Name: "Ana", Gross: "3,100.50", Code: "007" });
    act(() => void fireEvent.click(screen.getByRole("button", { name: "Undo" })));
    const again = new File([], "staff.xlsx");
    Object.assign(again, { arrayBuffer: () => Promise.resolve(workbook([{ name: "Staff", rows }]).slice().buffer) });
    fireEvent.change(screen.getByLabelText("From a file"), { target: { files: [again] } });
    await screen.findByRole("group", { name: "What is a row?" });
    press("Use this data");
    expect(sample()).toEqual({ staff: [{ Name: "Ana", Gross: 3100.5, Code: "007" }, { Name: "Bob", Gross: 2900, Code: "011" }] });
  });

  it("makes no document without rows", async () => {
    await choose("Item;Price\n");
    fireEvent.click(radio("A document of its own"));
    expect(screen.getByText("This table has no rows.")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Use this data" }).disabled).toBe(true);
  });
});

describe("the rows of a table", () => {
  const used = async (written = CSV, props: Partial<DesignerProviderProps> = {}) => {
    const chosen = await choose(written, FIELDS, props);
    press("Use this data");
    return { ...chosen, name: () => (chosen.sample() as { employee: { fullName: string } }).employee.fullName };
  };
  const pager = () => screen.getByRole("group", { name: "Rows" });

  it("are looked at one by one, which stores nothing and is no step", async () => {
    const { designer, onChangeData, onShownData, name } = await used();
    expect(pager().textContent).toContain("1 of 3");
    const [previous, next] = ["Previous row", "Next row"].map((label) => screen.getByRole<HTMLButtonElement>("button", { name: label }));
    expect([previous!.disabled, next!.disabled]).toEqual([true, false]);
    const steps = designer.now.history.steps.length;
    press("Next row");
    expect(name()).toBe("Bob");
    next!.focus();
    press("Next row");
    expect(name()).toBe("Cid");
    expect(pager().textContent).toContain("3 of 3");
    expect(next!.disabled).toBe(true);
    // The focus stays in the pager.
    expect(document.activeElement).toBe(previous);
    expect(onChangeData).toHaveBeenCalledTimes(1);
    expect(designer.now.history.steps).toHaveLength(steps);
    const cid = expect.objectContaining({ employee: { fullName: "Cid" } });
    expect(onShownData).toHaveBeenLastCalledWith({ data: cid, row: { data: cid, index: 2, count: 3 } });
    expect(document.querySelector("[data-part=announcer]")?.textContent).toBe("Row 3 of 3");
  });

  it("of many are reached by number", async () => {
    const { name } = await used(`Full Name;e-mail\n${Array.from({ length: 12 }, (_, at) => `N${at + 1};x`).join("\n")}`);
    const number = screen.getByLabelText("Number of the row");
    fireEvent.change(number, { target: { value: "7" } });
    fireEvent.keyDown(number, { key: "Enter" });
    expect(name()).toBe("N7");
    fireEvent.change(number, { target: { value: "99" } });
    fireEvent.blur(number);
    expect(name()).toBe("N12");
  });

  it("that are edited are stored, and undo shows them as they were", async () => {
    const { designer, onChangeData, sample, name } = await used();
    press("Next row");
    press("Fill in");
    const dialog = screen.getByRole("dialog");
    fireEvent.change(within(dialog).getByLabelText("Net pay"), { target: { value: "99" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Use this data" }));
    expect(sample()).toMatchObject({ employee: { fullName: "Bob" }, "Net pay": 99 });
    expect(onChangeData).toHaveBeenLastCalledWith(expect.objectContaining({ "Net pay": 99 }));
    press("Previous row");
    expect(name()).toBe("Ana");
    designer.run(({ actions }) => actions.undo());
    expect(sample()).toMatchObject({ employee: { fullName: "Bob" }, "Net pay": 7.25 });
    designer.run(({ actions }) => actions.undo());
    expect(screen.queryByRole("group", { name: "Rows" })).toBeNull();
    expect(sample()).toEqual({});
    designer.run(({ actions }) => actions.redo());
    expect(name()).toBe("Ana");
  });

  it("are all renamed with a key", async () => {
    const { sample } = await used();
    press("Rename Net pay");
    const input = screen.getByDisplayValue("Net pay");
    fireEvent.change(input, { target: { value: "net" } });
    fireEvent.keyDown(input, { key: "Enter" });
    press("Next row");
    expect(sample()).toMatchObject({ net: 7.25 });
  });

  it("give way to other data of the host, such as another data set", async () => {
    const { designer, onShownData, sample } = await used();
    press("Next row");
    designer.setData({ other: 1 });
    expect(sample()).toEqual({ other: 1 });
    expect(screen.queryByRole("group", { name: "Rows" })).toBeNull();
    expect(onShownData).toHaveBeenLastCalledWith(null);
  });

  it("are not kept in the history, which has its steps alone", async () => {
    const { designer } = await used();
    expect(designer.now.editor.document.toKeep()!.steps.map((step) => step.data)).toEqual([{ before: {}, after: expect.anything() }]);
  });

  it("are there again after a reload, where the host has the data that they were left with", async () => {
    vi.stubGlobal("indexedDB", {});
    const { sample } = await used(CSV, { documentId: "payslips" });
    press("Next row");
    const stored = { ...(sample() as object), employee: { fullName: "Ana" }, E_Mail: "ana@example.org", "Net pay": 12.5 };
    cleanup();
    const again = mount(<DesignerDataExplorer />, FIELDS, { data: stored, onChangeData: () => {}, documentId: "payslips" });
    await waitFor(() => expect(pager().textContent).toContain("2 of 3"));
    expect(again.now.editor.sample).toMatchObject({ employee: { fullName: "Bob" } });
    cleanup();
    // Of another document there are none, and other data is shown as it is.
    for (const [documentId, data] of [["letters", stored], ["payslips", { other: 1 }]] as const) {
      const other = mount(<DesignerDataExplorer />, FIELDS, { data, onChangeData: () => {}, documentId });
      await act(async () => {});
      expect(screen.queryByRole("group", { name: "Rows" })).toBeNull();
      expect(other.now.editor.sample).toEqual(data);
      cleanup();
    }
    expect((keptHere.get("tables payslips") as { rows: unknown[] }).rows).toHaveLength(3);
  });

  it("are forgotten, also by the browser, and the one that is shown becomes the data of the host", async () => {
    vi.stubGlobal("indexedDB", {});
    const { designer, onChangeData, name } = await used(CSV, { documentId: "payslips" });
    press("Next row");
    await waitFor(() => expect(keptHere.has("tables payslips")).toBe(true));
    press("Forget the other rows");
    expect(screen.queryByRole("group", { name: "Rows" })).toBeNull();
    expect(onChangeData).toHaveBeenLastCalledWith(expect.objectContaining({ employee: { fullName: "Bob" } }));
    expect(name()).toBe("Bob");
    await waitFor(() => expect(keptHere.has("tables payslips")).toBe(false));
    designer.run(({ actions }) => actions.undo());
    expect(pager().textContent).toContain("2 of 3");
  });

  it("are not kept where they are too large for that", async () => {
    const { storeTable, loadTable } = await import("../../../editor/store/kept-tables");
    const table = (text: string) => ({ name: "a", rows: [{ text }], at: 0, stored: { text } });
    await storeTable("a", table("x"));
    expect(await loadTable("a")).toEqual(table("x"));
    await storeTable("a", table("x".repeat(10_000_000)));
    expect(await loadTable("a")).toBeUndefined();
  });

  it("become files that are named by the template and the person, where the template has no rule", async () => {
    const rules: string[] = [];
    const engine = {
      check: async () => [],
      draw: () => new Promise(() => {}),
      render: async () => ({ bytes: new Uint8Array(8), pages: 1, warnings: [] }),
      evaluate: async (rule: string) => {
        rules.push(rule);
        return { text: "a" };
      },
      setFonts: async () => {},
      dispose: () => {},
    } as unknown as EngineAdapter;
    await used(CSV, { engine, documentId: "hr/payslip" });
    press("Download all");
    const dialog = await screen.findByRole("dialog", { name: "Download all" });
    await waitFor(() => expect(dialog.textContent).toContain("The ZIP file has"));
    expect(new Set(rules)).toEqual(new Set(["payslip-{employee.fullName}.pdf"]));
    expect(dialog.textContent).toContain("--filename 'payslip-{employee.fullName}.pdf'");
  });

  it("become a ZIP file; a row with a fault is named, and the way leads to one with a warning", async () => {
    const engine = {
      check: async () => [],
      draw: () => new Promise(() => {}),
      async render({ data }: { data: { employee: { fullName: string } } }) {
        if (data.employee.fullName === "Bob") throw new Error("there is no room for it");
        const isLong = data.employee.fullName === "Cid";
        return { bytes: new Uint8Array(8), pages: 1, warnings: isLong ? [{ code: "textOverflow", severity: "warning", message: "the name is cut off" }] : [] };
      },
      evaluate: async (_: string, data: { employee: { fullName: string } }) => ({ text: `slip ${data.employee.fullName}` }),
      setFonts: async () => {},
      dispose: () => {},
    } as unknown as EngineAdapter;
    await used(CSV, { engine, fileName: "slip {employee.fullName}" });
    press("Download all");
    const dialog = await screen.findByRole("dialog", { name: "Download all" });
    await waitFor(() => expect(dialog.textContent).toContain("The ZIP file has 2 of 3 documents."));
    expect(within(dialog).getByRole("alert").textContent).toContain("Row 2 there is no room for it");
    const warned = within(dialog).getByRole("group", { name: "1 document has a warning:" });
    expect(warned.textContent).toContain("Row 3 the name is cut off");
    expect(saved.map(({ name }) => name)).toEqual(["staff.zip"]);
    expect(dialog.textContent).toContain("reportctl batch TEMPLATE --data staff.ndjson --out-dir staff --filename 'slip {employee.fullName}'");
    await act(async () => fireEvent.click(within(dialog).getByText("Save staff.ndjson")));
    expect(saved.at(-1)!.name).toBe("staff.ndjson");
    await act(async () => fireEvent.click(within(warned).getByRole("button", { name: "Row 3" })));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(pager().textContent).toContain("3 of 3");
  });
});
