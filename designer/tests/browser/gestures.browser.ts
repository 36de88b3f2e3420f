/** Gestures of designers of other programs: turning, copies, constraints, groups, replaced pictures, order by dragging. */
import { describe, expect, it } from "vitest";
import type { Field } from "../../src/core/types";
import { axeFindings, PARTS } from "./axe";
import { Editor, template, text, useBrowser } from "./harness";

useBrowser();

const far = { headerHeight: 0, footerHeight: 0 };
const extended = { ...far, extensions: 1 as const };
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4f4CB4cB/AAxAA3+bjvwUAAAAAElFTkSuQmCC";

const box = async (e: Editor, selector: string) => {
  const found = await e.page.locator(selector).boundingBox();
  if (!found) throw new Error(`there is no ${selector}`);
  return { ...found, cx: found.x + found.width / 2, cy: found.y + found.height / 2 };
};

describe("turning", () => {
  it("by the handle above the frame, in whole degrees, in steps of 15 with Shift, back to none", async () => {
    const e = await Editor.open({ template: template([text("a", 60, 100)], extended) });
    await e.click(100, 105);
    const handle = await box(e, "[data-turn-handle]");
    const { mouse, keyboard } = e.page;
    const frame = await box(e, "[data-selection-frame]");
    const around = (degrees: number) => {
      const radius = frame.cy - handle.cy;
      const angle = (degrees * Math.PI) / 180;
      return [frame.cx + radius * Math.sin(angle), frame.cy - radius * Math.cos(angle)] as const;
    };
    await mouse.move(handle.cx, handle.cy);
    await mouse.down();
    await mouse.move(...around(20), { steps: 4 });
    await mouse.move(...around(38), { steps: 4 });
    await keyboard.down("Shift");
    expect(await e.page.locator(".jpd-readout").innerText()).toBe("45°");
    await keyboard.up("Shift");
    await expect.poll(() => e.page.locator(".jpd-readout").innerText()).toBe("38°");
    await mouse.up();
    expect((await e.get("a")) as unknown as { rotate: number }).toMatchObject({ rotate: 38 });
    expect(await e.announcement()).toBe("a is turned by 38 degrees");
    expect(await e.page.locator("[data-selection-frame]").evaluate((own) => getComputedStyle(own).rotate)).toBe("38deg");
    await e.press("Control+z");
    expect(Object.keys(await e.get("a"))).not.toContain("rotate");
  });

  it("is offered only where the template prints it, and never for tables and sections", async () => {
    const plain = await Editor.open({ template: template([text("a", 60, 100)], far) });
    await plain.click(100, 105);
    await plain.page.locator("[data-handle=se]").waitFor();
    expect(await plain.page.locator("[data-turn-handle]").count()).toBe(0);
    const table = { id: "t", name: "t", type: "table" as const, x: 20, y: 50, width: 100, height: 30, head: ["A"], content: [["1"]] };
    const e = await Editor.open({ template: template([table], extended) });
    await e.click(50, 55);
    await e.page.locator("[data-handle=se]").waitFor();
    expect(await e.page.locator("[data-turn-handle]").count()).toBe(0);
  });

  it("leaves the opposite corner where it is while a turned field is resized", async () => {
    const e = await Editor.open({ template: template([{ ...text("a", 60, 100), height: 20, rotate: 90 } as Field], extended) });
    await e.click(100, 110);
    // Turned by a right angle, the lower right corner is at the lower left.
    const at = await box(e, "[data-handle=se]");
    const before = await e.get("a");
    const { mouse } = e.page;
    const scale = await e.scale();
    await mouse.move(at.cx, at.cy);
    await mouse.down();
    await mouse.move(at.cx - 10 * scale, at.cy + 20 * scale, { steps: 6 });
    await mouse.up();
    const after = await e.get("a");
    expect(after.width - before.width).toBeCloseTo(20, 0);
    expect(after.height - before.height).toBeCloseTo(10, 0);
    const corner = (field: Field) => {
      const [cx, cy] = [field.x + field.width / 2, field.y + field.height / 2];
      return [cx + field.height / 2, cy - field.width / 2];
    };
    expect(corner(after)[0]).toBeCloseTo(corner(before)[0]!, 1);
    expect(corner(after)[1]).toBeCloseTo(corner(before)[1]!, 1);
  });
});

