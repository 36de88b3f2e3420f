/** What axe says of each panel: all kinds of fields, all languages, both themes. */
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { LANGUAGES, loadDict, type Locale } from "../../src/i18n";
import { axeInBothThemes, PARTS } from "./axe";
import { useBrowser } from "./harness";
import { extended, panels, schemas, selectField } from "./panels";

useBrowser();

/** With panels whose texts are those of the language, and colours that change at once. */
async function opened(options: Parameters<typeof panels>[0] & { locale: Locale }): Promise<Page> {
  const page = await panels(options);
  await page.emulateMedia({ reducedMotion: "reduce" });
  if (options.show.includes("page")) {
    const dict = await loadDict(options.locale);
    await page.getByText(dict.pageSettings.pageSize, { exact: true }).first().waitFor();
  }
  return page;
}

const find = (page: Page) => axeInBothThemes(page, { include: [["body"]] }, PARTS);
/** Takes the settings of the page off the page, once they were looked at: they are the same for each field. */
const withoutPage = (page: Page) => page.evaluate(() => document.querySelector("section:has(> [data-part=page-settings])")!.remove());

describe("axe (94)", () => {
  for (const locale of Object.keys(LANGUAGES) as Locale[]) {
    it(`finds nothing in the panels of each kind, in both themes: ${locale}`, async () => {
      const page = await opened({ select: ["title"], show: ["dados", "estilo", "filter", "binding", "page"], locale });
      const findings = await find(page);
      await withoutPage(page);
      for (const { id } of schemas) {
        await selectField(page, id);
        findings.push(...(await find(page)).map((finding) => `${id}: ${finding}`));
      }
      await page.evaluate(() => window.panels.select(["title", "card"]));
      await page.waitForFunction(() => window.panels.selected.length === 2);
      findings.push(...(await find(page)));
      expect(findings).toEqual([]);
    }, 60_000);
  }

  for (const locale of ["en", "pt-BR"] as const) {
    it(`finds nothing in the panels of templates with extensions, in both themes: ${locale}`, async () => {
      const page = await opened({ template: extended, select: ["title"], show: ["dados", "estilo", "page"], locale });
      // Folded parts are examined too.
      const unfold = () =>
        page.evaluate(async () => {
          document.querySelectorAll("details").forEach((part) => (part.open = true));
          await new Promise(requestAnimationFrame);
        });
      await unfold();
      const findings = await find(page);
      await withoutPage(page);
      for (const { id } of extended.schemas) {
        await selectField(page, id);
        await unfold();
        findings.push(...(await find(page)).map((finding) => `${id}: ${finding}`));
      }
      expect(findings).toEqual([]);
    }, 60_000);

    it(`finds nothing in data, problems, preview and code, in both themes: ${locale}`, async () => {
      const page = await opened({ select: ["title"], show: ["data", "problems", "preview", "code"], locale });
      await page.locator(".jpd-problem").first().waitFor();
      await page.locator(".jpd-preview__svg").first().waitFor();
      expect(await find(page)).toEqual([]);
    }, 60_000);

    it(`finds nothing in dialogs and lists that open, in both themes: ${locale}`, async () => {
      const page = await opened({ select: ["title"], show: ["dados", "estilo"], locale });
      await page.locator(".jpd-fx__open").first().click();
      await page.getByRole("dialog").waitFor();
      const findings = await find(page);
      await page.keyboard.press("Escape");
      await page.locator("[data-property=fontSize] input").focus();
      await page.keyboard.press("F1");
      await page.getByRole("dialog").waitFor();
      findings.push(...(await find(page)));
      await page.keyboard.press("Escape");
      await selectField(page, "lines");
      await page.locator("[data-property='colorPalette'] button").click();
      await page.getByRole("listbox").waitFor();
      findings.push(...(await find(page)));
      await page.keyboard.press("Escape");
      await page.locator("[data-property='columnStyles/0']").click();
      await page.locator(".jpd-columnstyle").waitFor();
      findings.push(...(await find(page)));
      await page.keyboard.press("Escape");
      await selectField(page, "card");
      await page.locator("[data-property='icon'] .jpd-palette__button").click();
      await page.locator(".jpd-iconpick").waitFor();
      findings.push(...(await find(page)));
      expect(findings).toEqual([]);
    }, 60_000);
  }
});
