// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { text } from "../../editor/testing";
import { mount, unfold } from "../testing";
import { DesignerPageSettings, DesignerPropertyPanel } from "..";
import { pageProperties } from "../properties/description";
import { fittingBand, zoneChanges } from "./zones";
import { template } from "../../editor/testing";

afterEach(cleanup);

const type = (name: string, value: string) => {
  const input = screen.getByRole<HTMLInputElement>("spinbutton", { name });
  act(() => input.focus());
  fireEvent.change(input, { target: { value } });
  fireEvent.keyDown(input, { key: "Enter" });
  return input;
};

describe("page settings", () => {
  it("begin with the colours of the theme, which count everywhere", () => {
    const theme = { colors: { accent: "#0f766e" } };
    const designer = mount(<DesignerPageSettings />, [text("a")], { theme });
    const group = screen.getByRole("group", { name: "Colours" });
    expect(screen.getAllByRole("group")[0]).toBe(group);
    const box = within(group).getByLabelText<HTMLInputElement>("Colour accent: #rrggbb");
    fireEvent.change(box, { target: { value: "#1d4ed8" } });
    fireEvent.keyDown(box, { key: "Enter" });
    expect(designer.now.data.template.theme).toEqual({ colors: { accent: "#1d4ed8" } });
    unfold();
    expect(document.querySelectorAll("[data-property=theme]")).toHaveLength(1);
  });

  it("show colours of the theme without extensions only where the template has them", () => {
    mount(<DesignerPageSettings />, [text("a")], { extended: false });
    expect(screen.queryByRole("group", { name: "Colours" })).toBeNull();
    cleanup();
    mount(<DesignerPageSettings />, [text("a")], { extended: false, theme: { colors: { accent: "#0f766e" } } });
    screen.getByRole("group", { name: "Colours" });
  });

  it("give a colour of the theme another name wherever it is named", () => {
    const designer = mount(<DesignerPageSettings />, [text("a", { fontColor: "@accent" })], { theme: { colors: { accent: "#0f766e" } } });
    const name = screen.getByDisplayValue("accent");
    fireEvent.change(name, { target: { value: "brand" } });
    fireEvent.blur(name);
    expect(designer.now.data.template).toMatchObject({ theme: { colors: { brand: "#0f766e" } }, schemas: [{ fontColor: "@brand" }] });
  });

  it("get the colour that a field names from its colour box", () => {
    mount(
      <>
        <DesignerPropertyPanel section="estilo" />
        <DesignerPageSettings />
      </>,
      [text("a", { fontColor: "@accent" })],
      { theme: { colors: { accent: "#0f766e" } } },
    );
    const [row] = document.querySelectorAll<HTMLElement>("[data-property=fontColor]");
    expect(row!.querySelector<HTMLInputElement>("input[type=color]")!.value).toBe("#0f766e");
    fireEvent.click(within(row!).getByRole("button", { name: "Change everywhere: accent" }));
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Colour accent: #rrggbb");
  });

  it("have a control for every property of a page", () => {
    mount(<DesignerPageSettings />, []);
    unfold();
    const shown = new Set([...document.querySelectorAll<HTMLElement>("[data-property]")].map((own) => own.dataset.property));
    const elsewhere = ["schemas", "id", "name", "version", "pages", "extensions"];
    for (const { key, properties = [] } of pageProperties) {
      if (elsewhere.includes(key)) continue;
      expect(shown, key).toContain(key);
      for (const inner of properties) expect(shown).toContain(`${key}/${inner.key}`);
    }
  });

  it("allow everything to readers where no permission is taken away", () => {
    const designer = mount(<DesignerPageSettings />, []);
    unfold();
    const permissions = () => designer.now.data.template.pdf?.encryption?.permissions;
    const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
    const names = ["Print", "Copy texts and pictures", "Change it", "Comment", "Fill in forms", "Insert, turn and remove pages", "Read it aloud"];
    expect(names.map((name) => box(name).checked)).toEqual(names.map(() => true));
    fireEvent.click(box("Change it"));
    fireEvent.click(box("Copy texts and pictures"));
    expect(permissions()).toEqual(["print", "annotate", "fill", "assemble", "accessibility"]);
    expect(box("Change it").checked).toBe(false);
    fireEvent.click(box("Copy texts and pictures"));
    fireEvent.click(box("Change it"));
    expect(permissions()).toBeUndefined();
  });

  it("83: a size can be typed, orientation swaps, an unknown size is custom, zero is refused", () => {
    const designer = mount(<DesignerPageSettings />, []);
    const preset = screen.getByLabelText<HTMLSelectElement>("Page size");
    expect(preset.value).toBe("a4");
    type("Width (mm)", "100");
    type("Height (mm)", "15cm");
    expect(designer.now.page.design.page).toEqual({ width: 100, height: 150 });
    expect(preset.selectedOptions[0]?.text).toBe("Custom");
    fireEvent.change(screen.getByLabelText("Orientation"), { target: { value: "landscape" } });
    expect(designer.now.page.design.page).toEqual({ width: 150, height: 100 });
    type("Width (mm)", "0");
    expect(designer.now.page.design.page.width).toBe(150);
    expect(screen.getByRole("alert").textContent).toContain("above 0");
    fireEvent.change(preset, { target: { value: "a5" } });
    expect(designer.now.page.design.page).toEqual({ width: 210, height: 148 });
  });

  it("84: says which fields would change zone before it happens", () => {
    const designer = mount(<DesignerPageSettings />, [text("a", { y: 22 }), text("b", { y: 60 })]);
    type("Header (mm)", "40");
    expect(screen.getByRole("alert").textContent).toContain("1 field would change zone: a");
    expect(designer.now.page.design.headerHeight).toBe(20);
    fireEvent.click(screen.getByText("Apply"));
    expect(designer.now.page.design.headerHeight).toBe(40);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("applies a band at once when no field changes zone", () => {
    const designer = mount(<DesignerPageSettings />, [text("b", { y: 60 })]);
    type("Footer (mm)", "20");
    expect(designer.now.page.design.footerHeight).toBe(20);
  });

  it("have the switch of the extensions", () => {
    const designer = mount(<DesignerPageSettings />, [text("a")], { extended: false });
    const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Extensions of reportctl" });
    expect(box.checked).toBe(false);
    fireEvent.click(box);
    expect(designer.now.data.template).toMatchObject({ version: 1, extensions: 1 });
    fireEvent.click(box);
    expect("extensions" in designer.now.data.template).toBe(false);
  });

  it("shows itself on its tab only when asked to", () => {
    const designer = mount(<DesignerPageSettings whenTab="pagina" />, []);
    expect(document.querySelector("[data-part=page-settings]")).toBeNull();
    designer.run(({ ui }) => ui.setSidebarTab("pagina"));
    expect(document.querySelector("[data-part=page-settings]")).toBeTruthy();
  });
});

describe("zones", () => {
  it("finds fields that change zone and the size that fits a band", () => {
    const design = template([text("a", { y: 2, height: 8 }), text("b", { y: 22, height: 8 })]);
    expect(zoneChanges(design, { headerHeight: 30 }).map(({ id }) => id)).toEqual(["b"]);
    expect(zoneChanges(design, { headerHeight: 5 }).map(({ id }) => id)).toEqual(["a"]);
    expect(fittingBand(design, "headerHeight")).toBe(10);
    expect(fittingBand(design, "marginLeft")).toBeNull();
  });
});
