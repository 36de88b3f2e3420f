/** Writing on the canvas: texts of several lines, emphasis, names of fields, and the cells of tables. */
import { describe, expect, it } from "vitest";
import type { Binding, TableSchema } from "../../src/core/types";
import { Editor, template, text, useBrowser } from "./harness";

useBrowser();

const data = { client: { name: "Nordlicht GmbH", city: "Hamburg" }, number: 7, lines: [{ item: "Pen", price: 2 }, { item: "Ink", price: 4 }] };
const extended = { extensions: 1 as const };

const table: TableSchema = {
  id: "t",
  name: "t",
  type: "table",
  x: 20,
  y: 40,
  width: 150,
  height: 21,
  head: ["Item", "Price", "Note"],
  content: [["a", "b", "c"], ["d", "e", "f"]],
  footer: ["", "13", ""],
};

const input = (e: Editor) => e.page.locator(".jpd-writing__text");

describe("a text on the canvas", () => {
  it("keeps its line breaks", async () => {
    const content = "**{client.name}**\n{client.city}\n\nrepresented by";
    const e = await Editor.open({ template: template([text("a", 20, 40, { content, wrap: "word" })], extended), data });
    await e.click(40, 45, { clickCount: 2 });
    await e.press("Control+End", "x", "Escape");
    expect(await e.get("a")).toMatchObject({ content: `${content}x` });
  });

  it("opens from a double click on a handle of its frame, which lies over it", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "one", height: 20 })], extended), data });
    for (const side of ["s", "e", "nw"]) {
      await e.click(40, 45);
      const box = (await e.page.locator(`[data-handle=${side}]`).boundingBox())!;
      await e.page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
      await expect.poll(() => input(e).count()).toBe(1);
      await e.press("Escape", "Escape");
      await expect.poll(() => input(e).count()).toBe(0);
    }
    // Also where the first click selects it, and the handle appears under the pointer.
    await e.click(60, 59.6, { clickCount: 2 });
    await expect.poll(() => input(e).count()).toBe(1);
    await e.press("Escape");
    expect(await e.get("a")).toMatchObject({ x: 20, y: 40, width: 80, height: 20 });
  });

  it("has a new line with Enter, and letters after it are text", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "" })], extended), data });
    await e.click(40, 45);
    await e.press("F2");
    await e.page.keyboard.type("Nordlicht GmbH\nHafenstr. 12");
    await e.press("Escape");
    expect(await e.get("a")).toMatchObject({ content: "Nordlicht GmbH\nHafenstr. 12", wrap: "word", overflow: "expand" });
    // What follows the end is no command either.
    await e.page.keyboard.type("Hbts");
    expect((await e.template()).schemas).toHaveLength(1);
    await expect(e.canvas.getAttribute("data-mode")).resolves.toBe("body");
    await e.press("Escape", "t");
    expect((await e.template()).schemas).toHaveLength(2);
  });

  it("has its bar inside the canvas, at the right edge too", async () => {
    const e = await Editor.open({ template: template([text("a", 150, 40, { width: 50, content: "{client.name}" })], extended), data });
    await e.click(160, 42, { clickCount: 2 });
    const place = (selector: string) => e.page.locator(selector).first().evaluate((element) => element.getBoundingClientRect().toJSON() as { left: number; right: number });
    const [bar, canvas] = [await place(".jpd-writing__bar"), await place("[data-part=canvas]")];
    expect(bar.right).toBeLessThanOrEqual(canvas.right);
    expect(bar.left).toBeGreaterThanOrEqual(canvas.left);
  });

  it("stands clear of the bars of the canvas at the end of the page", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 285, { content: "Page 1" })], extended), data });
    // With little width the zoom stands above the status.
    await e.page.setViewportSize({ width: 1000, height: 800 });
    await e.canvas.evaluate((canvas) => canvas.scrollTo(0, canvas.scrollHeight));
    const top = (selector: string) => e.page.locator(selector).first().evaluate((element) => element.getBoundingClientRect());
    const [page, status] = [await top(".jpd-page"), await top(".jpd-canvas__bar > *:last-child")];
    expect(page.bottom).toBeLessThanOrEqual(status.top);
  });

  it("ends with a click outside, and is one step of the history", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "one" })]), data });
    await e.click(40, 45, { clickCount: 2 });
    await e.page.keyboard.type(" two");
    await e.click(150, 200);
    await expect.poll(() => input(e).count()).toBe(0);
    expect(await e.get("a")).toMatchObject({ content: "one two" });
    await e.press("Control+z");
    expect(await e.get("a")).toMatchObject({ content: "one" });
  });

  it("is written as it looks", async () => {
    const looks = { fontSize: 20, fontColor: "#1d4ed8", alignment: "right" as const, wrap: "word" as const, lineHeight: 1.5, bold: true };
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "one\ntwo", height: 30, ...looks })], extended), data });
    await e.click(40, 45, { clickCount: 2 });
    const style = await input(e).evaluate((element) => {
      const { fontSize, color, textAlign, fontWeight, lineHeight, width } = getComputedStyle(element);
      return { fontSize: Number.parseFloat(fontSize), color, textAlign, fontWeight, lineHeight: Number.parseFloat(lineHeight), width: Number.parseFloat(width) };
    });
    const size = (20 * 25.4) / 72 * (await e.scale());
    expect(style).toMatchObject({ color: "rgb(29, 78, 216)", textAlign: "right", fontWeight: "700" });
    expect(style.fontSize).toBeCloseTo(size, 0);
    expect(style.lineHeight).toBeCloseTo(size * 1.5, 0);
    expect(style.width).toBeCloseTo(80 * (await e.scale()), 0);
  });

  it("offers the values of the data at a brace", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "" })]), data });
    await e.click(40, 45, { clickCount: 2 });
    await e.page.keyboard.type("Dear {na");
    const options = e.page.locator(".jpd-names [role=option]");
    await expect.poll(() => options.allTextContents()).toEqual(["client.nameNordlicht GmbH"]);
    await e.press("Enter");
    await e.page.keyboard.type(", no. {nu");
    await e.press("Tab");
    await e.page.keyboard.type(".");
    await e.press("Escape");
    expect(await e.get("a")).toMatchObject({ content: "Dear {client.name}, no. {number}." });
  });

  it("chooses a value with the pointer, and goes on writing", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "" })]), data });
    await e.click(40, 45, { clickCount: 2 });
    await e.page.keyboard.type("{");
    await e.page.locator(".jpd-names [role=option]", { hasText: "client.city" }).click();
    await e.page.keyboard.type("!");
    expect(await e.get("a")).toMatchObject({ content: "{client.city}!" });
  });

  it("is bold and italic by keys where the template has extensions", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "pay 2 * 3 now" })], extended), data });
    await e.click(40, 45, { clickCount: 2 });
    await e.press("Control+Shift+ArrowLeft", "Control+b");
    await expect.poll(() => e.get("a")).toMatchObject({ content: "pay 2 \\* 3 **now**", textFormat: "inline-markdown" });
    await e.press("Control+i");
    await expect.poll(() => e.get("a")).toMatchObject({ content: "pay 2 \\* 3 ***now***" });
    await e.press("Control+b");
    await expect.poll(() => e.get("a")).toMatchObject({ content: "pay 2 \\* 3 *now*" });
  });

  it.each([
    ["Control+b", "**"],
    ["Control+i", "*"],
  ])("begins emphasis by %s where nothing is selected, and ends it by the same key", async (key, marker) => {
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "" })], extended), data });
    await e.click(40, 45, { clickCount: 2 });
    await e.press(key);
    await e.page.keyboard.type("Schreinerei Holzmann ");
    await e.press(key);
    await e.page.keyboard.type("is our client.");
    await expect.poll(() => e.get("a")).toMatchObject({ content: `${marker}Schreinerei Holzmann${marker} is our client.`, textFormat: "inline-markdown" });
    // Pressed twice, it leaves nothing; blanks at the end of the writing go out of the markers.
    await e.press(key, key);
    await e.page.keyboard.type(" ");
    await e.press(key);
    await e.page.keyboard.type("Pay now ");
    await e.press("Escape");
    await expect.poll(() => e.get("a")).toMatchObject({ content: `${marker}Schreinerei Holzmann${marker} is our client. ${marker}Pay now${marker} ` });
    await e.press("F2", key, "Escape");
    expect(await e.get("a")).toMatchObject({ content: `${marker}Schreinerei Holzmann${marker} is our client. ${marker}Pay now${marker} ` });
  });

  it("is bold, italic and a list by buttons, which leave the caret where it is", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 60, { content: "now" })], extended), data });
    await e.click(40, 65, { clickCount: 2 });
    await e.press("Control+a");
    await e.page.getByRole("button", { name: "Bold", exact: true }).click();
    await expect.poll(() => e.get("a")).toMatchObject({ content: "**now**", textFormat: "inline-markdown" });
    await e.page.getByRole("button", { name: "List", exact: true }).click();
    await expect.poll(() => e.get("a")).toMatchObject({ content: "- **now**", wrap: "word" });
    await e.press("End");
    await e.page.keyboard.type("!");
    expect(await e.get("a")).toMatchObject({ content: "- **now**!" });
  });

  it("of Markdown shows emphasis, pale marks exactly where they are typed, and what they mean", async () => {
    const content = "Total **due** now,\n*please* pay {a * b}";
    const e = await Editor.open({ template: template([text("a", 20, 60, { content, height: 20, wrap: "word", textFormat: "inline-markdown" })], extended), data });
    await e.click(40, 65, { clickCount: 2 });
    const mirror = e.page.locator(".jpd-writing__mirror");
    const texts = (mark: string) => mirror.locator(`[data-${mark}]`).allTextContents();
    await expect.poll(() => texts("bold")).toEqual(["due"]);
    expect(await texts("italic")).toEqual(["please"]);
    expect(await texts("mark")).toEqual(["**", "**", "*", "*"]);
    expect(await mirror.boundingBox()).toEqual(await input(e).boundingBox());
    expect(await input(e).evaluate((element) => getComputedStyle(element).color)).toBe("rgba(0, 0, 0, 0)");
    // No mark changes where a letter stands.
    const width = (bold: boolean) => mirror.evaluate((own, isBold) => {
      const span = own.querySelector<HTMLElement>("[data-bold]")!;
      if (!isBold) span.style.setProperty("-webkit-text-stroke", "0");
      return span.getBoundingClientRect().width;
    }, bold);
    expect(await width(true)).toBe(await width(false));
    await e.page.getByText("Pale marks are not printed").waitFor();
    await e.press("Control+a");
    await e.page.keyboard.type("plain");
    await expect.poll(() => mirror.count()).toBe(0);
  });

  it("is open for writing once it is added, and is taken back with the first undo", async () => {
    const e = await Editor.open({ template: template([], extended), data });
    await e.page.getByTitle("Add text (T)").click();
    await expect.poll(() => input(e).evaluate((own) => own === document.activeElement && (own as HTMLTextAreaElement).value.length === (own as HTMLTextAreaElement).selectionEnd)).toBe(true);
    await e.page.keyboard.type("Invoice");
    await e.press("Escape");
    expect((await e.template()).schemas).toMatchObject([{ content: "Invoice" }]);
    await e.press("Escape", "t");
    await expect.poll(() => input(e).count()).toBe(1);
    await e.press("Control+z");
    expect((await e.template()).schemas).toHaveLength(1);
  });

  it("says that line breaks print as blanks, and prints them if asked", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "one" })]), data });
    await e.click(40, 45, { clickCount: 2 });
    await e.page.keyboard.type("\ntwo");
    await e.page.getByRole("button", { name: "Print line breaks" }).click();
    await e.page.keyboard.type("!");
    expect(await e.get("a")).toMatchObject({ content: "one\ntwo!", wrap: "word" });
    expect(await e.template()).toMatchObject({ extensions: 1 });
  });

  it("of a path becomes a text with its token", async () => {
    const bindings: Binding[] = [{ schemaName: "a", type: "scalar", path: "client.name" }];
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "" })]), bindings, data });
    await e.click(40, 45, { clickCount: 2 });
    await e.page.keyboard.type("!");
    expect(await e.bindings()).toEqual([{ schemaName: "a", type: "template", template: "{client.name}!" }]);
  });
});

