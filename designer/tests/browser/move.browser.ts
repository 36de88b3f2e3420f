import { describe, expect, it } from "vitest";
import type { SectionSchema } from "../../src/core/types";
import { Editor, template, text, useBrowser } from "./harness";

useBrowser();

const section: SectionSchema = { id: "s", name: "s", type: "section", x: 10, y: 100, width: 190, height: 40 };
const far = { page: { width: 400, height: 297 } };

describe("moving", () => {
  it("27 dragging by 7 mm with grid 5 ends on a multiple of 5", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)], far) });
    await e.drag([50, 55], [57, 55]);
    expect(await e.get("a")).toMatchObject({ x: 25, y: 50 });
  });

  it("27 with Shift held it ends at 7, within a pixel", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)], far) });
    await e.drag([50, 55], [57, 55], () => e.page.keyboard.down("Shift"));
    await e.page.keyboard.up("Shift");
    expect(Math.abs((await e.get("a")).x - 27)).toBeLessThanOrEqual(1 / (await e.scale()));
  });

  it("27 releasing Shift during the drag snaps again, without moving the pointer", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)], far) });
    await e.drag([50, 55], [57, 55], async () => {
      await e.page.keyboard.down("Shift");
      await e.page.keyboard.up("Shift");
    });
    expect((await e.get("a")).x).toBe(25);
  });

  it("28 a click on a field off the grid does not move it", async () => {
    const e = await Editor.open({ template: template([text("a", 21.3, 51.7)]) });
    await e.click(50, 56);
    expect(await e.selected()).toEqual(["a"]);
    expect(await e.get("a")).toMatchObject({ x: 21.3, y: 51.7 });
    expect(await e.calls()).toEqual([]);
  });

  it("28 a selected line of text is moved by its middle, and made higher by the handle at its edge", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50, { height: 5 })]) });
    await e.click(60, 52.5);
    await e.drag([60, 52.5], [60, 72.5]);
    expect(await e.get("a")).toMatchObject({ y: 70, height: 5 });
    const handle = await e.page.locator("[data-handle=s]").boundingBox();
    const { x, y } = handle ? { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 } : { x: 0, y: 0 };
    await e.page.mouse.move(x, y);
    await e.page.mouse.down();
    await e.page.mouse.move(x, y + 5 * (await e.scale()), { steps: 4 });
    await e.page.mouse.up();
    expect(await e.get("a")).toMatchObject({ y: 70, height: 10 });
  });

  it("29 a body field dragged into a band is wholly in it, where it is edited further, and undo brings it back", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50), text("b", 20, 80, { height: 30 })]) });
    await e.drag([50, 55], [50, 17]);
    expect(await e.get("a")).toMatchObject({ x: 20, y: 10 });
    const mode = e.page.locator(".jpd-status__mode");
    expect(await mode.textContent()).toBe("Editing header, footer and margins");
    expect(await e.selected()).toEqual(["a"]);
    await e.page.getByText("Repeats on every page: it is in the header").waitFor({ state: "attached" });
    await e.press("Control+z");
    expect(await e.get("a")).toMatchObject({ y: 50 });
    expect(await mode.textContent()).toBe("Editing the body");
    await e.press("Control+Shift+z");
    expect(await mode.textContent()).toBe("Editing header, footer and margins");
    await e.press("Control+z");
    await e.drag([50, 55], [50, 290]);
    // The edge of the page attracts it.
    expect(await e.get("a")).toMatchObject({ y: 287 });
    await e.press("Control+z");
    // A field that does not fit stays at the border of the body.
    await e.drag([50, 85], [50, 3]);
    expect(await e.get("b")).toMatchObject({ y: 20 });
    expect(await mode.textContent()).toBe("Editing the body");
  });

  it("29 a field across the border of the header goes into it when it is moved up", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 14)]) });
    await e.drag([50, 23], [50, 20.5], () => e.page.keyboard.down("Control"));
    await e.page.keyboard.up("Control");
    expect((await e.get("a")).y).toBe(10);
  });

  it("29 a body field dragged nearly to the band stops at its border", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)]) });
    await e.drag([50, 58], [50, 24]);
    expect((await e.get("a")).y).toBe(20);
  });

  it("29 a header field dragged down stops at its band", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 5)]) });
    await e.canvas.focus();
    await e.press("h");
    await e.drag([50, 10], [50, 60]);
    expect((await e.get("a")).y).toBe(10);
  });

  it.each([0.5, 2])("30 at zoom %s dragging follows the pointer within a pixel", async (zoom) => {
    const e = await Editor.open({ template: template([text("a", 20, 30)], far) });
    await e.setZoom(zoom);
    await e.field("a").scrollIntoViewIfNeeded();
    const before = await e.field("a").boundingBox();
    await e.drag([50, 35], [63, 41], () => e.page.keyboard.down("Control"));
    await e.page.keyboard.up("Control");
    const after = await e.field("a").boundingBox();
    const scale = await e.scale();
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0) - 13 * scale)).toBeLessThanOrEqual(1);
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0) - 6 * scale)).toBeLessThanOrEqual(1);
  });

  it("31 a section moves only by its bar, with its members", async () => {
    const e = await Editor.open({ template: template([section, text("a", 20, 120, { sectionId: "s" })]) });
    await e.drag([150, 130], [150, 160]);
    expect((await e.get("s")).y).toBe(100);
    await e.drag([150, 102], [150, 142]);
    expect([(await e.get("s")).y, (await e.get("a")).y]).toEqual([140, 160]);
  });

  it("31 a marquee inside its body selects members, not the section", async () => {
    const e = await Editor.open({ template: template([section, text("a", 20, 120, { sectionId: "s" })]) });
    await e.drag([150, 115], [60, 135]);
    expect(await e.selected()).toEqual(["a"]);
  });

  it("32 dropping a text into a section makes it a member, dragging it out ends that", async () => {
    const e = await Editor.open({ template: template([section, text("a", 20, 50)]) });
    await e.drag([50, 55], [50, 120]);
    expect((await e.get("a")).sectionId).toBe("s");
    await e.drag([50, 120], [50, 180]);
    expect((await e.get("a")).sectionId).toBeUndefined();
  });

  it("32 the same by arrow keys", async () => {
    const e = await Editor.open({ template: template([section, text("a", 20, 90)]) });
    await e.click(50, 93);
    await e.press("Shift+ArrowDown", "Shift+ArrowDown");
    expect(await e.get("a")).toMatchObject({ y: 100, sectionId: "s" });
    await e.press("Shift+ArrowUp", "Shift+ArrowUp");
    expect((await e.get("a")).sectionId).toBeUndefined();
  });

  it("32 the same by resizing and pasting", async () => {
    const e = await Editor.open({ template: template([section, text("a", 20, 80)]) });
    await e.click(50, 85);
    await e.drag([60, 90], [60, 130]);
    expect(await e.get("a")).toMatchObject({ y: 80, height: 50, sectionId: "s" });
    await e.drag([60, 130], [60, 90]);
    expect((await e.get("a")).sectionId).toBeUndefined();
    // A grid step further down its centre lies in the section.
    await e.drag([50, 85], [50, 95]);
    expect((await e.get("a")).sectionId).toBeUndefined();
    await e.press("Control+c", "Control+v");
    const pasted = (await e.template()).schemas.at(-1);
    expect(pasted).toMatchObject({ name: "a_copy", y: 95, sectionId: "s" });
  });

  it("33 dragging one of several moves all but the locked, and stops as a whole", async () => {
    const fields = [text("a", 20, 50), text("b", 60, 80), text("c", 20, 110, { locked: true })];
    const e = await Editor.open({ template: template(fields) });
    await e.canvas.focus();
    await e.press("Control+a");
    await e.drag([30, 55], [30, 75]);
    expect([(await e.get("a")).y, (await e.get("b")).y, (await e.get("c")).y]).toEqual([70, 100, 110]);
    await e.drag([30, 75], [200, 75]);
    expect([(await e.get("a")).x, (await e.get("b")).x, (await e.get("c")).x]).toEqual([90, 130, 20]);
    expect(await e.calls()).toEqual(["template", "template"]);
  });

  it("34 arrows move by half a millimetre, with Shift by the grid, are said, and are one step", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)]) });
    await e.click(50, 55);
    await e.press("ArrowRight", "ArrowRight", "Shift+ArrowDown");
    expect(await e.get("a")).toMatchObject({ x: 21, y: 55 });
    expect(await e.announcement()).toContain("21 by 55 mm");
    await e.press("Control+z");
    expect(await e.get("a")).toMatchObject({ x: 20, y: 50 });
  });

  it("35 Esc during a drag restores the start", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)]) });
    await e.drag([50, 55], [80, 95], () => e.press("Escape"));
    expect(await e.get("a")).toMatchObject({ x: 20, y: 50 });
    expect(await e.field("a").evaluate((element) => element.style.translate)).toBe("");
    expect(await e.calls()).toEqual([]);
  });

  it("38 a guide shows at equal left edges within 4 px and snaps exactly", async () => {
    const e = await Editor.open({ template: template([text("a", 33.3, 50), text("b", 60, 100)], far) });
    let shown = 0;
    await e.drag([100, 105], [73.3 + 0.6, 105], async () => {
      shown = await e.page.locator(".jpd-guide[data-dir=x]").count();
    });
    expect(shown).toBeGreaterThan(0);
    expect((await e.get("b")).x).toBe(33.3);
  });
});

