/**
 * The application inside the program, as a new user meets it: from `reportctl init` to an invoice that is designed, saved,
 * rendered and mailed.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { missing } from "../reportctl";
import { useApp } from "./app";

describe.skipIf(missing)("the application", () => {
  const app = useApp();
  const { run, stored, state, create, addText, shot } = app;
  let address: string;
  let folder: string;
  let page: Page;
  beforeEach(() => {
    ({ address, folder, page } = app);
  });

  it("leads from an empty folder to an invoice that is designed, rendered and mailed", async () => {
    await page.goto(address);
    await page.getByRole("link", { name: "Receipt" }).waitFor();
    await shot("designer-templates");

    await create("Invoice", "Our invoice");
    expect(page.url()).toBe(`${address}/#/templates/our-invoice`);
    await addText("Thank you, {customer.name}!");
    // New fields appear in the middle of the page, over what is there.
    for (const [label, place] of [["X", "20"], ["Y", "160"]] as const) {
      await page.getByRole("spinbutton", { name: `${label} (mm)` }).fill(place);
    }
    await page.keyboard.press("Enter");
    await expect.poll(() => state().textContent()).toBe("Not saved");
    await shot("designer");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => state().textContent()).toBe("Saved");
    const { template } = stored("our-invoice");
    expect(template.schemas.at(-1)).toMatchObject({ type: "text", content: "Thank you, {customer.name}!" });

    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download PDF" }).click()]);
    await download.saveAs(join(folder, "downloaded.pdf"));
    expect(readFileSync(join(folder, "downloaded.pdf")).subarray(0, 5).toString()).toBe("%PDF-");

    const data = "templates/our-invoice.data/typical.json";
    run("render", "our-invoice", "--data", data, "--output", "invoice.pdf", "--strict");
    expect(existsSync(join(folder, "invoice.pdf"))).toBe(true);

    await page.getByRole("button", { name: "Send by mail" }).click();
    await page.getByLabel("Recipient").fill("ana@example.org");
    await page.getByRole("dialog").getByRole("button", { name: "Send by mail" }).click();
    await expect.poll(() => state().textContent()).toBe("The mail to ana@example.org is kept on this computer. It was not sent, because no mail server is set up.");
    const [mail] = readdirSync(join(folder, ".reportctl/outbox"));
    expect(readFileSync(join(folder, ".reportctl/outbox", mail ?? ""), "utf8")).toContain("our-invoice.pdf");
  });

  it("95: the preview is opened, read and left by keys alone", { timeout: 90_000 }, async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    const preview = page.getByRole("button", { name: "Preview", exact: true });
    const reach = async (found: () => Promise<boolean>) => {
      for (let presses = 0; presses < 250 && !(await found()); presses++) await page.keyboard.press("Tab");
      expect(await found()).toBe(true);
    };
    await reach(() => preview.evaluate((button) => button === button.ownerDocument.activeElement));
    await page.keyboard.press("Enter");
    const region = page.getByRole("region", { name: "Preview" });
    await region.locator(".jpd-preview__svg").first().waitFor();
    await reach(() => region.evaluate((part) => part.contains(part.ownerDocument.activeElement)));
    const pages = region.getByRole("group", { name: "Preview" });
    await reach(() => pages.evaluate((part) => part === part.ownerDocument.activeElement));
    // The way from the page does not depend on how many fields it has.
    await page.locator("[data-part=canvas]").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("F6");
    await expect.poll(() => region.evaluate((part) => part.contains(part.ownerDocument.activeElement))).toBe(true);
    await reach(() => pages.evaluate((part) => part === part.ownerDocument.activeElement));
    const scrolled = () => pages.evaluate((part) => part.scrollTop);
    await page.keyboard.press("End");
    await expect.poll(scrolled).toBeGreaterThan(0);
    await reach(() => preview.evaluate((button) => button === button.ownerDocument.activeElement));
    await page.keyboard.press("Enter");
    await expect.poll(() => region.count()).toBe(0);
  });

  it("shows the rest of a template whose parts hold something else than they should", async () => {
    const broken = stored("receipt");
    const first = { ...broken.template.schemas[0], x: 10, y: 40, width: 60, height: 10 };
    broken.template.headerHeight = 0;
    broken.template.schemas = [null, { ...first, content: 7 }, { ...first, id: "t", name: "t", type: "table", head: "x", content: null }, { ...first, id: "u", name: "u", type: "sparkline" }];
    broken.bindings = [{ schemaName: "t", type: "array", path: null, columns: { a: 1 } }];
    writeFileSync(join(folder, "templates/broken.json"), JSON.stringify(broken));
    await page.goto(`${address}/#/templates/broken`);
    await page.locator("[data-sheet]").waitFor();
    await expect.poll(() => page.locator("[data-part=canvas] [data-field-id]").count()).toBe(3);
    await page.locator("[data-row=t] .jpd-rowname").click();
    for (const tab of ["Data", "Style", "Filter", "Page", "Info"]) {
      await page.getByRole("tab", { name: tab }).click();
      expect(await page.getByText(/cannot be shown/).count(), tab).toBe(0);
    }
  });

  it("refuses documents with missing data where that is asked for", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    const strict = page.getByRole("menuitemcheckbox", { name: "Refuse documents with missing data" });
    await page.getByRole("button", { name: "File", exact: true }).click();
    await strict.click();
    await expect.poll(() => stored("receipt").strict).toBe(true);
    await page.getByRole("button", { name: "File", exact: true }).click();
    expect(await strict.isChecked()).toBe(true);
    await strict.click();
    await expect.poll(() => stored("receipt").strict).toBeUndefined();
  });

  it("shows the design as code beside the page", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await page.getByRole("button", { name: "Code", exact: true }).click();
    const code = page.getByRole("region", { name: "Code" });
    await code.getByRole("textbox", { name: "Template and bindings as JSON" }).waitFor();
    await page.locator("[data-part=canvas]").focus();
    await page.keyboard.press("t");
    await expect.poll(() => code.locator(".cm-content").innerText()).toContain(stored("receipt").template.schemas.length === 0 ? "text" : '"type": "text"');
  });

  it("shows the texts that templates share, in the language that the preview is given", async () => {
    const template = stored("receipt");
    const { page: size } = template.template;
    const text = { id: "t", name: "t", type: "text", x: 5, y: 5, width: size.width - 10, height: 8, fontSize: 11, content: "{T(\"total\")}" };
    writeFileSync(join(folder, "templates/shared.json"), JSON.stringify({ ...template, template: { version: 1, extensions: 1, locale: "en", page: size, schemas: [text] } }));
    mkdirSync(join(folder, "templates/texts"));
    for (const [language, total] of Object.entries({ en: "Total", de: "Summe" })) writeFileSync(join(folder, `templates/texts/${language}.json`), JSON.stringify({ total }));
    await page.goto(`${address}/#/templates/shared`);
    await page.locator("[data-sheet]").waitFor();
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByRole("searchbox").fill("Total");
    await preview.getByText("1 of 1", { exact: true }).waitFor();
    await preview.getByLabel("Language and region of the document").selectOption("de");
    await preview.getByText("Not found", { exact: true }).waitFor();
    await preview.getByRole("searchbox").fill("Summe");
    await preview.getByText("1 of 1", { exact: true }).waitFor();
  });

  it("asks for what a template needs before the application is there, and for nothing twice", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    let scripted!: () => void;
    const held = new Promise<void>((release) => (scripted = release));
    // The application's own script comes late.
    await page.route("**/assets/main-*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${address}/#/templates/receipt`, { waitUntil: "commit" });
    const needed = ["/api/session", "/api/templates/receipt", "/api/texts", "/api/fonts", "/api/templates/receipt/data", "/api/templates/receipt/data/sample"];
    await expect.poll(() => needed.filter((path) => !asked.includes(path))).toEqual([]);
    await expect.poll(() => asked.filter((path) => path.endsWith(".wasm")).length).toBe(1);
    await page.getByRole("status").getByText("Loading…").waitFor();
    scripted();
    await page.locator("svg.jpd-field__drawing use").first().waitFor({ state: "attached" });
    expect(needed.filter((path) => asked.filter((other) => other === path).length !== 1)).toEqual([]);
  });

  it("misses nothing in data that is on its way", async () => {
    let arrived!: () => void;
    const held = new Promise<void>((release) => (arrived = release));
    await page.route("**/api/templates/receipt/data/*", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator(".app-docks").getByRole("button", { name: "Problems", exact: true }).click();
    const problems = page.getByRole("region", { name: "Problems" });
    // It was checked, as far as it can be without data.
    await problems.getByText(/^No problems/).waitFor();
    arrived();
    await expect.poll(() => page.getByLabel("Data set", { exact: true }).inputValue()).toBe("sample");
    await page.locator("svg.jpd-field__drawing use").first().waitFor({ state: "attached" });
  });

  it("acts on keys as soon as it is there", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Commands" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const fields = () => page.locator("[data-part=canvas] [data-field-id]").count();
    const before = await fields();
    await page.keyboard.press("t");
    await expect.poll(fields).toBe(before + 1);
  });
});
