/** A page with panels around a template, for the tests of panels. */
import type { Page } from "playwright-core";
import type { Binding, Field } from "../../src/core/types";
import type { Locale } from "../../src/i18n";
import { openPage } from "./harness";

export const data = {
  number: "2026-17",
  total: 1234.5,
  customer: { name: "Ana Souza", "e mail": "ana@example.org" },
  lines: [
    { name: "Pen", price: 2.5, group: "a" },
    { name: "Ink", price: 4, group: "b" },
    { name: "Pad", price: 1, group: "a" },
  ],
};
const box = { x: 20, y: 40, width: 80, height: 10 };
export const schemas = [
  { ...box, id: "title", name: "title", type: "text", content: "Invoice {number} {customer.nam}", fontSize: 16, fontColor: "#0f172a", alignment: "left" },
  { ...box, y: 60, width: 170, height: 40, id: "lines", name: "lines", type: "table", head: ["Item", "Price"], content: [["{name}", "{price}"]], footer: ["Total", "{SUM(lines.price)}"] },
  { ...box, y: 110, width: 40, height: 40, id: "logo", name: "logo", type: "image", content: "" },
  { ...box, y: 150, height: 50, id: "chart", name: "chart", type: "chart", chartType: "pie", displayMode: "percent", colorPalette: "custom" },
  { ...box, y: 210, height: 25, id: "card", name: "card", type: "kpi", icon: "home", title: "Revenue", value: "{total}", subtitle: "month", backgroundColor: "#1d4ed8", textColor: "#ffffff" },
  { ...box, y: 240, width: 170, height: 30, id: "section", name: "section", type: "section" },
] as Field[];
export const bindings: Binding[] = [
  { schemaName: "lines", type: "array", path: "lines", columns: ["name", "price"], filters: [[{ column: "group", op: "eq", value: "a" }]] },
  { schemaName: "chart", type: "chart", path: "lines", labelColumn: "name", valueColumn: "price" },
  { schemaName: "section", type: "section", path: "line" },
];
export const template = { version: 1, page: { width: 210, height: 297 }, headerHeight: 20, footerHeight: 15, schemas };

/** A template that uses the extensions, with a field of each of their kinds. */
export const extended = {
  ...template,
  extensions: 1,
  locale: "pt-BR",
  fonts: { default: { regular: "builtin:times", fallback: ["other"] }, other: { regular: "builtin:courier" } },
  styles: { default: { fontSize: 10 }, strong: { extends: "default", bold: true } },
  pdf: { title: "{number}", viewer: { pageMode: "outlines" }, attachments: [{ name: "rows.csv", source: "a;b" }, { name: "terms.pdf", source: "lib:terms.pdf" }], encryption: { userPassword: "{number}" } },
  firstPage: { headerHeight: 40 },
  schemas: [
    { ...schemas[0], fontName: "other", wrap: "word", border: { width: 0.2 }, bookmark: "{number}" },
    { ...schemas[1], groups: [{ by: "group", header: { cells: ["{group}"] } }], sort: [{ by: "name" }], borders: { outer: { width: 0.3 } } },
    { ...schemas[2], fit: "contain" },
    { ...schemas[5], columns: 2 },
    { ...box, y: 10, id: "qr", name: "qr", type: "qrcode", content: "{number}" },
    { ...box, y: 20, id: "bars", name: "bars", type: "barcode", content: "123", symbology: "code128" },
    { ...box, y: 30, id: "line", name: "line", type: "line" },
    { ...box, y: 40, id: "rect", name: "rect", type: "rectangle" },
    { ...box, y: 50, id: "oval", name: "oval", type: "ellipse" },
    { ...box, y: 60, id: "path", name: "path", type: "path", d: "M0 0L1 1", viewBox: [0, 0, 1, 1] },
    { ...box, y: 70, id: "drawing", name: "drawing", type: "svg", content: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>" },
  ] as Field[],
};

interface Options {
  template?: object;
  bindings?: readonly object[];
  data?: unknown;
  select?: string[];
  show: string[];
  theme?: "light" | "dark";
  locale?: Locale;
}

export async function panels(options: Options): Promise<Page> {
  const page = await openPage("panels", { viewport: { width: 1600, height: 1000 } });
  await page.waitForFunction(() => "startPanels" in window);
  await page.evaluate((start) => window.startPanels(start as never), { template, bindings, data, ...options });
  await page.waitForFunction((ids) => !ids || document.querySelector("[data-part]") !== null, options.select ?? null);
  return page;
}

/** Selects one field; the panels show it. */
export async function selectField(page: Page, id: string): Promise<void> {
  await page.evaluate((own) => window.panels.select([own]), id);
  await page.waitForFunction((own) => window.panels.selected.join() === own, id);
  // Effects add more after the first frame.
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
}
