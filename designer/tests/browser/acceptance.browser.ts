/** Statements of the acceptance list that no other file of tests is about: cards, uploads, preview, keyboard, themes, styles. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Field } from "../../src/core/types";
import { Editor, openPage, template, text, useBrowser } from "./harness";

useBrowser();

const card = { id: "k", name: "card", type: "kpi", x: 20, y: 40, width: 60, height: 40, icon: "home", title: "Sales", value: "12", titleLocked: false, backgroundColor: "#2563eb", textColor: "#ffffff" } as Field;

describe("cards", () => {
  it("67 a part that is not locked is dragged and moved by keys", async () => {
    const e = await Editor.open({ template: template([card]) });
    await e.click(70, 75);
    const part = e.page.locator("[data-kpi-part=title]");
    const box = await part.boundingBox();
    const scale = await e.scale();
    await e.page.mouse.move(box!.x + 4, box!.y + 4);
    await e.page.mouse.down();
    await e.page.mouse.move(box!.x + 4 + 5 * scale, box!.y + 4 + 10 * scale, { steps: 4 });
    await e.page.mouse.up();
    const dragged = (await e.get("k")) as never as { titleOffset: { x: number; y: number } };
    expect(dragged.titleOffset.x).toBeGreaterThan(5);
    expect(dragged.titleOffset.y).toBeGreaterThan(10);
    await e.canvas.focus();
    await e.press("ArrowRight");
    const moved = (await e.get("k")) as never as { titleOffset: { x: number; y: number } };
    expect(moved.titleOffset.x).toBeCloseTo(dragged.titleOffset.x + 0.5, 2);
  });
});

describe("uploads", () => {
  it("81 a background of 25 MB is refused in words, and the same file can be chosen again", async () => {
    const e = await Editor.open({ template: template([]) });
    await e.page.getByRole("tab", { name: "Page" }).click();
    const input = e.page.locator("[data-part=page-settings] input[type=file]");
    // Made in the page: on the way through the connection to the browser a file of this size takes seconds.
    await input.evaluate((own: HTMLInputElement) => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(25 * 1024 * 1024)], "back.png", { type: "image/png" }));
      own.files = files.files;
      own.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await expect.poll(() => e.page.getByRole("alert").textContent()).toBe("The file is larger than 20 MB. Scale the image down before you upload it.");
    expect((await e.template()).backgroundImage).toBeUndefined();
    const png = await e.page.evaluate(() => document.createElement("canvas").toDataURL("image/png").split(",")[1] as string);
    await input.setInputFiles({ name: "back.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") });
    await expect.poll(async () => (await e.template()).backgroundImage?.slice(0, 22)).toBe("data:image/png;base64,");
    expect(await e.page.getByRole("alert").count()).toBe(0);
  });
});

describe("preview", () => {
  it("93 a click on a text selects its field; a selected field is marked at all its places", async () => {
    const page = await openPage("panels", { viewport: { width: 1400, height: 1000 } });
    await page.waitForFunction(() => "startPanels" in window);
    const section = { id: "s", name: "s", type: "section", x: 10, y: 60, width: 190, height: 15 } as Field;
    const schemas = [text("title", 20, 40), section, text("member", 20, 62, { sectionId: "s", content: "{name}" })];
    const start = { template: template(schemas), bindings: [{ schemaName: "s", type: "section", path: "rows" }], data: { rows: [{ name: "Pen" }, { name: "Ink" }, { name: "Pad" }] }, show: ["dados", "preview"] };
    await page.evaluate((options) => window.startPanels(options as never), start);
    const sheet = page.locator(".jpd-preview__svg").first();
    await sheet.waitFor();
    await page.evaluate(() => window.panels.select(["member"]));
    await expect.poll(() => page.locator(".jpd-preview__mark").count()).toBe(3);
    const box = await sheet.boundingBox();
    await page.mouse.click(box!.x + (box!.width * 25) / 210, box!.y + (box!.height * 43) / 297);
    await expect.poll(() => page.locator(".jpd-panel__name").first().textContent()).toBe("title");
    await expect.poll(() => page.locator(".jpd-preview__mark").count()).toBe(1);
  });
});

describe("the engine", () => {
  it("92 a worker that ends is replaced, idle or at work; no edit is lost", async () => {
    const page = await openPage("editor");
    await page.waitForFunction(() => "start" in window);
    await page.evaluate(() => {
      const workers: Worker[] = [];
      const Own = Worker;
      Object.assign(window, {
        Worker: class extends Own {
          constructor(...given: ConstructorParameters<typeof Own>) {
            super(...given);
            workers.push(this);
          }
        },
        // As the browser does with one that takes too much memory.
        kill: () => {
          for (const worker of workers.splice(0)) {
            worker.terminate();
            worker.dispatchEvent(new ErrorEvent("error"));
          }
        },
      });
    });
    const start = { template: template([text("a", 20, 50, { content: "Number {number}" })]), bindings: [], data: { number: 7 } };
    await page.evaluate((options) => window.start(options as never), start);
    const e = new Editor(page);
    const glyphs = () => e.field("a").locator("svg.jpd-field__drawing use").count();
    await expect.poll(glyphs, { timeout: 20_000 }).toBe("Number7".length);
    const kill = () => page.evaluate(() => (window as unknown as { kill: () => void }).kill());
    const write = (content: string, then: "kill" | "") =>
      page.evaluate(
        ([own, what]) => {
          const { template, setTemplate } = window.host;
          setTemplate({ ...template, schemas: template.schemas.map((field) => ({ ...field, content: own })) as never });
          // The change is under way to the engine.
          if (what) setTimeout(() => (window as unknown as { kill: () => void }).kill(), 5);
        },
        [content, then] as const,
      );
    await kill();
    await write("After {number}", "");
    await expect.poll(glyphs).toBe("After7".length);
    await write("Meanwhile {number}", "kill");
    await expect.poll(glyphs).toBe("Meanwhile7".length);
    expect(await e.get("a")).toMatchObject({ content: "Meanwhile {number}" });
  });
});

describe("keyboard", () => {
  it("95 a text, a bound table, a section and a chart are made without a pointer", { timeout: 60_000 }, async () => {
    const e = await Editor.open({ template: template([]), data: { rows: [{ name: "Pen", price: 2 }], number: 7 } });
    const { page } = e;
    for (let presses = 0; presses < 80 && !(await e.canvas.evaluate((own) => own === document.activeElement)); presses++) await e.press("Tab");
    expect(await e.canvas.evaluate((own) => own === document.activeElement)).toBe(true);
    await e.press("t", "Enter");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Invoice {number}");
    // The first ends the text, after which letters are no commands yet.
    await e.press("Escape", "Escape");
    /** Goes on with Tab until a control has the focus. */
    const reach = async (found: () => Promise<boolean>, key = "Tab") => {
      for (let presses = 0; presses < 120; presses++) {
        if (await found()) return;
        await e.press(key);
      }
      throw new Error("the keyboard does not reach it");
    };
    const active = (test: (element: Element) => boolean) => page.evaluate(`(${String(test)})(document.activeElement)`) as Promise<boolean>;
    const bind = async (kind: string, key: string) => {
      await e.press(key);
      await e.press("Alt+Enter");
      await expect.poll(() => active((own) => (own as HTMLElement).dataset.tab === "dados")).toBe(true);
      await reach(() => active((own) => own instanceof HTMLInputElement && own.closest(".jpd-pathpicker") !== null));
      await page.keyboard.type("rows");
      await e.press("Enter");
      await expect.poll(async () => (await e.bindings()).find((binding) => binding.type === kind)).toMatchObject({ path: "rows" });
      await reach(() => e.canvas.evaluate((own) => own === document.activeElement), "Shift+Tab");
    };
    await bind("array", "b");
    await bind("section", "s");
    await bind("chart", "c");
    expect((await e.template()).schemas.map(({ type }) => type)).toEqual(["text", "table", "section", "chart"]);
    expect((await e.template()).schemas[0]).toMatchObject({ content: "Invoice {number}" });
  });
});

