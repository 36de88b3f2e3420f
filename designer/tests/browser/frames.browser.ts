/** Frames on the canvas: they go with what they were for. */
import { describe, expect, it } from "vitest";
import { Editor, template, text, useBrowser } from "./harness";
import { panels, selectField } from "./panels";

useBrowser();

const two = () => template([text("a", 20, 50), text("b", 20, 100)]);

describe("frames", () => {
  it("of a field that was not selected are gone once Esc ends its drag", async () => {
    const e = await Editor.open({ template: two() });
    await e.drag([50, 55], [90, 75], async () => {
      await e.press("Escape");
      expect(await e.selected()).toEqual([]);
    });
    expect(await e.page.locator("[data-selection-frame]").count()).toBe(0);
    expect(await e.get("a")).toMatchObject({ x: 20, y: 50 });
  });

  it("stay where they were when Esc ends the drag of another field, or of a rectangle", async () => {
    const e = await Editor.open({ template: two() });
    await e.click(50, 105);
    await e.drag([50, 55], [90, 75], () => e.press("Escape"));
    expect(await e.selected()).toEqual(["b"]);
    await e.drag([5, 45], [120, 65], async () => {
      await expect.poll(() => e.selected()).toEqual(["a"]);
      await e.press("Escape");
    });
    expect(await e.selected()).toEqual(["b"]);
    expect(await e.page.locator(".jpd-marquee").count()).toBe(0);
  });

  it("are not shown while the preview is read, and come back with the focus", async () => {
    const page = await panels({ template: two(), bindings: [], show: ["canvas", "preview"] });
    await selectField(page, "a");
    const shown = () =>
      page.evaluate(() => {
        const [frame, field] = [document.querySelector("[data-selection-frame]")!, document.querySelector("[data-field-id=a]")!];
        return [getComputedStyle(frame).visibility, getComputedStyle(field).outlineColor];
      });
    await page.locator("[data-part=preview]").click();
    await expect.poll(shown).toEqual(["hidden", "rgba(0, 0, 0, 0)"]);
    await page.locator("[data-part=canvas]").focus();
    await expect.poll(shown).not.toEqual(["hidden", "rgba(0, 0, 0, 0)"]);
    expect((await shown())[0]).toBe("visible");
  });
});
