/** Room for what is read: of the search in the data, the table of the inspector, the status, the form of the data and the rulers beside the mark of the focus. */
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Locale } from "../../src/i18n";
import { Editor, template, text, useBrowser } from "./harness";
import { data, panels } from "./panels";

useBrowser();

describe("room for what is read", () => {
  it("the search of a narrow data panel has a line of its own", async () => {
    const page = await panels({ show: ["data"], data });
    const panel = page.locator("[data-part=data-explorer]");
    await panel.evaluate((own) => {
      own.style.width = "240px";
    });
    const search = (await panel.getByRole("searchbox").boundingBox())!;
    const fill = (await panel.getByRole("button", { name: "Fill in" }).boundingBox())!;
    expect(search.width).toBeGreaterThan(180);
    expect(fill.y).toBeGreaterThanOrEqual(search.y + search.height);
  });

  it("the inspector cuts neither numbers nor names", async () => {
    const e = await Editor.open({ template: template([{ ...text("a", 120.75, 150.25), name: "clause_number_of_the_contract" }]) });
    await e.page.getByRole("tab", { name: "Info" }).click();
    const table = e.page.locator(".jpd-inspector__table");
    expect(await table.innerText()).toContain("150.3");
    const cut = await table.evaluate((own) => [...own.querySelectorAll<HTMLElement>("td, th, button")].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent));
    expect(cut).toEqual([]);
    expect(await table.evaluate((own) => own.scrollWidth <= own.parentElement!.clientWidth)).toBe(true);
  });

  it.each(Object.keys(LANGUAGES) as Locale[])("the status is one line, and what stands in it is whole: %s", async (locale) => {
    const fields = [text("a", 20, 50, { content: "{nothing}" }), text("b", 20, 90, { visibleWhen: "1 > 2" } as object)];
    const e = await Editor.open({ template: template(fields, { extensions: 1 } as object), data: { x: 1 }, locale, props: { engine: undefined } }, { viewport: { width: 1280, height: 800 } });
    const status = e.page.locator(".jpd-status");
    // Fields that print nowhere and problems are known last.
    await expect.poll(() => status.locator("[data-tone]").count()).toBe(2);
    for (const width of [1280, 1200, 1150, 1040, 900, 760, 640, 500]) {
      await e.page.setViewportSize({ width, height: 800 });
      const seen = () =>
        status.evaluate((own) => {
          const parts = [...own.querySelectorAll<HTMLElement>("button, .jpd-status__text")].filter((part) => part.checkVisibility());
          const cut = parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent);
          return { lines: Math.floor(own.clientHeight / 24), cut, within: own.scrollWidth <= own.clientWidth };
        });
      await expect.poll(seen, { message: `at ${width}` }).toEqual({ lines: 1, cut: [], within: true });
    }
  });

  it("status and zoom stand in a row that hides what is behind it and lets no click through", async () => {
    // As high as the page, it lies behind the row wherever that stands.
    const e = await Editor.open({ template: template([text("a", 0, 0, { width: 210, height: 290 })]) });
    const row = e.page.locator(".jpd-canvas__bar");
    const [place, canvas] = [(await row.boundingBox())!, (await e.canvas.boundingBox())!];
    expect(place.width).toBeGreaterThan(canvas.width - 24);
    expect(await row.evaluate((own) => getComputedStyle(own).backgroundColor)).toMatch(/^(rgb|oklch)\([^/]*\)$/);
    // Between the status and the zoom.
    const [status, zoom] = [(await row.locator(".jpd-status").boundingBox())!, (await row.locator(".jpd-zoombar").boundingBox())!];
    expect(zoom.x).toBeGreaterThan(status.x + status.width);
    await e.page.mouse.click((status.x + status.width + zoom.x) / 2, place.y + place.height / 2);
    expect(await e.selected()).toEqual([]);
  });

  it("the bin of a value shows with its row", async () => {
    const page = await panels({ show: ["data"], data: { termDays: 14, note: "Thanks" } });
    await page.getByRole("button", { name: "Fill in" }).click();
    const opacity = (label: string) => page.getByRole("button", { name: `Remove ${label} from the data` }).evaluate((own) => getComputedStyle(own).opacity);
    await page.getByLabel("Term days", { exact: true }).focus();
    await expect.poll(() => opacity("Term days")).toBe("1");
    expect(await opacity("Note")).toBe("0");
    await page.getByLabel("Note", { exact: true }).hover();
    await expect.poll(() => opacity("Note")).toBe("1");
  });

  it("the mark of the focus stands beside the rulers", async () => {
    const e = await Editor.open({ template: template([text("a", 10, 30)]) });
    await e.canvas.focus();
    await e.press("Tab");
    const ring = await e.page.locator(".jpd-canvas__ring > span").evaluate((own) => ({ style: getComputedStyle(own).outlineStyle, x: own.getBoundingClientRect().x, y: own.getBoundingClientRect().y, bottom: own.getBoundingClientRect().bottom }));
    const corner = (await e.page.locator(".jpd-ruler__corner").boundingBox())!;
    const canvas = (await e.canvas.boundingBox())!;
    expect(ring.style).toBe("solid");
    expect([ring.x, ring.y]).toEqual([corner.x + corner.width, corner.y + corner.height]);
    expect(Math.abs(ring.bottom - canvas.y - canvas.height)).toBeLessThanOrEqual(1);
  });
});
