/**
 * The application inside the program, as a new user meets it: from `reportctl init` to an invoice that is designed, saved,
 * rendered and mailed.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Download, Page } from "playwright-core";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { loadTexts } from "../../src/app/texts";
import { LANGUAGES, type Locale } from "../../src/i18n/types";
import { axeFindings, axeInBothThemes } from "./axe";
import { chosenLanguage, missing, useVisit, watchErrors, withoutTour } from "./program";

const images = new URL("../../../docs/images/", import.meta.url).pathname;
const WINDOW = { viewport: { width: 1600, height: 1000 }, locale: "en-US", acceptDownloads: true };

describe.skipIf(missing)("the application", () => {
  let address: string;
  const visit = useVisit(WINDOW, async ({ running, port, page, problems }) => {
    running.run("init", ".");
    address = await running.start(["design", "--no-open", "--port", String(port)], /the designer is at (http:\/\/[^/]+)/);
    prepare(page, problems);
  }, true);
  // The tests' own names for what each visit has.
  let folder: string;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];
  beforeEach(() => {
    folder = visit.running.folder;
    ({ context, page, problems } = visit);
  });

  function prepare(page: Page, problems: string[]): void {
    page.setDefaultTimeout(15_000);
    page.on("dialog", (dialog) => void dialog.accept());
    page.on("request", (request) => {
      if (!request.url().startsWith(address) && !/^(blob|data):/.test(request.url())) problems.push(`request to ${request.url()}`);
    });
  }

  const run = (...args: string[]) => visit.running.run(...args);
  const stored = (id: string) => JSON.parse(readFileSync(join(folder, `templates/${id}.json`), "utf8"));
  const state = () => page.locator(".app-state");

  async function create(from: string, name: string): Promise<void> {
    await page.getByRole("button", { name: "New template" }).click();
    await page.getByRole("radio", { name: from, exact: true }).check();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "New template" }).click();
    await page.locator("[data-sheet]").waitFor();
  }

  /** Adds a text from the toolbar and writes into it. */
  async function addText(content: string): Promise<void> {
    await page.getByTitle("Add text (T)").click();
    await page.getByRole("tab", { name: "Data" }).click();
    await page.locator("[data-part=property-panel] .cm-content").first().click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(content);
    await page.keyboard.press("Tab");
  }

  async function shot(name: string): Promise<void> {
    if (!process.env.UPDATE_GENERATED) return;
    mkdirSync(images, { recursive: true });
    await page.screenshot({ path: join(images, `${name}.png`) });
  }

  /** What axe finds; the designer itself has tests of its own. */
  async function accessible(what: string): Promise<void> {
    expect(await axeFindings(page, { exclude: [[".app-workspace"]] }), what).toEqual([]);
    // Headings are in order on the page as a whole only.
    expect(await axeFindings(page, { include: [["body"]] }, { runOnly: ["heading-order"] }), what).toEqual([]);
  }

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
    await expect.poll(() => state().textContent()).toBe("The message to ana@example.org was put into a folder of the service. No e-mail was sent.");
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
    const dialog = page.getByRole("dialog", { name: "The data set “sample” was changed meanwhile" });
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
    for (const tab of ["Data", "Style", "Filter", "Page", "Inspector"]) {
      await page.getByRole("tab", { name: tab }).click();
      expect(await page.getByText(/cannot be shown/).count(), tab).toBe(0);
    }
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
    await expect.poll(() => dialog.getByRole("radio").evaluateAll((all) => all.map((radio) => radio.getAttribute("aria-label")))).toEqual(["A blank page", "A file", "Rechnung", "Multilingual invoice", "Swiss invoice"]);
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

  it("says who changed a template last", async () => {
    const git = (...args: string[]) => execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...args], { cwd: folder });
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "Add the receipt");
    await page.goto(address);
    await page.getByRole("listitem").getByText(/, Ana$/).waitFor();
  });

  it("imports a template file, and names what is wrong with others", async () => {
    await page.goto(address);
    await page.getByRole("button", { name: "New template" }).click();
    await page.getByRole("radio", { name: "A file", exact: true }).check();
    const file = (name: string, text: string) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await page.getByLabel("Template file (JSON)").setInputFiles(file("notes.json", "{}"));
    await page.getByText("The file is no template").waitFor();
    const template = { page: { width: 100, height: 50 }, schemas: [] };
    await page.getByLabel("Template file (JSON)").setInputFiles(file("Label.json", JSON.stringify(template)));
    await page.getByRole("dialog").getByRole("button", { name: "New template" }).click();
    await page.locator("[data-sheet]").waitFor();
    expect(stored("label")).toMatchObject({ name: "Label", template });
  });

  it("85: exports the template, which comes back equal as a new one", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    const download = await fileMenu("Save as template file (JSON)");
    expect(download.suggestedFilename()).toBe("receipt.json");
    const file = join(folder, "exported.json");
    await download.saveAs(file);
    // It is in the form that `template fmt` gives files.
    run("template", "fmt", "--check", file);
    await page.goto(address);
    await page.getByRole("button", { name: "New template" }).click();
    await page.getByRole("radio", { name: "A file", exact: true }).check();
    await page.getByLabel("Template file (JSON)").setInputFiles(file);
    await page.getByLabel("Name", { exact: true }).fill("Copy");
    await page.getByRole("dialog").getByRole("button", { name: "New template" }).click();
    await page.locator("[data-sheet]").waitFor();
    const { name: _, ...copy } = stored("copy");
    const { name: __, ...original } = stored("receipt");
    expect(copy).toEqual(original);
  });

  /** A file that the menu saves. */
  async function fileMenu(item: string): Promise<Download> {
    await page.getByRole("button", { name: "File", exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: item }).click()]);
    return download;
  }

  async function contentOf(download: Download): Promise<Buffer> {
    const file = join(folder, "downloaded");
    await download.saveAs(file);
    return readFileSync(file);
  }

  it("saves the data on the canvas and pages as pictures", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await expect.poll(() => page.getByLabel("Data set", { exact: true }).inputValue()).toBe("sample");
    const data = await fileMenu("Save the data on the canvas (JSON)");
    expect(data.suggestedFilename()).toBe("receipt.data.json");
    expect(JSON.parse((await contentOf(data)).toString())).toEqual(JSON.parse(readFileSync(join(folder, "data/receipt.json"), "utf8")));

    await page.getByRole("button", { name: "File", exact: true }).click();
    await page.getByRole("menuitem", { name: "Save a page as picture (PNG)…" }).click();
    const dialog = page.getByRole("dialog", { name: "Page as picture" });
    await dialog.getByRole("status").getByText(/pixels$/).waitFor();
    await accessible("the dialog of pictures");
    const [picture] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Save as PNG" }).click()]);
    expect(picture.suggestedFilename()).toBe("receipt.png");
    // The width of the page at 300 dots per inch.
    const png = await contentOf(picture);
    expect(png.readUInt32BE(16)).toBe(Math.round((stored("receipt").template.page.width / 25.4) * 300));
  });

  it("imports a file into the open template, which keeps its name, and undoes that", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    const fields = () => page.locator("[data-part=canvas] [data-field-id]").count();
    const before = await fields();
    await page.getByRole("button", { name: "File", exact: true }).click();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("menuitem", { name: "Import a template file…" }).click()]);
    const template = { version: 1, page: { width: 100, height: 50 }, schemas: [] };
    await chooser.setFiles({ name: "Label.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ name: "Label", template })) });
    const dialog = page.getByRole("dialog", { name: "Import a template file" });
    await dialog.getByText("Label.json has 0 fields on 1 page.").waitFor();
    await accessible("the dialog of an import");
    await dialog.getByRole("button", { name: "Replace the design" }).click();
    await expect.poll(fields).toBe(0);
    await expect.poll(() => page.locator(".app-header h1").textContent()).toBe("Receipt");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(fields).toBe(before);
    await expect.poll(() => state().textContent()).toBe("");
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

  /** A picture of one colour, larger than a thumbnail. */
  async function picture(color: string): Promise<Buffer> {
    const uri = await page.evaluate((fill) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 60, height: 30 });
      const context = canvas.getContext("2d")!;
      context.fillStyle = fill;
      context.fillRect(0, 0, 60, 30);
      return canvas.toDataURL("image/png");
    }, color);
    return Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64");
  }

  it("keeps pictures in the library, and draws what it holds", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await page.getByTitle("Add image (I)").click();
    await page.getByRole("tab", { name: "Data" }).click();
    await page.getByRole("button", { name: "Image: choose from the library" }).click();
    const dialog = page.getByRole("dialog", { name: "Pictures of the library" });
    await dialog.getByText("There is no such file yet.").waitFor();
    await accessible("the empty library");
    await dialog.locator("input[type=file]").setInputFiles({ name: "Logo vermelho.png", mimeType: "image/png", buffer: await picture("#ff0000") });
    // A single new file is used at once.
    await dialog.waitFor({ state: "detached" });
    const file = join(folder, "library/Logo-vermelho.png");
    expect(readFileSync(file).subarray(1, 4).toString()).toBe("PNG");
    await page.getByText("Logo-vermelho.png of the library").waitFor();
    const drawn = () => page.locator("[data-part=canvas] defs image").evaluateAll((images) => images.map((image) => image.getAttribute("href")?.length ?? 0));
    await expect.poll(async () => (await drawn()).length).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => state().textContent()).toBe("Saved");
    expect(stored("receipt").template).toMatchObject({ extensions: 1 });
    expect(stored("receipt").template.schemas.at(-1).content).toBe("lib:Logo-vermelho.png");
    run("render", "receipt", "--data", "data/receipt.json", "--output", "with-logo.pdf", "--strict");

    await page.getByRole("button", { name: "Image: choose from the library" }).click();
    await dialog.getByText("in this template").waitFor();
    await accessible("the library");
    await shot("designer-library");
    const before = readFileSync(file);
    await dialog.getByRole("button", { name: "Replace Logo-vermelho.png" }).click();
    await dialog.locator("input[type=file]").setInputFiles({ name: "blue.png", mimeType: "image/png", buffer: await picture("#0000ff") });
    await dialog.getByRole("group", { name: /^Replace Logo-vermelho.png by blue.png/ }).waitFor();
    expect(readFileSync(file).equals(before)).toBe(true);
    // Meanwhile somebody else stores another one: it is not overwritten unasked.
    writeFileSync(file, await picture("#00ff00"));
    await dialog.getByRole("button", { name: "Replace", exact: true }).click();
    await dialog.getByText("Somebody else stored a file of this name meanwhile.").waitFor();
    await dialog.getByRole("button", { name: "Replace", exact: true }).click();
    await dialog.getByText("Logo-vermelho.png was stored.").waitFor();
    await page.keyboard.press("Escape");
    expect(readFileSync(file).equals(await picture("#0000ff"))).toBe(true);

    await page.getByRole("link", { name: "All templates" }).click();
    await page.getByRole("button", { name: "New template" }).waitFor();
    await page.getByRole("button", { name: "Library" }).click();
    const all = page.getByRole("dialog", { name: "Library" });
    await all.getByRole("button", { name: "Delete Logo-vermelho.png" }).click();
    expect(existsSync(file)).toBe(true);
    await accessible("the question before deleting");
    await all.getByRole("button", { name: "Delete", exact: true }).click();
    await all.getByText("Logo-vermelho.png was deleted.").waitFor();
    expect(existsSync(file)).toBe(false);
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

  it("keeps several data sets beside the template", async () => {
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    await expect.poll(() => page.getByLabel("Data set", { exact: true }).inputValue()).toBe("sample");
    await page.getByRole("button", { name: "New data set" }).click();
    await page.getByLabel(/^Name: lower-case/).fill("Large Order");
    await page.getByRole("dialog").getByRole("button", { name: "New data set" }).click();
    await expect.poll(() => page.getByLabel("Data set", { exact: true }).inputValue()).toBe("large-order");
    const data = JSON.parse(readFileSync(join(folder, "templates/receipt.data/large-order.json"), "utf8"));
    expect(data).toEqual(JSON.parse(readFileSync(join(folder, "data/receipt.json"), "utf8")));
    await page.getByRole("button", { name: "Delete data set" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => page.getByLabel("Data set", { exact: true }).inputValue()).toBe("sample");
    expect(existsSync(join(folder, "templates/receipt.data"))).toBe(false);
  });

  for (const [width, height] of [[1280, 720], [1024, 768], [820, 1100]] as const) {
    it(`leaves room for the page in a window of ${width} by ${height}, also with longer words`, async () => {
      await chosenLanguage(context, "pt-BR");
      await page.setViewportSize({ width, height });
      await page.goto(`${address}/#/templates/receipt`);
      await page.locator("[data-sheet]").waitFor();
      const canvas = await page.locator("[data-part=canvas]").boundingBox();
      expect(canvas!.width).toBeGreaterThan(0.7 * width);
      expect(canvas!.height).toBeGreaterThan(400);
      await page.locator("[data-part=canvas] [data-field-id]").nth(4).click();
      await page.getByRole("tab", { name: "Estilo" }).click();
      if (width > 900) {
        // The header keeps its one line, also with a long name and something to say.
        await page.locator(".app-header h1").evaluate((title) => (title.textContent = "Relatório mensal de vendas e devoluções por região, filial Sul"));
        await page.locator(".app-state").evaluate((state) => (state.textContent = "O relatório foi enviado a ana@example.org."));
        expect((await page.locator(".app-header").boundingBox())!.height).toBeLessThan(60);
        // What has no room is in a menu.
        await page.getByRole("button", { name: "Mais ações" }).click();
        await expect.poll(() => page.getByRole("menuitem").allTextContents()).toEqual(["Versões", "Baixar PDF", "Enviar por e-mail"]);
        await page.keyboard.press("Escape");
      }
      // Nothing hangs over the window, and no label is cut.
      const faults = await page.evaluate(() => {
        const labels = [...document.querySelectorAll(".jpd-prop__label, button")].filter((element) => element.clientWidth > 0);
        const cut = labels.filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow !== "visible");
        const outside = labels.filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
        return [...cut, ...outside].map((element) => element.textContent);
      });
      expect(faults).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  }

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

  it("shows the whole width of the page, also beside the preview, until another zoom is chosen, which is kept", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address);
    await create("Invoice", "Wide");
    const canvas = page.locator("[data-part=canvas]");
    const hidden = () => canvas.evaluate((box) => box.scrollWidth - box.clientWidth);
    const zoom = () => page.locator(".jpd-zoombar__value").textContent();
    // A window of this size begins without another panel beside the sidebar.
    await expect.poll(zoom).toBe("100%");
    await expect.poll(hidden).toBe(0);
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await expect.poll(zoom).not.toBe("100%");
    await expect.poll(hidden).toBe(0);
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    // It is not made larger than it is printed.
    await expect.poll(zoom).toBe("100%");
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(zoom).toBe("110%");
    // It is kept after a second.
    await page.waitForTimeout(1500);
    await page.reload();
    await page.locator("[data-sheet]").waitFor();
    await expect.poll(zoom).toBe("110%");
  });

  it("shows one panel at a time over the page in a window of 900 px, and the page keeps its width", async () => {
    await page.setViewportSize({ width: 900, height: 800 });
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    const width = async () => (await page.locator("[data-part=canvas]").boundingBox())!.width;
    const before = await width();
    expect(before).toBeGreaterThan(850);
    await page.locator(".app-docks").getByRole("button", { name: "Sample data", exact: true }).click();
    await page.locator(".app-dock [data-part]").first().waitFor();
    expect(await page.locator("[data-part=sidebar]").getAttribute("data-collapsed")).toBe("true");
    await page.getByRole("tab", { name: "Page" }).click();
    await page.locator(".app-dock").waitFor({ state: "detached" });
    await page.locator("[data-part=page-settings]").waitFor();
    await page.getByRole("button", { name: "Hide the panel" }).click();
    await expect.poll(() => page.locator("[data-part=page-settings]").isVisible()).toBe(false);
    expect(await width()).toBe(before);
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
    await expect.poll(() => page.getByLabel("Data set", { exact: true }).inputValue()).toBe("typical");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Write a text" }).waitFor();
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

  it("cuts nothing on a telephone, and leaves room for fields above the buttons that add some", async () => {
    await chosenLanguage(context, "pt-BR");
    await page.setViewportSize({ width: 350, height: 700 });
    await page.goto(`${address}/#/templates/receipt`);
    await page.locator("[data-sheet]").waitFor();
    const cut = (selector: string) =>
      page.locator(selector).evaluate((own) => {
        const { left, right } = own.getBoundingClientRect();
        return own.scrollWidth > own.clientWidth || left < 0 || right > innerWidth;
      });
    expect(await cut(".jpd-status")).toBe(false);
    expect(await cut(".jpd-zoombar")).toBe(false);
    expect(await cut(".app-docks")).toBe(false);
    const height = async (selector: string) => (await page.locator(selector).boundingBox())!.height;
    expect(await height("[data-part=field-list]")).toBeGreaterThan(await height("[data-part=toolbar]"));
    // A panel has the place of the sidebar, and leaves room for the page.
    for (const name of ["Amostra", "Problemas", "Prévia", "Código"]) {
      await page.locator(".app-docks").getByRole("button", { name, exact: true }).click();
      await page.locator(".app-dock [data-part]").waitFor();
      expect(await page.locator("[data-part=sidebar]").isVisible(), name).toBe(false);
      expect(await height("[data-part=canvas]"), name).toBeGreaterThan(150);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(350);
      expect(await page.locator(".app-dock").evaluate((own) => own.scrollWidth <= own.clientWidth), name).toBe(true);
    }
    await page.locator(".app-docks").getByRole("button", { name: "Código", exact: true }).click();
    await page.locator("[data-part=sidebar]").waitFor();
    // Dialogs fit too.
    await page.locator("[data-part=canvas]").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    expect(await page.getByRole("dialog").evaluate((own) => own.getBoundingClientRect().right <= innerWidth && own.scrollWidth <= own.clientWidth)).toBe(true);
    await accessible("the keys on a telephone");
  });

  for (const locale of Object.keys(LANGUAGES) as Locale[]) {
    it(`has no finding of axe in any view, in both themes: ${locale}`, { timeout: 120_000 }, async () => {
      const t = await loadTexts(locale);
      await chosenLanguage(context, locale);
      // Colours change at once.
      await page.emulateMedia({ reducedMotion: "reduce" });
      const both = async (what: string) => {
        expect(await axeInBothThemes(page, { exclude: [[".app-workspace"]] }), what).toEqual([]);
        expect(await axeFindings(page, { include: [["body"]] }, { runOnly: ["heading-order"] }), what).toEqual([]);
      };
      await page.goto(address);
      await page.getByRole("link", { name: "Receipt" }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
      await both("the list");
      await page.getByRole("button", { name: t.create, exact: true }).click();
      await page.getByRole("dialog").waitFor();
      await both("the dialog of a new template");
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Receipt" }).click();
      await page.locator("[data-sheet]").waitFor();
      await both("the page of a template");
      for (const dock of [t.problems, t.preview, t.code]) {
        await page.locator(".app-docks").getByRole("button", { name: dock, exact: true }).click();
        await both(dock);
      }
      const versions = page.getByRole("button", { name: t.history, exact: true });
      if (await versions.isVisible()) await versions.click();
      else {
        // Longer words have no room beside the others.
        await page.getByRole("button", { name: t.more, exact: true }).click();
        await page.getByRole("menuitem", { name: t.history }).click();
      }
      await page.getByRole("dialog", { name: t.history }).getByRole("button", { name: t.keepVersions }).click();
      await page.getByRole("dialog", { name: t.history }).getByRole("listitem").first().waitFor();
      await both("the versions");
    });
  }

  it("begins in the first of the browser's languages that there is, and loads no other", async () => {
    const scripts: string[] = [];
    const german = await context.browser()!.newContext({ ...WINDOW, locale: "de-AT" });
    onTestFinished(() => german.close());
    await withoutTour(german);
    const page = await german.newPage();
    page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
    await page.goto(address);
    await page.getByRole("button", { name: "Neue Vorlage" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
    const languages = () => [...new Set(scripts.flatMap((path) => /\/assets\/(de|es|fr|pt-BR)-[^/]*\.js$/.exec(path)?.[1] ?? []))];
    expect(languages()).toEqual(["de"]);
    // Another choice is kept.
    await page.getByRole("button", { name: "Sprache, Farbschema" }).click();
    await page.getByRole("dialog", { name: "Sprache, Farbschema" }).getByLabel("Sprache").selectOption("fr");
    await page.getByRole("button", { name: "Nouveau modèle" }).waitFor();
    expect(languages()).toEqual(["de", "fr"]);
    await page.reload();
    await page.getByRole("button", { name: "Nouveau modèle" }).waitFor();
  });

  it("shows who opens it first around, once", async () => {
    const fresh = await context.browser()!.newContext(WINDOW);
    onTestFinished(() => fresh.close());
    const page = await fresh.newPage();
    await page.goto(`${address}/#/templates/receipt`);
    const tour = page.getByRole("dialog", { name: "This is your document" });
    await tour.waitFor();
    const findings = () => axeFindings(page, ".app-tour");
    expect(await findings()).toEqual([]);
    expect(await page.locator(".app-tour__mark").count()).toBe(1);
    // By keyboard: the button that goes on has the focus.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Save and go on" }).waitFor();
    expect(await findings()).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".app-tour").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-part"))).toBe("canvas");
    await page.reload();
    await page.locator("[data-sheet]").waitFor();
    expect(await page.locator(".app-tour").count()).toBe(0);
    // Esc passes it over for good, too.
    await page.evaluate(() => localStorage.removeItem("reportctl:tour"));
    await page.reload();
    await page.locator(".app-tour").waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.locator("[data-sheet]").waitFor();
    expect(await page.locator(".app-tour").count()).toBe(0);
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

describe.skipIf(missing)("a service with tokens", () => {
  let address: string;
  let folder: string;
  const visit = useVisit({ viewport: WINDOW.viewport, locale: WINDOW.locale }, async ({ running, page }) => {
    folder = running.folder;
    page.setDefaultTimeout(15_000);
    run("init", ".");
    run("template", "add", "templates/receipt.json", "--id", "acme/bill");
  }, true);
  const run = (...args: string[]) => visit.running.run(...args);
  const token = (...scopes: string[]) => run("token", "create", "--tenant", "acme", ...scopes.flatMap((scope) => ["--scope", scope])).trim();

  async function serve(): Promise<void> {
    address = await visit.running.start(["serve", "--listen", `127.0.0.1:${visit.port}`], /listening on (http:\S+)/);
  }

  /** In a context of its own: the token is kept in the page. */
  async function signIn(secret: string): Promise<Page> {
    const context = await visit.context.browser()!.newContext({ locale: WINDOW.locale, viewport: WINDOW.viewport });
    await withoutTour(context);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    watchErrors(page, visit.problems, true);
    await page.goto(address);
    await page.getByLabel("Token").fill(secret);
    await page.getByRole("button", { name: "Sign in" }).click();
    return page;
  }

  it("asks for one, and shows the templates of its tenant", async () => {
    const secret = token("templates:read");
    await serve();
    const page = await signIn("rctl_wrong");
    await page.getByText("This token is not valid").waitFor();
    await page.getByLabel("Token").fill(secret);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Tenant acme").waitFor();
    await expect.poll(() => page.getByRole("listitem").count()).toBe(1);
    expect(await page.getByRole("button", { name: "New template" }).count()).toBe(0);
    await page.getByRole("link", { name: "Receipt" }).click();
    await page.getByText("Read only").waitFor();
  });

  it("keeps the library of each tenant, for those who may change it", async () => {
    const [writer, reader] = [token("templates:read", "templates:write"), token("templates:read")];
    await serve();
    const page = await signIn(writer);
    await page.getByRole("button", { name: "Library" }).click();
    const dialog = page.getByRole("dialog", { name: "Library" });
    const picture = readFileSync(new URL("../../../tests/golden/invoice-small-1.png", import.meta.url));
    await dialog.locator("input[type=file]").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: picture });
    await dialog.getByText("logo.png was stored.").waitFor();
    expect(readFileSync(join(folder, "library/acme/logo.png")).equals(picture)).toBe(true);
    // Its thumbnail is read with the token, which an address in a page could not carry.
    await expect.poll(() => dialog.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Receipt" }).click();
    await page.getByTitle("Add image (I)").click();
    await page.getByRole("tab", { name: "Data" }).click();
    await page.getByRole("button", { name: "Image: choose from the library" }).click();
    await page.getByRole("button", { name: "Use logo.png" }).click();
    await expect.poll(() => page.locator("[data-part=canvas] defs image").count()).toBeGreaterThan(0);

    const other = await signIn(reader);
    await other.getByRole("button", { name: "Library" }).click();
    const shown = other.getByRole("dialog", { name: "Library" });
    await shown.getByText("logo.png", { exact: true }).waitFor();
    expect(await shown.getByRole("button", { name: /Upload|Replace|Delete/ }).count()).toBe(0);
  });

  it("draws with the fonts of its settings", async () => {
    const font = new URL("../../../tests/fonts/FixtureSans.ttf", import.meta.url).pathname;
    const settings = readFileSync(join(folder, "reportctl.yaml"), "utf8");
    writeFileSync(join(folder, "reportctl.yaml"), `${settings}\nfonts: [${font}]\n`);
    const secret = token("templates:read");
    const glyphs = async () => {
      await serve();
      const page = await signIn(secret);
      const fonts = page.waitForResponse((response) => response.url().includes("/api/fonts/"), { timeout: 5000 }).catch(() => null);
      await page.getByRole("link", { name: "Receipt" }).click();
      const drawing = page.locator("svg.jpd-field__drawing use").first();
      await drawing.waitFor({ state: "attached" });
      const outlines = await page.locator("[data-part=canvas] defs").first().innerHTML();
      const loaded = await fonts;
      await visit.running.stop();
      return { outlines, status: loaded?.status(), version: loaded?.headers().etag };
    };
    const own = await glyphs();
    expect(own.status).toBe(200);
    expect(own.version).toBeTruthy();
    writeFileSync(join(folder, "reportctl.yaml"), settings);
    const standard = await glyphs();
    expect(standard.status).toBeUndefined();
    expect(own.outlines).not.toBe(standard.outlines);
  });
});
