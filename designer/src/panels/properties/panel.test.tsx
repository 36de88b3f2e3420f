// @vitest-environment jsdom
import { EditorView } from "@codemirror/view";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeSchema } from "../../core/fields";
import { dictFor } from "../../i18n";
import { choose, controlOf, data, fields, mount, table, unfold } from "../testing";
import { DesignerPropertyPanel } from "..";
import { text } from "../../editor/testing";
import type { TextSchema } from "../../core/types";
import { FIELD_KINDS, fieldProperties } from "./description";
import { groupsOf, TABLE_PARTS, tablePartOf, TURN } from "./layout";

beforeAll(() => {
  // The editor of expressions measures text, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

const both = (
  <>
    <DesignerPropertyPanel section="dados" />
    <DesignerPropertyPanel section="estilo" />
  </>
);
/** The control of a name, as `getByLabelText` finds it, which takes seconds among hundreds of controls. */
function named<E extends HTMLElement = HTMLElement>(name: string): E {
  const labelled = [...document.querySelectorAll<E>("[aria-label]")].find((element) => element.getAttribute("aria-label") === name);
  const label = [...document.querySelectorAll("label")].find((element) => element.textContent?.trim() === name);
  const found = labelled ?? label?.control;
  if (!found) throw new Error(`there is no control ${name}`);
  return found as E;
}
const controls = () => [...document.querySelectorAll<HTMLElement>("[data-property]")].map((element) => element.dataset.property);

const sorted = (object: object) => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));

describe("extensions", () => {
  it("stay away from a template without them, which offers to turn them on", () => {
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [text("text")], { extended: false });
    expect(controls()).toContain("fontSize");
    expect(controls()).not.toContain("bold");
    fireEvent.click(screen.getByText(dictFor("en").extensionsPanel.turnOn));
    expect(Object.keys(designer.now.data.template).slice(0, 2)).toEqual(["version", "extensions"]);
    expect(controls()).toContain("bold");
    expect(screen.queryByText(dictFor("en").extensionsPanel.turnOn)).toBeNull();
    designer.run(({ actions }) => actions.undo());
    expect(designer.now.data.template.extensions).toBeUndefined();
  });

  it("offers their choices only where they count", () => {
    const choices = () => [...screen.getByRole("radiogroup", { name: "Alignment" }).children].map((button) => (button as HTMLElement).dataset.choice);
    mount(<DesignerPropertyPanel section="estilo" />, [text("text")], { extended: false });
    expect(choices()).toEqual(["left", "center", "right"]);
    cleanup();
    mount(<DesignerPropertyPanel section="estilo" />, [text("text", { alignment: "justify" as "left" })], { extended: false });
    expect(choices()).toEqual(["left", "center", "right", "justify"]);
    cleanup();
    mount(<DesignerPropertyPanel section="estilo" />, [text("text")]);
    expect(choices()).toEqual(["left", "center", "right", "justify", "start", "end"]);
  });

  it("shows a key that is there without effect, so that it can be removed", () => {
    mount(<DesignerPropertyPanel section="estilo" />, [text("text", { bold: true })], { extended: false });
    expect(controls()).toContain("bold");
    expect(controls()).not.toContain("italic");
  });
});

describe("a row", () => {
  const size = () => document.querySelector<HTMLElement>("[data-property=fontSize]")!;

  it("has no mark for what a new field begins with, but for what was changed", () => {
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [{ ...makeSchema("text", 0), id: "text", name: "text" } as never]);
    expect(size().dataset.differs).toBeUndefined();
    designer.run(({ actions }) => actions.updateSchema("text", { fontSize: 14 } as never));
    expect(size().dataset.differs).toBe("true");
  });

  it("is explained in words; its key comes last", () => {
    mount(<DesignerPropertyPanel section="estilo" />, [text("text")]);
    fireEvent.keyDown(document.querySelector("[data-property=bold] button, [data-property=fontName] input, [data-property=fontName] select")!, { key: "F1" });
    const help = screen.getByRole("dialog");
    expect(help.textContent).not.toContain("json-pdf-designer");
    expect(help.querySelector(".jpd-help__facts")?.textContent).toContain("Part of the extensions");
    expect(help.querySelector(".jpd-help__facts")?.textContent).not.toContain("Key in the template");
    expect(help.querySelector(".jpd-help__facts ~ .jpd-help__key")?.textContent).toMatch(/^Key in the template: (bold|fontName)$/);
  });
});