describe("resizing", () => {
  it("35 goes down to 1 x 1 mm", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)]) });
    await e.click(50, 55);
    await e.drag([100, 60], [5, 30]);
    expect(await e.get("a")).toMatchObject({ x: 20, y: 50, width: 1, height: 1 });
  });

  it("brings edges to the grid and is one step", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)], far) });
    await e.click(50, 55);
    await e.drag([100, 60], [112, 68]);
    expect(await e.get("a")).toMatchObject({ x: 20, y: 50, width: 90, height: 20 });
    await e.press("Control+z");
    expect(await e.get("a")).toMatchObject({ width: 80, height: 10 });
  });

  it("35 Alt keeps the ratio", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)], far) });
    await e.click(50, 55);
    await e.page.keyboard.down("Alt");
    await e.drag([100, 60], [140, 62]);
    await e.page.keyboard.up("Alt");
    const { width, height } = await e.get("a");
    expect(width / height).toBeCloseTo(8, 1);
    expect(width).toBeGreaterThan(110);
  });

  it("scales a group as a whole", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50), text("b", 20, 100)], far) });
    await e.canvas.focus();
    await e.press("Control+a");
    await e.page.keyboard.down("Shift");
    await e.drag([100, 110], [180, 170]);
    await e.page.keyboard.up("Shift");
    const [a, b] = [await e.get("a"), await e.get("b")];
    expect(a.width).toBeCloseTo(160, 0);
    expect(b.y).toBeCloseTo(150, 0);
    expect(b.y + b.height).toBeCloseTo(170, 0);
  });

  it("64 dragging the edge of a column keeps the sum of both and stops at 10 mm", async () => {
    const table = { id: "t", name: "t", type: "table" as const, x: 20, y: 50, width: 100, height: 30, head: ["A", "B"], content: [["1", "2"]] };
    const e = await Editor.open({ template: template([table], far) });
    await e.click(30, 53);
    await e.drag([70, 53], [85, 53]);
    expect(await e.get("t")).toMatchObject({ columnWidths: [65, 35] });
    await e.drag([85, 53], [160, 53]);
    expect(await e.get("t")).toMatchObject({ columnWidths: [90, 10] });
  });
});

