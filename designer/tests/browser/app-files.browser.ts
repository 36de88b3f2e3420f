/** Files that the application reads and writes: templates, data sets, pages as pictures, the library. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Download, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { missing } from "../reportctl";
import { useApp } from "./app";

describe.skipIf(missing)("files of the application", () => {
  const app = useApp();
  const { run, stored, state, shot, accessible } = app;
  let address: string;
  let folder: string;
  let page: Page;
  beforeEach(() => {
    ({ address, folder, page } = app);
  });

  it("imports a template file, and names what is wrong with others", async () => {
    await page.goto(address);
    await page.getByRole("button", { name: "New template" }).click();
    await page.getByRole("radio", { name: "A template file", exact: true }).check();
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
    await page.getByRole("radio", { name: "A template file", exact: true }).check();
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
});
