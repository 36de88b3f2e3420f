/** The layout of the application in windows of several sizes. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { missing } from "../reportctl";
import { useApp } from "./app";
import { chosenLanguage } from "./program";

describe.skipIf(missing)("the layout of the application", () => {
  const app = useApp();
  const { create, accessible } = app;
  let address: string;
  let context: BrowserContext;
  let page: Page;
  beforeEach(() => {
    ({ address, context, page } = app);
  });

  for (const [width, height] of [[1280, 720], [1024, 768], [820, 1100]] as const) {
    it(`leaves room for the page in a window of ${width} by ${height}, also with longer words`, async () => {
      await chosenLanguage(context, "pt-BR");
      await page.setViewportSize({ width, height });
      await page.goto(`${address}/#/templates/receipt`);
      await page.locator("[data-sheet]").waitFor();
      const canvas = await page.locator("[data-part=canvas]").boundingBox();
      expect(canvas!.width).toBeGreaterThan(0.7 * width);
      expect(canvas!.height).toBeGreaterThan(400);
      await page.locator("[data-part=canvas] [data-field-id]").nth(4).click();
      await page.getByRole("tab", { name: "Estilo" }).click();
      if (width > 900) {
        // The header keeps its one line, also with a long name and something to say.
        await page.locator(".app-header h1").evaluate((title) => (title.textContent = "Relatório mensal de vendas e devoluções por região, filial Sul"));
        await page.locator(".app-state").evaluate((state) => (state.textContent = "O relatório foi enviado a ana@example.org."));
        expect((await page.locator(".app-header").boundingBox())!.height).toBeLessThan(60);
        // A menu has the actions without room.
        await page.getByRole("button", { name: "Mais ações" }).click();
        await expect.poll(() => page.getByRole("menuitem").allTextContents()).toEqual(["Versões", "Enviar por e-mail"]);
        await page.keyboard.press("Escape");
      }
      // Nothing hangs over the window, and no label is cut.
      const faults = await page.evaluate(() => {
        const labels = [...document.querySelectorAll(".jpd-prop__label, button")].filter((element) => element.clientWidth > 0);
        const cut = labels.filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow !== "visible");
        const outside = labels.filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
        return [...cut, ...outside].map((element) => element.textContent);
      });
      expect(faults).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  }

  it("has the header and the bar of the designer in one row where the window is wide", async () => {
    await chosenLanguage(context, "de");
    await page.setViewportSize({ width: 1840, height: 900 });
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-part=canvas] [data-field-id]").first().waitFor();
    const tops = () =>
      page.evaluate(() => ["[data-part=history]", "[data-part=command-bar]", ".app-docks", ".app-datasets"].map((own) => document.querySelector(own)!.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2)));
    expect(new Set(await tops()).size).toBe(1);
    // The buttons that arrange several fields have room.
    await page.locator("[data-part=canvas]").focus();
    await page.keyboard.press("Control+A");
    await expect.poll(() => page.locator(".jpd-commandbar__arrange").evaluate((own) => own.scrollWidth <= own.clientWidth)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(async () => new Set(await tops()).size).toBe(2);
    expect(await page.locator(".app-editor > .app-header").evaluate((own) => getComputedStyle(own).borderBottomWidth)).toBe("0px");
  });

  it("shows the whole width of the page, also beside the preview, until another zoom is chosen, which is kept", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address);
    await create("Invoice", "Wide");
    const canvas = page.locator("[data-part=canvas]");
    const hidden = () => canvas.evaluate((box) => box.scrollWidth - box.clientWidth);
    const zoom = () => page.locator(".jpd-zoombar__value").textContent();
    // A window of this size begins without another panel beside the sidebar.
    await expect.poll(zoom).toBe("100%");
    await expect.poll(hidden).toBe(0);
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await expect.poll(zoom).not.toBe("100%");
    await expect.poll(hidden).toBe(0);
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    // It is not made larger than it is printed.
    await expect.poll(zoom).toBe("100%");
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(zoom).toBe("110%");
    // It is kept after a second.
    await page.waitForTimeout(1500);
    await page.reload();
    await page.locator("[data-sheet]").waitFor();
    await expect.poll(zoom).toBe("110%");
  });

  it("shows one panel at a time over the page in a window of 900 px, and the page keeps its width", async () => {
    await page.setViewportSize({ width: 900, height: 800 });
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    const width = async () => (await page.locator("[data-part=canvas]").boundingBox())!.width;
    const before = await width();
    expect(before).toBeGreaterThan(850);
    await page.locator(".app-docks").getByRole("button", { name: "All data", exact: true }).click();
    await page.locator(".app-dock [data-part]").first().waitFor();
    expect(await page.locator("[data-part=sidebar]").getAttribute("data-collapsed")).toBe("true");
    await page.getByRole("tab", { name: "Page" }).click();
    await page.locator(".app-dock").waitFor({ state: "detached" });
    await page.locator("[data-part=page-settings]").waitFor();
    await page.getByRole("button", { name: "Hide the panel" }).click();
    await expect.poll(() => page.locator("[data-part=page-settings]").isVisible()).toBe(false);
    expect(await width()).toBe(before);
  });

  it("cuts nothing on a telephone, and leaves room for fields above the buttons that add some", async () => {
    await chosenLanguage(context, "pt-BR");
    await page.setViewportSize({ width: 350, height: 700 });
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    const cut = (selector: string) =>
      page.locator(selector).evaluate((own) => {
        const { left, right } = own.getBoundingClientRect();
        return own.scrollWidth > own.clientWidth || left < 0 || right > innerWidth;
      });
    expect(await cut(".jpd-status")).toBe(false);
    expect(await cut(".jpd-zoombar")).toBe(false);
    expect(await cut(".app-docks")).toBe(false);
    const height = async (selector: string) => (await page.locator(selector).boundingBox())!.height;
    expect(await height("[data-part=field-list]")).toBeGreaterThan(await height("[data-part=toolbar]"));
    // A panel has the place of the sidebar, and leaves room for the page.
    for (const name of ["Todos os dados", "Problemas", "Prévia", "Código"]) {
      await page.locator(".app-docks").getByRole("button", { name, exact: true }).click();
      await page.locator(".app-dock [data-part]").waitFor();
      expect(await page.locator("[data-part=sidebar]").isVisible(), name).toBe(false);
      expect(await height("[data-part=canvas]"), name).toBeGreaterThan(150);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(350);
      expect(await page.locator(".app-dock").evaluate((own) => own.scrollWidth <= own.clientWidth), name).toBe(true);
    }
    await page.locator(".app-docks").getByRole("button", { name: "Código", exact: true }).click();
    await page.locator("[data-part=sidebar]").waitFor();
    // Dialogs fit too.
    await page.locator("[data-part=canvas]").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    expect(await page.getByRole("dialog").evaluate((own) => own.getBoundingClientRect().right <= innerWidth && own.scrollWidth <= own.clientWidth)).toBe(true);
    await accessible("the keys on a telephone");
  });
});
