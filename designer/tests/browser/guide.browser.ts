/** The front end that a host of json-pdf-designer has, unchanged, against `reportctl serve`. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { missing, program } from "../reportctl";
import { connected } from "./connect";
import { at, host } from "./host/build";

function serve(folder: string, port: number): Promise<ChildProcess> {
  const child = spawn(program, ["serve", "--listen", `127.0.0.1:${port}`], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(said)));
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      if ((said += chunk).includes("listening on")) resolve(child);
    });
  });
}

const unbuilt = !existsSync(at("dist/preview.js"));
if (unbuilt && process.env.REPORTCTL_REQUIRE_TOOLS) throw new Error("dist/preview.js is missing: npm run build");

describe.skipIf(missing || unbuilt)("a front end written from the guide", () => {
  it("designs, stores, loads, previews, downloads and mails", { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "reportctl-guide-"));
    execFileSync(program, ["init", "."], { cwd: folder, stdio: "ignore" });
    // A port that is free now; the front end has to know it before the service knows the front end.
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const { server, address } = await host("guide", join(folder, "host"), { proxy: `http://127.0.0.1:${port}` });
    writeFileSync(join(folder, "reportctl.yaml"), `serve:\n  origins: [${address}]\n`);
    const service = await serve(folder, port);
    const browser = await connected();
    try {
      const context = await browser.newContext({ viewport: { width: 1500, height: 950 }, acceptDownloads: true });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await page.goto(`${address}/guide.html`);

      await page.getByLabel("Name of the template").fill("From the guide");
      await page.getByTitle("Add text (T)").click();
      await page.getByRole("tab", { name: "Data" }).click();
      await page.locator("[data-part=property-panel] .cm-content").first().click();
      await page.keyboard.press("Control+A");
      await page.keyboard.insertText("Invoice {number}");
      await page.keyboard.press("Tab");
      await page.getByRole("button", { name: "Store" }).click();
      await expect.poll(() => page.locator("output").textContent()).toBe("saved");
      const file = JSON.parse(readFileSync(join(folder, "templates/from-the-guide.json"), "utf8"));
      expect(file.template.schemas[0]).toMatchObject({ type: "text", content: "Invoice {number}" });

      // Stored again, now by PUT, and loaded by another page.
      await page.getByLabel("Name of the template").fill("Renamed");
      await page.getByRole("button", { name: "Store" }).click();
      await expect.poll(() => page.getByLabel("Stored templates").textContent()).toContain("Renamed");
      await page.reload();
      await page.getByLabel("Stored templates").selectOption({ label: "Renamed" });
      await expect.poll(() => page.getByLabel("Name of the template").inputValue()).toBe("Renamed");
      await expect.poll(() => page.locator("[data-part=canvas] [data-field-id]").count()).toBe(1);

      await page.getByRole("button", { name: "Show" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.locator("canvas").first().waitFor();
      await page.keyboard.press("Escape");
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Get the PDF" }).click()]);
      expect(download.suggestedFilename()).toBe("invoice.pdf");
      await download.saveAs(join(folder, "browser.pdf"));
      writeFileSync(join(folder, "data.json"), JSON.stringify({ number: 7, customer: { name: "Ana" } }));
      const fixed = ["--creation-date", "1970-01-01", "--title", "", "--author", ""];
      execFileSync(program, ["render", "from-the-guide", "--data", "data.json", "--output", "shell.pdf", ...fixed], { cwd: folder, stdio: "ignore" });
      expect(readFileSync(join(folder, "browser.pdf")).equals(readFileSync(join(folder, "shell.pdf")))).toBe(true);

      await page.getByRole("button", { name: "Mail it" }).click();
      await expect.poll(() => page.locator("output").textContent()).toBe("mailed");
      expect(readdirSync(join(folder, ".reportctl/outbox")).length).toBe(1);
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
      service.kill("SIGINT");
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
