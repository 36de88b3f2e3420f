/** The canvas with data: the pages as they print, and gestures on what is printed elsewhere than the template has it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Binding, Field, Template } from "../../src/core/types";
import { Editor, template, text, useBrowser } from "./harness";

useBrowser();

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, ROOT), "utf8"));

export async function opened(start: { template: Template; bindings?: Binding[]; data?: unknown; props?: Record<string, unknown> }): Promise<Editor> {
  const e = await Editor.open({ ...start, props: { engine: "wasm", ...start.props } }, { viewport: { width: 1400, height: 1400 } });
  await expect.poll(() => e.canvas.getAttribute("data-view"), { timeout: 20_000 }).toBe("document");
  return e;
}

function shipped(name: string, data = name): Promise<Editor> {
  const { template: own, bindings } = read(`templates/${name}.json`);
  return opened({ template: own, bindings, data: read(`samples/${data}.json`) });
}

const idOf = async (e: Editor, name: string) => (await e.template()).schemas.find((field) => field.name === name)!.id;
const box = async (e: Editor, id: string) => (await e.field(id).boundingBox())!;

/** The height at which a field is printed, in mm. */
const printedAt = async (e: Editor, id: string) => ((await box(e, id)).y - (await e.page.locator("[data-sheet]").boundingBox())!.y) / (await e.scale());

const rows = (count: number) => ({ lines: Array.from({ length: count }, (_, index) => ({ item: `Item ${index + 1}` })) });
/** A table that grows, a text below it, and one that is printed only on demand. */
const table = { id: "t", name: "lines", type: "table", x: 20, y: 40, width: 170, height: 14, head: ["Item"], content: [["{item}"]] } as Field;
const growing = [table, text("sum", 20, 65, { content: "Sum" }), text("note", 20, 80, { content: "Note", visibleWhen: "urgent" })];
const bindings = [{ schemaName: "lines", type: "array", path: "lines", columns: ["item"] }] as Binding[];

