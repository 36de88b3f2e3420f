/** The panels in a browser: expressions, pictures, problems, data and code. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { dictFor } from "../../src/i18n";
import { useBrowser } from "./harness";
import { bindings, data, extended, panels, template } from "./panels";

useBrowser();

const field = (page: Page, id: string) => page.evaluate((own) => window.panels.template.schemas.find((entry) => entry.id === own) as never, id) as Promise<Record<string, unknown>>;

describe("formula editor", () => {
  const open = async () => {
    const page = await panels({ select: ["title"], show: ["dados"] });
    await page.getByRole("button", { name: "ƒx: Write an expression for Text" }).click();
    await page.getByRole("dialog").waitFor();
    const editor = page.getByRole("dialog").getByRole("textbox", { name: "Expression of Text" });
    await editor.click();
    await page.keyboard.press("Control+a");
    return { page, editor };
  };

  it("77: suggests inside braces, not outside and not in quotes; Enter puts the caret inside the call", async () => {
    const { page, editor } = await open();
    const list = page.locator(".cm-tooltip-autocomplete");
    await page.keyboard.type("SU");
    await page.waitForTimeout(300);
    expect(await list.count()).toBe(0);
    await page.keyboard.type(" {SU");
    await list.waitFor();
    expect(await list.locator("li").first().innerText()).toContain("SUM");
    // A list that has just appeared takes no key, so that what was typed for the text does not choose from it.
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await page.keyboard.type("lines.pr");
    await list.getByText("lines.price").waitFor();
    await page.waitForTimeout(200);
    await page.keyboard.press("Tab");
    await expect.poll(() => editor.innerText()).toMatch(/^SU \{SUM\(lines\.price\)?\}?/);
  });

  it("80: Esc closes the list first, then the dialog, which asks about what was written; the focus returns to the button", async () => {
    const { page } = await open();
    await page.keyboard.type("{SU");
    await page.locator(".cm-tooltip-autocomplete").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".cm-tooltip-autocomplete").waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard the changes" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // The dialog gives the focus back after it is gone.
    await page.locator(".jpd-fx__open:focus").waitFor({ timeout: 5000 });
  });

  it("78: warns of an operator that is none, blocks a syntax error, and stores nothing before Save", async () => {
    const { page, editor } = await open();
    const dialog = page.getByRole("dialog");
    await page.keyboard.insertText("{total /}");
    await dialog.getByRole("button", { name: "Remove /" }).click();
    await expect.poll(() => editor.innerText()).toBe("{total}");
    await expect.poll(() => dialog.locator("output").innerText()).toBe("1234.5");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("{SUM(lines.price}");
    await expect.poll(() => dialog.locator(".jpd-error").first().innerText()).toContain("Unclosed parenthesis");
    await expect.poll(() => dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    expect((await field(page, "title")).content).toBe("Invoice {number} {customer.nam}");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("{SUM(lines.price)}");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(async () => (await field(page, "title")).content).toBe("{SUM(lines.price)}");
  });

  it("70: a key with a blank, picked from the list, gives a token that resolves", async () => {
    const { page } = await open();
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Insert customer.e mail" }).click();
    await expect.poll(() => page.getByRole("dialog").locator("output").innerText()).toBe("ana@example.org");
  });
});

describe("property panel", () => {
  it("reads the payment of a section that prints once in the document, where it prints", async () => {
    const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"));
    const page = await panels({ ...read("templates/german-invoice.json"), data: read("samples/german-invoice.json"), select: ["german-invoice-code"], show: ["dados"] });
    const verified = page.locator(".jpd-payment");
    await expect.poll(() => verified.innerText()).toContain("Tischlerei Nordwind GmbH");
    expect(await verified.innerText()).toContain("€23,985.25");
    expect(await page.getByText(/^The data has no/).count()).toBe(0);
  });

  it("shows what a bank reads in the words of the form, with long labels beside their values", async () => {
    const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"));
    const page = await panels({ ...read("templates/german-invoice.json"), data: read("samples/german-invoice.json"), select: ["german-invoice-code"], show: ["dados"], locale: "de" });
    const verified = page.locator(".jpd-payment");
    await expect.poll(() => verified.innerText()).toContain("23.985,25\u00a0€");
    expect(await verified.locator("dt").allInnerTexts()).toEqual(["Zahlungsempfänger", "Konto", "Betrag", "Verwendungszweck"]);
    const parts = await verified.evaluate((box) => [...box.querySelectorAll("dt")].map((label) => ({ end: label.getBoundingClientRect().right, fits: label.scrollWidth <= label.clientWidth, begin: label.nextElementSibling!.getBoundingClientRect().left })));
    for (const { end, fits, begin } of parts) expect([fits, end <= begin]).toEqual([true, true]);
  });

  it("82: offers a large photo scaled to the size it is printed at", async () => {
    const page = await panels({ select: ["logo"], show: ["dados"] });
    const bytes = await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 7300, height: 5480 });
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      for (let i = 0; i < 4000; i += 1) {
        context.fillStyle = `hsl(${(i * 47) % 360} 70% ${(i * 13) % 100}%)`;
        context.fillRect((i * 337) % 7300, (i * 211) % 5480, 190, 130);
      }
      const blob = await new Promise<Blob>((resolve) => canvas.toBlob((own) => resolve(own as Blob), "image/jpeg", 0.95));
      const files = new DataTransfer();
      files.items.add(new File([blob], "photo.jpg", { type: "image/jpeg" }));
      const input = document.querySelector("input[type=file]") as HTMLInputElement;
      input.files = files.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
      return blob.size;
    });
    await page.getByRole("button", { name: "Scale to 300 dpi" }).click({ timeout: 20_000 });
    const { content } = await field(page, "logo");
    expect(String(content)).toMatch(/^data:image\/jpeg;base64,/);
    expect((String(content).length * 3) / 4).toBeLessThan(bytes / 10);
    const pdf = await page.evaluate(() => window.panels.pdf());
    expect(pdf.slice(0, 5)).toBe("%PDF-");
    expect(pdf.length).toBeGreaterThan((String(content).length * 3) / 4);
    await expect.poll(() => page.locator(".jpd-panel").innerText()).toMatch(/JPEG, 6\d\d × \d+ px/);
  }, 60_000);

  it("undoes what was typed in a panel in one step", async () => {
    const page = await panels({ select: ["title"], show: ["dados"] });
    const x = page.getByRole("spinbutton", { name: "X (mm)" });
    await x.fill("210-30");
    await x.press("Enter");
    await expect.poll(async () => (await field(page, "title")).x).toBe(180);
    await page.evaluate(() => window.panels.actions.undo());
    await expect.poll(async () => (await field(page, "title")).x).toBe(20);
    await expect.poll(() => x.inputValue()).toBe("20");
  });
});

describe("problems", () => {
  it("87: a click focuses the control", async () => {
    const page = await panels({ select: ["title"], show: ["dados", "problems"] });
    const problem = page.locator(".jpd-problem", { hasText: "missingPath" }).first();
    await problem.waitFor();
    await problem.locator(".jpd-problem__main").click();
    await page.waitForFunction(() => document.activeElement?.closest("[data-property='content']") !== null);
  });
});

describe("data explorer", () => {
  it("74: broken JSON is marked at its line and column, and changes nothing", async () => {
    const page = await panels({ show: ["data", "preview", "canvas"] });
    await page.locator(".jpd-preview__svg").first().waitFor();
    const older = page.getByText("Shown with the last data that could be read", { exact: true });
    expect(await older.count()).toBe(0);
    await page.getByRole("button", { name: "Edit data" }).click();
    await page.getByRole("textbox", { name: "Paste or write data" }).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText('{\n  "a": }');
    await expect.poll(() => page.getByRole("alert").innerText()).toContain("Line 2, column 8");
    await expect.poll(() => page.getByRole("button", { name: "Use this data" }).isDisabled()).toBe(true);
    expect(await page.evaluate(() => (window.panels.data as { total: number }).total)).toBe(1234.5);
    // Canvas and preview say so.
    await expect.poll(() => older.count()).toBe(2);
    expect(await page.locator("[data-part=canvas]").getByText("Shown with the last data").count()).toBe(1);
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("id,name\n1,Pen\n2,Ink");
    await page.getByRole("button", { name: "Use this data" }).click();
    // It has none of the names of the template.
    await page.getByRole("button", { name: "Use it all the same" }).click();
    await expect.poll(() => page.evaluate(() => window.panels.data)).toEqual({
      rows: [
        { id: 1, name: "Pen" },
        { id: 2, name: "Ink" },
      ],
    });
    expect(await older.count()).toBe(0);
    // The key of the page brings the old data back, also while the focus is in the panel.
    await page.getByText("The data has changed.").waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(() => page.evaluate(() => (window.panels.data as { total?: number }).total)).toBe(1234.5);
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => page.evaluate(() => Object.keys(window.panels.data as object))).toEqual(["rows"]);
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await expect.poll(() => page.evaluate(() => (window.panels.data as { total?: number }).total)).toBe(1234.5);
  });
});

describe("a message of a box", () => {
  it("moves nothing: the press that ends what was typed hits what it was meant for", async () => {
    const page = await panels({ select: ["title"], show: ["estilo"] });
    const box = page.getByRole("textbox", { name: "#rrggbb" }).first();
    await box.click();
    await page.keyboard.type("no colour");
    const places = () => page.locator("[data-property]").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
    const before = await places();
    const { x, y, width, height } = (await page.locator("[data-property=alignment] [data-choice=right]").boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.getByRole("alert").waitFor();
    expect(await places()).toEqual(before);
    expect(await field(page, "title")).toMatchObject({ alignment: "right", fontColor: "#0f172a" });
  });
});

describe("language (17)", () => {
  /** Texts of a dictionary by their key. */
  const leaves = (value: unknown, key = ""): [string, string][] => {
    if (typeof value === "string") return [[key, value]];
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([own, inner]) => leaves(inner, `${key}.${own}`));
  };
  const portuguese = new Map(leaves(dictFor("pt-BR")));
  const known = new Set(portuguese.values());
  /** Texts that only the English dictionary has. */
  const english = new Set(leaves(dictFor("en")).filter(([key, text]) => portuguese.get(key) !== text && !known.has(text)).map(([, text]) => text));

  for (const [name, given] of [["json-pdf-designer", template], ["extensions", extended]] as const) {
    it(`no label of the panels is left in English, with a template of ${name}`, async () => {
      const page = await panels({ template: given, select: ["title"], show: Object.keys({ dados: 0, estilo: 0, binding: 0, filter: 0, page: 0, data: 0, problems: 0, preview: 0 }), locale: "pt-BR" });
      await page.locator(".jpd-problem").first().waitFor();
      // Names of fields and data, and what fields say, are words of the author.
      const keys: string[] = [];
      JSON.stringify(data, (key, value: unknown) => (keys.push(key), value));
      const written = given.schemas.flatMap((field) => ("content" in field && typeof field.content === "string" ? field.content.split(/\{[^}]*\}/) : []));
      const names = new Set([...given.schemas.map(({ name }) => name), ...bindings.map(({ schemaName }) => schemaName), ...keys, ...written.map((text) => text.trim())]);
      const left = new Set<string>();
      for (const { id } of given.schemas) {
        await page.evaluate((own) => window.panels.select([own]), id);
        await page.waitForTimeout(150);
        const shown = await page.evaluate(() => {
          const texts: string[] = [];
          for (const element of document.querySelectorAll("main :not(.jpd-tree__key)")) {
            for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE && node.textContent) texts.push(node.textContent.trim());
            for (const name of ["aria-label", "title", "placeholder", "alt"]) texts.push(element.getAttribute(name) ?? "");
          }
          return texts;
        });
        for (const text of shown) if (english.has(text) && !names.has(text)) left.add(text);
      }
      expect([...left]).toEqual([]);
    }, 60_000);
  }
});

