import { describe, expect, it } from "vitest";
import { Editor, template, text, useBrowser } from "./harness";

useBrowser();

const two = () => template([text("a", 20, 50), text("b", 20, 80)]);

describe("clipboard", () => {
  it("45 copy and paste gives a new id, a name with _copy, the binding, one grid step off", async () => {
    const e = await Editor.open({ template: two(), bindings: [{ schemaName: "a", type: "scalar", path: "x" }] });
    await e.click(50, 55);
    await e.press("Control+c", "Control+v");
    await e.page.waitForFunction(() => window.host.template.schemas.length === 3);
    const [, , copy] = (await e.template()).schemas;
    expect(copy).toMatchObject({ name: "a_copy", x: 25, y: 55 });
    expect(copy?.id).not.toBe("a");
    expect(await e.bindings()).toContainEqual({ schemaName: "a_copy", type: "scalar", path: "x" });
    expect(await e.selected()).toEqual([copy?.id]);
  });

  it("45 a copy at the edge stays on the page", async () => {
    const e = await Editor.open({ template: template([text("a", 128, 50)]) });
    await e.click(150, 55);
    await e.press("Control+c", "Control+v");
    await e.page.waitForFunction(() => window.host.template.schemas.length === 2);
    const [, copy] = (await e.template()).schemas;
    expect((copy?.x ?? 0) + (copy?.width ?? 0)).toBeLessThanOrEqual(210);
  });

  it("46 copies go to another page", async () => {
    const page = { page: { width: 210, height: 297 } };
    const first = { ...page, schemas: [], pages: [{ id: "p1", ...page, schemas: [text("a", 20, 50)] }, { id: "p2", ...page, schemas: [] }] };
    const e = await Editor.open({ template: first });
    await e.click(50, 55);
    await e.press("Control+c");
    await e.page.getByRole("button", { name: /Page 2/ }).click();
    await e.canvas.focus();
    await e.press("Control+v");
    await e.page.waitForFunction(() => window.host.template.pages?.[1]?.schemas.length === 1);
    expect((await e.template()).pages?.[1]?.schemas).toMatchObject([{ name: "a_copy" }]);
  });

  it("46 copies go through the system's clipboard to another tab of the browser", async () => {
    const e = await Editor.open({ template: two() });
    await e.click(50, 55);
    await e.press("Control+c");
    const page = await e.page.context().newPage();
    await page.goto(e.page.url());
    await page.waitForFunction(() => "start" in window);
    await page.evaluate((options) => window.start(options as never), { template: template([]), bindings: [] } as object);
    await page.waitForSelector("[data-sheet]");
    await page.locator("[data-part=canvas]").focus();
    await page.keyboard.press("Control+v");
    await page.waitForFunction(() => window.host.template.schemas.length === 1);
    expect(await page.evaluate(() => window.host.template.schemas)).toMatchObject([{ name: "a_copy", content: "Text a" }]);
  });

  it("what was copied elsewhere later is not mistaken for fields", async () => {
    const e = await Editor.open({ template: two() });
    await e.click(50, 55);
    await e.press("Control+c");
    await e.page.evaluate(() => navigator.clipboard.writeText("Some words"));
    await e.press("Control+v");
    for (const foreign of ['{"kind":"json-pdf-designer/fields","fields":[{"id":"x","x":1,"y":1,"width":1,"height":1},{"id":5},null,7]}', '{"kind":"json-pdf-designer/fields","fields":{}}', '{"a":[1,2', "[]"]) {
      await e.page.evaluate((text) => navigator.clipboard.writeText(text), foreign);
      await e.press("Control+v");
    }
    expect(await e.template()).toEqual(two());
    // Fields of a kind that is not known here are taken along; so are unknown keys.
    const other = { kind: "json-pdf-designer/fields", fields: [{ id: "x", name: "spark", type: "sparkline", x: 10, y: 30, width: 20, height: 10, later: [1] }], bindings: [null, { schemaName: "spark", type: "later" }] };
    await e.page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(other));
    await e.press("Control+v");
    await e.page.waitForFunction(() => window.host.template.schemas.length === 3);
    expect((await e.template()).schemas[2]).toMatchObject({ name: "spark_copy", type: "sparkline", later: [1] });
    expect(await e.bindings()).toEqual([{ schemaName: "spark_copy", type: "later" }]);
  });

  it("a template that is pasted takes the place of the design after asking", async () => {
    const e = await Editor.open({ template: two() });
    const file = { template: template([text("x", 10, 30)]), bindings: [] };
    await e.page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(file));
    await e.canvas.focus();
    await e.press("Control+v");
    const dialog = e.page.getByRole("dialog", { name: "Import a template file" });
    await dialog.getByText("clipboard.json has 1 field on 1 page.").waitFor();
    expect(await e.template()).toEqual(two());
    await dialog.getByRole("button", { name: "Replace the design" }).click();
    await expect.poll(() => e.template()).toEqual(file.template);
  });

  it("tab-separated text becomes a table", async () => {
    const e = await Editor.open({ template: template([]) });
    await e.page.evaluate(() => navigator.clipboard.writeText("Item\tPrice\nA\t1\nB\t2\n"));
    await e.canvas.focus();
    await e.press("Control+v");
    await e.page.waitForFunction(() => window.host.template.schemas.length === 1);
    expect((await e.template()).schemas).toMatchObject([{ type: "table", head: ["Item", "Price"], content: [["A", "1"], ["B", "2"]] }]);
  });

  it("cut and duplicate", async () => {
    const e = await Editor.open({ template: two() });
    await e.click(50, 55);
    await e.press("Control+d");
    expect((await e.template()).schemas.map(({ name }) => name)).toEqual(["a", "b", "a_copy"]);
    await e.press("Control+x");
    await e.page.waitForFunction(() => window.host.template.schemas.length === 2);
    await e.press("Control+Shift+v");
    await e.page.waitForFunction(() => window.host.template.schemas.length === 3);
    expect((await e.template()).schemas[2]).toMatchObject({ x: 25, y: 55 });
  });
});

