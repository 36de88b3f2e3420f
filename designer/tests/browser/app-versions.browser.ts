/** Versions of a template in the application: those of git, and those that saves make. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { missing } from "../reportctl";
import { useApp } from "./app";

describe.skipIf(missing)("versions in the application", () => {
  const app = useApp();
  const { stored, state, addText, accessible } = app;
  let address: string;
  let folder: string;
  let page: Page;
  beforeEach(() => {
    ({ address, folder, page } = app);
  });

  it("lists the versions that git has, compares one with the screen, and returns to it", async () => {
    const git = (...args: string[]) => execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...args], { cwd: folder, stdio: "ignore" });
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "Add the receipt");
    const first = stored("receipt");
    const moved = structuredClone(first);
    // The page that the comparison opens with has it; the first field prints from the second page on.
    const field = moved.template.schemas.find(({ name }: { name: string }) => name === "shop");
    field.x += 5;
    writeFileSync(join(folder, "templates/receipt.json"), JSON.stringify(moved));
    git("commit", "--quiet", "--all", "--message", "Move the name of the shop");

    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await page.getByRole("button", { name: "Versions" }).click();
    const dialog = page.getByRole("dialog", { name: "Versions" });
    const versions = dialog.getByRole("list", { name: "Versions" }).getByRole("button");
    await expect.poll(() => versions.count()).toBe(2);
    await dialog.getByText("Nothing changed since this version.").waitFor();
    await versions.filter({ hasText: "Add the receipt" }).click();
    const changes = dialog.getByRole("list", { name: "What changed since" }).getByRole("listitem");
    await expect.poll(() => changes.count()).toBe(1);
    expect(await changes.textContent()).toContain(field.name);
    // Both pages are drawn, the field marked on each.
    await expect.poll(() => dialog.locator(".jpd-preview__mark").count()).toBe(2);
    await accessible("the versions");
    await dialog.getByRole("button", { name: "Use this version" }).click();
    await expect.poll(() => state().textContent()).toBe("Not saved");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => state().textContent()).toBe("Saved");
    expect(stored("receipt").template).toEqual(first.template);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => state().textContent()).toBe("Not saved");
  });

  it("shows beside the versions why their commits are not pushed", async () => {
    await page.route("**/api/versions", (route) => route.fulfill({ json: { kept: "git", notPushed: "the branch `main` cannot be pushed to `origin`" } }));
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await page.getByRole("button", { name: "Versions" }).click();
    const alert = page.getByRole("dialog", { name: "Versions" }).getByRole("alert");
    await expect.poll(() => alert.textContent()).toBe("Saved here, but not pushed yet: the branch main cannot be pushed to origin");
    await page.unroute("**/api/versions");
    await page.keyboard.press("Escape");
  });

  it("keeps versions from the first click on, and returns to one", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await page.getByRole("button", { name: "Versions" }).click();
    const dialog = page.getByRole("dialog", { name: "Versions" });
    const versions = dialog.getByRole("list", { name: "Versions" }).getByRole("button");
    await dialog.getByRole("button", { name: "Keep versions" }).click();
    await expect.poll(() => versions.count()).toBe(1);
    expect(await dialog.getByRole("button", { name: "Keep versions", exact: true }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await addText("Once more");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => state().textContent()).toBe("Saved");
    await page.getByRole("button", { name: "Versions" }).click();
    await expect.poll(() => versions.count()).toBe(2);
    // What was changed, by whom and when.
    expect(await versions.first().textContent()).toMatch(/^Changed: .+ · .*\d/);
    await versions.last().click();
    await expect.poll(() => dialog.locator(".jpd-preview__mark").count()).toBeGreaterThan(0);
    await dialog.getByRole("button", { name: "Use this version" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => state().textContent()).toBe("Saved");
    expect(JSON.stringify(stored("receipt"))).not.toContain("Once more");
  });
});
