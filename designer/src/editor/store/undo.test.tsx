// @vitest-environment jsdom
/** Statement 49: every action that changes the document is one step, undone and redone to equal states. */
import { act, cleanup } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Binding, Field, Template } from "../../core/types";
import { bench, template, text, type Bench } from "../testing";
import type { DesignerActionsValue } from "../types";

const PIXEL = "data:image/png;base64,iVBORw0KGgo=";
const table = { id: "t", name: "t", type: "table", x: 10, y: 120, width: 100, height: 30, head: ["A", "B"], content: [["{a}", "{b}"]] } as Field;
const section = { id: "s", name: "s", type: "section", x: 10, y: 160, width: 150, height: 30 } as Field;
const schemas = (): Field[] => [text("a", { y: 33.3 }), text("b", { x: 30, y: 60, width: 40 }), text("c", { x: 60, y: 90 }), table, section];
const bindings: Binding[] = [
  { schemaName: "t", type: "array", path: "rows", columns: [{ label: "A", formula: "{a}" }, { label: "B", formula: "{b}" }] },
  { schemaName: "s", type: "section", path: "rows" },
];
const single = () => template(schemas());
const several = (): Template => ({
  ...template([]),
  pages: [
    { id: "p1", name: "One", page: { width: 210, height: 297 }, schemas: schemas() },
    { id: "p2", name: "Two", page: { width: 210, height: 297 }, schemas: [text("d")] },
  ],
});

interface Case {
  run: (actions: DesignerActionsValue, designer: Bench) => unknown;
  select?: string[];
  pages?: true;
}

const on = (select: string[], run: Case["run"]): Case => ({ run, select });
const pages = (run: Case["run"], select: string[] = []): Case => ({ run, select, pages: true });

