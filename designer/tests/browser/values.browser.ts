/** Values of selects: a panel of the default width shows them whole, in every language. */
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { Binding, Field } from "../../src/core/types";
import { LANGUAGES, loadDict, type Locale } from "../../src/i18n";
import { openPage, useBrowser } from "./harness";

useBrowser();

const data = { number: "2026-17", total: 1234.5, open: true, lines: [{ name: "Pen", price: 2.5, group: "a" }] };
const box = { x: 20, y: 40, width: 80, height: 10 };
const schemas = [
  { ...box, id: "title", name: "title", type: "text", content: "{number}", fontSize: 16, fontColor: "#0f172a", alignment: "left", fontName: "other", border: { width: 0.2, style: "dashed" }, styleRules: [{ when: "{total > 5}", style: { bold: true } }], link: "#x" },
  { ...box, id: "lines", name: "lines", type: "table", head: ["A", "B"], content: [["{name}", "{price}"]], footer: ["T", "{SUM(lines.price)}"], groups: [{ by: "group", header: { cells: ["{group}"] } }], sort: [{ by: "name" }], borders: { outer: { width: 0.3 } }, columns: [{ type: "number" }, { type: "image" }] },
  { ...box, id: "logo", name: "logo", type: "image", content: "", fit: "contain" },
  { ...box, id: "chart", name: "chart", type: "chart", chartType: "pie", displayMode: "percent", colorPalette: "custom" },
  { ...box, id: "bars", name: "bars", type: "chart", chartType: "bar", displayMode: "value", legend: { position: "right" }, axis: {} },
  { ...box, id: "card", name: "card", type: "kpi", icon: "home", title: "R", value: "{total}", subtitle: "m" },
  { ...box, id: "section", name: "section", type: "section", columns: 2 },
  ...["pix", "epc", "swissqr", "upi", "emvco"].map((type) => ({ ...box, id: type, name: type, type: "qrcode", payload: { type } })),
  { ...box, id: "code", name: "code", type: "barcode", content: "123", symbology: "code128" },
  { ...box, id: "line", name: "line", type: "line" },
  { ...box, id: "rect", name: "rect", type: "rectangle" },
  { ...box, id: "oval", name: "oval", type: "ellipse" },
  { ...box, id: "path", name: "path", type: "path", d: "M0 0L1 1", viewBox: [0, 0, 1, 1] },
  { ...box, id: "drawing", name: "drawing", type: "svg", content: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>" },
] as unknown as Field[];
const bindings: Binding[] = [
  { schemaName: "lines", type: "array", path: "lines", columns: ["name", "price"], filters: [[{ column: "group", op: "eq", value: "a" }]] },
  { schemaName: "chart", type: "chart", path: "lines", labelColumn: "name", valueColumn: "price" },
  { schemaName: "bars", type: "chart", path: "lines", labelColumn: "name", valueColumn: "price" },
  { schemaName: "section", type: "section", path: "lines" },
];
const template = {
  version: 1,
  extensions: 1,
  page: { width: 210, height: 297 },
  headerHeight: 20,
  footerHeight: 15,
  locale: "pt-BR",
  fonts: { default: { regular: "builtin:times" }, other: { regular: "builtin:courier" } },
  styles: { default: { fontSize: 10 }, strong: { extends: "default", bold: true } },
  pdf: { title: "{number}", viewer: { pageMode: "outlines" }, attachments: [{ name: "a.csv", source: "a;b" }], conformance: ["pdfa-3b"], encryption: { userPassword: "x" }, einvoice: {} },
  firstPage: { headerHeight: 40 },
  defs: { a: "1" },
  schemas,
};

/** Options that the width of their select cuts. `action`: name of the select that inserts what is chosen and never shows it. */
function cutValues(page: Page, action: string): Promise<string[]> {
  return page.evaluate((action) => {
    const shown = [...document.querySelectorAll<HTMLSelectElement>("select")].filter((own) => own.checkVisibility());
    // Selects are as wide as their options ask for: one copy for each option, all measured by one layout.
    const probes = shown.flatMap((select) => {
      const name = select.closest("[data-property]")?.getAttribute("data-property") ?? select.getAttribute("aria-label") ?? select.closest("label")?.textContent ?? "";
      const options = select.getAttribute("aria-label") === action ? [select.options[0]!] : [...select.options];
      return options.map((option) => {
        const probe = select.cloneNode(false) as HTMLSelectElement;
        Object.assign(probe.style, { position: "absolute", visibility: "hidden", width: "max-content", maxWidth: "none" });
        probe.append(option.cloneNode(true));
        return { select, name, probe, text: option.text };
      });
    });
    const scrolled = shown.filter((own) => own.scrollWidth > own.clientWidth).map((own) => `${own.getAttribute("aria-label")}: scrolls`);
    for (const { select, probe } of probes) select.parentElement!.append(probe);
    const cut = probes.map(({ select, name, probe, text }) => ({ missing: probe.offsetWidth - select.offsetWidth, line: `${name}: ${text}` }));
    for (const { probe } of probes) probe.remove();
    return [...scrolled, ...cut.filter(({ missing }) => missing > 0).map(({ missing, line }) => `${line} (${missing} px)`)];
  }, action);
}

async function unfold(page: Page): Promise<void> {
  for (let depth = 0; depth < 4; depth += 1) {
    const opened = await page.evaluate(() => {
      const folded = [...document.querySelectorAll("details:not([open])")] as HTMLDetailsElement[];
      for (const part of folded) part.open = true;
      return folded.length;
    });
    if (opened === 0) break;
    await page.waitForTimeout(60);
  }
}

describe("values of selects", () => {
  for (const locale of Object.keys(LANGUAGES) as Locale[]) {
    it(`are whole in every panel: ${locale}`, async () => {
      const page = await openPage("panels", { viewport: { width: 1600, height: 1000 } });
      await page.waitForFunction(() => "startPanels" in window);
      const show = ["dados", "estilo", "filter", "binding", "page", "data", "preview"];
      await page.evaluate((start) => window.startPanels(start as never), { template, bindings, data, show, locale, select: ["title"] });
      // The inner width of the sidebar beside a scroll bar; the preview stands in a dock of 32rem.
      await page.addStyleTag({ content: "section { width: calc(20rem - 1px - 12px); } section:has([data-part=preview]) { width: calc(32rem - 1px); }" });
      const dict = await loadDict(locale);
      await page.getByText(dict.pageSettings.pageSize, { exact: true }).first().waitFor();
      const cut = new Set<string>();
      const look = async () => {
        await unfold(page);
        for (const entry of await cutValues(page, dict.bindingEditor.insertFunction)) cut.add(entry);
      };
      await look();
      // What does not depend on the field has been looked at.
      await page.addStyleTag({ content: "section:has([data-part=page-settings], [data-part=data-explorer], [data-part=preview]) { display: none !important; }" });
      for (const { id } of schemas) {
        await page.evaluate((own) => window.panels.select([own]), id);
        await page.waitForFunction((own) => window.panels.selected.join() === own, id);
        const tabs = page.locator("[data-section=estilo] [role=tab]");
        const count = await tabs.count();
        for (let tab = 0; tab < Math.max(count, 1); tab += 1) {
          if (count > 0) await tabs.nth(tab).click();
          await look();
        }
      }
      expect([...cut]).toEqual([]);
    }, 120_000);
  }
});
