// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Binding, Field, TableSchema, Template } from "../../core/types";
import type { DocumentInput, DrawnDocument, EngineAdapter } from "../../engine/types";
import { DesignerCanvas, DesignerToolbar } from "../index";
import { DesignerDataExplorer } from "../../panels";
import { NOTHING_DRAWN } from "../drawing/drawing-store";
import { bench, template, text } from "../testing";
import { standingBack, variantsOf } from "./variants";

afterEach(cleanup);

const box = { x: 10, y: 50, width: 100, height: 40 };
const table = { ...box, id: "t", name: "t", type: "table", head: ["A", "B"], content: [["1", "2"], ["3", "4"], ["5", "6"]], footer: ["", "12"], bodyBandColor: "#ffeecc" } as Field;
const pie = { ...box, id: "pie", name: "pie", type: "chart", y: 120, chartType: "pie", legendPosition: "top" } as Field;
const bars = { ...box, id: "bars", name: "bars", type: "chart", y: 170, chartType: "bar", legendPosition: "top" } as Field;

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

describe("what is drawn without the engine", () => {
  it("names the rows and cells of tables, and stripes every second row as the print does", () => {
    bench(template([table]), [], {}, <DesignerCanvas />);
    expect(all(".jpd-fieldtable.jpd-table > .jpd-table__row").map((row) => row.dataset.banded ?? "")).toEqual(["", "", "true", "", ""]);
    expect(all(".jpd-table__row[data-banded]")[0]?.style.backgroundColor).toBe("rgb(255, 238, 204)");
    expect(all(".jpd-table__row").map((row) => row.querySelector<HTMLElement>(".jpd-table__cell")?.dataset.role)).toEqual(["head", "body", "body", "body", "footer"]);
  });

  it("says where a pie has its legend; bars have none", () => {
    bench(template([pie, bars]), [], {}, <DesignerCanvas />);
    expect(all(".jpd-chart").map((chart) => chart.dataset.legend)).toEqual(["top", undefined]);
  });
});

describe("sections", () => {
  it("hide their name where another field lies on their bar", () => {
    const section = { ...box, id: "s", name: "s", type: "section" } as Field;
    const designer = bench(template([section, text("a", { y: 70, sectionId: "s" })]), [], {}, <DesignerCanvas />);
    const covered = () => document.querySelector("[data-field-id=s]")?.hasAttribute("data-covered");
    expect(covered()).toBe(false);
    designer.run(({ actions }) => actions.updateSchema("a", { y: 52 }));
    expect(covered()).toBe(true);
    designer.run(({ actions }) => actions.updateSchema("a", { x: 120 }));
    expect(covered()).toBe(false);
  });
});

describe("fields that stand for each other by their conditions", () => {
  const first = text("first", { y: 50, visibleWhen: "pageNumber == 1" });
  const later = text("later", { y: 53, visibleWhen: "pageNumber > 1" });
  const drawing = (...printed: [string, number][]) => ({
    ...NOTHING_DRAWN,
    drawn: true,
    byField: new Map(printed.map(([id, page]) => [id, { svg: "", page, box: { x: 0, y: 0, width: 1, height: 1 }, shift: { x: 0, y: 0, width: 0, height: 0 }, order: 0 }])),
  });

  it("give way to the one that is printed, or that is printed first", () => {
    const variants = variantsOf([first, later, text("below", { y: 61, visibleWhen: "false" }), { ...bars, y: 50, visibleWhen: "false" }]);
    expect(standingBack(variants, drawing(["first", 1]))).toEqual(["later"]);
    expect(standingBack(variants, drawing(["first", 1], ["later", 2]))).toEqual(["later"]);
    expect(standingBack(variants, drawing(["later", 1]))).toEqual(["first"]);
    // Without a choice both are shown, as before anything is drawn.
    expect(standingBack(variants, drawing(["first", 1], ["later", 1]))).toEqual([]);
    expect(standingBack(variants, NOTHING_DRAWN)).toEqual([]);
  });

  it("are marked on the canvas", () => {
    const designer = bench(template([first, later]), [], {}, <DesignerCanvas />);
    const marked = () => all("[data-behind]").map((field) => field.dataset.fieldId);
    expect(marked()).toEqual([]);
    designer.run(({ editor }) => editor.drawing.store.setState(drawing(["first", 1])));
    expect(marked()).toEqual(["later"]);
  });
});