describe("the code of the design", () => {
  const open = async () => {
    const page = await panels({ select: ["title"], show: ["code", "problems"] });
    const code = page.getByRole("region", { name: "Code" });
    const editor = code.getByRole("textbox", { name: "Template and bindings as JSON" });
    await editor.waitFor();
    return { page, code, editor };
  };
  /** Puts the caret behind a text of a line that is in view. */
  const behind = async (page: Page, words: string) => {
    await page.waitForFunction((wanted) => document.querySelector("[data-part=code] .cm-content")?.textContent?.includes(wanted), words);
    await page.evaluate((wanted) => {
      const content = document.querySelector<HTMLElement>("[data-part=code] .cm-content")!;
      const line = [...content.querySelectorAll(".cm-line")].find((own) => own.textContent!.includes(wanted))!;
      let rest = line.textContent!.indexOf(wanted) + wanted.length;
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const { length } = node.textContent!;
        if (rest <= length) {
          content.focus();
          document.getSelection()!.collapse(node, rest);
          return;
        }
        rest -= length;
      }
    }, words);
  };

  it("is designed while it is written; undo takes the text back", async () => {
    const { page, editor } = await open();
    await behind(page, '"Invoice ');
    await page.keyboard.type("No. ");
    await expect.poll(async () => (await field(page, "title")).content).toBe("Invoice No. {number} {customer.nam}");
    await page.evaluate(() => window.panels.actions.undo());
    await expect.poll(async () => (await field(page, "title")).content).toBe("Invoice {number} {customer.nam}");
    await expect.poll(() => editor.innerText()).toContain('"Invoice {number} {customer.nam}"');
    // Keys and order of the file are those of the design.
    expect(await page.evaluate(() => JSON.stringify(window.panels.template))).toBe(JSON.stringify(template));
  });

  it("shows what is designed elsewhere, and the field that is selected there", async () => {
    const { page, editor } = await open();
    await page.evaluate(() => window.panels.actions.updateSchema("title", { content: "Bill" }));
    await expect.poll(() => editor.innerText()).toContain('"content": "Bill"');
    await page.evaluate(() => window.panels.select(["section"]));
    await expect.poll(() => editor.innerText()).toContain('"id": "section"');
    // The other way round, the field that is written in is the selected one.
    await behind(page, '"id": "card');
    await expect.poll(() => page.evaluate(() => window.panels.selected)).toEqual(["card"]);
  });

  it("leaves the design alone where the text is no JSON, and says where", async () => {
    const { page, code } = await open();
    await behind(page, '"content": ');
    await page.keyboard.type(",");
    await code.getByText(/^Line 19, column 20: This is not valid JSON here\. The design stays as it was\./).waitFor();
    await code.locator(".cm-lintRange-error, .cm-lintPoint-error").waitFor();
    expect(await page.evaluate(() => JSON.stringify(window.panels.template))).toBe(JSON.stringify(template));
    await page.keyboard.press("Backspace");
    await code.getByText(/^What you write here/).waitFor();
  });

  it("marks what the check finds, and suggests keys and values of the format", async () => {
    const { page, code } = await open();
    // The path that the data lacks, and the section that is bound to nothing.
    await code.locator(".cm-lintRange-warning, .cm-lintRange-error").first().waitFor();
    await behind(page, '"alignment": "left"');
    await page.keyboard.type(', "loc');
    const list = page.locator(".cm-tooltip-autocomplete");
    await list.getByText("locked").waitFor();
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await field(page, "title")).locked).toBe(false);
  });
});

