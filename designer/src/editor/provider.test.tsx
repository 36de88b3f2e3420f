// @vitest-environment jsdom
import type { Field } from "../core/types";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { memo, type ReactNode, useEffect, useState } from "react";
import { renderToString } from "react-dom/server";
import { hydrateRoot } from "react-dom/client";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  Designer,
  DesignerCanvas,
  DesignerFieldList,
  DesignerInspector,
  DesignerProvider,
  DesignerSidebar,
  DesignerTabBar,
  DesignerToolbar,
  useDesignerActions,
  useDesignerSelection,
  useDesignerZoom,
} from "./index";
import { DesignerBindingEditor, DesignerFilterPanel, DesignerPageSettings, DesignerPropertyPanel } from "../panels";
import { bench, template, text } from "./testing";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

beforeAll(() => {
  // The editor of expressions measures text, and lists look for rows by their ids.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  vi.stubGlobal("CSS", { escape: (text: string) => text });
});

const noop = () => {};

/** Panels of the selected field, with one that is selected. */
function Selected({ children }: { children: ReactNode }) {
  const { selectedId, handleSelect } = useDesignerSelection();
  useEffect(() => {
    if (selectedId === null) handleSelect("a");
  }, [selectedId, handleSelect]);
  return <>{children}</>;
}

const host = { template: template([text("a"), text("b")]), onChangeTemplate: noop, bindings: [], onChangeBindings: noop, engine: null };

describe("pages", () => {
  const page = { width: 210, height: 297 };

  it("a member that is pasted on another page has no section there, unless it lies in one or came with its own", () => {
    const section = { id: "s", name: "list", type: "section", x: 10, y: 60, width: 190, height: 40 } as const;
    const code = { id: "q", name: "code", type: "qrcode", x: 20, y: 65, width: 20, height: 20, content: "a", sectionId: "s" } as unknown as Field;
    const inner = { ...section, id: "i", name: "inner", y: 70, height: 20, sectionId: "s" };
    const onPage = { ...text("p"), position: "page", sectionId: "@page" } as const;
    const designer = bench({ version: 1, extensions: 1, page, schemas: [], pages: [{ id: "1", page, schemas: [section, code, inner, onPage] }, { id: "2", page, schemas: [text("a")] }] });
    const pasted = (ids: string[]) => {
      designer.run(({ actions }) => actions.setPage(0));
      designer.run(({ selection }) => selection.setSelectedIds(ids));
      designer.run(({ actions }) => actions.copy());
      designer.run(({ actions }) => actions.setPage(1));
      const before = designer.now.page.design.schemas.length;
      designer.run(({ actions }) => actions.paste());
      return designer.now.page.design.schemas.slice(before);
    };
    expect(pasted(["q"])[0]).not.toHaveProperty("sectionId");
    expect(pasted(["i"])[0]).not.toHaveProperty("sectionId");
    expect(pasted(["p"])[0]).toHaveProperty("sectionId", "@page");
    const [own, ...members] = pasted(["s"]);
    expect(members.map(({ sectionId }) => sectionId)).toEqual([own!.id, own!.id]);
  });

  it("a page that is duplicated is a page: what the template says stays with the template", () => {
    const first = { firstPage: { headerHeight: 30 }, backgroundPdf: "lib:letterhead" };
    const designer = bench({ version: 1, extensions: 1, locale: "de-DE", pdf: { title: "Invoice" }, headerHeight: 20, ...first, page, schemas: [text("a")] });
    designer.run(({ actions }) => actions.duplicatePage(0));
    const { pages, ...rest } = designer.now.data.template;
    expect(rest).toEqual({ version: 1, extensions: 1, locale: "de-DE", pdf: { title: "Invoice" }, headerHeight: 20, page, schemas: [] });
    expect(pages).toEqual([
      { id: expect.any(String), page, headerHeight: 20, ...first, schemas: [text("a")] },
      { id: expect.any(String), page, headerHeight: 20, ...first, schemas: [expect.objectContaining({ name: "a_copy" })] },
    ]);
  });
});