describe("editing a table in its place", () => {
  it("marks the cell that has the focus, and no other", () => {
    const designer = bench(template([table]), [], {}, <DesignerCanvas />);
    designer.run(({ editor }) => editor.editContent("t"));
    const focused = () => all(".jpd-cell-text").flatMap((cell, index) => (cell.dataset.focused ? index : []));
    expect(all(".jpd-cell-text > .jpd-cell-input")).toHaveLength(10);
    // The first cell below the titles.
    expect(focused()).toEqual([2]);
    act(() => all(".jpd-cell-input")[9]?.focus());
    expect(focused()).toEqual([9]);
    fireEvent.change(all(".jpd-cell-input")[9]!, { target: { value: "13" } });
    fireEvent.keyDown(all(".jpd-cell-input")[9]!, { key: "Enter" });
    expect(designer.field("t")).toMatchObject({ footer: ["", "13"] });
  });

  it("writes totals behind the end of a totals row that is shorter than the titles", () => {
    const short = { ...table, head: ["A", "B", "C"], content: [["1", "2", "3"]], footer: ["Total"] };
    const designer = bench(template([short as never]), [], {}, <DesignerCanvas />);
    designer.run(({ editor }) => editor.editContent("t"));
    const cell = document.querySelector<HTMLTextAreaElement>('[data-cell="2-2"]')!;
    fireEvent.change(cell, { target: { value: "13" } });
    fireEvent.blur(cell);
    expect(designer.field("t")).toMatchObject({ footer: ["Total", "", "13"] });
  });

  const inputs = () => all(".jpd-cell-input") as HTMLTextAreaElement[];
  const grid = { ...table, head: ["Name", "Amount"], content: [["Wage", ""], ["Tax", ""]], footer: [] };
  const extended = { ...template([grid as never]), extensions: 1 } as Template;

  it("spreads pasted cells over rows and columns, in one step", () => {
    const designer = bench(template([grid as never]), [], {}, <DesignerCanvas />);
    designer.run(({ editor }) => editor.editContent("t"));
    fireEvent.paste(inputs()[3]!, { clipboardData: { getData: () => "1\tmonth\r\n2\tmonth\r\n3\tyear\r\n" } });
    expect(designer.field("t")).toMatchObject({ head: ["Name", "Amount", "3"], content: [["Wage", "1", "month"], ["Tax", "2", "month"], ["", "3", "year"]] });
    designer.run(({ actions }) => actions.undo());
    expect(designer.field("t")).toMatchObject({ head: grid.head, content: grid.content });
  });

  it("pastes into the titles that print", () => {
    const titled = { ...grid, columnStyles: [null, { title: "Sum {currency}" }] };
    const designer = bench({ ...extended, schemas: [titled as never] }, [], {}, <DesignerCanvas />);
    designer.run(({ editor }) => editor.editContent("t"));
    fireEvent.paste(inputs()[0]!, { clipboardData: { getData: () => "Item\tPrice" } });
    expect(designer.field("t")).toMatchObject({ head: ["Item", "Amount"], columnStyles: [null, { title: "Price" }] });
  });

  it("keeps a pasted text without cells, and cells of a table with a list, as texts", () => {
    const designer = bench(template([grid as never]), [{ schemaName: "t", type: "array", path: "rows" } as never], {}, <DesignerCanvas />);
    designer.run(({ editor }) => editor.editContent("t"));
    expect(fireEvent.paste(inputs()[2]!, { clipboardData: { getData: () => "one\ntwo" } })).toBe(true);
    expect(fireEvent.paste(inputs()[2]!, { clipboardData: { getData: () => "1\t2" } })).toBe(true);
    expect(designer.field("t")).toMatchObject({ content: grid.content });
  });

  it("prints values of the data that are typed into a cell of a table without a list", () => {
    const designer = bench(extended, [], { data: { Wage: 3200.5, note: "x" } }, <DesignerCanvas />);
    const type = (cell: number, value: string) => {
      fireEvent.change(inputs()[cell]!, { target: { value } });
      fireEvent.keyDown(inputs()[cell]!, { key: "Enter" });
    };
    designer.run(({ editor }) => editor.editContent("t"));
    // Braces around a name that the data does not have stay what they are.
    type(3, "{other}");
    expect(designer.field("t")).toMatchObject({ content: [["Wage", "{other}"], ["Tax", ""]] });
    type(5, "{Wage}");
    const { content, footerRows, columnStyles } = designer.field("t") as TableSchema;
    expect(content).toEqual([["Wage", "{other}"]]);
    expect(footerRows).toEqual([{ cells: { [columnStyles![0]!.key!]: "Tax", [columnStyles![1]!.key!]: "{DECIMAL(Wage, 2, 2)}" } }]);
  });

  it("keeps what is typed into such a table of a section, whose rows take no values by drops either", () => {
    const section = { ...box, id: "s", name: "s", type: "section" } as Field;
    const inSection = { ...template([section, { ...grid, sectionId: "s" } as never]), extensions: 1 } as Template;
    const designer = bench(inSection, [], { data: { Wage: 3200.5 } }, <DesignerCanvas />);
    designer.run(({ editor }) => editor.editContent("t"));
    fireEvent.change(inputs()[3]!, { target: { value: "{Wage}" } });
    fireEvent.keyDown(inputs()[3]!, { key: "Enter" });
    expect(designer.field("t")).toMatchObject({ content: [["Wage", "{Wage}"], ["Tax", ""]] });
    expect(designer.field("t")).not.toHaveProperty("footerRows");
  });

  it("opens also where titles, rows or the columns of the list are missing", () => {
    const { head: _, content: __, ...broken } = table as never as Record<string, unknown>;
    const designer = bench(template([broken as never]), [{ schemaName: "t", type: "array", path: "rows" } as never], {}, <DesignerCanvas />);
    designer.run(({ editor }) => editor.editContent("t"));
    designer.run(({ editor }) => editor.editCell("t", 0, "{a}"));
    expect(designer.field("t")).toMatchObject({ content: [["{a}"]] });
  });
});