describe("the box of a colour", () => {
  const box = () => document.querySelector<HTMLInputElement>("[data-property=fontColor] input:not([type=color])")!;

  it.each(["#1d4ed8", "1d4ed8", " 1D4ED8 ", "rgb(29,78,216)", "rgb(29, 78, 216)", "rgb(29 78 216)"])("reads %s", (written) => {
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [text("text")]);
    box().focus();
    expect([box().selectionStart, box().selectionEnd]).toEqual([0, box().value.length]);
    fireEvent.change(box(), { target: { value: written } });
    fireEvent.blur(box());
    expect(designer.field("text")).toMatchObject({ fontColor: "#1d4ed8" });
  });

  it("keeps the colour where none is written", () => {
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [text("text")]);
    const before = (designer.field("text") as TextSchema).fontColor;
    fireEvent.change(box(), { target: { value: "rgb(29,78,316)" } });
    fireEvent.blur(box());
    expect(designer.field("text")).toMatchObject({ fontColor: before });
    expect(screen.getByRole("alert")).toBeTruthy();
  });
});

describe("what a field does not say itself", () => {
  const styles = { default: { fontSize: 9 }, note: { fontColor: "@muted" }, small: { extends: "note", fontSize: 7, alignment: "right" } };
  const theme = { colors: { muted: "#6b7684" } };
  const size = () => document.querySelector<HTMLInputElement>("[data-property=fontSize] input")!;

  it("is shown as its named style says, and steps go on from there", () => {
    const plain = (id: string, more: object) => ({ ...text(id), fontSize: undefined, fontColor: undefined, alignment: undefined, ...more }) as never;
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [plain("text", { style: "small" }), plain("other", {})], { styles, theme } as never);
    expect(size().placeholder).toBe("7");
    expect(document.querySelector<HTMLInputElement>("[data-property=fontColor] input[type=color]")!.value).toBe("#6b7684");
    expect(document.querySelector("[data-property=alignment] [aria-checked=true]")?.getAttribute("data-choice")).toBe("right");
    expect(document.querySelector("[data-property=fontSize] [data-differs]")).toBeNull();
    fireEvent.keyDown(size(), { key: "ArrowUp" });
    expect(designer.field("text")).toMatchObject({ styleOverrides: { fontSize: 7.5 } });
    designer.run(({ selection }) => selection.setSelectedIds(["other"]));
    expect(size().placeholder).toBe("9");
  });

  it("goes into the overrides where a style sets the key, and says that it differs", () => {
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [text("text", { style: "title", fontSize: 10, fontColor: "#000000" } as never)], {
      styles: { title: { fontSize: 24, fontColor: "#1e3a8a", bold: true } },
    });
    // The style prints, not the key of the field.
    expect([size().value, size().placeholder]).toEqual(["", "24"]);
    const enter = (value: string) => {
      act(() => size().focus());
      fireEvent.change(size(), { target: { value } });
      fireEvent.keyDown(size(), { key: "Enter" });
    };
    enter("30");
    expect(designer.field("text")).toMatchObject({ styleOverrides: { fontSize: 30 }, fontSize: 30, fontColor: "#000000" });
    expect(size().value).toBe("30");
    expect(document.querySelector("[data-property=fontSize] .jpd-prop__style")?.textContent).toContain("Differs from the style “title”.");
    fireEvent.click(named("Bold"));
    expect(designer.field("text")).toMatchObject({ styleOverrides: { fontSize: 30, bold: false } });
    expect(named("Bold").getAttribute("aria-pressed")).toBe("false");
    fireEvent.click(named("Font size: take the value of the style “title”"));
    expect(designer.field("text")).toMatchObject({ styleOverrides: { bold: false }, fontSize: 24 });
    fireEvent.click(named("Bold"));
    expect(designer.field("text")).not.toHaveProperty("styleOverrides");
    expect(document.querySelector(".jpd-prop__style")).toBeNull();
  });

  it("stays in the field where its style leaves the key open", () => {
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [text("text", { style: "title" } as never)], { styles: { title: { fontSize: 24 } } });
    fireEvent.click(named("Italic"));
    expect(designer.field("text")).toMatchObject({ italic: true });
    expect(designer.field("text")).not.toHaveProperty("styleOverrides");
  });

  it("goes for a part of a table into a style of that part, which extends the one that it had", () => {
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [{ ...table, headStyle: "head", headBold: true } as never, { ...table, id: "b", name: "b", headStyle: "head" } as never], {
      styles: { head: { bold: false, fontSize: 9 } },
    });
    fireEvent.click(screen.getByRole("tab", { name: "Titles" }));
    const bold = () => document.querySelector<HTMLButtonElement>("[data-property=headBold] button")!;
    expect(bold().getAttribute("aria-pressed")).toBe("false");
    fireEvent.click(bold());
    expect(bold().getAttribute("aria-pressed")).toBe("true");
    expect(designer.field("table")).toMatchObject({ headStyle: "Style 1" });
    expect(designer.now.data.template.styles).toMatchObject({ head: { bold: false, fontSize: 9 }, "Style 1": { extends: "head", bold: true } });
    expect(document.querySelector(".jpd-prop__style")?.textContent).toContain("“head”");
    fireEvent.click(bold());
    expect(designer.now.data.template.styles?.["Style 1"]).toEqual({ extends: "head" });
    expect(designer.field("b")).toMatchObject({ headStyle: "head" });
  });

  it("goes into a new style as it prints", () => {
    const designer = mount(
      <DesignerPropertyPanel section="estilo" />,
      [text("text", { style: "title", fontSize: 10, styleOverrides: { italic: true } } as never)],
      { styles: { title: { fontSize: 24 } } },
    );
    fireEvent.click(screen.getByText("New style of this text"));
    expect(designer.now.data.template.styles).toMatchObject({ "Style 1": { extends: "title", italic: true } });
    expect(designer.now.data.template.styles?.["Style 1"]).not.toHaveProperty("fontSize");
    expect(designer.field("text")).not.toHaveProperty("styleOverrides");
  });
});

