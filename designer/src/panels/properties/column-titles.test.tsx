// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { languageOfText, translatedKey } from "../../core/texts";
import type { ArrayBinding, Binding, TableSchema, Template } from "../../core/types";
import { bench } from "../../editor/testing";
import type { DocumentInput, EngineAdapter } from "../../engine/types";
import { I18nProvider, loadDict } from "../../i18n";
import { DesignerPropertyPanel } from "..";
import { mount, table } from "../testing";

beforeAll(async () => {
  await loadDict("de");
  // The editor of text measures ranges, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

const shipped = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../templates/german-invoice.json"), "utf8")) as { template: Template; bindings: Binding[] };

const open = (more: Partial<Template> = {}) => {
  const template = { ...shipped.template, ...more };
  const lines = template.schemas.find((field): field is TableSchema => field.type === "table")!;
  const designer = bench(template, shipped.bindings, {}, <I18nProvider locale="de"><DesignerPropertyPanel section="dados" /></I18nProvider>);
  designer.run(({ selection }) => selection.setSelectedIds([lines.id]));
  return { lines: () => designer.field(lines.id) as TableSchema, template: () => designer.now.data.template, bindings: () => designer.now.data.bindings, designer };
};
const names = () => [...document.querySelectorAll(".jpd-colname__text")].map(({ textContent }) => textContent);
const rename = (column: string, title: string) => {
  fireEvent.click(screen.getByRole("button", { name: `Spalte ${column} umbenennen` }));
  const input = screen.getByRole("textbox", { name: `Spalte ${column} umbenennen` });
  fireEvent.change(input, { target: { value: title } });
  fireEvent.keyDown(input, { key: "Enter" });
};

it("columns of a shipped template have the titles that print, and say that they are translations", () => {
  open();
  expect(names()).toEqual(["Leistung", "Menge", "Einzelpreis", "USt.", "Betrag"]);
  expect(screen.getByText(/Aus den Übersetzungen, Deutsch: Leistung, Menge/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Spalte Leistung verschieben (ziehen oder Pfeiltasten)" })).toBeTruthy();
});

it("another title of such a column is another text of its language", () => {
  const { lines, template } = open({ texts: { ...shipped.template.texts, en: { item: "Item" } } });
  const before = lines();
  rename("Leistung", "Arbeit");
  expect(template().texts).toMatchObject({ de: { item: "Arbeit", quantity: "Menge" }, en: { item: "Item" } });
  expect(lines()).toEqual(before);
  expect(names()[0]).toBe("Arbeit");
  // An expression is none of the texts.
  rename("Arbeit", "{T(\"item\")} ({number})");
  expect(lines().columnStyles![0]!.title).toBe("{T(\"item\")} ({number})");
});

it("a column that has only its number is named with one word for it", () => {
  const designer = mount(<I18nProvider locale="de"><DesignerPropertyPanel section="dados" /></I18nProvider>, [{ ...table, head: ["Artikel", "Spalte 2"], content: [["{name}", ""]] } as TableSchema]);
  designer.run(({ editor }) => editor.document.apply({ kind: "bind", name: "table" }, (pair) => ({ ...pair, bindings: [{ schemaName: "table", type: "array", path: "lines", columns: ["name", ""] }] })));
  expect(screen.getByRole("button", { name: "ƒx: Formel der Spalte 2" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Stil der Spalte 2" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Stil der Spalte Artikel" })).toBeTruthy();
  expect(document.body.innerHTML).not.toContain("Spalte Spalte");
});

it("a title of the column itself is changed where it prints", () => {
  const designer = mount(<DesignerPropertyPanel section="dados" />, [{ ...table, columnStyles: [{ title: "Artikel" }] } as TableSchema]);
  expect(names()).toEqual(["Artikel", "Price"]);
  designer.run(({ actions }) => actions.renameTableColumn(0, "Ware"));
  expect(designer.field("table")).toMatchObject({ head: ["Item", "Price"], columnStyles: [{ title: "Ware" }] });
  expect(designer.now.data.template.texts).toBeUndefined();
});

it("other expressions show what the engine prints of them", async () => {
  const asked: AbortSignal[] = [];
  const layout = async ({ template }: DocumentInput, signal: AbortSignal) => {
    if (JSON.stringify(template).includes("Of {total}")) asked.push(signal);
    const { schemas } = template as { schemas: { name: string; content: string }[] };
    return { pages: [{ placements: schemas.map(({ name, content }) => ({ name, value: content.replace("{total}", "12.50") })) }] };
  };
  const engine = { layout, draw: async () => ({ pageCount: 0, pages: [], warnings: [], images: {} }), check: async () => [], setFonts: async () => {}, dispose: () => {} } as unknown as EngineAdapter;
  const panels = [<DesignerPropertyPanel key="dados" section="dados" />, <DesignerPropertyPanel key="estilo" section="estilo" />];
  const designer = mount(<>{panels}</>, [{ ...table, columnStyles: [{ title: "Of {total}" }] } as TableSchema], { engine, data: { total: 12.5 } });
  await waitFor(() => expect(names()[0]).toBe("Of 12.50"));
  // Places that show the titles share one answer, also with later ones.
  const answered = () => asked.filter(({ aborted }) => !aborted).length;
  expect(answered()).toBe(1);
  designer.run(({ selection }) => selection.setSelectedIds([]));
  designer.run(({ selection }) => selection.setSelectedIds(["table"]));
  await waitFor(() => expect(names()[0]).toBe("Of 12.50"));
  expect(answered()).toBe(1);
  designer.setData({ total: 13 });
  await waitFor(() => expect(answered()).toBe(2));
});

it("a column that is removed takes its own column of the list with it, whatever the titles are", () => {
  const { lines, bindings, designer } = open();
  designer.run(({ actions }) => actions.removeTableColumn(1));
  expect(lines().columnStyles!.map((style) => style?.key)).toEqual(["item", "price", "rate", "amount"]);
  expect((bindings().find(({ schemaName }) => schemaName === "lines") as ArrayBinding).columns).toEqual(["item", "price", "rate", "amount"]);
});

it("the text of a key is that of the language or its parents", () => {
  const texts = { de: { a: "A" }, "de-CH": { b: "B" }, en: { a: "a", c: "c" } };
  expect(["a", "b", "c", "d"].map((key) => languageOfText(texts, key, ["de-CH", "en"]))).toEqual(["de", "de-CH", "en", null]);
  expect(['{T("a")}', '{T("a", n)}', 'x {T("a")}', "{a}"].map(translatedKey)).toEqual(["a", null, null, null]);
});
