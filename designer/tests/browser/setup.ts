/**
 * Starts what tests in a browser share: a server of the pages in `pages/` and Chromium. `CHROMIUM` names another browser;
 * tests find both through `provide`.
 */
import { chromium } from "playwright-core";
import { createServer } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    server: string;
    browser: string;
  }
}

export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default async function setup(project: TestProject) {
  const server = await createServer({
    configFile: false,
    root: new URL("../..", import.meta.url).pathname,
    plugins: [(await import("@vitejs/plugin-react")).default()],
    server: { host: "127.0.0.1", port: 0, hmr: false, watch: null },
    optimizeDeps: { include: ["react", "react-dom/client", "radix-ui", "zustand", "zustand/vanilla"] },
    logLevel: "error",
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === "string") throw new Error("the server has no port");
  const browser = await chromium.launchServer({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: FLAGS,
    headless: true,
  });
  project.provide("server", `http://127.0.0.1:${address.port}`);
  project.provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.close();
  };
}
