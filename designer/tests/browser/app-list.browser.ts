/** The list of templates in the application: making, renaming, finding and deleting them. */
import { execFileSync } from "node:child_process";
import { readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { missing } from "../reportctl";
import { useApp } from "./app";

describe.skipIf(missing)("the list of templates", () => {
  const app = useApp();
  const { stored, create } = app;
  let address: string;
  let folder: string;
  let page: Page;
  beforeEach(() => {
    ({ address, folder, page } = app);
  });

  it("duplicates, renames, searches and deletes", async () => {
    await page.goto(address);
    const act = async (name: string, action: string) => {
      await page.getByRole("button", { name: `More actions: ${name}`, exact: true }).click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    // The list shows what the templates print.
    await page.locator(".app-templates img").waitFor();
    await act("Receipt", "Duplicate");
    await page.getByRole("link", { name: "Receipt (copy)" }).waitFor();
    expect(stored("receipt-copy").template).toEqual(stored("receipt").template);
    await act("Receipt (copy)", "Rename");
    await page.getByLabel("Name", { exact: true }).fill("Slip");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByRole("link", { name: "Slip" }).waitFor();
    expect(stored("receipt-copy").name).toBe("Slip");
    await page.getByRole("searchbox").fill("slip");
    await expect.poll(() => page.getByRole("listitem").count()).toBe(1);
    await act("Slip", "Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => page.getByRole("listitem").count()).toBe(0);
    expect(readdirSync(join(folder, "templates"))).not.toContain("receipt-copy.json");
  });

  it("offers the shipped templates as pictures, by what they are for and in which language", async () => {
    await page.goto(address);
    await page.getByRole("button", { name: "New template" }).click();
    const dialog = page.getByRole("dialog");
    const invoices = dialog.getByRole("region", { name: "Invoices and payments" });
    await invoices.locator("img").first().waitFor();
    await dialog.getByLabel("Language").selectOption({ label: "German" });
    await expect.poll(() => dialog.getByRole("radio").evaluateAll((all) => all.map((radio) => radio.getAttribute("aria-label")))).toEqual(["A blank page", "A template file", "Rechnung", "Multilingual invoice", "Swiss invoice", "Payslip"]);
    await dialog.getByRole("radio", { name: "Swiss invoice" }).check();
    await dialog.getByRole("button", { name: "New template" }).click();
    await page.locator("[data-sheet]").waitFor();
    expect(stored("swiss-invoice").name).toBe("Swiss invoice");
  });

  it("explains itself where there is no template yet", async () => {
    unlinkSync(join(folder, "templates/receipt.json"));
    await page.goto(address);
    await page.getByRole("img", { name: "A design, your data, documents, by e-mail" }).waitFor();
  });

  it("says who changed a template last", async () => {
    const git = (...args: string[]) => execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...args], { cwd: folder });
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "Add the receipt");
    await page.goto(address);
    await page.getByRole("listitem").getByText(/, Ana$/).waitFor();
  });

  it("shows the pictures of templates at once when the list is opened again, without the engine", async () => {
    await page.goto(address);
    await page.locator(".app-templates img").first().waitFor();
    const kept = () =>
      page.evaluate(
        () =>
          new Promise<string[]>((resolve, reject) => {
            const request = indexedDB.open("reportctl-designer");
            request.onerror = () => reject(request.error);
            request.onsuccess = () => {
              const keys = request.result.transaction("pictures").objectStore("pictures").getAllKeys();
              keys.onsuccess = () => {
                request.result.close();
                resolve(keys.result.map(String));
              };
            };
          }),
      );
    await expect.poll(async () => (await kept()).some((key) => key.endsWith("/templates/receipt"))).toBe(true);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.locator(".app-templates img").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(asked.filter((path) => path.endsWith(".wasm"))).toEqual([]);
    expect(asked).toContain("/api/templates/receipt");
  });

  it("starts an empty page from a template, in one step", async () => {
    await page.goto(address);
    await create("A blank page", "Empty");
    await page.getByRole("button", { name: "Start from a template" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("searchbox").fill("salary");
    await expect.poll(() => dialog.getByRole("radio").count()).toBe(1);
    await dialog.getByRole("radio", { name: "Payslip" }).check();
    await dialog.getByRole("button", { name: "Start from a template" }).click();
    await expect.poll(() => page.locator("[data-part=canvas] [data-field-id]").count()).toBeGreaterThan(5);
    // The data set of the empty page stays beside it.
    await expect.poll(() => page.getByLabel("Data set", { exact: true }).inputValue()).toBe("payslip");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Write a text" }).waitFor();
  });
});