describe("editing a text in its place", () => {
  it.each([
    ["of its own", [] as Binding[]],
    ["that a binding says", [{ schemaName: "a", type: "template", template: "x" }] as Binding[]],
  ])("makes letters that are typed one after the other into a text %s one step", (_, bindings) => {
    const designer = bench(template([text("a")]), bindings, {}, <DesignerCanvas />);
    designer.run(({ editor }) => void editor.editContent("a"));
    const area = document.querySelector("textarea")!;
    for (const value of ["xh", "xhe", "xhel", "xhello"]) fireEvent.change(area, { target: { value } });
    expect(designer.now.history.steps).toHaveLength(1);
    expect(area.value).toBe("xhello");
  });
});

describe("what the engine draws", () => {
  const drawn: DrawnDocument = { pageCount: 1, pages: [], warnings: [], images: {} };

  /** An engine that only says what it was asked to draw. */
  function recorder() {
    const asked: string[] = [];
    const note = ({ template }: DocumentInput) => asked.push((template as Template).schemas.map((field) => ("content" in field ? field.content : "")).join());
    const engine = { draw: async (input: DocumentInput) => (note(input), drawn), check: async () => [] } as unknown as EngineAdapter;
    return { asked, engine };
  }

  it("is asked for before the host hears of a change, and only once", async () => {
    const { asked, engine } = recorder();
    const before: string[][] = [];
    const onChangeTemplate = () => before.push([...asked]);
    const designer = bench(template([text("a", { content: "one" })]), [], { engine, onChangeTemplate }, <DesignerCanvas />);
    await act(async () => {});
    asked.length = 0;
    designer.run(({ actions }) => actions.updateSchema("a", { content: "two" }));
    expect(before).toEqual([["two"]]);
    await act(async () => {});
    expect(asked).toEqual(["two"]);
  });

  it("is what the host has, where it refuses a change", async () => {
    const { asked, engine } = recorder();
    const designer = bench(template([text("a", { content: "one" })]), [], { engine, onChangeTemplate: () => {} }, <DesignerCanvas />);
    await act(async () => {});
    vi.useFakeTimers();
    try {
      designer.run(({ actions }) => actions.updateSchema("a", { content: "two" }));
      await act(() => vi.advanceTimersByTimeAsync(1500));
      expect(asked.at(-1)).toBe("one");
      const count = asked.length;
      await act(() => vi.advanceTimersByTimeAsync(1500));
      expect(asked).toHaveLength(count);
    } finally {
      vi.useRealTimers();
    }
  });
});