describe("properties that are a name or an object", () => {
  it("choose among the names, or hold an object of their own, of which nothing is lost", () => {
    const borders = { outer: { width: 0.3 }, later: true };
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [{ ...table, borders } as never]);
    const box = () => document.querySelector<HTMLSelectElement>("[data-property=borders] select")!;
    expect(box().selectedOptions[0]?.textContent).toBe("Line by line");
    const width = document.querySelector<HTMLInputElement>("[data-property='borders/outer/width'] input")!;
    act(() => width.focus());
    fireEvent.change(width, { target: { value: "1" } });
    fireEvent.keyDown(width, { key: "Enter" });
    expect(designer.now.data.template.schemas[0]).toMatchObject({ borders: { outer: { width: 1 }, later: true } });
    fireEvent.change(box(), { target: { value: "rows" } });
    expect(designer.now.data.template.schemas[0]).toMatchObject({ borders: "rows" });
    expect([...box().options].slice(0, 5).map(({ value }) => value)).toEqual(["grid", "rows", "columns", "frame", "none"]);
    // What prints now is what the lines begin with.
    fireEvent.change(box(), { target: { value: box().options[5]!.value } });
    expect(designer.now.data.template.schemas[0]).toMatchObject({ borders: { outer: {}, row: {}, column: {} } });
  });

  it("hold for the pages that a field is printed on", () => {
    mount(both, [text("text", { y: 5, onPages: { from: 2 } } as never)]);
    expect(document.body.innerHTML).not.toContain("[object Object]");
  });
});

