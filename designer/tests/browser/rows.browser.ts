/** A document for each row of a table: file, choice, columns, rows on the canvas, and all of them as one file. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LANGUAGES, loadDict, type Locale } from "../../src/i18n";
import { axeInBothThemes, PARTS } from "./axe";
import { openPage, template, useBrowser } from "./harness";

useBrowser();

const CSV = "Full Name;e-mail;Net pay\nAna Müller;ana@example.org;2.170,35\nBea Souza;bea@example.org;2.030,00\nCid Núñez;cid@example.org;1.925,18\n";
const slip = template([
  { id: "slip", name: "slip", type: "text", x: 20, y: 50, width: 120, height: 10, content: "{employee.fullName} {E_Mail} {iban}", fontSize: 11, fontColor: "#000000", alignment: "left" },
]);

async function start(page: Page, options: object): Promise<void> {
  await page.waitForFunction(() => "startPanels" in window);
  await page.evaluate((given) => window.startPanels(given as never), { template: slip, ...options });
}

async function open(locale: Locale = "en", show = ["data", "canvas"], documentId?: string): Promise<Page> {
  const page = await openPage("panels", { acceptDownloads: true });
  page.setDefaultTimeout(20_000);
  await start(page, { data: {}, show, locale, documentId });
  const { dataExplorer } = await loadDict(locale);
  await page.getByLabel(dataExplorer.fromFile).setInputFiles({ name: "staff.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) });
  return page;
}

const canvas = (page: Page) => page.locator("[data-part=canvas]");
const data = (page: Page) => page.locator("[data-part=data-explorer]");
const shown = (page: Page, row: string) => data(page).getByRole("group", { name: "Rows" }).getByText(row, { exact: true }).waitFor();

describe("a document for each row", () => {
  it("is made of a file: columns are matched, rows paged by keys, and all downloaded", async () => {
    const page = await open();
    const own = page.getByRole("radio", { name: "A document of its own", exact: true });
    expect(await own.isChecked()).toBe(true);
    // The choice takes arrow keys, as groups of choices do.
    await own.focus();
    await page.keyboard.press("ArrowUp");
    expect(await page.getByRole("radio", { name: "A row of a table in the document" }).isChecked()).toBe(true);
    await page.keyboard.press("ArrowDown");
    const match = page.getByRole("region", { name: "Match columns" });
    await match.getByText("2 of 3 matched. Without a column: iban").waitFor();
    await match.getByLabel("iban").selectOption("Net pay");
    await match.getByText("3 of 3 matched.").waitFor();
    await page.getByRole("button", { name: "Use this data" }).click();

    await shown(page, "1 of 3");
    const bar = canvas(page).getByRole("group", { name: "Rows" });
    expect(await bar.getByRole("button", { name: "Previous row" }).isDisabled()).toBe(true);
    const first = await page.locator("[data-field-id=slip]").innerHTML();
    await bar.getByRole("button", { name: "Next row" }).focus();
    await page.keyboard.press("Enter");
    await shown(page, "2 of 3");
    // The canvas prints the row.
    await expect.poll(() => page.locator("[data-field-id=slip]").innerHTML()).not.toBe(first);
    await page.keyboard.press("Enter");
    await shown(page, "3 of 3");
    expect(await bar.getByRole("button", { name: "Next row" }).isDisabled()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Previous row");
    // Looking changes nothing: the host keeps the first row.
    expect(await page.evaluate(() => window.panels.data)).toEqual({ employee: { fullName: "Ana Müller" }, E_Mail: "ana@example.org", iban: 2170.35 });

    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download all" }).click()]);
    expect(download.suggestedFilename()).toBe("staff.zip");
    await page.getByText("The ZIP file has 3 documents.").waitFor();
    const folder = mkdtempSync(join(tmpdir(), "reportctl-rows-"));
    await download.saveAs(join(folder, "staff.zip"));
    const files = unzipSync(readFileSync(join(folder, "staff.zip")));
    rmSync(folder, { recursive: true });
    // Named by what differs in each row.
    expect(Object.keys(files)).toEqual(["staff-Ana Müller.pdf", "staff-Bea Souza.pdf", "staff-Cid Núñez.pdf"]);
    for (const bytes of Object.values(files)) expect(strFromU8(bytes.subarray(0, 5), true)).toBe("%PDF-");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Download all");
  });

  it("is there again after a reload, until the other rows are forgotten", async () => {
    const page = await open("en", ["data", "canvas"], "payslips");
    await page.getByRole("button", { name: "Use this data" }).click();
    await shown(page, "1 of 3");
    const stored = await page.evaluate(() => window.panels.data);
    await page.reload();
    await start(page, { data: stored, show: ["data", "canvas"], documentId: "payslips" });
    await shown(page, "1 of 3");
    await canvas(page).getByRole("button", { name: "Next row" }).click();
    await shown(page, "2 of 3");
    await page.getByRole("button", { name: "Forget the other rows" }).click();
    await data(page).getByRole("group", { name: "Rows" }).waitFor({ state: "detached" });
    const left = await page.evaluate(() => window.panels.data);
    expect(left).toMatchObject({ employee: { fullName: "Bea Souza" } });
    await page.reload();
    await start(page, { data: left, show: ["data", "canvas"], documentId: "payslips" });
    await page.getByRole("treeitem", { name: "E mail" }).waitFor();
    expect(await page.getByRole("group", { name: "Rows" }).count()).toBe(0);
  });

  it("is taken from a file that is dropped anywhere on the panel", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Use this data" }).click();
    const transfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["Full Name;e-mail\nDia;dia@example.org\n"], "other.csv", { type: "text/csv" }));
      return transfer;
    });
    for (const event of ["dragenter", "dragover", "drop"]) await page.dispatchEvent(".jpd-tree", event, { dataTransfer: transfer });
    await page.getByText("2 of 3 matched.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Use this data" }).click();
    await shown(page, "1 of 1");
  });

  for (const locale of Object.keys(LANGUAGES) as Locale[]) {
    it(`has no finding of axe in both themes: ${locale}`, async () => {
      const page = await open(locale);
      await page.emulateMedia({ reducedMotion: "reduce" });
      const { dataExplorer, rows } = await loadDict(locale);
      await page.getByRole("region", { name: rows.match }).waitFor();
      const findings = await axeInBothThemes(page, { include: [["body"]] }, PARTS);
      await page.getByRole("button", { name: dataExplorer.apply }).click();
      await data(page).getByRole("group", { name: rows.pager }).waitFor();
      findings.push(...(await axeInBothThemes(page, { include: [["body"]] }, PARTS)));
      await page.getByRole("button", { name: rows.downloadAll }).click();
      await page.getByText(rows.made(3, 3)).waitFor();
      await page.locator("summary").filter({ hasText: rows.commandLine }).click();
      findings.push(...(await axeInBothThemes(page, "[role=dialog]", PARTS)));
      expect(findings).toEqual([]);
    });
  }
});
