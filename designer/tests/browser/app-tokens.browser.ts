/** The application on a service with tokens. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { missing } from "../reportctl";
import { WINDOW } from "./app";
import { useVisit, watchErrors, withoutTour } from "./program";

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