describe("a table on the canvas", () => {
  it("opens the cell that was clicked, and Tab goes on to the next", async () => {
    const e = await Editor.open({ template: template([table]), data });
    const focused = () => e.page.evaluate(() => (document.activeElement as HTMLElement).dataset.cell);
    await e.click(90, 57, { clickCount: 2 });
    await expect.poll(focused).toBe("2-1");
    await e.page.keyboard.type("E");
    await e.press("Tab");
    await expect.poll(focused).toBe("2-2");
    await e.page.keyboard.type("F");
    await e.press("Tab");
    await expect.poll(focused).toBe("3-0");
    await e.press("Escape");
    expect(await e.get("t")).toMatchObject({ content: [["a", "b", "c"], ["d", "E", "F"]] });
    await e.click(25, 43, { clickCount: 2 });
    await expect.poll(focused).toBe("0-0");
    await e.page.keyboard.type("Article");
    await e.press("Enter");
    await expect.poll(focused).toBe("1-0");
    expect(await e.get("t")).toMatchObject({ head: ["Article", "Price", "Note"] });
  });

  it("keeps the line breaks of a cell, and gets more by Alt+Enter, which print", async () => {
    const own = { ...table, content: [["Pick up\nby hand", "b", "c"], ["d", "e", "f"]] };
    const e = await Editor.open({ template: template([own], extended), data });
    const focused = () => e.page.evaluate(() => (document.activeElement as HTMLElement).dataset.cell);
    await e.click(25, 50, { clickCount: 2 });
    await expect.poll(focused).toBe("1-0");
    await e.press("Control+End");
    await e.page.keyboard.type("!");
    await e.press("Tab", "Control+End", "Alt+Enter");
    await e.page.keyboard.type("net");
    await e.press("Escape");
    expect(await e.get("t")).toMatchObject({ content: [["Pick up\nby hand!", "b\nnet", "c"], ["d", "e", "f"]], bodyWrap: "word" });
    await e.press("Control+z");
    expect(await e.get("t")).not.toHaveProperty("bodyWrap");
  });
});
