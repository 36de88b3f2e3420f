/** The pages of the documentation for those who have never seen the designer, followed word for word in `reportctl design`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { missing, useVisit } from "./program";
import { follow } from "./steps";

const payroll = fileURLToPath(new URL("files/payroll.xlsx", import.meta.url));
const SLOW = { timeout: 120_000 };

describe.skipIf(missing)("a newcomer", () => {
  const visit = useVisit({ viewport: { width: 1280, height: 800 }, locale: "en-US", acceptDownloads: true }, async ({ running, page }) => {
    running.run("init", ".");
    page.setDefaultTimeout(20_000);
    await page.goto(await running.start(["design", "--no-open"], /the designer is at (http:\/\/[^/]+)/));
    await page.getByRole("button", { name: "New template" }).waitFor();
  });
  const stored = (id: string) => JSON.parse(readFileSync(join(visit.running.folder, `templates/${id}.json`), "utf8")).template;

  it("makes payslips from a spreadsheet", SLOW, async () => {
    await follow(visit.page, "payslips-from-a-spreadsheet.md", { "payroll.xlsx": payroll });
    await expect.poll(() => visit.page.locator(".app-state").textContent()).toBe("Saved");
    expect(stored("payslips").schemas).toMatchObject([{ type: "table", x: 15, y: 40 }]);
  });
});