describe("property panel", () => {
  it.each(FIELD_KINDS)("has a control for every property of the format: %s", (kind) => {
    const field = { ...fields[kind], borderColor: "#112233", valueFormat: "currency", colorPalette: "custom", footer: ["", ""], headWrap: "word", bodyWrap: "word", footerWrap: "word", lineHeight: 1, minLines: 1, maxLines: 3, paragraphSpacing: 1, dynamicFontSize: {}, breakInside: "auto", orphans: 2, widows: 2 } as never;
    const designer = mount(both, [field], { data });
    const shown = new Set<string | undefined>();
    const collect = () => {
      unfold();
      controls().forEach((property) => shown.add(property));
    };
    collect();
    for (const tab of screen.queryAllByRole("tab")) {
      fireEvent.click(tab);
      collect();
    }
    if (kind === "kpi") {
      // Parts of a card show their properties one at a time.
      for (const element of ["icon", "title", "value", "subtitle"] as const) {
        designer.run(({ selection }) => selection.setSelectedKpiElement(element));
        collect();
      }
    }
    if (kind === "table") {
      fireEvent.click(named(dictFor("en").table.styleAria("Item")));
      collect();
      // The corners of the rows are those of a table without totals.
      designer.run(({ actions }) => actions.updateSchema("table", { footer: undefined }));
      fireEvent.click(screen.getByRole("tab", { name: "Rows" }));
      collect();
    }
    const missing: string[] = [];
    const expectShown = (path: string) => {
      if (!shown.has(path)) missing.push(path);
    };
    for (const property of fieldProperties[kind]) {
      if (kind === "table" && ["columnWidths", "columnStyles"].includes(property.key)) {
        expectShown(`${property.key}/0`);
        for (const inner of property.items?.properties ?? []) expectShown(`columnStyles/0/${inner.key}`);
        continue;
      }
      // The design row of a table without a list is edited where its rows are.
      expectShown(property.key);
      // Parts that are folded, of entries or of a form, are what `schema-forms.test.tsx` sets.
      const parts = property.properties ?? [];
      if (property.value !== "object" || parts.length > 8 || parts.some(({ value }) => value === "objects" || value === "named")) continue;
      for (const inner of property.properties ?? []) expectShown(`${property.key}/${inner.key}`);
    }
    expect(missing).toEqual([]);
  });

  it.each(FIELD_KINDS)("59: setting a property changes exactly its key, resetting removes it: %s", (kind) => {
    const failures: string[] = [];
    const skipped = ["id", "name", "type", "icon", "locked", "colorPalette"];
    /** Values with which a property counts, and is shown. */
    const needed: Record<string, object> = {
      currencySymbol: { valueFormat: "currency" },
      borderWidth: { borderColor: "#112233" },
      ...Object.fromEntries(["head", "body", "footer"].flatMap((part) => ["LineHeight", "MaxLines"].map((key) => [part + key, { [`${part}Wrap`]: "word" }]))),
      ...Object.fromEntries(["lineHeight", "paragraphSpacing", "minLines", "maxLines"].map((key) => [key, { wrap: "word" }])),
      ...Object.fromEntries(["breakInside", "orphans", "widows"].map((key) => [key, { overflow: "expand" }])),
    };
    for (const section of ["dados", "estilo"] as const) {
      const designer = mount(<DesignerPropertyPanel section={section} />, [fields[kind]], { data });
      const field = () => designer.field(kind) as unknown as Record<string, unknown>;
      for (const property of fieldProperties[kind]) {
        const inData = property.key === TURN || groupsOf(kind, "dados").groups.some((group) => group.properties.includes(property.key));
        if (property.required || !["number", "color", "choice", "boolean"].includes(property.value)) continue;
        if (skipped.includes(property.key) || inData !== (section === "dados")) continue;
        const nothing = Object.fromEntries(Object.keys(field()).filter((key) => !(key in fields[kind])).map((key) => [key, undefined]));
        designer.run(({ actions, selection }) => {
          actions.updateSchema(kind, { ...nothing, ...fields[kind], ...needed[property.key], [property.key]: undefined });
          const element = /^(icon|title|value|subtitle)(FontSize|Size|Offset|Locked)$/.exec(property.key)?.[1];
          if (element) selection.setSelectedKpiElement(element as "icon");
        });
        const before = { ...field() };
        const part = kind === "table" ? tablePartOf(property.key) ?? "table" : undefined;
        if (part && section === "estilo") fireEvent.click(document.querySelectorAll("[role=tab]")[TABLE_PARTS.indexOf(part)]!);
        unfold();
        const row = document.querySelector<HTMLElement>(`:is(.jpd-prop, .jpd-toggle)[data-property="${property.key}"]`);
        const control = row && controlOf(row);
        if (!row || !control) {
          failures.push(`${property.key}: no control`);
          continue;
        }
        let expected: unknown;
        if (property.value === "number") {
          expected = property.maximum !== undefined && property.maximum < 12 ? property.maximum / 2 : 12;
          act(() => control.focus());
          fireEvent.change(control, { target: { value: String(expected) } });
          fireEvent.keyDown(control, { key: "Enter" });
        } else if (property.value === "color") {
          expected = "#abcdef";
          fireEvent.change(control, { target: { value: expected } });
        } else if (property.value === "choice") {
          expected = property.choices?.find((choice) => choice !== property.default);
          choose(control, String(expected));
        } else {
          expected = !property.default;
          fireEvent.click(control);
        }
        if (JSON.stringify(sorted(field())) !== JSON.stringify(sorted({ ...before, [property.key]: expected }))) {
          failures.push(`${property.key}: ${JSON.stringify(field()[property.key])}`);
        }
        const reset = row.querySelector<HTMLElement>(".jpd-prop__reset") ?? (row.matches(".jpd-toggle") ? control : null);
        if (reset) fireEvent.click(reset);
        if (JSON.stringify(sorted(field())) !== JSON.stringify(sorted(before))) failures.push(`${property.key}: not removed`);
      }
      cleanup();
    }
    expect(failures).toEqual([]);
  });

  it("60: an emptied or meaningless number keeps the old value; sums, commas and arrows work", () => {
    const designer = mount(both, [text("a", { x: 10 })]);
    const x = screen.getByRole<HTMLInputElement>("spinbutton", { name: "X (mm)" });
    const type = (value: string, key = "Enter") => {
      act(() => x.focus());
      fireEvent.change(x, { target: { value } });
      fireEvent.keyDown(x, { key });
    };
    type("");
    expect(designer.field("a")?.x).toBe(10);
    type("abc");
    expect(designer.field("a")?.x).toBe(10);
    expect(screen.getByRole("alert").textContent).toContain("Not a number");
    type("210-30");
    expect(designer.field("a")?.x).toBe(180);
    type("12,5");
    expect(designer.field("a")?.x).toBe(12.5);
    type("99", "Escape");
    act(() => x.blur());
    expect(designer.field("a")?.x).toBe(12.5);
    fireEvent.keyDown(x, { key: "ArrowUp" });
    expect(designer.field("a")?.x).toBe(13);
    fireEvent.keyDown(x, { key: "ArrowDown", shiftKey: true });
    expect(designer.field("a")?.x).toBe(8);
  });

  it("41: a change of several texts is one call of the host's setter", () => {
    const designer = mount(both, [text("a"), text("b", { fontSize: 20 }), text("c")], { select: ["a", "b", "c"] });
    const size = screen.getByRole<HTMLInputElement>("spinbutton", { name: "Font size (pt)" });
    expect(size.placeholder).toBe("mixed");
    designer.calls.length = 0;
    act(() => size.focus());
    fireEvent.change(size, { target: { value: "14" } });
    fireEvent.keyDown(size, { key: "Enter" });
    expect(["a", "b", "c"].map((id) => (designer.field(id) as { fontSize: number }).fontSize)).toEqual([14, 14, 14]);
    expect(designer.calls).toEqual(["template"]);
  });

  it("takes a colour of the theme by its name, and no name that the theme lacks", () => {
    const designer = mount(both, [text("a")], { theme: { colors: { accent: "#0f766e" } } });
    const background = named<HTMLInputElement>("Background: #rrggbb");
    const write = (value: string) => {
      fireEvent.change(background, { target: { value } });
      fireEvent.keyDown(background, { key: "Enter" });
    };
    write("@accent");
    expect((designer.field("a") as { backgroundColor: string }).backgroundColor).toBe("@accent");
    expect(named<HTMLInputElement>("Background").value).toBe("#0f766e");
    write("@other");
    expect((designer.field("a") as { backgroundColor: string }).backgroundColor).toBe("@accent");
  });

  it("begins each repetition of a section on a new page without anything to unfold", () => {
    const designer = mount(<DesignerPropertyPanel section="dados" />, [fields.section], { data });
    const row = document.querySelector<HTMLElement>("[data-property=repeatBreak]")!;
    expect(row.closest("details")).toBeNull();
    choose(controlOf(row)!, "page");
    expect(designer.field("section")).toMatchObject({ repeatBreak: "page" });
  });

  it("edits what fields of several kinds have in common", () => {
    const designer = mount(both, [text("a"), { ...fields.kpi }], { select: ["a", "kpi"] });
    const background = named("Background: #rrggbb");
    fireEvent.change(background, { target: { value: "#123" } });
    fireEvent.keyDown(background, { key: "Enter" });
    expect((designer.field("a") as { backgroundColor: string }).backgroundColor).toBe("#112233");
    expect((designer.field("kpi") as { backgroundColor: string }).backgroundColor).toBe("#112233");
  });

  it("62: renaming a column changes its title only; a blank one is refused", () => {
    const designer = mount(both, [{ ...table, columnWidths: [30] } as never], {
      bindings: [{ schemaName: "table", type: "array", path: "lines", columns: ["name", "price"] }],
      data,
    });
    fireEvent.click(named("Rename column Item"));
    const input = named<HTMLInputElement>("Rename column Item");
    fireEvent.change(input, { target: { value: "  " } });
    fireEvent.keyDown(input, { key: "Enter" });
    expect(screen.getByRole("alert").textContent).toBe("A column needs a title.");
    fireEvent.change(input, { target: { value: "Product" } });
    fireEvent.keyDown(input, { key: "Enter" });
    expect(designer.field("table")).toEqual({ ...table, columnWidths: [30], head: ["Product", "Price"] });
  });

  it("a palette changes what prints: the style of the titles where they have one, which other tables keep", () => {
    const styled = { ...table, headStyle: "head", headBackgroundColor: "#000001", headTextColor: "#000002" };
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [styled as never, { ...styled, id: "b", name: "b" } as never], {
      styles: { head: { backgroundColor: "#111111", fontColor: "#eeeeee", bold: true } },
    });
    const choosePalette = (name: string) => {
      fireEvent.click(screen.getByRole("button", { name: /^Palette/ }));
      fireEvent.click(screen.getByRole("option", { name }));
    };
    choosePalette("Blue, medium");
    const { styles } = designer.now.data.template;
    expect(styles).toMatchObject({ head: { backgroundColor: "#111111" }, "Style 1": { extends: "head", backgroundColor: "#2563eb", fontColor: "#ffffff" } });
    expect(designer.field("table")).toMatchObject({ headStyle: "Style 1", borderColor: "#1d4ed8", colorPalette: "blueMedium", headBackgroundColor: "#000001" });
    expect(designer.field("b")).toMatchObject({ headStyle: "head" });
    // The style of this table alone is changed from then on; one step takes a palette back.
    choosePalette("Green, medium");
    expect(Object.keys(designer.now.data.template.styles!)).toEqual(["head", "Style 1"]);
    expect(designer.now.data.template.styles).toMatchObject({ "Style 1": { backgroundColor: "#16a34a" } });
    designer.run(({ actions }) => actions.undo());
    expect(designer.field("table")).toMatchObject({ colorPalette: "blueMedium" });
    expect(designer.now.data.template.styles).toMatchObject({ "Style 1": { backgroundColor: "#2563eb" } });
  });

  it("65: a palette sets head, text and border, the band only with stripes; shown defaults are the printed ones", () => {
    const designer = mount(both, [table]);
    expect(named<HTMLInputElement>("Border colour").value).toBe("#999999");
    fireEvent.click(screen.getByRole("button", { name: /^Palette/ }));
    fireEvent.click(screen.getByRole("option", { name: "Blue, medium" }));
    expect(designer.field("table")).toEqual({
      ...table,
      headBackgroundColor: "#2563eb",
      headTextColor: "#ffffff",
      borderColor: "#1d4ed8",
      colorPalette: "blueMedium",
    });
    fireEvent.click(named("Striped rows (zebra)"));
    expect(designer.field("table")).toMatchObject({ bodyBandColor: "#dbeafe" });
    fireEvent.click(named("Striped rows (zebra)"));
    expect(designer.field("table")).not.toHaveProperty("bodyBandColor");
  });

  it("66: the totals row of a list begins with the sum of its last column of numbers, and offers the others", () => {
    const bindings = [{ schemaName: "table", type: "array" as const, path: "lines", columns: ["name", "price", { label: "Twice", formula: '{CURRENCY(price, "€", 2)}' }] }];
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [{ ...table, head: ["Name", "Price", "Twice"], content: [["{name}", "{price}", '{CURRENCY(price, "€", 2)}']] }], { data, bindings });
    fireEvent.click(screen.getByRole("tab", { name: "Totals" }));
    fireEvent.click(screen.getByLabelText("Print a totals row"));
    expect(designer.field("table")).toMatchObject({ footer: ["Total", "", '{CURRENCY(SUM(lines.price), "€", 2)}'] });
    expect(screen.queryByRole("button", { name: "Sum of Name" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Sum of Price" }));
    expect(designer.field("table")).toMatchObject({ footer: ["Total", "{SUM(lines.price)}", '{CURRENCY(SUM(lines.price), "€", 2)}'] });
    expect(screen.queryByRole("button", { name: "Sum of Price" })).toBeNull();
  });

  it("66: the totals row is written in the format of its column", () => {
    const bindings = [{ schemaName: "table", type: "array" as const, path: "lines", columns: ["name", { label: "Price", formula: "{DECIMAL(price, 2, 2)}" }] }];
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [{ ...table, content: [["{name}", "{DECIMAL(price, 2, 2)}"]] }], { data, bindings });
    fireEvent.click(screen.getByRole("tab", { name: "Totals" }));
    fireEvent.click(screen.getByLabelText("Print a totals row"));
    expect(designer.field("table")).toMatchObject({ footer: ["Total", "{DECIMAL(SUM(lines.price), 2, 2)}"] });
  });

  it("66: the totals row multiplies prices of units with their quantities", () => {
    const lines = [{ name: "Consulting", quantity: 4, price: 95 }, { name: "Travel", quantity: 1, price: 38.5 }];
    const columns = ["name", "quantity", { label: "Price", formula: "{DECIMAL(price, 2, 2)}" }];
    const bindings = [{ schemaName: "table", type: "array" as const, path: "lines", columns }];
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [{ ...table, head: ["Name", "Quantity", "Price"], content: [["{name}", "{quantity}", "{DECIMAL(price, 2, 2)}"]] }], { data: { lines }, bindings });
    fireEvent.click(screen.getByRole("tab", { name: "Totals" }));
    fireEvent.click(screen.getByLabelText("Print a totals row"));
    expect(designer.field("table")).toMatchObject({ footer: ["Total", "", "{DECIMAL(SUMOF(lines, quantity * price), 2, 2)}"] });
  });

  it("66: the totals row sums a column that is calculated, in its format", () => {
    const lines = [{ name: "Consulting", quantity: 4, price: 95 }, { name: "Travel", quantity: 1, price: 38.5 }];
    const formula = '{CURRENCY(quantity * price, "€", 2)}';
    const bindings = [{ schemaName: "table", type: "array" as const, path: "lines", columns: ["name", { label: "Amount", formula }] }];
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [{ ...table, head: ["Name", "Amount"], content: [["{name}", formula]] }], { data: { lines }, bindings });
    fireEvent.click(screen.getByRole("tab", { name: "Totals" }));
    fireEvent.click(screen.getByLabelText("Print a totals row"));
    expect(designer.field("table")).toMatchObject({ footer: ["Total", '{CURRENCY(SUMOF(lines, quantity * price), "€", 2)}'] });
  });

  it("66: the totals row sums no other column where the amounts are texts, and says why", () => {
    const rows = [{ name: "Travel", price: 640, amount: "1,280.00" }, { name: "Pen", price: 85.5, amount: "85.50" }];
    const bindings = [{ schemaName: "table", type: "array" as const, path: "lines", columns: ["name", "price", "amount"] }];
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [{ ...table, head: ["Name", "Price", "Amount"], content: [["{name}", "{price}", "{amount}"]] }], { data: { lines: rows }, bindings });
    fireEvent.click(screen.getByRole("tab", { name: "Totals" }));
    fireEvent.click(screen.getByLabelText("Print a totals row"));
    expect(designer.field("table")).toMatchObject({ footer: ["", "", ""] });
    expect(screen.getByText("“Amount” holds texts, which have no sum. Choose the kind Number for it in the data.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Sum of Price" })).toBeTruthy();
  });

  it("66: rows before the totals row are written at the totals, in their order, with joined columns and a condition", () => {
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [table], { data });
    fireEvent.click(screen.getByRole("tab", { name: "Totals" }));
    unfold();
    expect(controls()).toContain("footerRows");
    const add = () => act(() => document.querySelector<HTMLElement>("[data-add=footerRows]")!.click());
    const write = (path: string, value: string) => {
      unfold();
      const row = document.querySelector<HTMLElement>(`[data-property="${path}"]`)!;
      const editor = row.querySelector<HTMLElement>(".cm-content");
      if (editor) {
        const view = EditorView.findFromDOM(editor)!;
        act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value }, userEvent: "input.type" }));
        return void fireEvent.blur(editor);
      }
      const control = controlOf(row)!;
      act(() => control.focus());
      fireEvent.change(control, { target: { value } });
      fireEvent.keyDown(control, { key: "Enter" });
    };
    add();
    write("footerRows/0/cells/0", "Subtotal");
    add();
    write("footerRows/1/cells/0", "Discount");
    write("footerRows/1/spans/0", "2");
    write("footerRows/1/visibleWhen", "discount > 0");
    const [subtotal, discount] = [{ cells: { "0": "Subtotal" } }, { cells: { "0": "Discount" }, spans: { "0": 2 }, visibleWhen: "discount > 0" }];
    expect(designer.field("table")).toMatchObject({ footerRows: [subtotal, discount] });
    fireEvent.click(screen.getByRole("button", { name: "Move Row 2 up" }));
    expect(designer.field("table")).toMatchObject({ footerRows: [discount, subtotal] });
  });

  it("66: the totals checkbox creates one empty cell per column", () => {
    const designer = mount(both, [table]);
    const shown = (tab: string, key: string) => {
      fireEvent.click(screen.getByRole("tab", { name: tab }));
      unfold();
      return controls().includes(key);
    };
    const corners = () => [shown("Rows", "bodyBorderRadius"), shown("Totals", "footerBorderRadius")];
    fireEvent.click(screen.getByRole("tab", { name: "Totals" }));
    fireEvent.click(named("Print a totals row"));
    expect(designer.field("table")).toMatchObject({ footer: ["", ""] });
    expect(named("Totals cell of Price")).toBeTruthy();
    expect(corners()).toEqual([false, true]);
    fireEvent.click(named("Print a totals row"));
    expect(designer.field("table")).not.toHaveProperty("footer");
    expect(corners()).toEqual([true, false]);
  });

  it("67: removing the title of a card removes its key, adding brings it back", () => {
    const designer = mount(both, [fields.kpi]);
    fireEvent.click(named("Remove: Title"));
    expect(designer.field("kpi")).not.toHaveProperty("title");
    fireEvent.click(screen.getByText(/Add: Title/));
    expect(designer.field("kpi")).toHaveProperty("title", "Title");
  });

  it("67: resetting the position of a part removes what was set, and locks it", () => {
    const designer = mount(both, [{ ...fields.kpi, titleOffset: { x: 3, y: 4 }, titleLocked: false } as never]);
    designer.run(({ selection }) => selection.setSelectedKpiElement("title"));
    fireEvent.click(screen.getByText(dictFor("en").kpi.resetPosition));
    expect(designer.field("kpi")).not.toHaveProperty("titleOffset");
    expect((designer.field("kpi") as { titleLocked?: boolean }).titleLocked ?? true).toBe(true);
  });

  it("61: an invalid condition shows its message at its place, and is stored as it was written", () => {
    const designer = mount(both, [text("a", { visibleWhen: "total > (" })], { data });
    const row = document.querySelector<HTMLElement>("[data-property=visibleWhen]");
    expect(row?.querySelector(".jpd-error")?.textContent).toMatch(/^Position 9: /);
    designer.run(({ actions }) => actions.updateSchema("a", { visibleWhen: "total > 1" }));
    expect(row?.querySelector(".jpd-error")).toBeNull();
  });

  it("17: speaks the language of the editor and changes nothing by that", () => {
    const designer = mount(both, [text("a", { fontSize: 12.5 })], { locale: "pt-BR" });
    const size = screen.getByRole<HTMLInputElement>("spinbutton", { name: "Tamanho da fonte (pt)" });
    expect(size.value).toBe("12,5");
    expect(designer.calls).toEqual([]);
  });

  it("follows the focus that a problem asks for", () => {
    const designer = mount(both, [table]);
    designer.run(({ actions }) => actions.reveal({ fieldId: "table", property: "headFontSize" }));
    expect(document.activeElement?.closest("[data-property]")?.getAttribute("data-property")).toBe("headFontSize");
  });

  it("opens what is folded for a focus that a problem asks for", () => {
    const designer = mount(both, [text("a")]);
    expect(controls()).not.toContain("characterSpacing");
    designer.run(({ actions }) => actions.reveal({ fieldId: "a", property: "characterSpacing" }));
    expect(document.activeElement?.closest("[data-property]")?.getAttribute("data-property")).toBe("characterSpacing");
  });

  it("shows nothing without a selection, and disabled controls where nothing may be changed", () => {
    const designer = mount(both, [text("a")], { readOnly: true });
    expect(screen.getByRole<HTMLInputElement>("spinbutton", { name: "X (mm)" }).disabled).toBe(true);
    designer.run(({ selection }) => selection.setSelectedIds([]));
    expect(document.querySelector(".jpd-panel")).toBeNull();
  });
});