/** Call of each action; `null` for those that change no document. */
const CASES: { [Name in keyof DesignerActionsValue]: Case | null } = {
  updateSchema: on([], (actions) => actions.updateSchema("a", { content: "other" })),
  updateSchemas: on([], (actions) => actions.updateSchemas(["a", "b"], { fontSize: 20 })),
  renameSchema: on([], (actions) => actions.renameSchema("t", "items")),
  moveGroup: on([], (actions) => actions.moveGroup([{ id: "a", x: 20, y: 40 }, { id: "b", x: 40, y: 70 }])),
  bringToFront: on([], (actions) => actions.bringToFront("a")),
  sendToBack: on([], (actions) => actions.sendToBack("c")),
  addSchema: on([], (actions) => actions.addSchema(text("new"))),
  createSection: on([], (actions) => actions.createSection("rows")),
  dropSectionColumn: on([], (actions) => actions.dropSectionColumn({ sectionId: "s", column: "a" }, 20, 165)),
  removeSchema: on([], (actions) => actions.removeSchema("s")),
  setBinding: on([], (actions) => actions.setBinding("a", { schemaName: "a", type: "template", template: "{x}" })),
  handleChangeBinding: on([], (actions) => actions.handleChangeBinding("t", null)),
  renameTableColumn: on(["t"], (actions) => actions.renameTableColumn(0, "First")),
  setTableHead: on(["t"], (actions) => actions.setTableHead(["X", "Y"])),
  addTableColumn: on(["t"], (actions) => actions.addTableColumn("c")),
  removeTableColumn: on(["t"], (actions) => actions.removeTableColumn(0)),
  reorderTableColumn: on(["t"], (actions) => actions.reorderTableColumn(0, 1)),
  setColumnStyle: on(["t"], (actions) => actions.setColumnStyle(0, { cellFontSize: 7 })),
  setColumnWidth: on(["t"], (actions) => actions.setColumnWidth(0, 30)),
  setColumnFormula: on(["t"], (actions) => actions.setColumnFormula(0, "{UPPER(a)}")),
  updatePageBand: on([], (actions) => actions.updatePageBand({ headerHeight: 25 })),
  setPagePreset: on([], (actions) => actions.setPagePreset("a5")),
  setPageOrientation: on([], (actions) => actions.setPageOrientation("landscape")),
  setBackgroundImage: on([], (actions) => actions.setBackgroundImage(PIXEL)),
  toggleIsolateBands: null,
  // Reads a file with a canvas, which jsdom has not; it ends in `setBackgroundImage`. Statement 81 tries it in a browser.
  handleBackgroundUpload: null,
  undo: null,
  redo: null,
  transaction: on([], (actions) =>
    actions.transaction("both", () => {
      actions.updateSchema("a", { content: "1" });
      actions.setBinding("b", { schemaName: "b", type: "template", template: "{y}" });
    }),
  ),
  change: on([], (actions) => actions.change({ kind: "edit" }, (pair) => ({ ...pair, template: { ...pair.template, extensions: 1 } }))),
  addField: on([], (actions) => actions.addField("chart")),
  rebuildTable: on([], (actions) => actions.rebuildTable("t", "others", ["b", "z"])),
  removeSelected: on(["a", "b"], (actions) => actions.removeSelected()),
  removeFields: on([], (actions) => actions.removeFields(["a", "s"])),
  duplicate: on(["a", "t"], (actions) => actions.duplicate()),
  duplicateBy: on(["a", "t"], (actions) => actions.duplicateBy(3, 4)),
  group: on(["a", "b"], (actions) => actions.group()),
  ungroup: on(["a", "b"], (actions) =>
    actions.transaction("both", () => {
      actions.group();
      actions.ungroup();
      actions.moveBy(1, 0);
    }),
  ),
  renameGroup: on(["a", "b"], (actions) =>
    actions.transaction("both", () => {
      actions.group();
      actions.renameGroup("Group", "Seller");
    }),
  ),
  moveInOrder: on([], (actions) => actions.moveInOrder(["c"], 0)),
  turn: on([], (actions) => actions.turn(["a"], 30)),
  copy: null,
  cut: on(["t"], (actions) => actions.cut()),
  paste: on(["t"], (actions) => {
    actions.copy();
    actions.paste();
  }),
  align: on(["a", "b", "c"], (actions) => actions.align("left")),
  distribute: on(["a", "b", "c"], (actions) => actions.distribute("vertical")),
  matchSize: on(["a", "b"], (actions) => actions.matchSize("width")),
  centerInBody: on(["a"], (actions) => actions.centerInBody("horizontal")),
  moveBy: on(["a"], (actions) => actions.moveBy(3, 0)),
  resizeBy: on(["a"], (actions) => actions.resizeBy(3, 0)),
  setGeometry: on([], (actions) => actions.setGeometry("b", { y: 165 })),
  setLocked: on([], (actions) => actions.setLocked(["a"], true)),
  bringForward: on([], (actions) => actions.bringForward("a")),
  sendBackward: on([], (actions) => actions.sendBackward("c")),
  reorderSchema: on([], (actions) => actions.reorderSchema("c", 0)),
  selectAll: null,
  setIsolateBands: null,
  setPageSize: on([], (actions) => actions.setPageSize(100, 150)),
  setPage: null,
  addPage: pages((actions) => actions.addPage()),
  duplicatePage: pages((actions) => actions.duplicatePage(0)),
  renamePage: pages((actions) => actions.renamePage(0, "First")),
  removePage: pages((actions) => actions.removePage(1)),
  movePage: pages((actions) => actions.movePage(0, 1)),
  moveToPage: pages((actions) => actions.moveToPage(["t"], 1)),
  copyPageSettings: pages((actions) => actions.copyPageSettings()),
  replaceDocument: on([], (actions) => actions.replaceDocument({ template: template([text("z")]), bindings: [] })),
  reveal: null,
  save: null,
};

afterEach(cleanup);

