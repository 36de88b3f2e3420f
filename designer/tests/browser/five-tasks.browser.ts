/**
 * Five tasks that are done in every editor of documents, each from the open page of a new template with sample data. What is done is
 * counted as `Hand` counts it; the bounds are one below the lowest count of pdfme 6.1 and ReportBro 3.12 for the same task.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { missing } from "../reportctl";
import { Hand } from "./hand";
import { logo } from "./logo";
import { useVisit } from "./program";

describe.skipIf(missing)("five tasks, counted", () => {
  const visit = useVisit({ viewport: { width: 1600, height: 1000 }, locale: "en-US" }, async ({ running, port, page }) => {
    running.run("init", ".");
    page.setDefaultTimeout(20_000);
    await page.goto(await running.start(["design", "--no-open", "--port", String(port)], /the designer is at (http:\/\/[^/]+)/));
    await page.getByRole("button", { name: "New template" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Ours");
    await page.getByRole("dialog").getByRole("button", { name: "New template" }).click();
    await page.locator("[data-sheet]").waitFor();
    hand = new Hand(page);
  });
  let hand: Hand;
  const page = (): Page => visit.page;
  const button = (name: string) => page().getByRole("button", { name, exact: true });
  const choice = (name: string) => page().locator(".jpd-popover").getByRole("button", { name, exact: true });
  const selected = () => page().locator("[data-part=canvas] [data-field-id][data-selected]").first();
  afterEach(({ task }) => console.info(`${task.name}: ${hand.summary()}`));

  /** The document that *Download PDF* gives, as text in lines. */
  async function downloaded(): Promise<string> {
    const [download] = await Promise.all([page().waitForEvent("download"), button("Download PDF").click()]);
    const file = join(visit.running.folder, "out.pdf");
    await download.saveAs(file);
    return execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
  }

  it("a heading at its place", async () => {
    await hand.click(button("Heading"));
    await hand.type("Invoice");
    await hand.press("Escape");
    await hand.drag(selected(), 20, 30);
    expect(hand.actions).toBeLessThan(8);
    expect(await downloaded()).toContain("Invoice");
  });

  it("a table of a list with the sum of a column", async () => {
    await hand.click(button("Insert items"));
    await hand.click(choice("Table"));
    await hand.drag(selected(), 15, 60);
    await hand.click(page().getByRole("tab", { name: "Style", exact: true }));
    await hand.click(page().getByRole("tab", { name: "Totals" }));
    await hand.click(page().getByRole("checkbox", { name: "Print a totals row" }));
    expect(hand.actions).toBeLessThan(10);
    expect(await downloaded()).toMatch(/Total +.*418\.50/);
  });

  it("a logo", async () => {
    await hand.drop({ name: "logo.png", mimeType: "image/png", buffer: await logo(page()) }, 15, 10);
    expect(hand.actions).toBeLessThan(4);
    await downloaded();
    expect(execFileSync("pdfimages", ["-list", join(visit.running.folder, "out.pdf")], { encoding: "utf8" })).toMatch(/\b400 +200\b/);
    // Dropping is one step.
    await page().keyboard.press("Control+z");
    await expect.poll(() => page().locator("[data-part=canvas] [data-field-id]").count()).toBe(0);
  });

  it("a QR code with a value of the data", async () => {
    await hand.click(button('Add "number" as'));
    await hand.click(choice("QR code"));
    await hand.drag(selected(), 150, 20);
    expect(hand.actions).toBeLessThan(6);
    await downloaded();
    execFileSync("pdftoppm", ["-r", "200", "-png", "-singlefile", "out.pdf", "out"], { cwd: visit.running.folder });
    expect(execFileSync("zbarimg", ["--quiet", "--raw", "out.png"], { cwd: visit.running.folder, encoding: "utf8" }).trim()).toBe("2026-001");
  });

  it("the PDF", async () => {
    const [download] = await Promise.all([page().waitForEvent("download"), hand.click(button("Download PDF"))]);
    expect(download.suggestedFilename()).toBe("ours.pdf");
    expect(hand.actions).toBeLessThan(2);
  });
});