const style = (page: Page, selector: string, property: string) =>
  page.locator(selector).first().evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

describe("themes", () => {
  it("97 variables re-theme without a selector; a rule of the host outside layers beats ours; its class stands last", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)]), props: { className: "mine", engine: null } });
    const before = await style(e.page, ".jpd-toolbar__btn", "border-radius");
    await e.page.addStyleTag({ content: ":root { --jpd-radius-md: 0; --jpd-surface: rgb(1, 2, 3); --jpd-accent: rgb(4, 5, 6); --jpd-border: rgb(7, 8, 9); --jpd-text: rgb(10, 11, 12); } .jpd-tab { letter-spacing: 3px }" });
    expect(before).not.toBe("0px");
    expect(await style(e.page, ".jpd-sidebar", "background-color")).toBe("rgb(1, 2, 3)");
    expect(await style(e.page, ".jpd-tab[data-active] .jpd-tab__label", "color")).toMatch(/rgb\(4, 5, 6\)/);
    expect(await style(e.page, ".jpd-toolbar__btn", "border-radius")).toBe("0px");
    // Its colour changes gradually.
    await expect.poll(() => style(e.page, ".jpd-toolbar__btn", "border-top-color")).toBe("rgb(7, 8, 9)");
    expect(await style(e.page, ".jpd-sidebar", "color")).toBe("rgb(10, 11, 12)");
    expect(await style(e.page, ".jpd-tab", "letter-spacing")).toBe("3px");
    expect(await e.page.locator(".jpd-designer").getAttribute("class")).toMatch(/ mine$/);
  });

  const geometry = async (e: Editor) => {
    const sheet = await e.page.locator("[data-sheet]").boundingBox();
    const box = await e.field("a").boundingBox();
    const scale = 96 / 25.4;
    return [box!.x - sheet!.x, box!.y - sheet!.y, box!.width, box!.height].map((value) => Math.round((value / scale) * 10) / 10);
  };

  for (const with_ of ["only the reset", "no stylesheet"] as const) {
    it(`98 with ${with_} fields are placed, moved and resized as with the theme`, async () => {
      const e = await Editor.open({ template: template([text("a", 20, 50)]), props: { gridSizeMm: 5 } });
      const reset = readFileSync(new URL("../../src/reset.css", import.meta.url), "utf8");
      await e.page.evaluate((css) => {
        for (const sheet of document.querySelectorAll("link[rel=stylesheet], style")) sheet.remove();
        if (css) document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
      }, with_ === "only the reset" ? reset : "");
      expect(await geometry(e)).toEqual([20, 50, 80, 10]);
      await e.page.locator("[data-sheet]").scrollIntoViewIfNeeded();
      await e.field("a").scrollIntoViewIfNeeded();
      await e.drag([30, 55], [47, 65]);
      expect(await e.get("a")).toMatchObject({ x: 35, y: 60, width: 80 });
      const handle = await e.page.locator("[data-handle=e]").boundingBox();
      const { mouse } = e.page;
      await mouse.move(handle!.x + handle!.width / 2, handle!.y + handle!.height / 2);
      await mouse.down();
      await mouse.move(handle!.x + 10 * (96 / 25.4), handle!.y + 2, { steps: 4 });
      await mouse.up();
      expect((await e.get("a")).width).toBe(90);
      expect(await geometry(e)).toEqual([35, 60, 90, 10]);
    });
  }

  it("99 the attribute and the class paint alike; the preference of the system alone changes nothing", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)]) });
    const colours = async () => [await style(e.page, ".jpd-sidebar", "background-color"), await style(e.page, ".jpd-tab", "color"), await style(e.page, ".jpd-page", "background-color")];
    const set = (theme: string | null, dark: boolean) =>
      e.page.evaluate(
        ([own, on]) => {
          document.documentElement.classList.toggle("dark", on as boolean);
          if (own === null) delete document.documentElement.dataset.jpdTheme;
          else document.documentElement.dataset.jpdTheme = own as string;
        },
        [theme, dark] as const,
      );
    const settled = async () => {
      await e.page.waitForTimeout(300);
      return colours();
    };
    await set(null, false);
    const light = await settled();
    await e.page.emulateMedia({ colorScheme: "dark" });
    expect(await settled()).toEqual(light);
    await set("dark", false);
    const dark = await settled();
    expect(dark.slice(0, 2)).not.toEqual(light.slice(0, 2));
    expect(dark[2]).toBe(light[2]);
    await set(null, true);
    expect(await settled()).toEqual(dark);
    await set("light", true);
    expect(await settled()).toEqual(light);
  });

  it("100 forced colours, text of double size and reduced motion keep everything usable", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 50)]) });
    await e.page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    await e.page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
    await e.click(30, 55);
    expect(await e.selected()).toEqual(["a"]);
    expect(await style(e.page, "[data-field-id=a]", "outline-style")).not.toBe("none");
    expect(await style(e.page, "[data-selection-frame]", "visibility")).toBe("visible");
    expect(await style(e.page, ".jpd-toolbar__btn", "transition-duration")).toMatch(/^0(?:\.0+1)?s$/);
    for (const button of await e.page.locator(".jpd-toolbar__btn").all()) {
      const box = await button.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 1400 && box.y + box.height <= 900).toBe(true);
    }
    expect((await e.canvas.boundingBox())!.width).toBeGreaterThan(300);
    await e.press("Shift+ArrowRight");
    expect((await e.get("a")).x).toBe(25);
  });
});