describe("steps", () => {
  it("are none with the limit 0", () => {
    const designer = bench(single(), [], { history: { limit: 0 } });
    designer.run(({ actions }) => actions.updateSchema("a", { x: 11 }, { coalesce: "first" }));
    designer.run(({ actions }) => actions.updateSchema("a", { x: 12 }, { coalesce: "second" }));
    expect(designer.now.history.steps).toEqual([]);
    expect(designer.field("a")?.x).toBe(12);
  });

  it("stay where a gesture is under way, which undo takes back instead", () => {
    const designer = bench(single(), bindings);
    let cancelled = 0;
    designer.run(({ actions }) => actions.updateSchema("a", { x: 11 }));
    designer.run(({ editor, actions }) => {
      editor.gesture = { cancel: () => void cancelled++ };
      actions.redo();
      actions.undo();
      editor.gesture = null;
    });
    expect(cancelled).toBe(1);
    expect(designer.now.history.position).toBe(1);
  });
});

describe("deleting and copying", () => {
  it("a field that is deleted leaves the binding that another of its name has", () => {
    const own: Binding[] = [{ schemaName: "total", type: "template", template: "{x}" }];
    const designer = bench(template([text("a", { name: "total" }), text("b", { name: "total", y: 80 })]), own);
    designer.run(({ actions }) => actions.removeSchema("a"));
    expect(designer.now.data.bindings).toEqual(own);
    designer.run(({ actions }) => actions.removeSchema("b"));
    expect(designer.now.data.bindings).toEqual([]);
  });

  it("a copy that is dragged is where it is dropped, also beyond the page", () => {
    const designer = bench(template([text("a", { x: 150, width: 80 })]));
    designer.run(({ selection }) => selection.setSelectedIds(["a"]));
    designer.run(({ actions }) => actions.duplicateBy(0, 30));
    expect(designer.now.page.design.schemas[1]).toMatchObject({ x: 150, y: 80 });
  });

  it("a background goes to the page for which it was chosen", async () => {
    let stored: (uri: string) => void = () => {};
    const assets = { save: () => new Promise<string>((done) => (stored = done)) };
    const designer = bench(several(), [], { assets });
    const bytes = Uint8Array.from(atob("iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4f4CB4cB/AAxAA3+bjvwUAAAAAElFTkSuQmCC"), (letter) => letter.charCodeAt(0));
    const file = new File([bytes], "paper.png", { type: "image/png" });
    let read: unknown;
    designer.run(({ actions }) => void (read = actions.handleBackgroundUpload({ target: { files: [file], value: "" } } as never)));
    designer.run(({ actions }) => actions.setPage(1));
    await act(async () => {
      stored("lib:paper");
      await read;
    });
    expect(designer.now.data.template.pages?.map(({ backgroundImage }) => backgroundImage)).toEqual(["lib:paper", undefined]);
  });
});

describe("49: undo and redo", () => {
  it("knows every action", () => {
    const designer = bench(single());
    expect(Object.keys(CASES).sort()).toEqual(Object.keys(designer.now.actions).sort());
  });

  const changing = Object.entries(CASES).filter((entry): entry is [keyof DesignerActionsValue, Case] => entry[1] !== null);
  it.each(changing)("%s is one step, undone and redone to equal states", (name, { run, select = [], pages }) => {
    const first = pages ? several() : single();
    // The other pages have something of their own.
    if (name === "copyPageSettings") first.pages![0]!.headerHeight = 30;
    const designer = bench(first, bindings);
    const pair = () => structuredClone({ template: designer.now.data.template, bindings: designer.now.data.bindings });
    designer.run(({ selection }) => selection.setSelectedIds(select));
    const before = pair();
    act(() => void run(designer.now.actions, designer));
    const after = pair();
    expect(after).not.toEqual(before);
    expect(designer.now.history.position).toBe(1);
    designer.run(({ actions }) => actions.undo());
    expect(pair()).toEqual(before);
    designer.run(({ actions }) => actions.redo());
    expect(pair()).toEqual(after);
  });
});
