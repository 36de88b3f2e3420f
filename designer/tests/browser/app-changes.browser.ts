/** Changes in the application: conflicts with other writers, drafts, and a service that does not answer. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { missing } from "../reportctl";
import { useApp } from "./app";
import { chosenLanguage, watchErrors } from "./program";

describe.skipIf(missing)("changes in the application", () => {
  const app = useApp();
  const { stored, state, addText, accessible, prepare } = app;
  let address: string;
  let folder: string;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];
  beforeEach(() => {
    ({ address, folder, context, page, problems } = app);
  });

  it("86: compares both versions when somebody else stored the template meanwhile", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await addText("mine");
    const theirs = stored("receipt");
    theirs.template.schemas[0].x += 1;
    const [moved] = theirs.template.schemas;
    // As `git pull` would.
    writeFileSync(join(folder, "templates/receipt.json"), JSON.stringify(theirs));

    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "The template was changed meanwhile" });
    await dialog.waitFor();
    await expect.poll(() => dialog.getByRole("row").count()).toBe(3);
    await accessible("the comparison");
    // Nothing was overwritten.
    expect(stored("receipt").template.schemas[0].x).toBe(moved.x);
    await dialog.getByRole("button", { name: "Use this" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => state().textContent()).toBe("Saved");
    const merged = stored("receipt").template.schemas;
    expect([merged[0].x, merged.at(-1).content]).toEqual([moved.x, "mine"]);
  });

  it("86: compares data that somebody else stored meanwhile", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await expect.poll(() => page.getByLabel("Data set", { exact: true }).inputValue()).toBe("sample");
    const file = join(folder, "data/receipt.json");
    const before = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...before, number: "theirs", note: "new" }));
    await page.getByRole("button", { name: "Edit data" }).click();
    await page.getByRole("textbox", { name: "Paste or write data" }).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(JSON.stringify({ ...before, number: "mine" }));
    await page.getByRole("button", { name: "Use this data" }).click();
    const dialog = page.getByRole("dialog", { name: "The data set “standard” was changed meanwhile" });
    await dialog.waitFor();
    await expect.poll(() => dialog.getByRole("row").count()).toBe(3);
    await accessible("the comparison of data");
    expect(JSON.parse(readFileSync(file, "utf8")).number).toBe("theirs");
    await dialog.getByRole("button", { name: "Use this" }).click();
    await expect.poll(() => JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...before, number: "mine", note: "new" });
    expect(await page.locator(".app-failure").count()).toBe(0);
  });

  it("52: keeps unsaved changes when the page is lost", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await addText("not lost");
    await expect.poll(() => state().textContent()).toBe("Not saved");
    await page.waitForTimeout(1500);
    await page.reload();
    await page.getByRole("button", { name: "Restore them" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => state().textContent()).toBe("Saved");
    expect(stored("receipt").template.schemas.at(-1).content).toBe("not lost");
    await page.reload();
    await page.locator("[data-sheet]").waitFor();
    await page.waitForTimeout(300);
    expect(await page.getByRole("button", { name: "Restore them" }).count()).toBe(0);
  });

  it("52: discards unsaved changes, and shows the stored version", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    const fields = () => page.locator("[data-part=canvas] [data-field-id]").count();
    const before = await fields();
    await page.keyboard.press("t");
    await expect.poll(fields).toBe(before + 1);
    await page.waitForTimeout(1500);
    await page.reload();
    await page.getByText(/^Changes from .* were not saved\.$/).waitFor();
    expect(await fields()).toBe(before);
    await accessible("the question about unsaved changes");
    await page.getByRole("button", { name: "Discard them" }).click();
    await page.reload();
    await page.locator("[data-sheet]").waitFor();
    await page.waitForTimeout(300);
    expect(await page.getByRole("button", { name: "Discard them" }).count()).toBe(0);
    expect(await fields()).toBe(before);
  });

  it("leaves the unsaved changes of another tab alone", async () => {
    const open = async (own: Page) => {
      await own.goto(`${address}/#/templates/receipt`);
      await own.locator("[data-sheet]").waitFor();
    };
    await open(page);
    const other = await context.newPage();
    watchErrors(other, problems, true);
    prepare(other, problems);
    await open(other);
    await page.bringToFront();
    await page.keyboard.press("t");
    await expect.poll(() => state().textContent()).toBe("Not saved");
    await page.waitForTimeout(1500);
    // The other tab returns to what is stored: it has nothing to keep.
    await other.bringToFront();
    await other.keyboard.press("t");
    await other.keyboard.press("Control+z");
    await expect.poll(() => other.locator(".app-state").textContent()).toBe("");
    await other.waitForTimeout(1500);
    await other.close();
    await page.reload();
    await page.getByRole("button", { name: "Restore them" }).waitFor();
  });

  it("keeps changes when the service is gone while it saves, says so in the language, and saves them later", async () => {
    await chosenLanguage(context, "pt-BR");
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    const before = stored("receipt").template.schemas.length;
    await page.keyboard.press("t");
    await expect.poll(() => state().textContent()).toBe("Não salvo");
    await context.setOffline(true);
    const save = page.getByRole("button", { name: "Salvar", exact: true });
    await save.click();
    const alert = page.locator(".app-failure");
    await expect.poll(() => alert.textContent()).toBe("O serviço não responde. Nada se perdeu: veja se ele ainda está em execução e tente de novo.");
    expect(await state().textContent()).toBe("Não salvo");
    expect(stored("receipt").template.schemas).toHaveLength(before);
    await context.setOffline(false);
    await save.click();
    await expect.poll(() => state().textContent()).toBe("Salvo");
    expect(await alert.count()).toBe(0);
    expect(stored("receipt").template.schemas).toHaveLength(before + 1);
  });

  it("stores data that was changed without a connection as soon as there is one", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await expect.poll(() => page.getByLabel("Data set", { exact: true }).inputValue()).toBe("sample");
    const dataFile = () => JSON.parse(readFileSync(join(folder, "data/receipt.json"), "utf8"));
    const before = dataFile();
    await page.getByRole("button", { name: "Edit data" }).click();
    await page.getByRole("textbox", { name: "Paste or write data" }).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(JSON.stringify({ ...before, number: "2026/2" }));
    await context.setOffline(true);
    await page.getByRole("button", { name: "Use this data" }).click();
    await page.getByText(/^The service does not answer\. Nothing is lost/).waitFor();
    expect(dataFile()).toEqual(before);
    expect(await page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })))).toBe(true);
    await context.setOffline(false);
    await expect.poll(() => dataFile().number).toBe("2026/2");
    await page.getByText(/^The service does not answer/).waitFor({ state: "detached" });
    expect(await page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })))).toBe(false);
  });

  it("asks before leaving only while changes are neither stored nor kept as a draft", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    const asks = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await asks()).toBe(false);
    await addText("kept");
    await expect.poll(asks).toBe(true);
    await expect.poll(asks).toBe(false);
    await expect.poll(() => state().textContent()).toBe("Not saved");
  });
});