describe("touch", () => {
  /** An editor on a touch screen, and swiping with one finger between two points of the window. */
  const touch = async (fields: ReturnType<typeof text>[], more: object = far) => {
    const e = await Editor.open({ template: template(fields, more) }, { hasTouch: true });
    const client = await e.page.context().newCDPSession(e.page);
    const swipe = async (start: { x: number; y: number }, end: { x: number; y: number }) => {
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
      for (const part of [0.1, 0.3, 0.6, 1]) {
        const point = { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
        await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
      }
      await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    const tap = async (x: number, y: number) => {
      const at = await e.at(x, y);
      await e.page.touchscreen.tap(at.x, at.y);
    };
    return { e, swipe, tap };
  };

  it("36 one finger drags a selected field, and leaves others where they are", async () => {
    const { e, swipe, tap } = await touch([text("a", 20, 50)]);
    await swipe(await e.at(50, 55), await e.at(70, 75));
    expect(await e.get("a")).toMatchObject({ x: 20, y: 50 });
    await tap(50, 55);
    expect(await e.selected()).toEqual(["a"]);
    await swipe(await e.at(50, 55), await e.at(70, 75));
    expect(await e.get("a")).toMatchObject({ x: 40, y: 70 });
  });

  it("36 one finger resizes a selected field by its handles, which are large enough for it", async () => {
    const { e, swipe, tap } = await touch([text("a", 20, 50)]);
    await tap(50, 55);
    const corner = await e.at(100, 60);
    // Fingers are not exact.
    await swipe({ x: corner.x + 6, y: corner.y + 6 }, await e.at(122, 71));
    expect(await e.get("a")).toMatchObject({ x: 20, y: 50, width: 100, height: 20 });
    expect(await e.calls()).toEqual(["template"]);
  });

  it("36 one finger on the paper scrolls the canvas, and changes nothing", async () => {
    const { e, swipe } = await touch([text("a", 20, 50)], {});
    await e.setZoom(2);
    const top = () => e.canvas.evaluate((canvas) => (canvas.closest("[data-scroll-root]") ?? canvas).scrollTop);
    const before = await top();
    const from = await e.at(60, 90);
    await swipe(from, { x: from.x, y: from.y - 200 });
    await expect.poll(top).toBeGreaterThan(before + 100);
    expect(await e.get("a")).toMatchObject({ x: 20, y: 50 });
    expect(await e.calls()).toEqual([]);
  });

  it("36 the sidebar scrolls by one finger", async () => {
    const many = Array.from({ length: 60 }, (_, index) => text(`f${index}`, 20, 30 + index * 3));
    const { e, swipe } = await touch(many);
    const list = e.page.locator("[data-part=field-list]");
    const scrolled = () => list.evaluate((part) => Math.max(...[part, ...part.querySelectorAll("*")].map((element) => element.scrollTop)));
    expect(await scrolled()).toBe(0);
    const box = (await list.boundingBox())!;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height * 0.7 };
    await swipe(middle, { x: middle.x, y: middle.y - 150 });
    await expect.poll(scrolled).toBeGreaterThan(50);
  });

  it("36 two fingers pan, and change nothing", async () => {
    const { e } = await touch([text("a", 20, 50)], {});
    const client = await e.page.context().newCDPSession(e.page);
    await e.setZoom(2);
    await e.canvas.evaluate((canvas) => canvas.scrollTo(200, 200));
    const place = () => e.canvas.evaluate((canvas) => [canvas.scrollLeft, canvas.scrollTop]);
    const [left, top] = await place();
    const box = (await e.canvas.boundingBox())!;
    const fingers = (by: number) => [
      { x: box.x + 300 - by, y: box.y + 400 - by, id: 1 },
      { x: box.x + 380 - by, y: box.y + 400 - by, id: 2 },
    ];
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(0) });
    for (const by of [20, 40, 60, 80]) await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(by) });
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect.poll(async () => (await place()).map((at, axis) => Math.round((at - [left!, top!][axis]!) / 10))).toEqual([8, 8]);
    expect(await e.zoom()).toBe(2);
    expect(await e.calls()).toEqual([]);
  });

  it("36 two fingers zoom around their middle", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)]) }, { hasTouch: true });
    const client = await e.page.context().newCDPSession(e.page);
    // Where the page is smaller than the canvas it is centred, and no point of it stays under the fingers.
    await e.setZoom(1.5);
    const middle = await e.at(105, 60);
    const fingers = (distance: number) => [
      { x: middle.x - distance, y: middle.y, id: 1 },
      { x: middle.x + distance, y: middle.y, id: 2 },
    ];
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(50) });
    for (const distance of [60, 70, 80]) await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(distance) });
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    expect(await e.zoom()).toBeCloseTo(2.4, 1);
    const now = await e.at(105, 60);
    expect(Math.abs(now.x - middle.x)).toBeLessThan(4);
    expect(Math.abs(now.y - middle.y)).toBeLessThan(4);
  });
});
