import { describe, expect, it } from "vitest";
import { fields, glyphs, start } from "./engine-page";
import { Editor, template, text, useBrowser } from "./harness";

useBrowser();

/** The boxes of the template instead of the printed pages. */
const showLayout = (e: Editor) => e.page.getByRole("radio", { name: "Layout" }).click();

describe("drawings by the engine", () => {
  it("show values where fields are authored", async () => {
    const e = await Editor.open(start);
    await showLayout(e);
    await expect.poll(() => glyphs(e, "name"), { timeout: 20_000 }).toBe("Dear Ada".replaceAll(" ", "").length);
    const drawing = await e.field("name").locator("svg.jpd-field__drawing").boundingBox();
    const box = await e.field("name").boundingBox();
    expect([drawing?.x, drawing?.y]).toEqual([box?.x, box?.y]);
  });

  it("25 a text longer than its box runs past the right edge in one line", async () => {
    const e = await Editor.open(start);
    await expect.poll(() => glyphs(e, "long"), { timeout: 20_000 }).toBeGreaterThan(20);
    const extent = await e.field("long").evaluate((element) => {
      const uses = [...element.querySelectorAll("svg.jpd-field__drawing use")].map((use) => use.getBoundingClientRect());
      return { right: Math.max(...uses.map((rect) => rect.right)), height: Math.max(...uses.map((rect) => rect.bottom)) - Math.min(...uses.map((rect) => rect.top)) };
    });
    const box = await e.field("long").boundingBox();
    expect(extent.right).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0));
    expect(extent.height).toBeLessThan((box?.height ?? 0) * 0.7);
  });

  it("an empty value shows its token in grey", async () => {
    const e = await Editor.open(start);
    await showLayout(e);
    await expect.poll(() => glyphs(e, "name"), { timeout: 20_000 }).toBeGreaterThan(0);
    await expect.poll(() => e.field("empty").textContent()).toContain("{missing}");
  });

  it("follow typing, the last state at last", async () => {
    const e = await Editor.open(start, {}, "production");
    await expect.poll(() => glyphs(e, "name"), { timeout: 20_000 }).toBeGreaterThan(0);
    await e.click(50, 45, { clickCount: 2 });
    await e.press("Control+a");
    await e.page.keyboard.type("Hello {customer}!", { delay: 20 });
    await e.press("Escape");
    await expect.poll(() => glyphs(e, "name")).toBe("HelloAda!".length);
  });

  it("move with their field, and thumbnails follow", async () => {
    const page = { page: { width: 210, height: 297 } };
    const pages = [{ id: "p1", ...page, schemas: fields }, { id: "p2", ...page, schemas: [text("other", 20, 50)] }];
    const e = await Editor.open({ ...start, template: { ...template([]), pages } });
    await showLayout(e);
    await expect.poll(() => e.page.locator(".jpd-pages__item").nth(1).locator("svg use").count(), { timeout: 20_000 }).toBe("Textother".length);
    await e.drag([50, 45], [50, 55]);
    await expect.poll(async () => {
      const drawing = await e.field("name").locator("svg.jpd-field__drawing").boundingBox();
      const box = await e.field("name").boundingBox();
      return Math.abs((drawing?.y ?? 0) - (box?.y ?? 0)) < 0.5 && (await glyphs(e, "name")) === 7;
    }).toBe(true);
    await e.page.getByRole("button", { name: /^Page 2/ }).click();
    await expect.poll(() => glyphs(e, "other")).toBe("Textother".length);
  });
});
