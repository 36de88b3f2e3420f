// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { memo, useState } from "react";
import { renderToString } from "react-dom/server";
import { hydrateRoot } from "react-dom/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  Designer,
  DesignerCanvas,
  DesignerFieldList,
  DesignerProvider,
  DesignerToolbar,
  useDesignerActions,
  useDesignerSelection,
  useDesignerZoom,
} from "./index";
import { bench, template, text } from "./testing";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const noop = () => {};
const host = { template: template([text("a"), text("b")]), onChangeTemplate: noop, bindings: [], onChangeBindings: noop, engine: null };

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
      <DesignerToolbar key="always" className="always" />,
      <DesignerToolbar key="page" className="page" whenTab="pagina" />,
    ]);
    const shown = () => [".always", ".page"].map((name) => document.querySelector(name) !== null);
    expect(shown()).toEqual([true, false]);
    b.run(({ ui }) => ui.setSidebarTab("pagina"));
    expect(shown()).toEqual([true, true]);
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

  it("broken templates open: no list of fields, holes in it, unknown kinds, places that are no numbers", () => {
    const { schemas: _, ...none } = template();
    const b = bench(none as never, [], {}, [<DesignerCanvas key="c" />, <DesignerFieldList key="l" />]);
    b.setTemplate(template([null, { ...text("x"), type: "sparkline" }, { ...text("n"), x: Number.NaN }] as never));
    expect(document.querySelectorAll("[data-field-id]")).toHaveLength(2);
    expect(document.querySelector("[data-broken]")?.getAttribute("data-field-id")).toBe("n");
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