/** A node of the tree that screen readers read. */
interface Spoken {
  role: string;
  name: string;
  properties: Record<string, unknown>;
}

/** What the browser gives to screen readers, in reading order. */
async function spoken(page: Page): Promise<Spoken[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties = [] }) => ({
      role: String(role?.value ?? ""),
      name: String(name?.value ?? ""),
      properties: Object.fromEntries(properties.map(({ name, value }) => [name, value.value])),
    }));
}

describe("what screen readers are given", () => {
  it("96 fields are read with name, position, zone and warnings, and moves are said", async () => {
    const section = { id: "s", name: "people", type: "section", x: 10, y: 60, width: 190, height: 15 } as Field;
    const e = await Editor.open({ template: template([text("title", 20, 40), text("page", 10, 5), section]) });
    const tree = await spoken(e.page);
    const canvas = tree.find(({ role }) => role === "application");
    expect(canvas?.name).not.toBe("");
    const fields = tree.filter(({ role }) => role === "image").map(({ name }) => name);
    expect(fields.find((name) => name.includes("title"))).toMatch(/title, 20 by 40 mm, .*body/i);
    expect(fields.find((name) => name.includes("page"))).toMatch(/10 by 5 mm, .*header/i);
    // A section without a source is one.
    expect(fields.find((name) => name.includes("people"))).toMatch(/1 warning/);
    await e.click(30, 45);
    await e.canvas.focus();
    await e.press("ArrowRight");
    const said = (await spoken(e.page)).filter(({ role }) => role === "StaticText" || role === "status").map(({ name }) => name);
    expect(said.some((name) => /title.*20[.]5.*40/.test(name)), said.join("; ")).toBe(true);
  });

  it("96 dialogs have role and name, keep the focus, and give it back on Esc", async () => {
    const e = await Editor.open({ template: template([text("title", 20, 40)]) });
    await e.canvas.focus();
    const openers: [opening: string, name: RegExp][] = [["?", /Keyboard shortcuts/], ["Control+k", /Commands/]];
    for (const [opening, name] of openers) {
      await e.press(opening);
      await e.page.getByRole("dialog").waitFor();
      const dialog = (await spoken(e.page)).find(({ role }) => role === "dialog");
      expect(dialog?.name, opening).toMatch(name);
      expect(dialog?.properties.modal, opening).toBe(true);
      const inside = () => e.page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null);
      for (let presses = 0; presses < 12; presses++) {
        await e.press(presses < 6 ? "Tab" : "Shift+Tab");
        expect(await inside(), `${opening}: focus left after ${presses + 1} presses`).toBe(true);
      }
      // What lies behind is not read while the dialog is open.
      expect((await spoken(e.page)).some(({ role }) => role === "application"), opening).toBe(false);
      await e.press("Escape");
      await e.page.getByRole("dialog").waitFor({ state: "detached" });
      await expect.poll(() => e.page.evaluate(() => document.activeElement?.closest("[data-part=canvas]") !== null)).toBe(true);
    }
  });
});
