/** The application in each language: its first choice, and findings of axe. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { loadTexts } from "../../src/app/texts";
import { LANGUAGES, type Locale } from "../../src/i18n/types";
import { missing } from "../reportctl";
import { useApp, WINDOW } from "./app";
import { axeFindings, axeInBothThemes } from "./axe";
import { chosenLanguage, withoutTour } from "./program";

describe.skipIf(missing)("the application in each language", () => {
  const app = useApp();
  let address: string;
  let context: BrowserContext;
  let page: Page;
  beforeEach(() => {
    ({ address, context, page } = app);
  });

  for (const locale of Object.keys(LANGUAGES) as Locale[]) {
    it(`has no finding of axe in any view, in both themes: ${locale}`, { timeout: 120_000 }, async () => {
      const t = await loadTexts(locale);
      await chosenLanguage(context, locale);
      // Colours change at once.
      await page.emulateMedia({ reducedMotion: "reduce" });
      const both = async (what: string) => {
        expect(await axeInBothThemes(page, { exclude: [[".app-workspace"]] }), what).toEqual([]);
        expect(await axeFindings(page, { include: [["body"]] }, { runOnly: ["heading-order"] }), what).toEqual([]);
      };
      await page.goto(address);
      await page.getByRole("link", { name: "Receipt" }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
      await both("the list");
      await page.getByRole("button", { name: t.create, exact: true }).click();
      await page.getByRole("dialog").waitFor();
      await both("the dialog of a new template");
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Receipt" }).click();
      await page.locator("[data-sheet]").waitFor();
      await both("the page of a template");
      for (const dock of [t.problems, t.preview, t.code]) {
        await page.locator(".app-docks").getByRole("button", { name: dock, exact: true }).click();
        await both(dock);
      }
      const versions = page.getByRole("button", { name: t.history, exact: true });
      if (await versions.isVisible()) await versions.click();
      else {
        // Longer words have no room beside the others.
        await page.getByRole("button", { name: t.more, exact: true }).click();
        await page.getByRole("menuitem", { name: t.history }).click();
      }
      await page.getByRole("dialog", { name: t.history }).getByRole("button", { name: t.keepVersions }).click();
      await page.getByRole("dialog", { name: t.history }).getByRole("listitem").first().waitFor();
      await both("the versions");
    });
  }

  it("begins in the first of the browser's languages that there is, and loads no other", async () => {
    const scripts: string[] = [];
    const german = await context.browser()!.newContext({ ...WINDOW, locale: "de-AT" });
    onTestFinished(() => german.close());
    await withoutTour(german);
    const page = await german.newPage();
    page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
    await page.goto(address);
    await page.getByRole("button", { name: "Neue Vorlage" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
    const languages = () => [...new Set(scripts.flatMap((path) => /\/assets\/(de|es|fr|pt-BR)-[^/]*\.js$/.exec(path)?.[1] ?? []))];
    expect(languages()).toEqual(["de"]);
    // Another choice is kept.
    await page.getByRole("button", { name: "Sprache, Farbschema" }).click();
    await page.getByRole("dialog", { name: "Sprache, Farbschema" }).getByLabel("Sprache").selectOption("fr");
    await page.getByRole("button", { name: "Nouveau modèle" }).waitFor();
    expect(languages()).toEqual(["de", "fr"]);
    await page.reload();
    await page.getByRole("button", { name: "Nouveau modèle" }).waitFor();
  });
});