describe("keys", () => {
  it("47 Delete in an input deletes a character; Backspace on a link of the host nothing", async () => {
    const e = await Editor.open({ template: two() });
    await e.click(50, 55);
    await e.page.locator("[data-row=a]").getByRole("button", { name: "Rename a" }).click();
    await e.press("End", "Backspace");
    expect((await e.template()).schemas).toHaveLength(2);
    await e.press("Escape");
    await e.page.locator("#host").focus();
    await e.press("Backspace", "Delete");
    expect((await e.template()).schemas).toHaveLength(2);
    await e.canvas.focus();
    await e.press("Delete");
    expect((await e.template()).schemas.map(({ id }) => id)).toEqual(["b"]);
  });

  it("47 keys do nothing after a click outside, although nothing has the focus", async () => {
    const e = await Editor.open({ template: two() });
    await e.click(50, 55);
    await e.page.locator("#host").evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
    await e.page.locator("#host").click();
    await e.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await e.press("Delete");
    expect((await e.template()).schemas).toHaveLength(2);
  });

  it("51 with a host's own undo on the window, Ctrl+Z inside goes back one step", async () => {
    const e = await Editor.open({ template: two() });
    await e.page.evaluate(() => {
      const undone: string[] = [];
      Object.assign(window, { undone });
      window.addEventListener("keydown", (event) => {
        if (event.ctrlKey && event.key === "z") undone.push("host");
      });
    });
    await e.click(50, 55);
    await e.press("Shift+ArrowDown", "Delete", "Control+z");
    expect((await e.template()).schemas).toMatchObject([{ id: "a", y: 55 }, { id: "b" }]);
    expect(await e.page.evaluate(() => (window as unknown as { undone: string[] }).undone)).toEqual([]);
  });

  it("the help lists the keys, and gives the focus back", async () => {
    const e = await Editor.open({ template: two() });
    await e.canvas.focus();
    await e.press("?");
    await expect.poll(() => e.page.getByRole("dialog").textContent()).toContain("Keyboard shortcuts");
    await e.press("Escape");
    await expect.poll(() => e.canvas.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("the command bar finds and runs commands", async () => {
    const e = await Editor.open({ template: two() });
    await e.click(50, 55);
    await e.press("Control+k");
    await e.page.keyboard.type("align right");
    await e.press("Enter");
    await e.page.waitForFunction(() => window.host.template.schemas[0]?.x === 130);
  });
});

describe("history", () => {
  it("49 each operation is undone and redone to equal states", async () => {
    const e = await Editor.open({ template: two() });
    const states: unknown[] = [await e.template()];
    const step = async (run: () => Promise<unknown>) => {
      await run();
      await e.page.waitForFunction((before) => JSON.stringify(window.host.template) !== before, JSON.stringify(states.at(-1)));
      states.push(await e.template());
    };
    await step(() => e.drag([50, 55], [70, 75]));
    await step(() => e.press("Control+d"));
    await step(() => e.press("Shift+ArrowRight"));
    await step(() => e.press("Control+ArrowRight"));
    await step(() => e.press("Control+["));
    await step(() => e.press("Delete"));
    // A new text is open for writing; keys are commands again after the second Esc.
    await step(() => e.press("t", "Escape", "Escape"));
    await step(() => e.press("k"));
    for (let at = states.length - 2; at >= 0; at--) {
      await e.press("Control+z");
      expect(await e.template()).toEqual(states[at]);
    }
    for (let at = 1; at < states.length; at++) {
      await e.press("Control+Shift+z");
      expect(await e.template()).toEqual(states[at]);
    }
  });

  it("53 a change from outside keeps selection and scroll and is in the history", async () => {
    const e = await Editor.open({ template: two() });
    await e.click(50, 55);
    await e.canvas.evaluate((element) => element.scrollTo(0, 200));
    await e.page.evaluate(() => window.host.setTemplate({ ...window.host.template, headerHeight: 30 }));
    await e.page.waitForFunction(() => window.host.template.headerHeight === 30);
    expect(await e.selected()).toEqual(["a"]);
    await expect.poll(() => e.canvas.evaluate((element) => element.scrollTop)).toBe(200);
    await e.page.getByRole("button", { name: "History" }).click();
    await expect.poll(() => e.page.locator(".jpd-history__list").textContent()).toContain("Changed outside");
  });
});

describe("pages", () => {
  const pages = () => {
    const page = { page: { width: 210, height: 297 } };
    return { ...template([]), pages: [{ id: "p1", ...page, schemas: [text("a", 20, 50)] }, { id: "p2", ...page, name: "Terms", schemas: [text("b", 20, 80)] }] };
  };

  it("56 both pages are shown; adding, ordering, renaming and deleting work and are undone", async () => {
    const e = await Editor.open({ template: pages() });
    const first = await e.template();
    await expect.poll(() => e.page.locator(".jpd-pages__name").allTextContents()).toEqual(["Page 1", "Terms"]);
    await e.page.getByRole("button", { name: /^Terms, / }).click();
    await expect.poll(() => e.field("b").count()).toBe(1);
    await e.page.getByRole("button", { name: "Move Terms towards the front" }).click();
    expect((await e.template()).pages?.map(({ id }) => id)).toEqual(["p2", "p1"]);
    await e.page.getByRole("button", { name: "Rename Terms" }).click();
    await e.page.keyboard.type("Back");
    await e.press("Enter");
    expect((await e.template()).pages?.[0]?.name).toBe("Back");
    await e.page.getByRole("button", { name: "Add page" }).click();
    expect((await e.template()).pages).toHaveLength(3);
    await e.page.getByRole("button", { name: /^Delete / }).click();
    expect((await e.template()).pages).toHaveLength(2);
    await e.canvas.focus();
    await e.press("Control+z", "Control+z", "Control+z", "Control+z");
    expect(await e.template()).toEqual(first);
  });

  it("undo goes back to the page of the change, and to where it was seen", async () => {
    const e = await Editor.open({ template: pages() });
    const shown = () => e.page.locator(".jpd-pages__item[data-active] .jpd-pages__name").textContent();
    await e.click(50, 55);
    await e.press("Shift+ArrowDown");
    await e.page.getByRole("button", { name: /^Terms, / }).click();
    await expect.poll(() => e.field("b").count()).toBe(1);
    await e.setZoom(2);
    const top = () => e.canvas.evaluate((canvas) => canvas.scrollTop);
    await e.canvas.evaluate((canvas) => canvas.scrollTo(0, 300));
    await e.page.locator("[data-row=b] .jpd-rowname").click();
    await e.canvas.focus();
    await e.press("Shift+ArrowDown");
    const before = await top();
    await e.canvas.evaluate((canvas) => canvas.scrollTo(0, 0));
    await e.press("Control+z");
    await expect.poll(async () => (await e.template()).pages?.[1]?.schemas[0]?.y).toBe(80);
    await expect.poll(top).toBe(before);
    expect([await shown(), await e.selected()]).toEqual(["Terms", ["b"]]);
    await e.press("Control+z");
    await expect.poll(shown).toBe("Page 1");
    expect(await e.template()).toEqual(pages());
    expect(await e.selected()).toEqual(["a"]);
    await e.press("Control+Shift+z", "Control+Shift+z");
    await expect.poll(shown).toBe("Terms");
    expect((await e.template()).pages?.map((page) => page.schemas[0]?.y)).toEqual([55, 85]);
  });

  it("56 a template with one page never gains pages", async () => {
    const e = await Editor.open({ template: two() });
    await e.click(50, 55);
    await e.press("Shift+ArrowDown", "Control+d", "Control+z", "h", "t");
    expect("pages" in (await e.template())).toBe(false);
    expect(await e.page.locator("[data-part=pages]").count()).toBe(0);
  });

  it("57 one page object as template is edited as it is", async () => {
    const [page] = pages().pages;
    const e = await Editor.open({ template: page as never });
    await e.click(50, 55);
    await e.press("Shift+ArrowDown");
    expect(await e.template()).toMatchObject({ id: "p1", schemas: [{ id: "a", y: 55 }] });
  });
});

describe("zoom", () => {
  it("54 stays in its limits, NaN gives 100 %, fit width shows no scroll bar", async () => {
    const e = await Editor.open({ template: two() });
    await e.page.evaluate(() => window.setZoom(99));
    await expect.poll(() => e.zoom()).toBe(8);
    expect(await e.page.getByRole("button", { name: "Zoom in" }).isDisabled()).toBe(true);
    await e.page.evaluate(() => window.setZoom(0));
    await expect.poll(() => e.zoom()).toBe(0.25);
    await e.page.evaluate(() => window.setZoom(Number.NaN));
    await expect.poll(() => e.zoom()).toBe(1);
    await e.page.getByRole("button", { name: "Fit width" }).click();
    await expect.poll(() => e.zoom()).not.toBe(1);
    await expect.poll(() => e.canvas.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  it("goes to 800 % by the wheel, and for a small selection", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50, { width: 4, height: 3 })]) });
    const canvas = (await e.canvas.boundingBox())!;
    await e.page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
    await e.page.keyboard.down("Control");
    for (let notches = 0; notches < 20; notches++) await e.page.mouse.wheel(0, -120);
    await e.page.keyboard.up("Control");
    await expect.poll(() => e.zoom()).toBe(8);
    await e.press("Control+1");
    await e.field("a").click();
    await e.press("Control+2");
    await expect.poll(() => e.zoom()).toBe(8);
    expect((await e.field("a").boundingBox())!.width / (await e.scale())).toBeCloseTo(4, 1);
  });

  it("zooming by the wheel keeps what is under the pointer", async () => {
    const e = await Editor.open({ template: two() });
    const at = await e.at(105, 60);
    await e.page.mouse.move(at.x, at.y);
    await e.page.keyboard.down("Control");
    for (let i = 0; i < 6; i++) await e.page.mouse.wheel(0, -100);
    await e.page.keyboard.up("Control");
    await expect.poll(() => e.zoom()).toBeGreaterThan(1.5);
    const now = await e.at(105, 60);
    expect(Math.hypot(now.x - at.x, now.y - at.y)).toBeLessThan(4);
  });

  it("a text is edited in its place; Esc ends that, and undo brings the old one back", async () => {
    const e = await Editor.open({ template: two() });
    await e.click(50, 55, { clickCount: 2 });
    await e.press("Control+a");
    await e.page.keyboard.type("Hello {name}");
    expect(await e.get("a")).toMatchObject({ content: "Hello {name}" });
    await e.press("Escape");
    expect(await e.get("a")).toMatchObject({ content: "Hello {name}" });
    await e.press("Control+z");
    expect(await e.get("a")).toMatchObject({ content: "Text a" });
  });
});