it("leads from a text that is a value of the data to the form where its words are changed", async () => {
  const fields = [text("a", { content: "{MARKUP(client.preamble)}" })];
  const data = { number: 1, client: { name: "Ana", preamble: "The Client" } };
  const designer = bench(template(fields, { extensions: 1 }), [], { data, onChangeData: () => {} }, <DesignerCanvas />);
  designer.run(({ editor }) => void editor.editContent("a"));
  fireEvent.click(document.querySelector(".jpd-writing__source button")!);
  expect(document.querySelector(".jpd-writing")).toBeNull();
  await act(() => new Promise((resolve) => setTimeout(resolve, 60)));
  expect((document.activeElement as HTMLTextAreaElement).value).toBe("The Client");
});

describe("the words of a repeated text", () => {
  const data = { title: "Agreement", clauses: [{ title: "One", text: "A" }, { title: "Two", text: "B" }] };
  const section = { id: "s", name: "clauses", type: "section", x: 10, y: 40, width: 100, height: 30 } as Field;
  const member = (id: string, content: string) => text(id, { content, sectionId: "s" });
  const open = (props: object = { onChangeData: vi.fn() }) =>
    bench(template([section, member("a", "{MARKUP(text)}"), member("b", "{title}: {text}"), member("c", "Words")], { extensions: 1 }), [{ schemaName: "clauses", type: "section", path: "clauses" }], { data, ...props }, <DesignerCanvas />);
  const focused = () => document.activeElement as HTMLTextAreaElement;
  const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)));

  it("are changed in the form, at the item that was meant", async () => {
    const onChangeData = vi.fn();
    const designer = open({ onChangeData });
    designer.run(({ editor }) => expect(editor.fillIn("a", 1)).toBe(true));
    await settled();
    expect([focused().value, focused().getAttribute("aria-label")]).toEqual(["B", "Text, row 2"]);
    fireEvent.change(focused(), { target: { value: "C" } });
    // The other click would lose the typed text.
    expect(screen.queryByRole("button", { name: "Write around this value on the page" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Use this data" }));
    expect(onChangeData).toHaveBeenCalledWith({ ...data, clauses: [data.clauses[0], { title: "Two", text: "C" }] });
    expect(document.querySelector(".jpd-writing")).toBeNull();
  });

  it("can be written around on the page instead, and the form is reached from there again", async () => {
    const designer = open();
    designer.run(({ editor }) => void editor.fillIn("a", 1));
    await settled();
    fireEvent.click(screen.getByRole("button", { name: "Write around this value on the page" }));
    await settled();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect([focused().className, focused().value]).toEqual([expect.stringContaining("jpd-writing__text"), "{MARKUP(text)}"]);
    fireEvent.click(screen.getByRole("button", { name: "Fill in" }));
    await settled();
    expect(focused().getAttribute("aria-label")).toBe("Text, row 2");
  });

  it("beside others are reached from the text that is written, by the value at the caret", async () => {
    const designer = open();
    designer.run(({ editor }) => expect([editor.fillIn("b", 1), editor.fillIn("c", 1)]).toEqual([false, false]));
    designer.run(({ editor }) => void editor.editContent("b", null, 1));
    const source = () => document.querySelector(".jpd-writing__source")!.textContent;
    expect(source()).toContain("Shows text of");
    focused().setSelectionRange(3, 3);
    fireEvent.select(focused());
    expect(source()).toContain("Shows title of");
    fireEvent.click(screen.getByRole("button", { name: "Fill in" }));
    await settled();
    expect([focused().value, focused().getAttribute("aria-label")]).toEqual(["Two", "Title, row 2"]);
  });

  it("are not asked for where the data cannot be changed", () => {
    const designer = open({});
    designer.run(({ editor }) => expect(editor.fillIn("a", 1)).toBe(false));
  });
});

it("says of a text that is a value of the data where its words are changed", () => {
  const fields = [text("a", { content: "{MARKUP(preamble)}" }), text("b", { content: "Dear {name}", y: 80 })];
  const designer = bench(template(fields, { extensions: 1 }), [], { data: { preamble: "The Client", name: "Ana" } }, <DesignerCanvas />);
  designer.run(({ editor }) => void editor.editContent("a"));
  expect(document.querySelector(".jpd-writing__source")?.textContent).toContain("preamble of the data");
  designer.run(({ editor }) => void editor.editContent("b"));
  expect(document.querySelector(".jpd-writing__source")).toBeNull();
});

describe("a value of the data goes into the text that is written, where the cursor is", () => {
  const data = { name: "Ana", total: 12.5, lines: [{ price: 2 }, { price: 3 }] };
  const open = () => {
    const designer = bench(template([text("a", { content: "Dear , thank you" })], { extensions: 1 }), [], { data }, [<DesignerCanvas key="canvas" />, <DesignerDataExplorer key="data" />]);
    designer.run(({ editor }) => void editor.editContent("a"));
    const area = document.querySelector<HTMLTextAreaElement>("textarea.jpd-writing__text")!;
    area.setSelectionRange(5, 5);
    return { designer, area, content: () => (designer.field("a") as { content: string }).content };
  };
  const row = (name: RegExp) => screen.getByRole("treeitem", { name });
  /** As a browser does: the focus goes with the press. */
  const press = (element: HTMLElement) => {
    fireEvent.pointerDown(element);
    act(() => element.focus());
    fireEvent.click(element, { detail: 1 });
  };

  it("by a press on it, and the writing goes on", () => {
    const { designer, area, content } = open();
    press(row(/^Name/));
    expect(content()).toBe("Dear {name}, thank you");
    expect(designer.now.page.design.schemas).toHaveLength(1);
    expect(document.activeElement).toBe(area);
    expect(area.selectionStart).toBe("Dear {name}".length);
    fireEvent.click(row(/^Name/), { detail: 2 });
    expect(content()).toBe("Dear {name}, thank you");
    press(row(/^Total/).querySelector<HTMLElement>("[data-insert]")!);
    expect(content()).toBe("Dear {name}{DECIMAL(total, 2, 2)}, thank you");
    press(row(/^Price/));
    expect(content()).toContain("{DECIMAL(SUM(lines.price), 2, 2)}");
    press(screen.getByRole("button", { name: "Insert Page number" }));
    expect(content()).toContain("{pageNumber}");
    expect(designer.now.page.design.schemas).toHaveLength(1);
  });

  it("in its format, once its brace is closed; a calculation and a name without a format stay", () => {
    const { area, content } = open();
    const type = (value: string) => {
      fireEvent.change(area, { target: { value } });
      area.setSelectionRange(value.length, value.length);
      return fireEvent.keyDown(area, { key: "}" });
    };
    expect(type("Total {total")).toBe(false);
    expect(content()).toBe("Total {DECIMAL(total, 2, 2)}");
    expect(type("Dear {name")).toBe(true);
    expect(type("Twice {total * 2")).toBe(true);
    expect(content()).toBe("Twice {total * 2");
  });

  it("or the date of the document, which a brace offers in words", () => {
    const { area, content } = open();
    fireEvent.change(area, { target: { value: "On {docu" } });
    expect(within(screen.getByRole("listbox")).getByRole("option").textContent).toContain("Document date");
    fireEvent.keyDown(area, { key: "Enter" });
    expect(content()).toBe("On {DATE($doc.date)}");
  });

  describe("also into a cell of a table", () => {
    const table = { id: "t", name: "t", type: "table", x: 10, y: 50, width: 80, height: 30, head: ["Item", "Price"] };
    const openTable = (more: object, bindings: Binding[] = []) => {
      const designer = bench(template([{ ...table, ...more } as unknown as Field], { extensions: 1 }), bindings, { data }, [<DesignerCanvas key="canvas" />, <DesignerDataExplorer key="data" />]);
      designer.run(({ editor }) => void editor.editContent("t"));
      return { designer, cell: (at: string) => document.querySelector<HTMLTextAreaElement>(`[data-cell="${at}"]`)!, now: () => designer.field("t") as unknown as TableSchema };
    };

    it("of a list, as its column, and of the totals, as their sum", () => {
      const { cell, now } = openTable({ content: [["", ""]], footer: ["Total", ""] }, [{ schemaName: "t", type: "array", path: "lines", columns: [] }]);
      act(() => cell("1-1").focus());
      press(row(/^Price/));
      expect(document.activeElement).toBe(cell("1-1"));
      act(() => cell("2-1").focus());
      press(row(/^Price/));
      act(() => cell("1-0").focus());
      expect(now().content).toEqual([["", "{DECIMAL([price], 2, 2)}"]]);
      expect(now().footer).toEqual(["Total", "{DECIMAL(SUM(lines.price), 2, 2)}"]);
    });

    it("of rows without a list, which become rows that print values", () => {
      const { cell, now } = openTable({ content: [["Rent", ""]] });
      act(() => cell("1-1").focus());
      press(row(/^Total/));
      expect([document.activeElement, cell("1-1").value]).toEqual([cell("1-1"), "{DECIMAL(total, 2, 2)}"]);
      act(() => cell("1-0").focus());
      expect(now().content).toEqual([]);
      expect(Object.values(now().footerRows![0]!.cells!)).toEqual(["Rent", "{DECIMAL(total, 2, 2)}"]);
    });
  });

  it("by a drop, which adds no field", () => {
    const { designer, area, content } = open();
    const dataTransfer = new Map([["application/json", JSON.stringify({ kind: "scalar", path: "name" })]]);
    fireEvent.drop(area, { dataTransfer: { types: [...dataTransfer.keys()], files: [], getData: (type: string) => dataTransfer.get(type) ?? "" } });
    expect(content()).toBe("Dear {name}, thank you");
    expect(designer.now.page.design.schemas).toHaveLength(1);
  });

  it("until the focus is elsewhere", () => {
    const { designer, content } = open();
    const item = row(/^Name/);
    fireEvent.pointerDown(item);
    act(() => item.focus());
    expect(designer.now.editor.ui.getState().editing).toBe("a");
    expect(screen.getByText("A press on a value inserts it where you write.")).toBeTruthy();
    act(() => document.querySelector<HTMLElement>("[data-part=canvas]")!.focus());
    expect(designer.now.editor.ui.getState().editing).toBeNull();
    fireEvent.click(item, { detail: 1 });
    expect(content()).toBe("Dear , thank you");
  });
});

describe("a text that is added by hand", () => {
  const written = () => document.querySelector<HTMLTextAreaElement>("textarea.jpd-writing__text");
  const canvas = () => document.querySelector<HTMLElement>("[data-part=canvas]")!;
  const expectOpen = () => {
    expect(document.activeElement).toBe(written());
    expect([written()!.selectionStart, written()!.selectionEnd]).toEqual([0, "Text".length]);
  };

  it("is open for writing, with its text selected: by its key", () => {
    bench(template([]), [], {}, <DesignerCanvas />);
    act(() => canvas().focus());
    fireEvent.keyDown(canvas(), { key: "t" });
    expectOpen();
  });

  it("by its button, but not where there is no canvas", () => {
    const designer = bench(template([]), [], {}, [<DesignerCanvas key="canvas" />, <DesignerToolbar key="toolbar" />]);
    fireEvent.click(document.querySelector("[title='Add text (T)']")!);
    expectOpen();
    expect(designer.now.page.design.schemas).toHaveLength(1);
    cleanup();
    const alone = bench(template([]), [], {}, <DesignerToolbar />);
    fireEvent.click(document.querySelector("[title='Add text (T)']")!);
    expect(alone.now.editor.ui.getState().editing).toBeNull();
  });

  it("is taken back while nothing is typed", () => {
    const designer = bench(template([]), [], {}, <DesignerCanvas />);
    act(() => canvas().focus());
    fireEvent.keyDown(canvas(), { key: "t" });
    fireEvent.keyDown(written()!, { key: "z", ctrlKey: true });
    expect(designer.now.page.design.schemas).toEqual([]);
    expect(designer.now.editor.ui.getState().editing).toBeNull();
  });
});