describe("the canvas shows the document", () => {
  it("shows all six items of the shipped invoice, and what follows them below", async () => {
    const e = await shipped("invoice");
    const scale = await e.scale();
    const [lines, thanks] = [await box(e, await idOf(e, "lines")), await box(e, await idOf(e, "thanks"))];
    const authored = await e.get(await idOf(e, "lines"));
    // Six items of two lines, titles and totals are higher than the box of the template.
    expect(lines.height / scale).toBeGreaterThan(90);
    expect(lines.height / scale).toBeGreaterThan(authored.height + 10);
    expect(thanks.y).toBeGreaterThanOrEqual(lines.y + lines.height - 1);
    // What is drawn reaches to the lower edge of the box: nothing is cut off.
    const drawn = await e.field(authored.id).locator("svg.jpd-field__drawing use").evaluateAll((glyphs) => Math.max(...glyphs.map((glyph) => glyph.getBoundingClientRect().bottom)));
    expect(lines.y + lines.height - drawn).toBeLessThan(4 * scale);
  });

  it("has the second page below the first, with the repeated parts of both", async () => {
    const e = await shipped("contract");
    await expect.poll(() => e.page.locator('[data-paper="2"]').count()).toBe(1);
    const first = (await e.page.locator("[data-sheet]").boundingBox())!;
    const second = (await e.page.locator('[data-paper="2"]').boundingBox())!;
    expect(second.y).toBeGreaterThan(first.y + first.height);
    const clause = await idOf(e, "clause_title");
    await expect.poll(() => e.page.locator(`[data-part-of="${clause}"]`).count()).toBeGreaterThan(3);
    // Pages that are far away are not in the document of the browser before they are scrolled to.
    expect(await e.page.locator('[data-paper="3"]').count()).toBe(0);
    await e.canvas.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(() => e.page.locator('[data-paper="3"]').count()).toBe(1);
    await expect.poll(() => e.field(`${clause}`).count()).toBe(1);
  });

  it("moves a pushed text by as much as it is dragged", async () => {
    const e = await opened({ template: template(growing.slice(0, 2)), bindings, data: rows(12), props: { gridSizeMm: 0 } });
    const scale = await e.scale();
    const sheet = (await e.page.locator("[data-sheet]").boundingBox())!;
    const before = await box(e, "sum");
    const printed = (before.y - sheet.y) / scale;
    expect(printed).toBeGreaterThan(120);
    await e.drag([30, printed + 5], [42, printed + 25]);
    const moved = await e.get("sum");
    expect(moved.x).toBeCloseTo(32, 0);
    expect(moved.y).toBeCloseTo(85, 0);
    await expect.poll(async () => Math.round(((await box(e, "sum")).y - before.y) / scale)).toBe(20);
    // The frame with the handles stands where it is printed.
    const frame = (await e.page.locator("[data-selection-frame]").boundingBox())!;
    expect(Math.abs(frame.y - (await box(e, "sum")).y)).toBeLessThan(1);
  });

  it("moves a pushed text to where it is dropped, above what has grown and below it", async () => {
    const e = await opened({ template: template([text("top", 20, 25), ...growing.slice(0, 2)]), bindings, data: rows(12), props: { gridSizeMm: 0 } });
    const printed = (id: string) => printedAt(e, id);
    // Ctrl keeps guides away.
    const drag = async (id: string, to: number) => {
      const y = await printed(id);
      await e.drag([30, y + 2], [30, to + 2], () => e.page.keyboard.down("Control"));
      await e.page.keyboard.up("Control");
    };
    expect(await printed("sum")).toBeGreaterThan(120);
    await drag("sum", 37);
    await expect.poll(() => printed("sum")).toBeCloseTo(37, 0);
    expect((await e.get("sum")).y).toBeCloseTo(37, 0);
    const below = await printed("t");
    await drag("top", below + 130);
    await expect.poll(() => printed("top")).toBeCloseTo(below + 130, 0);
    expect(await printed("sum")).toBeCloseTo(37, 0);
  });

  it("prints a dropped value at the pointer, below what has grown, and asks there which one", async () => {
    const data = { ...rows(12), client: { name: "Ana", city: "Bonn" } };
    const e = await opened({ template: template(growing.slice(0, 2)), bindings, data, props: { gridSizeMm: 0 } });
    await expect.poll(() => printedAt(e, "sum")).toBeGreaterThan(120);
    const drop = async (path: string) => {
      const at = await e.at(30, 170);
      await e.page.evaluate(
        ({ path, x, y }) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.setData("application/json", JSON.stringify({ path, kind: "scalar" }));
          document.querySelector("[data-sheet]")!.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true, clientX: x, clientY: y }));
        },
        { path, ...at },
      );
      return at;
    };
    const at = await drop("client");
    const menu = (await e.page.getByRole("menu").boundingBox())!;
    expect(Math.hypot(menu.x - at.x, menu.y - at.y)).toBeLessThan(30);
    await e.page.keyboard.press("Escape");
    await drop("client.name");
    await expect.poll(async () => (await e.template()).schemas.length).toBe(3);
    const added = (await e.template()).schemas.at(-1)!;
    expect(added.y).toBeLessThan(130);
    await expect.poll(() => printedAt(e, added.id)).toBeCloseTo(170, 0);
  });

  it("resizes what is printed elsewhere by as much as its handle is dragged", async () => {
    const e = await opened({ template: template(growing), bindings, data: rows(12), props: { gridSizeMm: 0 } });
    const scale = await e.scale();
    await e.field("sum").click();
    const handle = (await e.page.locator('[data-handle="e"]').boundingBox())!;
    const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
    await e.page.mouse.move(x, y);
    await e.page.mouse.down();
    await e.page.mouse.move(x + 10 * scale, y, { steps: 5 });
    const during = await box(e, "sum");
    await e.page.mouse.up();
    expect(during.width / scale).toBeCloseTo(90, 0);
    expect((await e.get("sum")).width).toBeCloseTo(90, 0);
    expect((await e.get("sum")).y).toBe(65);
  });

  it("selects a repeated part as its field, and edits it where it is printed first", async () => {
    const section = { id: "s", name: "list", type: "section", x: 20, y: 40, width: 170, height: 20 } as Field;
    const member = text("m", 25, 46, { content: "{item}", sectionId: "s" });
    const e = await opened({ template: template([section, member]), bindings: [{ schemaName: "list", type: "section", path: "lines" }] as Binding[], data: rows(3) });
    await expect.poll(() => e.page.locator('[data-part-of="m"]').count()).toBe(2);
    const part = (await e.page.locator('[data-part-of="m"] > rect').last().boundingBox())!;
    await e.page.mouse.click(part.x + 10, part.y + 5);
    expect(await e.selected()).toEqual(["m"]);
    expect(await e.page.locator('[data-part-of="m"][data-selected]').count()).toBe(2);
    const scale = await e.scale();
    await e.page.mouse.move(part.x + 10, part.y + 5);
    await e.page.mouse.down();
    await e.page.mouse.move(part.x + 10 + 20 * scale, part.y + 5, { steps: 5 });
    await e.page.mouse.up();
    expect((await e.get("m")).x).toBe(45);
    await e.page.mouse.dblclick(part.x + 10 + 20 * scale, part.y + 5);
    const editor = (await e.page.locator(".jpd-writing").boundingBox())!;
    expect(Math.abs(editor.y - (part.y - 40 * scale))).toBeLessThan(2);
  });

  it("lists what is printed nowhere, with the reason, and shows it once it is chosen", async () => {
    const e = await opened({ template: template(growing), bindings, data: rows(2) });
    expect(await e.field("note").isVisible()).toBe(false);
    await e.page.locator("[data-nowhere]").click();
    const entry = e.page.locator("[data-nowhere-field]");
    expect(await entry.allInnerTexts()).toEqual([expect.stringMatching(/^note\s+Its condition is never met: urgent$/)]);
    await entry.click();
    expect(await e.selected()).toEqual(["note"]);
    expect(await e.field("note").isVisible()).toBe(true);
  });

  it("shows the boxes of the template in the layout, which is remembered, and without data", async () => {
    const e = await opened({ template: template(growing), bindings, data: rows(12) });
    const scale = await e.scale();
    await e.page.getByRole("radio", { name: "Layout" }).click();
    expect(await e.canvas.getAttribute("data-view")).toBe("layout");
    const sheet = (await e.page.locator("[data-sheet]").boundingBox())!;
    expect(((await box(e, "sum")).y - sheet.y) / scale).toBeCloseTo(65, 0);
    expect(await e.field("note").isVisible()).toBe(true);
    await e.page.keyboard.press("ArrowLeft");
    await expect.poll(() => e.canvas.getAttribute("data-view")).toBe("document");

    const empty = await Editor.open({ template: template(growing), bindings, props: { engine: "wasm" } });
    await expect.poll(() => empty.field("sum").locator("svg.jpd-field__drawing").count(), { timeout: 20_000 }).toBe(1);
    expect(await empty.canvas.getAttribute("data-view")).toBe("layout");
    expect(await empty.page.getByRole("radio", { name: "Document" }).isDisabled()).toBe(true);
  });

  it("shows the pages of all designs, and goes on with the design of what is clicked", async () => {
    const pages = ["a", "b"].map((id) => ({ id: `p${id}`, page: { width: 100, height: 120 }, schemas: [text(id, 10, 20)] }));
    const e = await opened({ template: { ...template(), pages }, data: {} });
    const other = e.page.locator('[data-part-of="b"] > rect');
    await expect.poll(() => other.count()).toBe(1);
    const before = (await other.boundingBox())!;
    await other.click({ position: { x: 20, y: 10 } });
    expect(await e.selected()).toEqual(["b"]);
    await expect.poll(() => e.page.locator('[data-part-of="a"]').count()).toBe(1);
    // Nothing moved under the pointer.
    const after = await box(e, "b");
    expect([Math.abs(after.x - before.x) < 1, Math.abs(after.y - before.y) < 1]).toEqual([true, true]);
  });

  it("drops a field where the pointer is, below what has grown", async () => {
    const e = await opened({ template: template(growing.slice(0, 1)), bindings, data: rows(12), props: { gridSizeMm: 0 } });
    const at = await e.at(40, 200);
    await e.canvas.evaluate((canvas, { x, y }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("application/x-json-pdf-designer-new-field", "text");
      canvas.dispatchEvent(new DragEvent("drop", { dataTransfer, clientX: x, clientY: y, bubbles: true, cancelable: true }));
    }, at);
    const [id] = await e.selected();
    await expect.poll(async () => Math.abs((await box(e, id!)).y - at.y)).toBeLessThan(3);
  });

  it("leaves its bar by Tab without a walk through all fields", async () => {
    const e = await opened({ template: template(growing), bindings, data: rows(2) });
    await e.page.getByRole("radio", { name: "Document" }).focus();
    await e.press("Tab");
    expect(await e.page.evaluate(() => document.activeElement?.textContent)).toBe("Editing the body");
    expect(await e.selected()).toEqual([]);
  });

  it("follows each key, with what is below", async () => {
    const grown = text("long", 20, 40, { content: "One", wrap: "word", overflow: "expand" } as never);
    const e = await opened({ template: template([grown, text("next", 20, 55)], { extensions: 1 } as never), data: {} });
    const before = await box(e, "next");
    await e.field("long").dblclick();
    await e.page.keyboard.type("\nTwo\nThree\nFour");
    await expect.poll(async () => (await box(e, "next")).y - before.y).toBeGreaterThan(15);
    await e.press("Escape");
    expect((await e.get("next")).y).toBe(55);
  });
});
