/** Texts of the page that are values of the data: a double click leads to the input where their words are changed. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { useBrowser } from "./harness";
import { panels } from "./panels";

useBrowser();

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, ROOT), "utf8"));

/** The shipped contract on the canvas, with the printed places of the texts of its clauses. */
async function contract() {
  const { template, bindings } = read("templates/contract.json");
  const page = await panels({ template, bindings, data: read("samples/contract.json"), show: ["canvas"] });
  await page.addStyleTag({ content: "section:has([data-part=canvas]) { display: grid; height: 880px; max-height: none; }" });
  const text = page.locator("[data-part-of=contract-clause-text] > rect");
  await expect.poll(() => text.count(), { timeout: 20_000 }).toBeGreaterThan(0);
  return { page, text };
}

const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value ?? "");

it("the words of the second clause of the contract are changed by a double click on them", async () => {
  const { page, text } = await contract();
  const at = (await text.first().boundingBox())!;
  await page.mouse.dblclick(at.x + 40, at.y + at.height / 2);
  await expect.poll(() => focused(page)).toMatch(/^The Provider renders the following services/);
  const [input, dialog] = [await page.locator(":focus").boundingBox(), await page.getByRole("dialog").boundingBox()];
  expect(input!.y).toBeGreaterThan(dialog!.y);
  expect(input!.y + input!.height).toBeLessThan(dialog!.y + dialog!.height);
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Done.");
  await page.getByRole("button", { name: "Use this data" }).click();
  await expect.poll(() => page.evaluate(() => (window.panels.data as { clauses: { text: string }[] }).clauses[1]!.text)).toMatch(/ Done\.$/);
  // The template is as before.
  expect(await page.evaluate(() => JSON.stringify(window.panels.template))).toBe(JSON.stringify(read("templates/contract.json").template));
});

it("the first clause opens at the first item, and a text with words of its own stays one to write", async () => {
  const { page } = await contract();
  await page.locator("[data-field-id=contract-clause-title]").dblclick();
  await expect.poll(() => focused(page)).toBe("Subject of the agreement");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.locator("[data-field-id=contract-number]").dblclick();
  await expect.poll(() => focused(page)).toBe("Contract no. {number}");
  await page.getByRole("button", { name: "Fill in" }).click();
  await expect.poll(() => focused(page)).toBe("SA-2026-118");
});

it("the text of the page is written around the value where the form is left for it", async () => {
  const { page, text } = await contract();
  const at = (await text.first().boundingBox())!;
  await page.mouse.dblclick(at.x + 40, at.y + at.height / 2);
  await page.getByRole("button", { name: "Write around this value on the page" }).click();
  await expect.poll(() => focused(page)).toBe("{MARKUP(text)}");
  await page.keyboard.type("!");
  await expect.poll(() => focused(page)).toBe("{MARKUP(text)}!");
});

it("the form stays where it is while rows are removed, brought back, inserted and moved", async () => {
  const page = await panels({ template: read("templates/contract.json").template, data: read("samples/contract.json"), show: ["data"] });
  await page.setViewportSize({ width: 1200, height: 700 });
  await page.getByRole("button", { name: "Fill in" }).click();
  await page.getByLabel("Text, row 8", { exact: true }).evaluate((cell) => cell.scrollIntoView({ block: "center" }));
  /** The place of the row above, which is the same in each step. */
  const top = async () => Math.round((await page.getByRole("textbox", { name: "Title, row 6", exact: true }).boundingBox())!.y);
  const before = await top();
  const isSeen = () => page.evaluate(() => {
    const [focus, body] = [document.activeElement!, document.querySelector(".jpd-modal__body")!].map((element) => element.getBoundingClientRect()) as [DOMRect, DOMRect];
    return focus.top >= body.top && focus.bottom <= body.bottom;
  });
  const choose = async (row: number, name: RegExp) => {
    await page.getByRole("button", { name: `Insert, move or remove row ${row}`, exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const steps: [string, () => Promise<void>][] = [
    ["remove", () => page.getByRole("button", { name: "Remove row 8", exact: true }).click()],
    ["bring back", () => page.getByRole("button", { name: "Bring row 8 back" }).click()],
    ["remove by the menu", () => choose(8, /^Remove/)],
    ["insert", () => choose(8, /above/)],
    ["move", () => choose(8, /down/)],
    ["move by a key", () => page.keyboard.press("Alt+ArrowUp")],
  ];
  for (const [name, run] of steps) {
    await run();
    await page.waitForTimeout(100);
    expect([name, await top(), await isSeen()]).toEqual([name, before, true]);
  }
});
