/** Rows of a list in the form of the data: one scroll bar, rows that are moved by the pointer and by keys, cells that grow. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openDataPanel, useBrowser } from "./harness";

useBrowser();

async function open(data: unknown): Promise<Page> {
  const page = await openDataPanel(data);
  await page.getByRole("button", { name: "Fill in" }).click();
  return page;
}

const clauses = (count: number) => Array.from({ length: count }, (_, at) => ({ title: `Clause ${at + 1}`, text: `Line one of ${at + 1}\nLine two` }));
const titles = (page: Page) => page.getByRole("textbox", { name: /^Title, row/ }).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

describe("a list in the form of the data", () => {
  it("scrolls with the dialog alone, under titles that stay in sight", async () => {
    const page = await open({ number: 7, clauses: clauses(40) });
    const scrolling = await page.getByRole("dialog").evaluate((dialog) =>
      [...dialog.querySelectorAll<HTMLElement>("*")].filter((own) => ["auto", "scroll"].includes(getComputedStyle(own).overflowY) && own.scrollHeight > own.clientHeight + 1).map((own) => own.className),
    );
    expect(scrolling).toEqual(["jpd-modal__body"]);
    await page.getByLabel("Title, row 40").scrollIntoViewIfNeeded();
    const heads = page.getByRole("columnheader", { name: /Title/ });
    const [head, body] = await Promise.all([heads.boundingBox(), page.locator(".jpd-modal__body").boundingBox()]);
    expect(Math.abs(head!.y - body!.y)).toBeLessThan(2);
  });

  it("moves rows by the menu, by keys and by dragging their numbers", async () => {
    const page = await open({ clauses: clauses(3) });
    await page.getByRole("button", { name: "Insert, move or remove row 3" }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await expect.poll(() => titles(page)).toEqual(["Clause 1", "Clause 3", "Clause 2"]);
    await page.getByLabel("Title, row 1").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(() => titles(page)).toEqual(["Clause 3", "Clause 1", "Clause 2"]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Title, row 2");
    await page.getByRole("rowheader", { name: "3" }).dragTo(page.getByRole("rowheader", { name: "1" }));
    await expect.poll(() => titles(page)).toEqual(["Clause 2", "Clause 3", "Clause 1"]);
  });

  it("has cells as high as their text while it is typed", async () => {
    const page = await open({ clauses: [{ text: "A" }] });
    await page.getByRole("button", { name: "Add a row" }).click();
    // Longer than a line of the dialog.
    const clause = "The parties agree on all that is written in this clause, and on nothing that is not written in it at all. ".repeat(3);
    await page.keyboard.type(clause);
    const cell = page.getByLabel("Text, row 2");
    expect(await cell.inputValue()).toBe(clause);
    expect(await cell.evaluate((own) => own.scrollHeight - own.clientHeight)).toBeLessThan(2);
    expect((await cell.boundingBox())!.height).toBeGreaterThan(40);
  });
});
