/** Spreadsheets as sample data: files of Excel and of other programs, chosen and dropped. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openDataPanel, useBrowser } from "./harness";

useBrowser();

/** Made by `make-payroll.py` beside it. */
const payroll = fileURLToPath(new URL("files/payroll.xlsx", import.meta.url));
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function open(data: unknown = { employees: [] }): Promise<Page> {
  const page = await openDataPanel(data);
  await page.getByRole("button", { name: "Fill in" }).waitFor();
  return page;
}

const dataOf = (page: Page) => page.evaluate(() => window.panels.data);

/** Drops a file as the system does, over the middle of something. */
async function drop(page: Page, selector: string, name: string, type: string, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, type, base64 }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type }));
      return transfer;
    },
    { name, type, base64: Buffer.from(bytes).toString("base64") },
  );
  for (const event of ["dragenter", "dragover", "drop"]) await page.dispatchEvent(selector, event, { dataTransfer: transfer });
}

const employees = [
  { Team: "Office", Name: "Ana Müller", Since: "2019-04-01", Gross: 3100.5, Hours: "152:30", Remote: true, Net: 2170.35 },
  { Team: "Office", Name: "Bea Souza", Since: "2021-11-15", Gross: 2900, Hours: "160:00", Remote: false, Net: 2030 },
  { Team: "Works", Name: "Cid Núñez", Since: "2024-02-29", Gross: 2750.25, Hours: "148:45", Remote: null, Net: 1925.18 },
];

describe("a file of Excel", () => {
  it("fills a list: the chosen sheet, with days, numbers, and results of formulas", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Fill in" }).click();
    await page.getByLabel("File for Employees").setInputFiles(payroll);
    const question = page.getByRole("group", { name: "payroll.xlsx has 2 sheets. Which one?" });
    await question.getByLabel("Sheet", { exact: true }).selectOption("March 2026");
    await question.getByRole("button", { name: "Use this sheet" }).click();
    await page.getByText("3 rows are in the table.").waitFor();
    await page.getByRole("button", { name: "Use this data" }).click();
    expect(await dataOf(page)).toEqual({ employees });
  });

  it("is dropped on the table, and nothing changes where no sheet is chosen", async () => {
    const page = await open({ employees: [{ name: "Old" }] });
    await page.getByRole("button", { name: "Fill in" }).click();
    await drop(page, ".jpd-datagrid", "payroll.xlsx", XLSX, readFileSync(payroll));
    await page.getByRole("group", { name: "payroll.xlsx has 2 sheets." }).getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByLabel("Name, row 1").inputValue()).toBe("Old");
    await drop(page, ".jpd-datagrid", "pay.csv", "text/csv", Buffer.from("name;gross\nM\xfcller \x80;3.100,50\n", "latin1"));
    await expect.poll(() => page.getByLabel("Gross, row 1").inputValue()).toBe("3100.5");
    expect(await page.getByLabel("Name, row 1").inputValue()).toBe("Müller €");
  });

  it("becomes data as text, dropped on the editor", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Edit data" }).click();
    await drop(page, ".cm-content", "payroll.xlsx", XLSX, readFileSync(payroll));
    await page.getByLabel("Sheet", { exact: true }).selectOption("Codes");
    await page.getByRole("button", { name: "Use this sheet" }).click();
    await page.getByRole("button", { name: "Use this data" }).click();
    expect(await dataOf(page)).toEqual({ Codes: [{ Code: "007", Meaning: "Bonus" }, { Code: "011", Meaning: "Overtime" }] });
  });

  it("that cannot be read says why", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Fill in" }).click();
    const say = async (name: string, bytes: Uint8Array, message: string) => {
      await drop(page, ".jpd-datagrid", name, "", bytes);
      await page.getByText(message).waitFor();
    };
    await say("old.xls", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), "This is an old Excel file (.xls), or it has a password.");
    await say("cut.xlsx", readFileSync(payroll).subarray(0, 2000), "This file is damaged and cannot be read.");
    // Parts whose stated size is 3 GB.
    const bomb = new Uint8Array(readFileSync(payroll));
    const view = new DataView(bomb.buffer);
    for (let at = 0; at + 4 < bomb.length; at += 1) if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 3_000_000_000, true);
    await say("bomb.xlsx", bomb, "This file unpacks to more than 64 MB and is not read.");
  });
});