describe("constraints", () => {
  it("Shift moves along the axis that the pointer went further on", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)], far) });
    await e.drag([50, 55], [63, 61], () => e.page.keyboard.down("Shift"));
    await e.page.keyboard.up("Shift");
    const moved = await e.get("a");
    expect(moved.y).toBe(50);
    expect(Math.abs(moved.x - 33)).toBeLessThanOrEqual(1 / (await e.scale()));
  });

  it("Shift keeps the proportions at a corner", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)], far) });
    await e.click(50, 55);
    await e.drag([100, 60], [140, 62], () => e.page.keyboard.down("Shift"));
    await e.page.keyboard.up("Shift");
    const { width, height } = await e.get("a");
    expect(width / height).toBeCloseTo(8, 1);
    expect(width).toBeGreaterThan(110);
  });

  it("Ctrl moves without snapping, in both directions", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)], far) });
    await e.drag([50, 55], [57, 58], () => e.page.keyboard.down("Control"));
    await e.page.keyboard.up("Control");
    const moved = await e.get("a");
    const pixel = 1 / (await e.scale());
    expect(Math.abs(moved.x - 27)).toBeLessThanOrEqual(pixel);
    expect(Math.abs(moved.y - 53)).toBeLessThanOrEqual(pixel);
  });
});

describe("copies", () => {
  it("Alt leaves the originals and moves copies of all that is selected, with their data, in one step", async () => {
    const bindings = [{ schemaName: "a", type: "template" as const, template: "{x}" }];
    const e = await Editor.open({ template: template([text("a", 20, 50), text("b", 20, 70), text("c", 20, 200)], far), bindings });
    await e.click(50, 55);
    await e.click(50, 75, { modifiers: ["Control"] });
    await e.drag([50, 55], [50, 105], async () => {
      await e.page.keyboard.down("Alt");
      // What stays is drawn while the copies move.
      expect(await e.page.locator(".jpd-document__fields > .jpd-field[aria-hidden], [data-sheet] .jpd-field[aria-hidden]").count()).toBe(2);
    });
    await e.page.keyboard.up("Alt");
    const { schemas } = await e.template();
    expect(schemas.map(({ x, y }) => [x, y])).toEqual([[20, 50], [20, 70], [20, 200], [20, 100], [20, 120]]);
    expect(await e.selected()).toEqual(schemas.slice(3).map(({ id }) => id));
    expect((await e.bindings()).map(({ schemaName }) => schemaName)).toEqual(["a", schemas[3]!.name]);
    expect(await e.page.locator("[data-sheet] .jpd-field[aria-hidden]").count()).toBe(0);
    await e.press("Control+z");
    expect((await e.template()).schemas).toHaveLength(3);
  });

  it("Alt copies what is selected although another field lies over it", async () => {
    const e = await Editor.open({ template: template([text("below", 20, 50), text("above", 20, 50)], far) });
    await e.click(50, 55, { modifiers: ["Alt"] });
    await e.click(50, 55, { modifiers: ["Alt"] });
    const [first] = await e.selected();
    await e.page.keyboard.down("Alt");
    await e.drag([50, 55], [50, 105]);
    await e.page.keyboard.up("Alt");
    const { schemas } = await e.template();
    expect(schemas).toHaveLength(3);
    expect(schemas[2]!.name.startsWith(`${schemas.find(({ id }) => id === first)!.name}_copy`)).toBe(true);
  });
});

