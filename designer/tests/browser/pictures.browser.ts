/** Pictures of the screens of the designer, for eyes: `PICTURES=folder npx vitest run --config vitest.browser.config.ts tests/browser/pictures.browser.ts`. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import type { Page } from "playwright-core";
import { Editor, openPage, template as blank, useBrowser } from "./harness";

useBrowser();

const folder = process.env.PICTURES ?? "";
const locale = process.env.PICTURES_LOCALE ?? "en";

async function shot(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

describe.skipIf(folder === "")("pictures", () => {
  const file = JSON.parse(readFileSync(new URL("../../../templates/invoice.json", import.meta.url), "utf8"));
  const data = JSON.parse(readFileSync(new URL("../../../samples/invoice.json", import.meta.url), "utf8"));

  it("of the designer", async () => {
    const size = { viewport: { width: 1440, height: 900 } };
    const empty = await Editor.open({ template: blank([], { extensions: 1 } as never), locale }, size);
    await shot(empty.page, "empty");
    const e = await Editor.open({ template: file.template, bindings: file.bindings, data, locale, props: { engine: undefined } }, size);
    await e.page.waitForTimeout(3000);
    await shot(e.page, "invoice");
    await e.page.getByRole("tab").nth(1).click();
    await shot(e.page, "page-panel");
    await e.page.locator(".jpd-checklist__item").first().scrollIntoViewIfNeeded();
    await e.page.waitForTimeout(1500);
    await shot(e.page, "checklist");
    await e.page.getByRole("tab").first().click();
    await e.page.locator("[data-row] .jpd-rowname").first().click();
    await e.page.getByRole("tab").nth(1).click();
    await shot(e.page, "properties-data");
    await e.page.getByRole("tab").nth(2).click();
    await e.page.locator("summary", { hasText: /Advanced|Erweitert/ }).first().click();
    await shot(e.page, "properties-style");
  }, 120_000);

  it("of the panels", async () => {
    const page = await openPage("panels", { viewport: { width: 1440, height: 900 } });
    await page.waitForFunction(() => "startPanels" in window);
    await page.evaluate((start) => window.startPanels(start as never), { template: file.template, bindings: file.bindings, data, locale, show: ["data", "problems", "preview"], select: [] });
    await page.locator(".jpd-preview__svg").first().waitFor();
    await shot(page, "data-problems-preview");
  }, 120_000);
});
