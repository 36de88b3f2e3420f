// @vitest-environment jsdom
/** Templates without any check: keys that are missing or hold something else. Each panel shows what it can. */
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DesignerCanvas, DesignerFieldList, DesignerInspector, DesignerSidebar } from "../editor";
import type { Binding, Field } from "../core/types";
import { DesignerBindingEditor, DesignerDataExplorer, DesignerFilterPanel, DesignerPageSettings, DesignerProblems, DesignerPropertyPanel } from ".";
import { text } from "../editor/testing";
import { UiComponentsProvider, type BadgeProps } from "../ui";
import { FIELD_KINDS, fieldProperties } from "./properties/description";
import { data, mount } from "./testing";

beforeAll(() => {
  // The editor of expressions measures text, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  // jsdom has none, and the names of these fields need none.
  vi.stubGlobal("CSS", { escape: (text: string) => text });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const everything = (
  <>
    <DesignerCanvas />
    <DesignerFieldList />
    <DesignerInspector />
    <DesignerPageSettings />
    <DesignerPropertyPanel section="dados" />
    <DesignerPropertyPanel section="estilo" />
    <DesignerBindingEditor />
    <DesignerFilterPanel />
    <DesignerDataExplorer />
    <DesignerProblems />
  </>
);

const bare = (kind: string) => ({ id: kind, name: kind, type: kind, x: 10, y: 50, width: 80, height: 20 }) as unknown as Field;
const types: Record<string, string> = { text: "template", table: "array", image: "template", section: "section", chart: "chart", kpi: "kpi" };
const bound = (kind: string, more: object = {}) => [{ schemaName: kind, type: types[kind] ?? "template", ...more } as unknown as Binding];

/** Something of another type than any property has. */
const WRONG: unknown[] = [null, 7, [null], { nested: null }];

describe("a field of each kind", () => {
  it.each(FIELD_KINDS)("%s opens with nothing but its place", (kind) => {
    mount(everything, [bare(kind)], { data, bindings: bound(kind) });
    expect(document.querySelector("[data-part=property-panel]")).toBeTruthy();
  });

  it.each(FIELD_KINDS)("%s opens with values of other types", (kind) => {
    for (const wrong of WRONG) {
      const own = Object.fromEntries(fieldProperties[kind].filter(({ key }) => !(key in bare(kind))).map(({ key }) => [key, wrong]));
      const binding = { path: wrong, template: wrong, columns: wrong, paths: wrong, labelColumn: wrong, valueColumn: wrong, aggregation: wrong, filters: wrong };
      mount(everything, [{ ...own, ...bare(kind) } as Field], { data, bindings: bound(kind, binding) });
      expect(document.querySelector("[data-part=property-panel]"), JSON.stringify(wrong)).toBeTruthy();
      cleanup();
    }
  }, 60_000);
});

/** jsdom's own blobs cannot be read otherwise. */
const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });

describe("a part that fails all the same", () => {
  it("leaves the others, and offers to try again and to take the design along", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    let fails = true;
    const Badge = ({ children }: BadgeProps) => {
      if (fails) throw new Error("no badge");
      return <span>{children}</span>;
    };
    const components = { Badge };
    const designer = mount(
      <UiComponentsProvider components={components}>
        <DesignerSidebar />
        <DesignerFieldList className="other" />
      </UiComponentsProvider>,
      [text("title")],
    );
    designer.run(({ ui }) => ui.setSidebarTab("dados"));
    expect(screen.getByRole("alert").textContent).toContain("Data cannot be shown.");
    expect(document.querySelector(".other")).toBeTruthy();
    fails = false;
    const saved: Blob[] = [];
    Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), "blob:x"), revokeObjectURL: () => {} });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    fireEvent.click(screen.getByText("Save the design as a file"));
    expect(JSON.parse(await textOf(saved[0]!))).toMatchObject({ template: { schemas: [{ name: "title" }] }, bindings: [] });
    fireEvent.click(screen.getByText("Try again"));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.querySelector("[data-part=sidebar] [data-part=property-panel]")).toBeTruthy();
  });
});