describe("pictures of pages", () => {
  /** Width, height, dots per metre and the colour of the middle of a PNG. */
  async function look(page: Page, png: Buffer) {
    const colors = await page.evaluate(async (uri) => {
      const image = new Image();
      image.src = uri;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      const context = canvas.getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at]! + data[at + 1]! + data[at + 2]! < 200) dark += 1;
      return { corner: [...data.slice(0, 4)], dark };
    }, `data:image/png;base64,${png.toString("base64")}`);
    return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), perMetre: png.readUInt32BE(41), ...colors };
  }

  it("are those of the print, in the resolution that is chosen", async () => {
    const page = await panels({ show: ["preview"] });
    await page.locator(".jpd-preview__svg").first().waitFor();
    await page.getByRole("button", { name: "Page as picture" }).click();
    const dialog = page.getByRole("dialog", { name: "Page as picture" });
    await dialog.getByText("2480 × 3508 pixels").waitFor();
    await dialog.getByLabel("Resolution").selectOption({ label: "150 dots per inch" });
    await dialog.getByText("1240 × 1754 pixels").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Save as PNG" }).click()]);
    expect(download.suggestedFilename()).toMatch(/\.png$/);
    const file = join(mkdtempSync(join(tmpdir(), "designer-")), "page.png");
    await download.saveAs(file);
    const seen = await look(page, readFileSync(file));
    expect(seen).toMatchObject({ width: 1240, height: 1754, perMetre: 5906, corner: [255, 255, 255, 255] });
    expect(seen.dark).toBeGreaterThan(500);
    await dialog.waitFor({ state: "detached" });
  });
});

describe("the style of a column", () => {
  it("scrolls in a box that is lower than the window", async () => {
    const page = await panels({ select: ["lines"], show: ["dados"] });
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.locator("[data-property='columnStyles/0']").click();
    const box = page.locator(".jpd-columnstyle");
    await box.waitFor();
    const { height, scrolled } = await box.evaluate((own) => ({ height: own.getBoundingClientRect().height, scrolled: own.scrollHeight > own.clientHeight }));
    expect(height).toBeLessThanOrEqual(0.7 * 600 + 1);
    expect(scrolled).toBe(true);
    await box.locator("input, select, button").last().scrollIntoViewIfNeeded();
    const last = await box.locator("input, select, button").last().boundingBox();
    expect(last!.y + last!.height).toBeLessThanOrEqual(600);
  });
});
