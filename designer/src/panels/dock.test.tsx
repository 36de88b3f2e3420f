// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { describePdfError, UnsupportedGlyphError } from "../core/errors";
import { dictFor, I18nProvider, type Locale } from "../i18n";
import { text } from "../editor/testing";
import type { DocumentInput, DrawnDocument, EngineAdapter, Problem } from "../engine/types";
import { DesignerDataExplorer, DesignerFilterPanel, DesignerPreview, DesignerProblems } from ".";
import { PreviewSession } from "./preview/session";
import { data, mount, table } from "./testing";

beforeAll(() => {
  // The editor of data measures text, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

const page = (number: number, content: string): DrawnDocument["pages"][number] => ({
  number,
  design: 0,
  x: 0,
  y: 0,
  width: 210,
  height: 297,
  defs: "",
  background: "",
  pictures: [],
  placements: [{ field: "a", pointer: "/template/schemas/0", zone: "body", x: 10, y: 50, width: 80, height: 10, svg: `<text>${content}</text>` }],
});

/** An engine that answers when the test says so. */
function fakeEngine(problems: Problem[] = []) {
  const draws: { input: DocumentInput; pages: number[] | undefined; done: (drawn: DrawnDocument) => void; fail: (error: unknown) => void }[] = [];
  const engine = {
    check: vi.fn(async () => problems),
    draw: vi.fn(
      (input: DocumentInput, pages?: number[]) =>
        new Promise<DrawnDocument>((done, fail) => {
          draws.push({ input, pages, done, fail });
        }),
    ),
    render: vi.fn(async () => ({ bytes: new Uint8Array(2048), pages: 1, warnings: [] })),
    setFonts: async () => {},
    dispose: () => {},
  };
  return { engine: engine as unknown as EngineAdapter, draws, spies: engine };
}
const drawn = (content: string, pageCount = 1): DrawnDocument => ({ pageCount, pages: [page(1, content)], warnings: [], images: {} });

describe("problems", () => {
  const problems: Problem[] = [
    { code: "textTooWide", severity: "warning", message: "8 mm too wide", field: "a", pointer: "/template/schemas/0/content", page: 2 },
    { code: "unusedBinding", severity: "warning", message: "the binding is for `gone`", pointer: "/bindings/0" },
    { code: "unclosedCall", severity: "error", message: "never closed", field: "a", pointer: "/template/schemas/0/content" },
  ];
  const bindings = [{ schemaName: "gone", type: "section" as const, path: "x" }];

  it("87: lists what the check finds, errors first; a click asks for the control", async () => {
    const onProblems = vi.fn();
    const designer = mount(<DesignerProblems />, [text("a")], { engine: fakeEngine(problems).engine, bindings, onProblems });
    expect(await screen.findByText("1 error, 2 warnings")).toBeTruthy();
    expect([...document.querySelectorAll(".jpd-problem .jpd-code")].map((code) => code.textContent).filter((code) => /^[a-z]+[A-Z]/.test(code ?? ""))).toEqual([
      "unclosedCall",
      "textTooWide",
      "unusedBinding",
    ]);
    expect(screen.getByText(/page 2/)).toBeTruthy();
    await waitFor(() => expect(onProblems).toHaveBeenCalledWith(problems));
    designer.run(({ selection }) => selection.setSelectedIds([]));
    fireEvent.click(screen.getByText("8 mm too wide"));
    expect(designer.now.selection.selectedIds).toEqual(["a"]);
    expect(designer.now.ui.focusRequest).toEqual({ fieldId: "a", property: "content" });
  });

  it("fixes what has one obvious fix, and ignores what is to be ignored", async () => {
    const designer = mount(<DesignerProblems />, [text("a")], { engine: fakeEngine(problems).engine, bindings });
    fireEvent.click(await screen.findByText("Remove the link"));
    expect(designer.now.data.bindings).toEqual([]);
    fireEvent.click(screen.getByLabelText("Ignore here: textTooWide of a"));
    expect(screen.queryByText("8 mm too wide")).toBeNull();
    fireEvent.click(screen.getByText("Show 1 ignored"));
    expect(screen.getByText("8 mm too wide")).toBeTruthy();
  });

  it("asks nothing of an empty page, whatever its document is to conform to", async () => {
    const asked: Problem[] = [
      { code: "headingMissing", severity: "warning", message: "the document has no heading", pointer: "/template" },
      { code: "conformance", severity: "error", message: "the document has no title", pointer: "/template/pdf/title" },
    ];
    const { engine, spies } = fakeEngine(asked);
    const designer = mount(<DesignerProblems />, [], { engine });
    await waitFor(() => expect(spies.check).toHaveBeenCalled());
    expect(await screen.findByText("No problems.")).toBeTruthy();
    expect(screen.queryByText(/no heading|no title/)).toBeNull();
    designer.run(({ actions }) => actions.addField("text"));
    expect(await screen.findByText(/no heading/)).toBeTruthy();
  });

  it("adds the guard of a payment, and says in plain words what it is", async () => {
    const guard: Problem = { code: "guardMissing", severity: "warning", message: "older programs print the document without the payment of `a`", help: "add an image of 1 x 1 mm with the content `data:application/x-extensions,1`", pointer: "/template" } as never;
    const designer = mount(<DesignerProblems />, [text("a")], { engine: fakeEngine([guard]).engine });
    expect(await screen.findByText(/^The protection is a small invisible image/)).toBeTruthy();
    expect(screen.queryByText(/1 x 1 mm/)).toBeNull();
    fireEvent.click(screen.getByText("Add the protection"));
    expect(designer.now.data.template.schemas).toContainEqual(expect.objectContaining({ type: "image", content: "data:application/x-extensions,1" }));
  });

  describe("a field across the border of a band", () => {
    const across = (pointer = "/template/schemas/0"): Problem => ({ code: "bandOverlap", severity: "warning", message: "the field begins in the header band but ends 2 mm below it", field: "a", pointer });
    const shown = async (fields: Parameters<typeof mount>[1], problem = across()) => {
      const designer = mount(<DesignerProblems />, fields, { engine: fakeEngine([problem]).engine });
      await screen.findByText(/begins in the header band/);
      return designer;
    };

    it.each([
      ["Move into the header", { y: 12 }, { y: 10 }],
      ["Move into the body", { y: 18 }, { y: 20 }],
      ["Move into the footer", { y: 279 }, { y: 282 }],
      ["Move into the body", { y: 274 }, { y: 272 }],
    ])("is moved by one click to where most of it is: %s", async (label, at, place) => {
      const designer = await shown([text("a", at)]);
      fireEvent.click(screen.getByText(label));
      expect(designer.field("a")).toMatchObject({ x: 10, ...place, width: 80, height: 10 });
      designer.run(({ actions }) => actions.undo());
      expect(designer.field("a")).toMatchObject(at);
    });

    it("goes with the members of a section, which prints in the body alone", async () => {
      const section = { id: "a", name: "a", type: "section", x: 10, y: 8, width: 80, height: 15 } as const;
      const designer = await shown([section, text("member", { y: 10, sectionId: "a" })]);
      fireEvent.click(screen.getByText("Move into the body"));
      expect(designer.field("a")).toMatchObject({ y: 20 });
      expect(designer.field("member")).toMatchObject({ y: 22, sectionId: "a" });
    });

    it("has no such click where no zone holds it, or where it is its data that grows", async () => {
      await shown([text("a", { y: 10, height: 270 })]);
      expect(screen.queryByText(/^Move into/)).toBeNull();
      cleanup();
      await shown([{ ...table, y: 200, height: 30 }]);
      expect(screen.queryByText(/^Move into/)).toBeNull();
    });
  });

  it("keeps ignoring a problem whose figures change, wherever its field stands", async () => {
    const [wide] = problems.filter(({ code }) => code === "textTooWide") as [Problem];
    const moved = { ...wide, message: wide.message.replace("8", "9"), ...(wide.pointer && { pointer: wide.pointer.replace(/schemas\/\d+/, "schemas/7") }) };
    const before = fakeEngine([wide]);
    const designer = mount(<DesignerProblems />, [text("a")], { engine: before.engine });
    fireEvent.click(await screen.findByLabelText("Ignore here: textTooWide of a"));
    before.spies.check.mockResolvedValue([moved]);
    designer.run(({ actions }) => actions.updateSchema("a", { y: 90 }));
    await waitFor(() => expect(before.spies.check).toHaveBeenCalledTimes(2));
    expect(await screen.findByText("Show 1 ignored")).toBeTruthy();
    expect(screen.queryByText("9 mm too wide")).toBeNull();
  });

  it("gives the kind of problem in the language of the editor", async () => {
    mount(<DesignerProblems />, [text("a")], { engine: fakeEngine(problems).engine, bindings, locale: "pt-BR" });
    expect(await screen.findByText("Texto mais largo que a caixa")).toBeTruthy();
    const message = screen.getByText("8 mm too wide.");
    expect(message.getAttribute("lang")).toBe("en");
    // The message of the engine is there for who opens it.
    expect(message.closest("details")?.open).toBe(false);
  });

  it("says when the check fails, and when nothing is wrong", async () => {
    const { engine, spies } = fakeEngine();
    spies.check.mockRejectedValueOnce(new Error("out of memory"));
    const designer = mount(<DesignerProblems />, [text("a")], { engine });
    expect(await screen.findByText("The check failed: out of memory")).toBeTruthy();
    designer.run(({ actions }) => actions.updateSchema("a", { content: "b" }));
    expect(await screen.findByText(/No problems/)).toBeTruthy();
  });
});

describe("preview", () => {
  beforeEach(() => vi.useRealTimers());

  it("keeps the previous page until the next is drawn, and draws only the last of what came meanwhile", async () => {
    const { engine, draws } = fakeEngine();
    const session = new PreviewSession();
    const input = (content: string): DocumentInput => ({ template: { content }, bindings: [], data: {} });
    const shown = () => session.store.getState().pages.get(1)?.placements[0]?.svg;
    session.update(engine, input("one"));
    await act(async () => draws[0]!.done(drawn("one")));
    expect(shown()).toContain("one");
    for (const content of ["two", "three", "four"]) session.update(engine, input(content));
    expect(draws).toHaveLength(2);
    expect(shown()).toContain("one");
    await act(async () => draws[1]!.done(drawn("two")));
    expect(draws).toHaveLength(3);
    expect(draws[2]!.input.template).toEqual({ content: "four" });
    await act(async () => draws[2]!.done(drawn("four")));
    expect(shown()).toContain("four");
    session.dispose();
  });

  it("makes the PDF of the document as it is now, also right after a change", async () => {
    const { engine, draws } = fakeEngine();
    const session = new PreviewSession();
    const input = (content: string): DocumentInput => ({ template: { content }, bindings: [], data: {} });
    session.update(engine, input("one"));
    await act(async () => draws[0]!.done(drawn("one")));
    await waitFor(() => expect(session.store.getState().pdf).not.toBeNull());
    session.update(engine, input("two"));
    // The old one is still being replaced.
    session.update(engine, input("three"));
    const render = vi.spyOn(engine, "render");
    await session.bytes();
    expect(render.mock.lastCall?.[0].template).toEqual({ content: "three" });
    session.dispose();
  });

  it("draws the pages in view only", async () => {
    const { engine, draws } = fakeEngine();
    const session = new PreviewSession();
    session.update(engine, { template: {}, bindings: [], data: {} });
    await act(async () => draws[0]!.done({ ...drawn("a", 50), pages: [page(1, "a"), page(2, "b")] }));
    expect(draws[0]!.pages).toEqual([1, 2]);
    session.show([7, 8]);
    expect(draws[1]!.pages).toEqual([7, 8]);
    session.dispose();
  });

  it("shows pages, size and time, and selects what is clicked", async () => {
    const { engine, draws } = fakeEngine();
    const designer = mount(<DesignerPreview />, [text("a")], { engine, data });
    await waitFor(() => expect(draws.length).toBeGreaterThan(0));
    for (const draw of draws) await act(async () => draw.done(drawn("printed")));
    expect(await screen.findByText(/1 \/ 1 page · 2 KB/)).toBeTruthy();
    const svg = screen.getByRole("img", { name: "Page 1 of the PDF" });
    expect(svg.innerHTML).toContain("printed");
    expect(svg.querySelector(".jpd-preview__mark")).toBeTruthy();
    designer.run(({ selection }) => selection.setSelectedIds([]));
    expect(svg.querySelector(".jpd-preview__mark")).toBeNull();
    svg.getBoundingClientRect = () => new DOMRect(0, 0, 210, 297);
    fireEvent.click(svg, { clientX: 20, clientY: 55 });
    expect(designer.now.selection.selectedIds).toEqual(["a"]);
  });

  it("91: an error shows its title, what to do and the field, in the language of the editor", async () => {
    const error = new UnsupportedGlyphError("a", "七", "Order 七");
    const { engine, draws } = fakeEngine();
    const designer = mount(<DesignerPreview />, [text("a")], { engine, data });
    await waitFor(() => expect(draws.length).toBeGreaterThan(0));
    for (const draw of draws) await act(async () => draw.fail(error));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("七");
    fireEvent.click(screen.getByText("Show field a"));
    expect(designer.now.ui.focusRequest).toEqual({ fieldId: "a", property: "content" });
  });

  it("91: the link leads to a field of another page; another language words the same error again", async () => {
    const error = new UnsupportedGlyphError("b", "七", "Order 七");
    const { engine, draws } = fakeEngine();
    let speak: (locale: Locale) => void = () => {};
    function Spoken() {
      const [locale, setLocale] = useState<Locale>("en");
      speak = setLocale;
      return (
        <I18nProvider locale={locale}>
          <DesignerPreview />
        </I18nProvider>
      );
    }
    const designer = mount(<Spoken />, [text("a")], { engine, data });
    const page = { page: { width: 210, height: 297 } };
    designer.setTemplate({ ...designer.now.data.template, schemas: [], pages: [{ id: "1", ...page, schemas: [text("a")] }, { id: "2", ...page, schemas: [text("b")] }] });
    await waitFor(() => expect(draws.length).toBeGreaterThan(0));
    for (const draw of draws) await act(async () => draw.fail(error));
    const titles = (["en", "pt-BR"] as const).map((locale) => describePdfError(error, dictFor(locale))!.title);
    expect(titles[0]).not.toBe(titles[1]);
    expect((await screen.findByRole("alert")).textContent).toContain(titles[0]);
    act(() => speak("pt-BR"));
    expect(screen.getByRole("alert").textContent).toContain(titles[1]);
    fireEvent.click(screen.getByText(dictFor("pt-BR").previewPanel.showField("b")));
    expect(designer.now.page.index).toBe(1);
    expect(designer.now.selection.selectedIds).toEqual(["b"]);
  });
});

describe("data explorer", () => {
  it("shows types, counts and samples, and what uses them", () => {
    mount(<DesignerDataExplorer />, [text("a", { content: "{customer.name}" }), table], {
      data,
      bindings: [{ schemaName: "table", type: "array", path: "lines", columns: [] }],
    });
    const names = screen.getAllByRole("treeitem").map((item) => item.getAttribute("aria-label"));
    expect(names).toContain("Total 12.5, number");
    expect(names.some((name) => name?.startsWith("Lines 3 items") && name.includes("Used by table"))).toBe(true);
    fireEvent.click(screen.getByLabelText("Expand customer"));
    expect(screen.getByRole("treeitem", { name: /^Name Ana, text, Used by a/ })).toBeTruthy();
    expect(screen.getAllByText("Used in the document")).toHaveLength(1);
    cleanup();
    mount(<DesignerDataExplorer />, [], { data });
    expect(screen.queryByText("Used in the document")).toBeNull();
  });

  it("names values in words, as the form that fills them in, and finds them by these and by their keys", () => {
    mount(<DesignerDataExplorer />, [], { data: { termDays: 14, customer: { vatID: "DE1" } } });
    const shown = () => [...document.querySelectorAll<HTMLElement>(".jpd-tree__key")].map((name) => [name.textContent, name.title]);
    expect(shown()).toEqual([["Term days", "termDays"], ["Customer", "customer"]]);
    const search = (text: string) => fireEvent.change(screen.getByLabelText("Search data"), { target: { value: text } });
    search("term d");
    expect(shown()).toEqual([["Term days", "termDays"]]);
    search("vatid");
    expect(shown()).toEqual([["Customer", "customer"], ["Vat ID", "customer.vatID"]]);
  });

  it("is moved through by the keyboard and searched", () => {
    mount(<DesignerDataExplorer />, [], { data });
    const items = () => screen.getAllByRole("treeitem");
    items()[0]!.focus();
    fireEvent.keyDown(items()[0]!, { key: "ArrowDown" });
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Customer/);
    fireEvent.keyDown(document.activeElement!, { key: "ArrowRight" });
    expect(document.activeElement?.getAttribute("aria-expanded")).toBe("true");
    fireEvent.change(screen.getByLabelText("Search data"), { target: { value: "age" } });
    expect(items().map((item) => item.getAttribute("aria-label")?.split(" ")[0])).toEqual(["People", "Age"]);
  });

  it("73: inserts a value as a bound text, and a list as what is chosen", () => {
    const designer = mount(<DesignerDataExplorer />, [], { data });
    fireEvent.click(screen.getByLabelText("Insert total"));
    expect(designer.now.page.design.schemas).toMatchObject([{ type: "text", content: "{DECIMAL(total, 2, 2)}" }]);
    fireEvent.click(screen.getByLabelText("Insert lines"));
    fireEvent.click(screen.getByText("Table"));
    expect(designer.now.page.design.schemas[1]).toMatchObject({ type: "table", head: ["Name", "Price", "Group"] });
    expect(designer.now.data.bindings).toMatchObject([{ type: "array", path: "lines" }]);
  });

  it("drags the payload that hosts know", () => {
    mount(<DesignerDataExplorer />, [], { data });
    const set = vi.fn();
    fireEvent.dragStart(screen.getByRole("treeitem", { name: /^Price/ }), { dataTransfer: { setData: set } });
    expect(JSON.parse(set.mock.calls.find(([type]) => type === "application/json")?.[1] as string)).toEqual({
      path: "lines.price",
      kind: "arrayColumn",
      sourcePath: "lines",
      column: "price",
      label: "price",
    });
  });

  it("shows the document with other data, without giving it to the host", () => {
    const onChangeData = vi.fn();
    mount(<DesignerDataExplorer />, [], { data, onChangeData });
    fireEvent.change(screen.getByLabelText("Test this data at its limits"), { target: { value: "empty" } });
    expect(screen.getByText("Shown with: Empty lists")).toBeTruthy();
    expect(screen.getByRole("treeitem", { name: /^Lines 0 items/ })).toBeTruthy();
    expect(onChangeData).not.toHaveBeenCalled();
  });

  it("75: renames a path in data and document in one step", () => {
    const onChangeData = vi.fn();
    const designer = mount(<DesignerDataExplorer />, [text("a", { content: "{total}" })], { data, onChangeData });
    fireEvent.click(screen.getByLabelText("Rename total"));
    const input = screen.getByLabelText(/^Rename total: New name/);
    fireEvent.change(input, { target: { value: "sum" } });
    fireEvent.keyDown(input, { key: "Enter" });
    expect(designer.field("a")).toMatchObject({ content: "{sum}" });
    expect(onChangeData).toHaveBeenCalledWith({ ...data, total: undefined, sum: 12.5 });
  });
});

describe("filter panel", () => {
  it("72: counts the items that the engine prints", () => {
    mount(<DesignerFilterPanel />, [table], {
      data,
      bindings: [{ schemaName: "table", type: "array", path: "lines", columns: ["name"], filters: [[{ column: "group", op: "eq", value: "a" }]] }],
    });
    expect(screen.getByText("2 of 3 items pass")).toBeTruthy();
    expect(screen.getAllByRole("row")).toHaveLength(3);
    fireEvent.change(screen.getByLabelText("Operator of condition 1"), { target: { value: "neq" } });
    expect(screen.getByText("1 of 3 items pass")).toBeTruthy();
  });
});
