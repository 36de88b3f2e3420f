/** The applications of `host/examples.tsx`, with React 18 and 19: they start, edit, generate and download. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { PreviewServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Binding, Template } from "../../src/core/types";
import { version as REACT } from "react";
import { connected } from "./connect";
import { at, host } from "./host/build";

interface Example {
  template: Template;
  bindings: Binding[];
  react: string;
}

const built = existsSync(at("dist/preview.js"));
if (!built && process.env.REPORTCTL_REQUIRE_TOOLS) throw new Error("the package is not built: npm run build");

describe.skipIf(!built).each(["18", "19"] as const)("with React %s", (version) => {
  let folder: string;
  let server: PreviewServer;
  let address: string;
  let browser: Browser;
  const problems: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "designer-examples-"));
    const older = version !== REACT.split(".")[0];
    if (older) execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", `react@${version}`, `react-dom@${version}`], { stdio: "pipe" });
    ({ server, address } = await host("examples", join(folder, "host"), older ? { react: folder } : {}));
    browser = await connected();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(app: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1500, height: 950 }, acceptDownloads: true });
    const page = await context.newPage();
    problems.length = 0;
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("request", (request) => {
      if (!request.url().startsWith(address) && !/^(?:blob|data):/.test(request.url())) problems.push(`request to ${request.url()}`);
    });
    await page.goto(`${address}/examples.html?app=${app}`);
    await page.waitForSelector("[data-sheet]");
    return page;
  }

  const state = (page: Page) => page.evaluate(() => (window as never as { example: Example }).example);

  /** Shows the document and fetches it; nothing was asked of another address, and nothing was wrong. */
  async function finish(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Preview it" }).click();
    await page.getByRole("dialog").locator("canvas").first().waitFor();
    await page.keyboard.press("Escape");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download it" }).click()]);
    const file = join(folder, "example.pdf");
    await download.saveAs(file);
    expect(readFileSync(file).subarray(0, 5).toString()).toBe("%PDF-");
    expect(problems).toEqual([]);
    await page.context().close();
  }

  it("8 9 the plain one adds exactly one field", async () => {
    const page = await open("plain");
    await page.getByTitle("Add text (T)").click();
    await expect.poll(async () => (await state(page)).template.schemas.length).toBe(1);
    expect((await state(page)).react.split(".")[0]).toBe(version);
    await finish(page);
  });

  it("8 the one composed of parts has its own controls", async () => {
    const page = await open("composed");
    await page.getByRole("button", { name: "Add my text" }).click();
    await expect.poll(async () => (await state(page)).template.schemas.map(({ name }) => name)).toEqual(["own"]);
    await expect.poll(() => page.locator("[data-part=property-panel]").count()).toBe(2);
    await page.getByRole("button", { name: "Zoom 100" }).click();
    await page.getByRole("button", { name: "Zoom 110" }).waitFor();
    await finish(page);
  });

  it("8 the one with components of its own shows them", async () => {
    const page = await open("kit");
    await page.getByTitle("Add text (T)").click();
    await page.getByRole("tab", { name: "Page" }).click();
    await expect.poll(() => page.locator("[data-part=page-settings] button[data-mine]").count()).toBeGreaterThan(0);
    await finish(page);
  });

  it("8 the one with a data explorer makes fields of what is dropped, and undoes by itself", async () => {
    const page = await open("explorer");
    const canvas = page.locator("[data-part=canvas]");
    await page.locator("[data-path='my key']").dragTo(canvas, { targetPosition: { x: 300, y: 250 } });
    await expect.poll(async () => (await state(page)).template.schemas.length).toBe(1);
    await page.locator("[data-path=rows]").dragTo(canvas, { targetPosition: { x: 300, y: 250 } });
    await expect.poll(async () => (await state(page)).bindings).toMatchObject([{ type: "array", path: "rows" }]);
    await expect.poll(async () => (await state(page)).template.schemas[0]).toMatchObject({ content: '{["my key"]}' });
    await expect.poll(() => page.locator("output").textContent()).toBe("0 problems");
    await finish(page);
  });

  it("8 the one with several pages hands in one of them at a time", async () => {
    const page = await open("pages");
    await page.getByTitle("Add text (T)").click();
    await page.getByRole("button", { name: "Sheet two" }).click();
    await page.getByTitle("Add image (I)").click();
    const kinds = async () => (await state(page)).template.pages?.map(({ schemas }) => schemas.map(({ type }) => type));
    await expect.poll(kinds).toEqual([["text"], ["image"]]);
    await finish(page);
  });

  it("11 takes over what a server rendered, without a mismatch", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const wrong: string[] = [];
    // React 18 says so because a browser plays the server here.
    const ofServer = /useLayoutEffect does nothing on the server/;
    page.on("console", (message) => message.type() === "error" && !ofServer.test(message.text()) && wrong.push(message.text()));
    page.on("pageerror", (error) => wrong.push(String(error)));
    await page.goto(`${address}/examples.html?app=plain#hydrate`);
    await page.waitForFunction(() => "hydration" in window);
    await page.getByTitle("Add text (T)").click();
    await expect.poll(async () => (await state(page)).template.schemas.length).toBe(1);
    expect(await page.evaluate(() => (window as never as { hydration: { problems: string[] } }).hydration.problems)).toEqual([]);
    expect(wrong).toEqual([]);
    await context.close();
  });
});