describe("groups", () => {
  const three = () => [text("a", 20, 50), text("b", 20, 80), text("c", 20, 180)];
  const grouped = () => three().map((field) => (field.id === "c" ? field : ({ ...field, "x-group": "Address" } as Field)));

  it("Ctrl+G groups: a press selects all, they move as one, Ctrl+Shift+G takes the group apart", async () => {
    const e = await Editor.open({ template: template(three(), far) });
    await e.click(50, 55);
    await e.click(50, 85, { modifiers: ["Control"] });
    await e.press("Control+g");
    expect(await e.announcement()).toBe("2 fields are one group");
    expect((await e.template()).schemas.map((field) => (field as unknown as Record<string, unknown>)["x-group"])).toEqual(["Group", "Group", undefined]);
    await e.click(50, 185);
    await e.click(50, 55);
    expect((await e.selected()).sort()).toEqual(["a", "b"]);
    await e.click(150, 120);
    await e.drag([50, 85], [70, 95]);
    expect([(await e.get("a")).x, (await e.get("b")).x, (await e.get("c")).x]).toEqual([40, 40, 20]);
    await e.press("Control+Shift+g");
    await e.click(150, 120);
    await e.click(60, 65);
    expect(await e.selected()).toEqual(["a"]);
  });

  it("a double press reaches the field inside, and Tab takes a group as one", async () => {
    const e = await Editor.open({ template: template(grouped(), far) });
    await e.click(50, 55, { clickCount: 2 });
    await e.press("Escape");
    expect(await e.selected()).toEqual(["a"]);
    await e.click(50, 85);
    expect(await e.selected()).toEqual(["b"]);
    await e.click(50, 185);
    await e.click(50, 85);
    expect((await e.selected()).sort()).toEqual(["a", "b"]);
    await e.click(150, 120);
    await e.canvas.focus();
    await e.press("Tab");
    expect((await e.selected()).sort()).toEqual(["a", "b"]);
    await e.press("Tab");
    expect(await e.selected()).toEqual(["c"]);
  });

  it("copies are a group of their own", async () => {
    const e = await Editor.open({ template: template(grouped(), far) });
    await e.click(50, 55);
    await e.press("Control+d");
    const names = (await e.template()).schemas.map((field) => (field as unknown as Record<string, unknown>)["x-group"]);
    expect(names).toEqual(["Address", "Address", undefined, "Address 2", "Address 2"]);
  });

  it("are a line of the list that folds, is renamed and taken apart", async () => {
    const e = await Editor.open({ template: template(grouped(), far) });
    const row = e.page.locator('[data-row="group Address"]');
    await row.getByRole("button", { name: "Address, group of 2 fields" }).click();
    expect((await e.selected()).sort()).toEqual(["a", "b"]);
    await e.page.locator("[data-row=a] .jpd-rowname").click();
    expect(await e.selected()).toEqual(["a"]);
    await row.getByRole("button", { name: "Show the fields of Address" }).click();
    expect(await e.page.locator("[data-row=a]").count()).toBe(0);
    await row.locator(".jpd-rowname").dblclick();
    await e.page.getByRole("textbox", { name: "Rename group Address" }).fill("Seller");
    await e.press("Enter");
    expect((await e.template()).schemas.map((field) => (field as unknown as Record<string, unknown>)["x-group"])).toEqual(["Seller", "Seller", undefined]);
    await e.page.getByRole("button", { name: "Ungroup: Seller" }).click();
    expect(Object.keys(await e.get("a"))).not.toContain("x-group");
  });
});

describe("the order of the layers", () => {
  const rows = (e: Editor) => e.page.$$eval("[data-row]", (own) => own.map((row) => (row as HTMLElement).dataset.row));

  it("is that of rows that are dragged", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50), text("b", 20, 80), text("c", 20, 200)], far) });
    const grip = e.page.locator("[data-row=a] .jpd-fieldrow__grip");
    await e.page.locator("[data-row=a]").hover();
    const target = await box(e, "[data-row=c]");
    await grip.dragTo(e.page.locator("[data-row=c]"), { targetPosition: { x: 60, y: target.height - 3 } });
    expect((await e.template()).schemas.map(({ id }) => id)).toEqual(["b", "c", "a"]);
    expect(await rows(e)).toEqual(["b", "c", "a"]);
    await e.press("Control+z");
    expect((await e.template()).schemas.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  it("takes fields into a group and out of it", async () => {
    const group = { "x-group": "G" };
    const e = await Editor.open({ template: template([{ ...text("a", 20, 50), ...group }, { ...text("b", 20, 80), ...group }, text("c", 20, 200), text("d", 20, 220)] as Field[], far) });
    await e.page.locator("[data-row=d] .jpd-fieldrow__grip").dragTo(e.page.locator("[data-row=b]"), { targetPosition: { x: 60, y: 3 } });
    expect((await e.template()).schemas.map((field) => [field.id, (field as unknown as Record<string, unknown>)["x-group"]])).toEqual([["a", "G"], ["d", "G"], ["b", "G"], ["c", undefined]]);
    await e.page.locator("[data-row=a] .jpd-fieldrow__grip").dragTo(e.page.locator("[data-row=c]"), { targetPosition: { x: 60, y: 25 } });
    expect((await e.template()).schemas.map((field) => [field.id, (field as unknown as Record<string, unknown>)["x-group"]])).toEqual([["d", "G"], ["b", "G"], ["c", undefined], ["a", undefined]]);
  });

  it("changes by Alt and the arrow keys, and is said", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50), text("b", 20, 80), text("c", 20, 200)], far) });
    await e.page.locator("[data-row=a] .jpd-rowname").click();
    await e.press("Alt+ArrowDown");
    expect((await e.template()).schemas.map(({ id }) => id)).toEqual(["b", "a", "c"]);
    expect(await e.announcement()).toBe("a, place 2 of 3");
    await e.page.waitForFunction(() => document.activeElement?.closest("[data-row=a]") !== null);
    await e.press("Alt+ArrowUp");
    expect((await e.template()).schemas.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });
});

