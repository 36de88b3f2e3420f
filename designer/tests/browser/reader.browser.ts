/**
 * What a screen reader says, by one that runs in the page (`@guidepup/virtual-screen-reader`): it follows the focus and the
 * live regions, and reads on with its own cursor, as NVDA and VoiceOver do.
 */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Field } from "../../src/core/types";
import { Editor, openPage, template, text, useBrowser } from "./harness";

useBrowser();

const source = readFileSync(new URL("../../node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js", import.meta.url), "utf8");

interface Virtual {
  start(options: { container: Element }): Promise<void>;
  stop(): Promise<void>;
  next(): Promise<void>;
  spokenPhraseLog(): Promise<string[]>;
  clearSpokenPhraseLog(): Promise<void>;
}

declare global {
  interface Window {
    virtual: Virtual;
  }
}

class Reader {
  constructor(readonly page: Page) {}

  static async start(page: Page): Promise<Reader> {
    const address = await page.evaluate((code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" })), source);
    await page.addScriptTag({ type: "module", content: `import { virtual } from "${address}"; window.virtual = virtual;` });
    await page.waitForFunction(() => "virtual" in window);
    await page.evaluate(() => window.virtual.start({ container: document.body }));
    return new Reader(page);
  }

  said(): Promise<string[]> {
    return this.page.evaluate(() => window.virtual.spokenPhraseLog());
  }

  /** What is said after these keys; `wanted` is a part of it. */
  async after(keys: string[], wanted: string | RegExp): Promise<void> {
    await this.page.evaluate(() => window.virtual.clearSpokenPhraseLog());
    for (const key of keys) await this.page.keyboard.press(key);
    await expect.poll(async () => (await this.said()).join(" | "), { message: keys.join(", ") }).toMatch(wanted);
  }

  /** Everything below an element, in the order of reading. */
  async read(selector: string): Promise<string[]> {
    return this.page.evaluate(async (wanted) => {
      await window.virtual.stop();
      await window.virtual.start({ container: document.querySelector(wanted)! });
      const [first] = await window.virtual.spokenPhraseLog();
      for (let steps = 0; steps < 400; steps += 1) {
        await window.virtual.next();
        if ((await window.virtual.spokenPhraseLog()).at(-1) === first) break;
      }
      const all = await window.virtual.spokenPhraseLog();
      await window.virtual.stop();
      return all.slice(0, -1);
    }, selector);
  }
}

describe("96: a screen reader", () => {
  const section = { id: "s", name: "people", type: "section", x: 10, y: 60, width: 190, height: 15 } as Field;
  const schemas = [text("title", 20, 40), section, text("total", 20, 100, { locked: true })];

  it("says what each field is, its place, its size and what is wrong with it, and where it went", async () => {
    const e = await Editor.open({ template: template(schemas) });
    const reader = await Reader.start(e.page);
    await e.canvas.focus();
    await expect.poll(async () => (await reader.said()).at(-1)).toMatch(/application, Page canvas, .*F6 leaves the page/);
    await reader.after(["Tab"], "Text title, 20 by 40 mm, size 80 by 10 mm, Body");
    await reader.after(["ArrowRight"], "title at 20.5 by 40 mm");
    await reader.after(["Shift+ArrowDown"], "title at 20.5 by 45 mm");
    await reader.after(["Control+ArrowRight"], "title is 80.5 by 10 mm");
    await reader.after(["Control+z"], /Undone: Resize/);
    await reader.after(["Tab"], "Section people, 10 by 60 mm, size 190 by 15 mm, Body, 1 warning. Not linked to data");
    await reader.after(["Tab"], "Text total, 20 by 100 mm, size 80 by 10 mm, Body, locked");
    await reader.after(["Control+a"], "3 fields selected");
    await reader.after(["Escape"], "Nothing selected");
  });

  it("reads the page from its bands to its last field, each thing once", async () => {
    const e = await Editor.open({ template: template(schemas) });
    const reader = await Reader.start(e.page);
    const read = await reader.read("[data-sheet]");
    expect(read.filter((phrase) => phrase === "Header, on every page")).toHaveLength(1);
    const fields = read.filter((phrase) => phrase.startsWith("image, "));
    expect(fields).toEqual([
      "image, Text title, 20 by 40 mm, size 80 by 10 mm, Body",
      "image, Section people, 10 by 60 mm, size 190 by 15 mm, Body, 1 warning, Not linked to data",
      "image, Text total, 20 by 100 mm, size 80 by 10 mm, Body, locked",
    ]);
  });

  it("says the same in Portuguese", async () => {
    const e = await Editor.open({ template: template(schemas), locale: "pt-BR" });
    const reader = await Reader.start(e.page);
    await e.canvas.focus();
    await reader.after(["Tab"], "Texto title, 20 por 40 mm, tamanho 80 por 10 mm, Corpo");
    await reader.after(["ArrowRight"], "title em 20,5 por 40 mm");
    await reader.after(["Tab"], /Seção people, .*1 aviso\. Sem vínculo/);
    await reader.after(["Escape"], "Nada selecionado");
  });

  it("reads the list of problems: how many, of what kind, where, and what can be done", async () => {
    const page = await openPage("panels");
    await page.waitForFunction(() => "startPanels" in window);
    await page.evaluate((start) => window.startPanels(start as never), {
      template: template([text("title", 20, 40, { content: "{customer.nam}" })]),
      data: { customer: { name: "Ana" } },
      show: ["problems"],
    });
    await page.locator(".jpd-problem").first().waitFor();
    const reader = await Reader.start(page);
    const read = (await reader.read("[data-part=problems]")).join(" | ");
    expect(read).toMatch(/region, Problems/);
    expect(read).toMatch(/0 errors, 1 warning/);
    expect(read).toMatch(/list/);
    expect(read).toMatch(/button, Warning .*customer\.name\? title missingPath/);
    expect(read).toMatch(/button, Ignore here: missingPath of title/);
  });

  it("enters dialogs by their name, reads nothing behind them, and comes back", async () => {
    const e = await Editor.open({ template: template(schemas) });
    const reader = await Reader.start(e.page);
    await e.canvas.focus();
    await reader.after(["?"], /dialog, Keyboard shortcuts, modal \| button, Close/);
    await reader.after(["Escape"], /application, Page canvas/);
    await reader.after(["Control+k"], /dialog, Commands, modal.*combobox/);
    await reader.after(["Escape"], /application, Page canvas/);
  });
});

describe("parts of the designer by keys", () => {
  it("F6 goes from one to the next and back, whatever the canvas holds; Esc and Tab leave it too", async () => {
    const e = await Editor.open({ template: template(Array.from({ length: 40 }, (_, index) => text(`f${index}`, 10, 30 + index * 5))) });
    const part = () => e.page.evaluate(() => document.activeElement?.closest("[data-part=history], [data-part=command-bar], [data-part=canvas], [data-part=sidebar]")?.getAttribute("data-part"));
    await e.canvas.focus();
    await e.press("Tab", "Tab");
    expect(await e.selected()).toEqual(["f1"]);
    await e.press("F6");
    expect(await part()).toBe("sidebar");
    await e.press("Shift+F6");
    expect(await part()).toBe("canvas");
    // What was selected still is, so that the panels go on showing it.
    expect(await e.selected()).toEqual(["f1"]);
    await e.press("Shift+F6");
    expect(await part()).toBe("command-bar");
    await e.canvas.focus();
    await e.press("Escape", "Tab");
    expect(await e.selected()).toEqual([]);
    expect(await e.canvas.evaluate((canvas) => canvas === document.activeElement)).toBe(false);
  });

  it("the bar of arrangements is one stop of Tab; arrows go through it", async () => {
    const e = await Editor.open({ template: template([text("a", 10, 30), text("b", 20, 60)]) });
    await e.canvas.focus();
    await e.press("Control+a");
    const bar = e.page.getByRole("toolbar", { name: "Arrange" });
    await bar.getByRole("button").first().focus();
    await e.press("ArrowRight");
    await expect.poll(() => bar.getByRole("button").nth(1).evaluate((button) => button === document.activeElement)).toBe(true);
    await e.press("Tab");
    expect(await bar.evaluate((own) => own.contains(document.activeElement))).toBe(false);
  });
});
