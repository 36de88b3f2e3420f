/** The application inside the program, for tests of its pages: a folder made by `reportctl init`, and the designer that serves it. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { beforeEach, expect } from "vitest";
import { axeFindings } from "./axe";
import { useVisit } from "./program";

const images = new URL("../../../docs/images/", import.meta.url).pathname;
export const WINDOW = { viewport: { width: 1600, height: 1000 }, locale: "en-US", acceptDownloads: true };

/** Set before each test. */
interface App {
  address: string;
  folder: string;
  context: BrowserContext;
  page: Page;
  problems: string[];
  /** Runs the program in the folder. */
  run: (...args: string[]) => string;
  /** A template file of the folder. */
  stored: (id: string) => any;
  /** The place of the header that says whether changes are saved. */
  state: () => Locator;
  /** Makes a template from a shipped one. */
  create: (from: string, name: string) => Promise<void>;
  /** Adds a text from the toolbar and writes into it. */
  addText: (content: string) => Promise<void>;
  /** Makes a picture for the documentation, where those are updated. */
  shot: (name: string) => Promise<void>;
  /** Expects no findings of axe outside of the designer, which has tests of its own. */
  accessible: (what: string) => Promise<void>;
  /** Watches another page of the application as the first one is watched. */
  prepare: (page: Page, problems: string[]) => void;
}

export function useApp(): App {
  const visit = useVisit(WINDOW, async ({ running, port, page, problems }) => {
    running.run("init", ".");
    app.address = await running.start(["design", "--no-open", "--port", String(port)], /the designer is at (http:\/\/[^/]+)/);
    app.prepare(page, problems);
  }, true);
  // Page, context and problems are those of each test.
  const app = {
    address: "",
    folder: "",
    run: (...args) => visit.running.run(...args),
    stored: (id) => JSON.parse(readFileSync(join(app.folder, `templates/${id}.json`), "utf8")),
    state: () => visit.page.locator(".app-state"),
    async create(from, name) {
      const { page } = visit;
      await page.getByRole("button", { name: "New template" }).click();
      await page.getByRole("radio", { name: from, exact: true }).check();
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByRole("dialog").getByRole("button", { name: "New template" }).click();
      await page.locator("[data-sheet]").waitFor();
    },
    async addText(content) {
      const { page } = visit;
      await page.getByTitle("Add text (T)").click();
      await page.getByRole("tab", { name: "Data" }).click();
      await page.locator("[data-part=property-panel] .cm-content").first().click();
      await page.keyboard.press("Control+A");
      await page.keyboard.insertText(content);
      await page.keyboard.press("Tab");
    },
    async shot(name) {
      if (!process.env.UPDATE_GENERATED) return;
      mkdirSync(images, { recursive: true });
      await visit.page.screenshot({ path: join(images, `${name}.png`) });
    },
    async accessible(what) {
      expect(await axeFindings(visit.page, { exclude: [[".app-workspace"]] }), what).toEqual([]);
      // Headings are in order on the page as a whole only.
      expect(await axeFindings(visit.page, { include: [["body"]] }, { runOnly: ["heading-order"] }), what).toEqual([]);
    },
    prepare(page, problems) {
      page.setDefaultTimeout(15_000);
      page.on("dialog", (dialog) => void dialog.accept());
      page.on("request", (request) => {
        if (!request.url().startsWith(app.address) && !/^(blob|data):/.test(request.url())) problems.push(`request to ${request.url()}`);
      });
    },
  } as App;
  beforeEach(() => {
    const { running, context, page, problems } = visit;
    Object.assign(app, { folder: running.folder, context, page, problems });
  });
  return app;
}