describe("arranging", () => {
  it("gives equal gaps from the menu of the canvas, groups as one", async () => {
    const fields = [text("a", 20, 20), { ...text("b", 20, 32), "x-group": "G" }, { ...text("c", 20, 44), "x-group": "G" }, text("d", 20, 150)] as Field[];
    const e = await Editor.open({ template: template(fields, far) });
    await e.canvas.focus();
    await e.press("Control+a");
    const at = await e.at(50, 25);
    await e.page.mouse.click(at.x, at.y, { button: "right" });
    await e.page.getByRole("menuitem", { name: "Equal gaps down" }).click();
    const ys = (await e.template()).schemas.map(({ y }) => y);
    expect(ys[2]! - ys[1]!).toBe(12);
    expect(ys[1]! - 30).toBeCloseTo(150 - (ys[2]! + 10), 1);
  });
});

/** Drags a picture from outside over a place of the page; it drops with `window.dropNow()`. */
async function dragPicture(e: Editor, x: number, y: number): Promise<void> {
  const at = await e.at(x, y);
  await e.page.evaluate(
    async ([x, y, png]) => {
      const bytes = Uint8Array.from(atob(png as string), (char) => char.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], "new.png", { type: "image/png" }));
      const target = document.elementFromPoint(x as number, y as number)!;
      const options = { bubbles: true, cancelable: true, clientX: x as number, clientY: y as number, dataTransfer: transfer };
      target.dispatchEvent(new DragEvent("dragover", options));
      (window as unknown as { dropNow: () => void }).dropNow = () => target.dispatchEvent(new DragEvent("drop", options));
    },
    [at.x, at.y, PNG] as const,
  );
}

const dropNow = (e: Editor) => e.page.evaluate(() => (window as unknown as { dropNow: () => void }).dropNow());

describe("a picture", () => {
  it("is replaced by a file that is dropped on it, and is marked before", async () => {
    const image = { id: "p", name: "Logo", type: "image" as const, x: 40, y: 40, width: 40, height: 40, content: "" };
    const e = await Editor.open({ template: template([image, text("over", 40, 50)], far) });
    await dragPicture(e, 60, 55);
    await e.page.getByText("Replaces the picture").waitFor();
    await dropNow(e);
    await expect.poll(async () => ((await e.get("p")) as { content: string }).content).toMatch(/^data:image\/png;base64,/);
    expect((await e.template()).schemas).toHaveLength(2);
    expect(await e.selected()).toEqual(["p"]);
    expect(await e.announcement()).toBe("Logo has a new picture");
    expect(await e.page.getByText("Replaces the picture").count()).toBe(0);
  });

  it("that is dropped near an edge stays on the page", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40)], far) });
    await dragPicture(e, 200, 60);
    await dropNow(e);
    await expect.poll(async () => (await e.template()).schemas.length).toBe(2);
    const { x, y, width } = (await e.template()).schemas[1]!;
    expect([x + width, y]).toEqual([210, 60]);
  });
});

describe("axe", () => {
  for (const theme of ["light", "dark"] as const) {
    it(`finds nothing in the list with groups, the menu of several and the frame of what is turned, ${theme}`, async () => {
      const group = { "x-group": "Address" };
      const fields = [{ ...text("a", 20, 50), ...group }, { ...text("b", 20, 80), ...group }, { ...text("c", 60, 200), rotate: 30 }] as Field[];
      const e = await Editor.open({ template: template(fields, extended), theme });
      const find = () => axeFindings(e.page, { include: [["[data-part], .jpd-menu, .jpd-designer"]] }, PARTS);
      await e.click(50, 55);
      expect(await find()).toEqual([]);
      await e.page.locator("[data-row=c] .jpd-rowname").click();
      expect(await find()).toEqual([]);
      await e.click(50, 55);
      const at = await e.at(50, 55);
      await e.page.mouse.click(at.x, at.y, { button: "right" });
      await e.page.getByRole("menu").waitFor();
      expect(await find()).toEqual([]);
    }, 60_000);
  }
});
