/** Values that are dragged from the list of the data: what the pointer is over is marked, a hint says what the drop does, and it does that. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { useBrowser } from "./harness";
import { panels } from "./panels";

useBrowser();

const data = { number: "2026-17", total: 1234.5, lines: [{ name: "Pen", amount: 2.5 }, { name: "Ink", amount: 4 }] };
const template = {
  version: 1,
  extensions: 1,
  locale: "en-US",
  page: { width: 210, height: 297 },
  schemas: [
    { id: "table", name: "table", type: "table", x: 10, y: 30, width: 120, height: 28, head: ["name", "amount"], content: [["{[name]}", "{[amount]}"]], footer: ["Total", ""], columnStyles: [{ width: "2fr" }, {}] },
    { id: "card", name: "card", type: "kpi", x: 10, y: 80, width: 55, height: 30, title: "Net", value: "{path}", backgroundColor: "#1d4ed8", textColor: "#ffffff" },
  ],
};
const fixed = { id: "fixed", name: "fixed", type: "table", x: 10, y: 150, width: 120, height: 21, head: ["A", "B"], content: [["Net", "1"], ["Tax", "2"]] };
const written = { id: "text", name: "text", type: "text", x: 10, y: 130, width: 120, height: 8, content: "Dear , thank you", fontSize: 12 };
const bindings = [{ schemaName: "table", type: "array", path: "lines", columns: ["name", "amount"] }];

async function open(...more: object[]): Promise<Page> {
  const page = await panels({ template: { ...template, schemas: [...template.schemas, ...more] }, bindings, data, show: ["canvas", "data"] });
  await page.addStyleTag({ content: "main { display: grid; grid-template-columns: 24rem minmax(0, 1fr); } section { min-width: 0; } section:has([data-part=canvas]) { display: grid; } main > section { height: 900px; max-height: none; }" });
  await page.locator("[data-field-id=card] svg").first().waitFor();
  return page;
}

/** Drags a value over the part of a field at a share of its size; `during` runs before the button is released. */
async function drag(page: Page, path: string, field: string, at: { x: number; y: number }, during: () => Promise<void>): Promise<void> {
  const from = await page.locator(`.jpd-tree__key[title="${path}"]`).boundingBox();
  const box = await page.locator(`[data-field-id=${field}]`).boundingBox();
  if (!from || !box) throw new Error(`${path} or ${field} is not shown`);
  const to = { x: box.x + box.width * at.x, y: box.y + box.height * at.y };
  await page.mouse.move(from.x + 4, from.y + 4);
  await page.mouse.down();
  await page.mouse.move(to.x - 30, to.y, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await during();
  await page.mouse.up();
}

const hint = (page: Page) => page.locator(".jpd-drop__hint");
const fieldOf = (page: Page, id: string) => page.evaluate((own) => window.panels.template.schemas.find((field) => field.id === own), id);

describe("a dragged value", () => {
  it("is announced, and becomes the value of the cell under the pointer", async () => {
    const page = await open();
    await drag(page, "lines.amount", "table", { x: 0.8, y: 0.9 }, async () => {
      await expect.poll(() => hint(page).textContent()).toBe("Becomes the value of this cell");
      const [mark, table] = [await page.locator(".jpd-drop").boundingBox(), await page.locator("[data-field-id=table]").boundingBox()];
      // The last cell of the totals: the second column has a third of the width.
      expect(mark!.x - table!.x).toBeCloseTo((table!.width * 2) / 3, 0);
      expect(mark!.y + mark!.height).toBeCloseTo(table!.y + table!.height, 0);
      expect(mark!.height).toBeCloseTo(table!.height / 4, 0);
    });
    await expect.poll(() => fieldOf(page, "table")).toMatchObject({ footer: ["Total", "{DECIMAL(SUM(lines.amount), 2, 2)}"] });
    expect(await page.locator(".jpd-drop, .jpd-drop__hint").count()).toBe(0);
  });

  it("becomes the value of a card, and a new text where nothing takes it", async () => {
    const page = await open();
    await drag(page, "total", "card", { x: 0.5, y: 0.5 }, async () => {
      await expect.poll(() => hint(page).textContent()).toBe("Becomes the value of this indicator");
    });
    await expect.poll(() => fieldOf(page, "card")).toMatchObject({ value: "{DECIMAL(total, 2, 2)}" });
    await drag(page, "number", "card", { x: 0.5, y: 2 }, async () => {
      await expect.poll(() => hint(page).textContent()).toBe("New text");
      expect(await page.locator(".jpd-drop").count()).toBe(0);
    });
    await expect.poll(() => page.evaluate(() => window.panels.template.schemas.length)).toBe(3);
  });

  it("becomes the value of a card that is selected, also on its handles", async () => {
    const page = await open();
    await page.locator("[data-field-id=card]").click();
    await page.locator("[data-handle]").first().waitFor();
    for (const at of [{ x: 0.5, y: 0.5 }, { x: 0.5, y: 0.99 }]) {
      await drag(page, "total", "card", at, async () => {
        await expect.poll(() => hint(page).textContent()).toBe("Becomes the value of this indicator");
      });
    }
    await expect.poll(() => fieldOf(page, "card")).toMatchObject({ value: "{DECIMAL(total, 2, 2)}" });
    expect(await page.evaluate(() => window.panels.template.schemas.length)).toBe(2);
  });

  it("that is a list asks as what it is shown, in sight, until Esc", async () => {
    const page = await open();
    const canvas = (await page.locator("[data-part=canvas]").first().boundingBox())!;
    const card = (await page.locator("[data-field-id=card]").boundingBox())!;
    // Just above the lower edge of the canvas.
    await drag(page, "lines", "card", { x: 1.4, y: (canvas.y + canvas.height - 30 - card.y) / card.height }, async () => {
      await expect.poll(() => hint(page).count()).toBe(1);
    });
    const menu = page.getByRole("menu");
    await menu.waitFor();
    const box = (await menu.boundingBox())!;
    expect(box.y + box.height).toBeLessThan(canvas.y + canvas.height);
    // Wherever the focus is.
    await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
    await expect.poll(() => menu.count()).toBe(0);
    expect(await page.evaluate(() => window.panels.template.schemas.length)).toBe(2);
  });

  it("leaves no mark when Esc ends the drag", async () => {
    const page = await open();
    await drag(page, "total", "card", { x: 0.5, y: 0.5 }, async () => {
      await expect.poll(() => page.locator(".jpd-drop").count()).toBe(1);
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator(".jpd-drop, .jpd-drop__hint").count()).toBe(0);
    });
    expect(await fieldOf(page, "card")).toMatchObject({ value: "{path}" });
  });

  it("is printed by a cell of a table without a list", async () => {
    const page = await open(fixed);
    await drag(page, "number", "fixed", { x: 0.75, y: 0.5 }, () => expect.poll(() => hint(page).textContent()).toBe("Becomes the value of this cell"));
    await expect.poll(() => fieldOf(page, "fixed")).toMatchObject({ content: [], footerRows: [{ cells: { column1: "Net", column2: "{number}" } }, { cells: { column1: "Tax", column2: "2" } }] });
    // The rows stand at their old places.
    expect((await page.locator("[data-field-id=fixed]").boundingBox())!.height).toBeCloseTo(21 * 3.7795, -1);
  });

  it("goes into the text that is written, where the cursor is", async () => {
    const page = await open(written);
    await page.locator("[data-field-id=text]").dblclick();
    const area = page.locator("textarea.jpd-writing__text");
    await area.waitFor();
    await page.keyboard.press("Home");
    for (let at = 0; at < "Dear ".length; at += 1) await page.keyboard.press("ArrowRight");
    await page.locator('.jpd-tree__key[title="number"]').click();
    await expect.poll(() => area.inputValue()).toBe("Dear {number}, thank you");
    expect(await area.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type("!");
    await expect.poll(() => area.inputValue()).toBe("Dear {number}!, thank you");
    // The beginning of the text.
    await drag(page, "total", "text", { x: 0.003, y: 0.25 }, () => expect.poll(() => hint(page).count()).toBe(0));
    await expect.poll(() => area.inputValue()).toBe("{DECIMAL(total, 2, 2)}Dear {number}!, thank you");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => window.panels.template.schemas.length)).toBe(3);
    expect(await fieldOf(page, "text")).toMatchObject({ content: "{DECIMAL(total, 2, 2)}Dear {number}!, thank you" });
  });
});
