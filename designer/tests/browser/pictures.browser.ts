/**
 * Pictures of ten screens of the application, for eyes: `PICTURES=folder npx vitest run --config vitest.browser.config.ts
 * tests/browser/pictures.browser.ts`. `PICTURES_LOCALE` names the language.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Page } from "playwright-core";
import { loadTexts } from "../../src/app/texts";
import { loadDict, type Locale } from "../../src/i18n";
import { missing } from "../reportctl";
import { chosenLanguage, useVisit } from "./program";

const folder = process.env.PICTURES ?? "";
const locale = (process.env.PICTURES_LOCALE ?? "en") as Locale;
const [TEMPLATES, SAMPLES] = ["templates", "samples"].map((name) => new URL(`../../../${name}/`, import.meta.url).pathname) as [string, string];
const WINDOW = { viewport: { width: 1440, height: 900 } };

/** What comes by itself is there: drawings, thumbnails, motion of at most 150 ms. */
async function shot(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.waitForLoadState("networkidle");
  await page.mouse.move(700, 1);
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

describe.skipIf(folder === "" || missing)("pictures", () => {
  let address: string;
  const visit = useVisit(WINDOW, async ({ running, port }) => {
    running.run("init", ".");
    for (const name of ["invoice", "german-invoice", "payslip", "contract", "sales-dashboard"]) {
      running.run("template", "add", join(TEMPLATES, `${name}.json`), "--id", name);
      writeFileSync(join(running.folder, `data/${name}.json`), readFileSync(join(SAMPLES, `${name}.json`)));
    }
    address = await running.start(["design", "--no-open", "--port", String(port)], /the designer is at (http:\/\/[^/]+)/);
  });

  it("of ten screens", async () => {
    const { page, context } = visit;
    await chosenLanguage(context, locale);
    const [t, dict] = [await loadTexts(locale), await loadDict(locale)];
    const dock = (name: string) => page.locator(".app-docks").getByRole("button", { name, exact: true });
    const open = async (id: string) => {
      await page.goto(`${address}/#/templates/${id}`);
      await page.locator("svg.jpd-field__drawing use").first().waitFor({ state: "attached" });
    };
    const choose = (id: string) => page.locator(`[data-row="${id}"] .jpd-rowname`).click();

    await page.goto(address);
    await page.locator(".app-templates img").nth(5).waitFor();
    await shot(page, "01-first-page");
    await page.getByRole("button", { name: t.create, exact: true }).click();
    await page.getByRole("dialog").locator("img").nth(8).waitFor();
    await shot(page, "02-gallery");
    await page.getByRole("dialog").getByRole("radio", { name: t.blank, exact: true }).check();
    await page.getByRole("dialog").getByRole("button", { name: t.create, exact: true }).click();
    await page.locator("[data-sheet]").waitFor();
    await shot(page, "03-blank-page");

    await open("invoice");
    await shot(page, "04-invoice");
    await choose("invoice-lines");
    await page.getByRole("tab", { name: dict.tabBar.style, exact: true }).click();
    await shot(page, "05-table-style");
    await page.getByRole("button", { name: dict.dataForm.fill, exact: true }).click();
    await shot(page, "06-data-grid");
    await page.keyboard.press("Escape");

    await open("german-invoice");
    await choose("german-invoice-code");
    await page.getByRole("tab", { name: dict.tabBar.data, exact: true }).click();
    await shot(page, "07-payment-form");
    await page.getByRole("tab", { name: dict.tabBar.page, exact: true }).click();
    const einvoice = page.locator(".jpd-checklist__item", { hasText: dict.checklist.einvoice });
    await einvoice.getByRole("button").first().click();
    await page.locator(".jpd-terms__group").first().waitFor();
    await shot(page, "08-e-invoice");

    await page.emulateMedia({ colorScheme: "dark" });
    await dock(t.preview).click();
    await page.locator(".jpd-preview__svg").first().waitFor();
    await shot(page, "09-dark");
    await page.emulateMedia({ colorScheme: "light" });

    const versions = page.getByRole("button", { name: t.history, exact: true });
    await versions.click();
    await page.getByRole("dialog").getByRole("button", { name: t.keepVersions }).click();
    await page.keyboard.press("Escape");
    await page.locator("[data-part=canvas]").focus();
    await page.keyboard.press("t");
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await expect.poll(() => page.locator(".app-state").textContent()).toBe(t.saved);
    await versions.click();
    await page.getByRole("dialog").getByRole("list", { name: t.history }).getByRole("button").last().click();
    await page.locator(".jpd-preview__mark").first().waitFor();
    await shot(page, "10-versions");

    const fresh = await context.browser()!.newContext(WINDOW);
    onTestFinished(() => fresh.close());
    const newcomer = await fresh.newPage();
    await newcomer.goto(`${address}/#/templates/receipt`);
    await newcomer.locator(".app-tour").waitFor();
    await shot(newcomer, "11-tour");
  }, 180_000);
});