describe("provider", () => {
  it("hooks outside of it throw an error that names it", () => {
    vi.spyOn(console, "error").mockImplementation(noop);
    function Lost() {
      useDesignerActions();
      return null;
    }
    expect(() => render(<Lost />)).toThrow("useDesignerActions must be used inside <DesignerProvider>");
  });

  it("11 renders on a server and hydrates without a mismatch", async () => {
    const html = renderToString(<Designer {...host} />);
    expect(html).toContain("jpd-designer");
    const errors = vi.spyOn(console, "error").mockImplementation(noop);
    const container = document.createElement("div");
    document.body.append(container);
    container.innerHTML = html;
    const root = await act(async () => hydrateRoot(container, <Designer {...host} />));
    const said = errors.mock.calls.map(String);
    act(() => root.unmount());
    container.remove();
    expect(said).toEqual([]);
  });

  it("15 works with blocked storage and writes nothing", () => {
    const written = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new Error("blocked");
    });
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("blocked");
    });
    const b = bench(template([text("a")]));
    b.run(({ ui }) => ui.hideOptionalTab("inspetor"));
    expect(b.now.ui.orderedVisibleTabs).toEqual(["campos", "pagina"]);
    expect(written.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });

  it("16 a part with a tab shows only on it, one without always", () => {
    const b = bench(template([text("a")]), [], {}, [
      <DesignerPropertyPanel key="data" section="dados" />,
      <DesignerPropertyPanel key="style" section="estilo" />,
      <DesignerToolbar key="page" className="page" whenTab="pagina" />,
      <DesignerInspector key="two" className="two" whenTab={["inspetor", "campos"]} />,
    ]);
    b.run(({ selection }) => selection.handleSelect("a"));
    const panels = () => [...document.querySelectorAll<HTMLElement>("[data-part=property-panel]")].map((panel) => panel.dataset.section);
    const shown = () => [".page", ".two"].map((name) => document.querySelector(name) !== null);
    expect([panels(), shown()]).toEqual([["dados", "estilo"], [false, true]]);
    b.run(({ ui }) => ui.setSidebarTab("pagina"));
    expect([panels(), shown()]).toEqual([["dados", "estilo"], [true, false]]);
  });

  it("each part has its class, its name, and what the host says", () => {
    const own = { className: "own", style: { color: "red" } } as const;
    bench(template([text("a")]), [], {}, [
      <DesignerCanvas key="canvas" {...own} />,
      <DesignerTabBar key="tab-bar" {...own} parts={{ strip: "strip" }} />,
      <DesignerFieldList key="field-list" {...own} parts={{ heading: { className: "heading" }, scroll: { style: { gap: 3 } } }} />,
      <DesignerToolbar key="toolbar" {...own} />,
      <DesignerPageSettings key="page-settings" {...own} />,
      <DesignerInspector key="inspector" {...own} />,
      <Selected key="selected">
        <DesignerPropertyPanel {...own} section="estilo" />
        <DesignerFilterPanel {...own} />
        <DesignerBindingEditor {...own} />
      </Selected>,
      <DesignerSidebar key="sidebar" {...own} parts={{ tabBar: "bar", panel: "content" }} />,
    ]);
    const classes: Record<string, string> = {
      canvas: "jpd-designer__canvas",
      "tab-bar": "jpd-tabs",
      "field-list": "jpd-part",
      toolbar: "jpd-sidebar__footer",
      "page-settings": "jpd-stack",
      "property-panel": "jpd-sidebar__panel",
      "filter-panel": "jpd-sidebar__panel",
      "binding-editor": "jpd-part",
      inspector: "jpd-part",
      sidebar: "jpd-card jpd-sidebar",
    };
    for (const [part, name] of Object.entries(classes)) {
      const root = document.querySelector<HTMLElement>(`.own[data-part=${part}]`);
      expect(root?.className, part).toMatch(new RegExp(`^${name}( .*)? own$`));
      expect(root?.style.color, part).toBe("red");
    }
    for (const name of [".jpd-tabs__strip.strip", ".jpd-eyebrow.heading", ".jpd-tabs.bar", ".jpd-sidebar__content.content"]) expect(document.querySelector(name), name).toBeTruthy();
    expect(document.querySelector("[data-part=canvas]")?.hasAttribute("data-scroll-root")).toBe(true);
  });

  it("55 zooming and typing do not render a part that reads only actions, nor typing one that reads the selection", () => {
    const rendered = { actions: 0, selection: 0, zoom: 0 };
    const OfActions = memo(function OfActions() {
      useDesignerActions();
      rendered.actions += 1;
      return null;
    });
    const OfSelection = memo(function OfSelection() {
      useDesignerSelection();
      rendered.selection += 1;
      return null;
    });
    const zoom: { set: (zoom: number) => void } = { set: noop };
    const OfZoom = memo(function OfZoom() {
      zoom.set = useDesignerZoom().setZoom;
      rendered.zoom += 1;
      return null;
    });
    const b = bench(template([text("a")]), [], {}, [<OfActions key="a" />, <OfSelection key="s" />, <OfZoom key="z" />]);
    b.run(({ selection }) => selection.handleSelect("a"));
    const before = { ...rendered };
    act(() => zoom.set(2));
    b.run(({ actions }) => actions.updateSchema("a", { content: "new" }));
    expect(rendered.actions).toBe(before.actions);
    expect(rendered.selection).toBe(before.selection);
    expect(rendered.zoom).toBeGreaterThan(before.zoom);
  });

  it("48 with two designers on a page, keys act on the one used last", () => {
    function Two() {
      const [left, setLeft] = useState(template([text("l")]));
      const [right, setRight] = useState(template([text("r")]));
      return (
        <>
          <DesignerProvider template={left} onChangeTemplate={setLeft} bindings={[]} onChangeBindings={noop} engine={null}>
            <DesignerCanvas className="left" />
          </DesignerProvider>
          <DesignerProvider template={right} onChangeTemplate={setRight} bindings={[]} onChangeBindings={noop} engine={null}>
            <DesignerCanvas className="right" />
          </DesignerProvider>
        </>
      );
    }
    render(<Two />);
    const count = () => document.querySelectorAll("[data-field-id]").length;
    for (const side of ["left", "right"]) {
      const canvas = document.querySelector<HTMLElement>(`.${side}`);
      canvas?.focus();
      fireEvent.keyDown(canvas as HTMLElement, { key: "a", ctrlKey: true });
    }
    expect(document.querySelectorAll("[data-field-id][data-selected]")).toHaveLength(2);
    fireEvent.keyDown(document.querySelector(".right") as HTMLElement, { key: "Delete" });
    expect(count()).toBe(1);
    expect(document.querySelector("[data-field-id]")?.getAttribute("data-field-id")).toBe("l");
  });

  it("without permission nothing changes, and buttons that would are not there", () => {
    const b = bench(template([text("a")]), [], { readOnly: true }, <DesignerToolbar />);
    b.run(({ actions, selection }) => {
      selection.handleSelect("a");
      actions.moveBy(5, 5);
      actions.updateSchema("a", { content: "x" });
      actions.addField("text");
      actions.removeSelected();
      actions.setPageSize(100, 100);
    });
    expect(b.calls).toEqual([]);
    expect(screen.queryByRole("toolbar")).toBeNull();
  });

  it("a field of the extensions that may not be added leaves the template without extensions", () => {
    const b = bench(template([]), [], { readOnly: true });
    b.run(({ actions }) => void actions.addField("qrcode" as "text"));
    expect(b.calls).toEqual([]);
  });

  it.each([
    ["structure", { x: 1, y: 99, width: 70, height: 50, locked: true }],
    ["style", { bold: true, wrap: "word", fontColor: "#ff0000" }],
    ["data", { content: "other", visibleWhen: "a" }],
  ] as const)("the permission %s alone makes its own part of a change", (only, own) => {
    const change = { x: 1, y: 99, width: 70, height: 50, locked: true, bold: true, wrap: "word", fontColor: "#ff0000", content: "other", visibleWhen: "a" };
    const permissions = { structure: false, style: false, data: false, page: false, [only]: true };
    const b = bench(template([text("a")], { extensions: 1 }), [], { permissions });
    b.run(({ actions }) => actions.updateSchema("a", change));
    expect(b.field("a")).toEqual({ ...text("a"), ...own });
  });

  it("broken templates open: no list of fields, holes in it, unknown kinds, places that are no numbers", () => {
    const { schemas: _, ...none } = template();
    const b = bench(none as never, [], {}, [<DesignerCanvas key="c" />, <DesignerFieldList key="l" />]);
    b.setTemplate(template([null, { ...text("x"), type: "sparkline" }, { ...text("n"), x: Number.NaN }] as never));
    expect(document.querySelectorAll("[data-field-id]")).toHaveLength(2);
    expect(document.querySelector("[data-broken]")?.getAttribute("data-field-id")).toBe("n");
    expect(document.querySelector("[data-row=n] .jpd-fieldrow__warning")?.textContent).toBe("This field has no valid place");
    b.run(({ actions }) => actions.updateSchema("x", { content: "y" }));
    expect(b.now.data.template.schemas[0]).toBeNull();
  });

  it("Ctrl+S saves through the host, and only then is taken", () => {
    const saved: string[] = [];
    bench(template([text("a")]), [], { onSave: (_, reason) => saved.push(reason) }, <DesignerCanvas />);
    const canvas = document.querySelector<HTMLElement>("[data-part=canvas]") as HTMLElement;
    canvas.focus();
    expect(fireEvent.keyDown(canvas, { key: "s", ctrlKey: true })).toBe(false);
    expect(saved).toEqual(["key"]);
  });

  it("what was saved counts as saved once the host has it, and not where that failed", async () => {
    let settle: { done: () => void; fail: (error: unknown) => void } | null = null;
    const onSave = () => new Promise<void>((done, fail) => (settle = { done, fail })).catch(() => new Promise<void>(() => {}));
    const b = bench(template([text("a")]), [], { onSave });
    b.run(({ actions }) => actions.updateSchema("a", { x: 30 }));
    b.run(({ actions }) => actions.save());
    expect(b.now.history.dirty).toBe(true);
    await act(async () => settle?.fail(new Error("gone")));
    expect(b.now.history.dirty).toBe(true);
    b.run(({ actions }) => actions.save());
    b.run(({ actions }) => actions.updateSchema("a", { content: "later" }));
    await act(async () => settle?.done());
    // What was changed meanwhile is not saved.
    expect(b.now.history.dirty).toBe(true);
    b.run(({ actions }) => actions.undo());
    expect(b.now.history.dirty).toBe(false);
  });

  it("what a host stores without a promise is saved", () => {
    const saved: unknown[] = [];
    const b = bench(template([text("a")]), [], { onSave: (pair) => void saved.push(pair) });
    b.run(({ actions }) => actions.updateSchema("a", { x: 30 }));
    b.run(({ actions }) => actions.save());
    expect(saved).toMatchObject([{ template: { schemas: [{ x: 30 }] } }]);
    expect(b.now.history.dirty).toBe(false);
  });

  it("letters can be switched off as keys, which is remembered; other keys stay", () => {
    const mounted = () => bench(template([text("a")]), [], {}, <DesignerCanvas />);
    let b = mounted();
    const press = (key: string) => {
      const canvas = document.querySelector<HTMLElement>("[data-part=canvas]") as HTMLElement;
      canvas.focus();
      fireEvent.keyDown(canvas, { key });
    };
    press("?");
    fireEvent.click(screen.getByRole("checkbox", { name: "Letters are shortcuts: T, B, I, S, C, K, H and ?" }));
    b.run(({ ui }) => ui.setHelpOpen(false));
    for (const key of ["t", "K", "h", "?"]) press(key);
    expect(b.now.ui).toMatchObject({ isolateBands: false, helpOpen: false, letterKeys: false });
    expect(b.now.page.design.schemas).toHaveLength(1);
    b.run(({ selection }) => selection.handleSelect("a"));
    press("ArrowRight");
    expect(b.field("a")?.x).toBe(10.5);
    cleanup();
    b = mounted();
    press("t");
    expect(b.now.page.design.schemas).toHaveLength(1);
    b.run(({ ui }) => ui.setLetterKeys(true));
    press("t");
    expect(b.now.page.design.schemas).toHaveLength(2);
  });

  it("letters add nothing while all fields are selected by Ctrl+A, and are shortcuts again with another selection", () => {
    const b = bench(template([text("a"), text("b", { y: 80 })]), [], {}, <DesignerCanvas />);
    const press = (key: string, more: object = {}) => {
      const canvas = document.querySelector<HTMLElement>("[data-part=canvas]") as HTMLElement;
      act(() => canvas.focus());
      fireEvent.keyDown(canvas, { key, ...more });
    };
    press("a", { ctrlKey: true });
    for (const key of ["T", "o", "t", "a", "l", "s", "h"]) press(key);
    expect(b.now.page.design.schemas).toHaveLength(2);
    expect(b.now.ui.isolateBands).toBe(false);
    expect(b.now.selection.selectedIds).toEqual(["a", "b"]);
    press("ArrowRight");
    press("k");
    expect(b.now.page.design.schemas).toHaveLength(2);
    press("Escape");
    press("k");
    expect(b.now.page.design.schemas).toHaveLength(3);
    b.run(({ selection }) => selection.handleSelectMany(["a", "b"]));
    press("k");
    expect(b.now.page.design.schemas).toHaveLength(4);
  });

  it("deleting asks where a field is locked, by keys and in the list", () => {
    const b = bench(template([text("a"), text("b", { locked: true }), text("c")]), [], {}, [<DesignerCanvas key="c" />, <DesignerFieldList key="l" />]);
    const canvas = document.querySelector<HTMLElement>("[data-part=canvas]") as HTMLElement;
    const ids = () => b.now.page.design.schemas.map(({ id }) => id);
    b.run(({ selection }) => selection.handleSelectMany(["a", "b"]));
    act(() => canvas.focus());
    fireEvent.keyDown(canvas, { key: "Delete" });
    expect(screen.getByRole("dialog").textContent).toContain("b is locked. Delete it?");
    expect(ids()).toEqual(["a", "b", "c"]);
    fireEvent.click(screen.getByText("Cancel"));
    expect(ids()).toEqual(["a", "b", "c"]);
    fireEvent.click(screen.getByLabelText("Remove b"));
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(ids()).toEqual(["a", "c"]);
    expect(screen.queryByRole("dialog")).toBeNull();
    b.run(({ actions }) => actions.undo());
    expect(ids()).toEqual(["a", "b", "c"]);
    // Nothing is asked about others.
    fireEvent.click(screen.getByLabelText("Remove c"));
    expect(ids()).toEqual(["a", "b"]);
  });

  it("a problem leads to its field, tab and control", () => {
    const b = bench(template([text("a"), text("h", { y: 2, height: 5 })]), [{ schemaName: "a", type: "template", template: "x" }]);
    b.run(({ actions }) => actions.reveal({ pointer: "/template/schemas/1/fontSize" }));
    expect(b.now.selection.selectedId).toBe("h");
    expect(b.now.ui).toMatchObject({ isolateBands: true, sidebarTab: "estilo", focusRequest: { fieldId: "h", property: "fontSize" } });
    b.run(({ actions }) => actions.reveal({ pointer: "/bindings/0/template" }));
    expect(b.now.ui).toMatchObject({ isolateBands: false, sidebarTab: "dados", focusRequest: { fieldId: "a", property: "binding/template" } });
    b.run(({ actions }) => actions.reveal({ pointer: "/template/headerHeight" }));
    expect(b.now.ui).toMatchObject({ sidebarTab: "pagina", focusRequest: { property: "headerHeight" } });
  });
});

