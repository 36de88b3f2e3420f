/** Pages of the designer in a browser, and the gestures that tests make on them. */
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import type { Binding, Field, Template, TextSchema } from "../../src/core/types";
import { connected } from "./connect";
import { renewed } from "./renew";

let browser: Browser;

interface Opened {
  page: Page;
  problems: string[];
  /** The options of its context, as JSON: pages serve again where these are the same. */
  options: string;
}

const open: Opened[] = [];
/** Pages that no test has at the moment, by the options of their contexts. */
const idle = new Map<string, Page[]>();

export function useBrowser(): void {
  beforeAll(async () => {
    browser = await connected();
  });
  afterEach(async ({ task }) => {
    const opened = open.splice(0);
    for (const { page, options } of opened) {
      // After a failure it is not known what is left: the next attempt begins with a new context.
      if (task.result?.state === "fail" || !(await renewed(page, contextOf(options).viewport, inject("server")))) await page.context().close();
      else idle.set(options, [...(idle.get(options) ?? []), page]);
    }
    expect(opened.flatMap(({ problems }) => problems)).toEqual([]);
  });
  afterAll(() => {
    idle.clear();
    return browser?.close();
  });
}

const contextOf = (options: string): BrowserContextOptions & { viewport: { width: number; height: number } } => ({ viewport: { width: 1400, height: 900 }, ...JSON.parse(options) });

export interface Start {
  template: Template;
  bindings?: Binding[];
  data?: unknown;
  locale?: string;
  theme?: "light" | "dark";
  props?: Record<string, unknown>;
}

/** A page of `pages/`; everything that it writes as error fails the test. */
export async function openPage(name: string, context: BrowserContextOptions = {}): Promise<Page> {
  const options = JSON.stringify(context);
  const page = idle.get(options)?.pop() ?? (await newPage(options));
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  open.push({ page, problems, options });
  await page.goto(`${inject("server")}/${name}.html`);
  // Without windows the pointer is where another page of the browser left it.
  await page.mouse.move(-1, -1);
  return page;
}

/** The data panel alone, with an empty template. */
export async function openDataPanel(data: unknown): Promise<Page> {
  const page = await openPage("panels");
  page.setDefaultTimeout(10_000);
  await page.waitForFunction(() => "startPanels" in window);
  await page.evaluate((options) => window.startPanels(options as never), { template: template([]), data, show: ["data"] });
  return page;
}

async function newPage(options: string): Promise<Page> {
  const context = await browser.newContext(contextOf(options));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  return context.newPage();
}

export class Editor {
  constructor(readonly page: Page) {}

  /** `production`: as built for use, for measuring. */
  static async open(start: Start, context?: BrowserContextOptions, mode: "development" | "production" = "development"): Promise<Editor> {
    const page = await openPage(mode === "production" ? "production/editor" : "editor", context);
    await page.waitForFunction(() => "start" in window);
    // Most tests are quicker without the engine, and do not ask for it.
    await page.evaluate((options) => window.start(options as never), { bindings: [], ...start, props: { engine: null, ...start.props } });
    await page.waitForSelector("[data-sheet]");
    return new Editor(page);
  }

  /** React shows some changes only in a later task: what is read after an action is read after the next frame. */
  private settled(): Promise<void> {
    return this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }

  async template(): Promise<Template> {
    await this.settled();
    return this.page.evaluate(() => window.host.template);
  }

  async bindings(): Promise<Binding[]> {
    await this.settled();
    return this.page.evaluate(() => window.host.bindings);
  }

  async calls(): Promise<string[]> {
    await this.settled();
    return this.page.evaluate(() => window.host.calls);
  }

  async get(id: string): Promise<Field> {
    const { schemas, pages = [] } = await this.template();
    const field = [...schemas, ...pages.flatMap((page) => page.schemas)].find((own) => own.id === id);
    if (!field) throw new Error(`there is no field ${id}`);
    return field;
  }

  field(id: string): Locator {
    return this.page.locator(`[data-field-id="${id}"]`);
  }

  get canvas(): Locator {
    return this.page.locator("[data-part=canvas]");
  }

  async zoom(): Promise<number> {
    await this.settled();
    return Number.parseInt((await this.page.locator(".jpd-zoombar__value").textContent()) ?? "", 10) / 100;
  }

  async setZoom(zoom: number): Promise<void> {
    await this.page.evaluate((value) => window.setZoom(value), zoom);
    await this.page.waitForFunction((value) => document.querySelector(".jpd-zoombar__value")?.textContent === `${Math.round(value * 100)}%`, zoom);
  }

  /** Pixels of a millimetre on the screen. */
  async scale(): Promise<number> {
    return ((await this.zoom()) * 96) / 25.4;
  }

  /** The point of the window at a place of the sheet. */
  async at(x: number, y: number): Promise<{ x: number; y: number }> {
    const box = await this.page.locator("[data-sheet]").boundingBox();
    const scale = await this.scale();
    if (!box) throw new Error("there is no sheet");
    return { x: box.x + x * scale, y: box.y + y * scale };
  }

  async click(x: number, y: number, options?: { modifiers?: ("Control" | "Alt" | "Shift")[]; clickCount?: number }): Promise<void> {
    const at = await this.at(x, y);
    for (const key of options?.modifiers ?? []) await this.page.keyboard.down(key);
    await this.page.mouse.click(at.x, at.y, { clickCount: options?.clickCount ?? 1 });
    for (const key of options?.modifiers ?? []) await this.page.keyboard.up(key);
  }

  /** Drags between two places of the sheet, in steps; `during` runs before the button is released. */
  async drag(from: [number, number], to: [number, number], during?: () => Promise<void>): Promise<void> {
    const { mouse } = this.page;
    const start = await this.at(...from);
    const end = await this.at(...to);
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(start.x + (end.x - start.x) / 2, start.y + (end.y - start.y) / 2, { steps: 4 });
    await mouse.move(end.x, end.y, { steps: 4 });
    await during?.();
    await mouse.up();
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce(async (before, key) => {
      await before;
      await this.page.keyboard.press(key);
    }, Promise.resolve());
  }

  async selected(): Promise<string[]> {
    await this.settled();
    return this.page.$$eval("[data-part=canvas] [data-field-id][data-selected]", (elements) =>
      elements.map((element) => (element as HTMLElement).dataset.fieldId ?? ""),
    );
  }

  async announcement(): Promise<string | null> {
    await this.settled();
    return this.page.locator("[data-part=announcer]").textContent();
  }
}

export const text = (id: string, x: number, y: number, more: Partial<TextSchema> = {}): TextSchema => ({
  id,
  name: id,
  type: "text",
  x,
  y,
  width: 80,
  height: 10,
  content: `Text ${id}`,
  fontSize: 11,
  fontColor: "#000000",
  alignment: "left",
  ...more,
});

export const template = (schemas: Field[] = [], more: Partial<Template> = {}): Template => ({
  version: 1,
  page: { width: 210, height: 297 },
  headerHeight: 20,
  footerHeight: 15,
  schemas,
  ...more,
});
