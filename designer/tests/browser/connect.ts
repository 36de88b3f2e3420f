import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

/** The browser of this worker: the clipboard is one for all pages of a browser. */
export function connected(): Promise<Browser> {
  const browsers = inject("browsers");
  const endpoint = browsers[(Number(process.env.VITEST_POOL_ID) - 1) % browsers.length];
  if (!endpoint) throw new Error("the setup of the tests has started no browser");
  return chromium.connect(endpoint);
}
