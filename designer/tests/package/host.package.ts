/** A front end that installs the package: rendered on a server, bundled, opened in a browser. */
import { createServer, type Server } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { chromium, type Browser, type Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LAUNCH } from "../chromium";
import { invoice, Project } from "./project";

describe.each(["18", "19"])("React %s", (version) => {
  test.each(["import", "require"])("renders the designer on a server (%s)", (how) => {
    const name = `react${version}-${how}`;
    const project = new Project(name, `react@${version}`, `react-dom@${version}`);
    project.write("invoice.json", JSON.stringify(invoice));
    const load =
      how === "import"
        ? `const load = (name) => import(name);`
        : `const load = async (name) => require(name);`;
    const script = `${load}
      (async () => {
        const { createElement, StrictMode, version } = await load("react");
        const { renderToString } = await load("react-dom/server");
        const { Designer } = await load("reportctl-designer");
        const { PdfPreview } = await load("reportctl-designer/preview");
        const { file } = JSON.parse(require("node:fs").readFileSync("invoice.json", "utf8"));
        const designer = createElement(Designer, { template: file.template, onChangeTemplate() {}, bindings: file.bindings, onChangeBindings() {}, locale: "pt-BR" });
        const html = renderToString(createElement(StrictMode, null, designer, createElement(PdfPreview, { bytes: null })));
        console.log(JSON.stringify({ version: version.split(".")[0], designer: html.includes("jpd-designer"), words: html.includes("Página"), preview: html.includes("jpd-preview") }));
      })();`;
    expect(project.run("render.cjs", script)).toEqual({ version, designer: true, words: true, preview: true });
  });
});

const MAIN = `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { generatePdf } from "reportctl-designer";
import { PdfPreview } from "reportctl-designer/preview";
import "reportctl-designer/theme.css";
const root = createRoot(document.getElementById("root"));
window.host = {
  async show({ file, data }, options) {
    const bytes = await generatePdf(file.template, data, file.bindings, options);
    root.render(createElement(PdfPreview, { bytes, scale: 1 }));
    return Array.from(bytes);
  },
  async breakIt() {
    root.render(createElement(PdfPreview, { bytes: new Uint8Array([1, 2, 3]) }));
  },
};`;

describe("in a browser", () => {
  let project: Project;
  let server: Server;
  let browser: Browser;
  let policy: string;

  beforeAll(async () => {
    project = new Project("host", "react@19", "react-dom@19");
    project.write("index.html", `<!doctype html><html lang="en"><title>host</title><div id="root"></div><script type="module" src="/main.js"></script></html>`);
    project.write("main.js", MAIN);
    await build({ root: project.folder, configFile: false, logLevel: "error", build: { chunkSizeWarningLimit: 1e6 } });
    const types: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css" };
    server = createServer((request, response) => {
      const path = request.url === "/" ? "/index.html" : (request.url ?? "/").split("?")[0];
      try {
        const body = readFileSync(join(project.folder, "dist", path ?? ""));
        response.setHeader("content-type", types[path?.split(".").pop() ?? ""] ?? "application/octet-stream");
        response.setHeader("content-security-policy", policy);
        response.end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    browser = await chromium.launch(LAUNCH);
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function open(): Promise<{ page: Page; requests: string[] }> {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return { page, requests };
  }

  /** How much of a canvas is not white. */
  const ink = (page: Page) =>
    page.locator("canvas[data-painted]").first().evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, i) => i % 4 !== 3 && value < 200).length;
    });

  test.each([
    { where: "in workers", worker: "blob:" },
    { where: "in the window, where a policy forbids workers", worker: "'none'" },
  ])("makes and shows a document $where; nothing is asked of others", async ({ worker }) => {
    policy = `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; worker-src ${worker}; font-src 'self' data: blob:; img-src 'self' data: blob:`;
    const { page, requests } = await open();
    const bytes = await page.evaluate((input) => (window as never as { host: { show(input: unknown): Promise<number[]> } }).host.show(input), invoice);
    project.write("invoice.json", JSON.stringify(invoice));
    project.run(
      "node.mjs",
      `import { readFileSync, writeFileSync } from "node:fs"; import { generatePdf } from "reportctl-designer/server";
       const { file, data } = JSON.parse(readFileSync("invoice.json", "utf8"));
       writeFileSync("node.pdf", await generatePdf(file.template, data, file.bindings)); console.log("1");`,
    );
    expect(Buffer.from(bytes).equals(project.read("node.pdf"))).toBe(true);
    await page.waitForSelector("canvas[data-painted]");
    expect(await ink(page)).toBeGreaterThan(1000);
    const foreign = requests.filter((url) => !/^(http:\/\/127\.0\.0\.1:|blob:http:\/\/127\.0\.0\.1:|data:)/.test(url));
    expect(foreign).toEqual([]);
    await page.close();
  });

  test("says what is wrong with a file that is no PDF", async () => {
    policy = "default-src 'self' blob: data: 'unsafe-inline' 'wasm-unsafe-eval'";
    const { page } = await open();
    await page.evaluate(() => (window as never as { host: { breakIt(): Promise<void> } }).host.breakIt());
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/PDF/i);
    await page.close();
  });
});