describe("PropertyRow", () => {
  it("explains a property: help, key, unit, default, range", async () => {
    mount(both, [text("a")]);
    fireEvent.click(named("About Font size"));
    const help = await screen.findByRole("dialog");
    expect(help.textContent).toContain("Size of the text.");
    expect(help.textContent).toContain("fontSize");
    expect(help.textContent).toContain("Default: 10 pt");
    expect(help.textContent).toContain("Range: at least 0");
  });
});

describe("line breaks of a text", () => {
  const warning = dictFor("en").control.lineBreaks;
  it("are warned of only where they print as blanks", () => {
    mount(<DesignerPropertyPanel section="dados" />, [text("a", { content: "one\ntwo" })]);
    expect(screen.queryByText(warning)).not.toBeNull();
    cleanup();
    mount(<DesignerPropertyPanel section="dados" />, [text("a", { content: "one\ntwo", wrap: "word" })]);
    expect(screen.queryByText(warning)).toBeNull();
  });
});

describe("a payment", () => {
  it("has the properties of its kind, and keeps what another kind has too", () => {
    const qr = { ...fields.text, id: "q", name: "q", type: "qrcode", payload: { type: "epc", name: "Ana", amount: "5", bic: "X" } } as never;
    const designer = mount(<DesignerPropertyPanel section="dados" />, [qr]);
    expect(controls()).toEqual(expect.arrayContaining(["payload/type", "payload/name", "payload/iban", "payload/amount"]));
    expect(screen.getByText(/^Still missing/).className).toBe("jpd-hint");
    fireEvent.change(named("Kind of payment"), { target: { value: "pix" } });
    expect(designer.field("q")).toMatchObject({ payload: { type: "pix", name: "Ana", amount: "5" } });
    expect(Object.keys((designer.field("q") as { payload?: object }).payload!)).not.toContain("bic");
    expect(controls()).toContain("payload/key");
  });
});

describe("looks by condition", () => {
  it("are built from a value of the data, a comparison and a value", () => {
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [text("a")], { data });
    fireEvent.click(screen.getByText("Add a rule"));
    const part = (selector: string) => document.querySelector<HTMLElement>(`[data-property="styleWhen/0/when"] ${selector}`)!;
    expect(part("select option[value=total]").textContent).toBe("total (12.5)");
    fireEvent.change(part("select"), { target: { value: "total" } });
    fireEvent.change(part(".jpd-grid2 select"), { target: { value: ">" } });
    fireEvent.change(part("input"), { target: { value: "100" } });
    expect(designer.field("a")).toMatchObject({ styleWhen: [{ when: "total > 100", style: { bold: true } }] });
    fireEvent.click(screen.getByText("Remove"));
    expect(designer.field("a")).not.toHaveProperty("styleWhen");
  });
});
