import { existsSync } from "node:fs";

/** Most tests spend their time in the browser: without windows, and with the drawing in its main process, it needs a third less of the processor. */
const INSTALLED = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Options of Playwright for the Chromium of all tests; `CHROMIUM` names another browser. */
export const LAUNCH = {
  executablePath: process.env.CHROMIUM ?? INSTALLED.find(existsSync) ?? "chromium",
  headless: true,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-back-forward-cache",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
