/**
 * Starts what tests in a browser share: the pages in `pages/`, built once, behind a server, and a Chromium for each worker.
 * Tests find both through `provide`.
 */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { chromium } from "playwright-core";
import { build, preview } from "vite";
import { gzip } from "../../build/gzip";
import type { TestProject } from "vitest/node";
import { WORKERS } from "../../vitest.browser.config";
import { LAUNCH } from "../chromium";

declare module "vitest" {
  interface ProvidedContext {
    server: string;
    /** One for each worker. */
    browsers: string[];
  }
}

export default async function setup(project: TestProject) {
  const pages = fileURLToPath(new URL("pages", import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), "designer-pages-"));
  const common = { configFile: false, root: pages, logLevel: "error" } as const;
  const names = (await readdir(pages)).filter((name) => name.endsWith(".html"));
  const input = names.map((name) => join(pages, name));
  // For tests of behaviour React's own warnings are findings; speed is that of the build that people get.
  const before = process.env.NODE_ENV;
  for (const mode of ["development", "production"]) {
    process.env.NODE_ENV = mode;
    await build({
      ...common,
      plugins: [react(), gzip()],
      mode,
      base: "./",
      worker: { format: "es", plugins: () => [gzip()] },
      define: { "process.env.NODE_ENV": JSON.stringify(mode) },
      build: { outDir: mode === "production" ? join(outDir, mode) : outDir, emptyOutDir: true, minify: mode === "production", rolldownOptions: { input } },
    });
  }
  process.env.NODE_ENV = before;
  const server = await preview({ ...common, build: { outDir }, preview: { host: "127.0.0.1", port: 0 } });
  const address = server.httpServer?.address();
  if (!address || typeof address === "string") throw new Error("the server has no port");
  const launch = () => chromium.launchServer(LAUNCH);
  const browsers = await Promise.all(Array.from({ length: WORKERS }, launch));
  project.provide("server", `http://127.0.0.1:${address.port}`);
  project.provide("browsers", browsers.map((browser) => browser.wsEndpoint()));
  return async () => {
    for (const browser of browsers) await browser.close();
    await server.close();
    await rm(outDir, { recursive: true });
  };
}
