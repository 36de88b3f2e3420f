/** The pages of the documentation for those who have never seen the designer, followed word for word in `reportctl design` and in an application. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { missing } from "../reportctl";
import { connected } from "./connect";
import { at, host } from "./host/build";
import { useVisit, watchErrors } from "./program";
import { follow } from "./steps";

const payroll = fileURLToPath(new URL("files/payroll.xlsx", import.meta.url));
/** Of the trial with people who have never seen the designer; a text that is entered is one. */
const MOST_ACTIONS = 45;
const SLOW = { timeout: 120_000 };

describe.skipIf(missing)("a newcomer", () => {
  const visit = useVisit({ viewport: { width: 1600, height: 900 }, locale: "en-US", acceptDownloads: true }, async ({ running, port, page }) => {
    running.run("init", ".");
    page.setDefaultTimeout(20_000);
    await page.goto(await running.start(["design", "--no-open", "--port", String(port)], /the designer is at (http:\/\/[^/]+)/));
    await page.getByRole("button", { name: "New template" }).waitFor();
  });
  const stored = (id: string) => JSON.parse(readFileSync(join(visit.running.folder, `templates/${id}.json`), "utf8")).template;

  it("makes an own invoice", SLOW, async () => {
    const downloads: string[] = [];
    visit.page.on("download", (download) => downloads.push(download.suggestedFilename()));
    expect(await follow(visit.page, "your-own-invoice.md")).toBeLessThanOrEqual(MOST_ACTIONS);
    await expect.poll(() => downloads).toEqual(["our-invoice.pdf"]);
    const { schemas } = stored("our-invoice");
    expect(schemas.map((field: { type: string; x: number; y: number }) => `${field.type} ${field.x} ${field.y}`).slice(0, 4)).toEqual(["text 15 30", "text 15 50", "table 15 90", "text 115 125"]);
    expect(schemas).toHaveLength(5);
    expect(schemas[0].content).toBe("Invoice {number}");
    const data = "templates/our-invoice.data/typical.json";
    visit.running.run("render", "our-invoice", "--data", data, "--output", "invoice.pdf", "--strict");
    expect(existsSync(join(visit.running.folder, "invoice.pdf"))).toBe(true);
  });

  it("makes payslips from a spreadsheet", SLOW, async () => {
    const downloads: string[] = [];
    visit.page.on("download", (download) => downloads.push(download.suggestedFilename()));
    expect(await follow(visit.page, "payslips-from-a-spreadsheet.md", { "payroll.xlsx": payroll })).toBeLessThanOrEqual(MOST_ACTIONS);
    await expect.poll(() => downloads).toEqual(["payroll.zip"]);
    expect(stored("payslip").schemas).toMatchObject([
      { content: "Payslip for {Name}", x: 15, y: 30 },
      { content: "{Team}, since {DATE(Since)}", x: 15, y: 45 },
      { content: 'Gross {MONEY(Gross, "EUR")}', x: 15, y: 60 },
      { content: 'Net {MONEY(Net, "EUR")}', x: 15, y: 70 },
    ]);
    // The rows are not stored, but for the one that was shown first.
    const data = JSON.parse(readFileSync(join(visit.running.folder, "templates/payslip.data/typical.json"), "utf8"));
    expect(data).toMatchObject({ Name: "Ana Müller", Gross: 3100.5 });
  });

  it("changes a shipped template", SLOW, async () => {
    expect(await follow(visit.page, "change-a-shipped-template.md")).toBeLessThanOrEqual(MOST_ACTIONS);
    await expect.poll(() => visit.page.locator(".app-state").textContent()).toBe("Saved");
    expect(stored("our-letter").pdf.conformance).toEqual(["pdfa-3a", "pdfua-1"]);
  });
});

const unbuilt = !existsSync(at("dist/index.js"));
if (unbuilt && process.env.REPORTCTL_REQUIRE_TOOLS) throw new Error("dist/index.js is missing: npm run build");

describe.skipIf(unbuilt)("an application", () => {
  it("has the designer as the page about embedding says", SLOW, async () => {
    const name = "embed-the-designer.md";
    const [, app] = /```tsx\n(.*?)```/s.exec(readFileSync(at(`../docs/${name}`), "utf8")) ?? [];
    const folder = mkdtempSync(join(tmpdir(), "reportctl-embed-"));
    const { server, address } = await host("embed", folder, { app: app! });
    const browser = await connected();
    try {
      const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: "en-US", acceptDownloads: true });
      const page = await context.newPage();
      const problems: string[] = [];
      watchErrors(page, problems, false);
      const downloads: string[] = [];
      page.on("download", (download) => downloads.push(download.suggestedFilename()));
      await page.goto(`${address}/embed.html`);
      await follow(page, name, {}, false);
      await expect.poll(() => downloads).toEqual(["invoice.pdf"]);
      await page.reload();
      await expect.poll(() => page.locator("[data-part=canvas] [data-field-id]").count()).toBe(1);
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