describe("a template file that is dropped on the canvas", () => {
  const drop = (e: Editor, name: string, content: string) =>
    e.page.evaluate(
      ({ name, content }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], name, { type: "application/json" }));
        document.querySelector("[data-sheet]")!.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      },
      { name, content },
    );

  it("takes the place of the design after asking, in one step that can be undone", async () => {
    const before = template([text("a", 20, 40)]);
    const e = await Editor.open({ template: before });
    const file = { template: template([text("x", 10, 30), text("y", 10, 50)], { later: 1 } as never), bindings: [{ schemaName: "x", type: "scalar", path: "name" }] };
    await drop(e, "offer.json", JSON.stringify(file));
    const dialog = e.page.getByRole("dialog", { name: "Import a template file" });
    await dialog.getByText("offer.json has 2 fields on 1 page.").waitFor();
    expect(await e.template()).toEqual(before);
    await dialog.getByRole("button", { name: "Replace the design" }).click();
    await expect.poll(() => e.template()).toEqual(file.template);
    expect(await e.bindings()).toEqual(file.bindings);
    await e.canvas.focus();
    await e.press("Control+z");
    await expect.poll(() => e.template()).toEqual(before);
    expect(await e.bindings()).toEqual([]);
  });

  it("is refused by name and place", async () => {
    const e = await Editor.open({ template: template() });
    await drop(e, "offer.json", '{\n  "template": nothing\n}');
    const dialog = e.page.getByRole("dialog", { name: "Import a template file" });
    await dialog.getByText("offer.json: The file is not JSON: see line 2, column 15.").waitFor();
    expect(await dialog.getByRole("button", { name: "Replace the design" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await drop(e, "later.json", JSON.stringify({ ...template(), version: 99 }));
    await dialog.getByText(/^later\.json: .*99/).waitFor();
  });
});
