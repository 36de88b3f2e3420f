/** The tour of a first visit: once, by keyboard, and without covering anything. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { missing } from "../reportctl";
import { useApp, WINDOW } from "./app";
import { axeFindings } from "./axe";

describe.skipIf(missing)("the tour", () => {
  const app = useApp();

  /** The page of a template for somebody who has never been there. */
  async function first(options: BrowserContextOptions): Promise<Page> {
    const fresh = await app.context.browser()!.newContext(options);
    onTestFinished(() => fresh.close());
    const page = await fresh.newPage();
    await page.goto(`${app.address}/#/templates/receipt`);
    return page;
  }

  it("shows who opens it first around, once", async () => {
    const page = await first(WINDOW);
    const tour = page.getByRole("dialog", { name: "This is your document" });
    await tour.waitFor();
    const findings = () => axeFindings(page, ".app-tour");
    expect(await findings()).toEqual([]);
    expect(await page.locator(".app-tour__mark").count()).toBe(1);
    // By keyboard: the button that goes on has the focus.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Save and go on" }).waitFor();
    expect(await findings()).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".app-tour").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-part"))).toBe("canvas");
    await page.reload();
    await page.locator("[data-sheet]").waitFor();
    expect(await page.locator(".app-tour").count()).toBe(0);
    // Esc passes it over for good, too.
    await page.evaluate(() => localStorage.removeItem("reportctl:tour"));
    await page.reload();
    await page.locator(".app-tour").waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.locator("[data-sheet]").waitFor();
    expect(await page.locator(".app-tour").count()).toBe(0);
  });

  for (const [width, height] of [[1280, 800], [1440, 900], [390, 844]] as const) {
    it(`covers no control in a window of ${width} by ${height}`, async () => {
      const page = await first({ ...WINDOW, viewport: { width, height } });
      const next = page.locator(".app-tour").getByRole("button").last();
      await next.waitFor();
      await page.locator("[data-sheet]").waitFor();
      for (let step = 0; step < 5; step += 1) {
        expect(await covered(page), `step ${step + 1}`).toEqual([]);
        // The page is still there, and so are all of the words and the button that goes on.
        expect((await page.locator("[data-part=canvas]").boundingBox())!.height, `step ${step + 1}`).toBeGreaterThan(150);
        expect(await page.locator(".app-tour").evaluate((tour) => tour.getBoundingClientRect().bottom <= innerHeight && tour.scrollWidth <= tour.clientWidth)).toBe(true);
        await next.click();
      }
      expect(await page.locator(".app-tour").count()).toBe(0);
    });
  }
});

/** Controls outside of the tour whose middle something of the tour lies over. What has to be scrolled to is not in sight without it either. */
function covered(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const isInSight = (control: HTMLElement, x: number, y: number) => {
      for (let box = control.parentElement; box; box = box.parentElement) {
        const { left, top, right, bottom } = box.getBoundingClientRect();
        if (getComputedStyle(box).overflow !== "visible" && (x < left || x > right || y < top || y > bottom)) return false;
      }
      return control.checkVisibility({ visibilityProperty: true });
    };
    const controls = [...document.querySelectorAll<HTMLElement>("button, a, input, select, [role=tab], [role=radio]")];
    const under = controls.filter((control) => {
      const box = control.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return !control.closest(".app-tour") && isInSight(control, x, y) && document.elementFromPoint(x, y)?.closest(".app-tour, .app-tour__mark");
    });
    return under.map((control) => control.getAttribute("aria-label") ?? control.textContent);
  });
}
