import type { Page } from "playwright-core";

/** What tests listen to; the connection to the browser has listeners of its own. */
const EVENTS = ["console", "dialog", "download", "filechooser", "pageerror", "popup", "request", "requestfailed", "requestfinished", "response", "websocket", "worker"] as const;

/**
 * Takes everything from a page that a test can leave on it, so that the next one finds it as in a new context. Its process, the
 * scripts of the page and their compiled code stay, which is most of the time that a new context takes. `origin`: where its pages
 * came from. `false` if the test closed the page.
 */
export async function renewed(page: Page, viewport: { width: number; height: number }, origin: string): Promise<boolean> {
  // Messages of the page that is left are no findings.
  for (const event of EVENTS) page.removeAllListeners(event);
  if (page.isClosed()) return false;
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.mouse.move(-1, -1);
  // A page that a test did not open has none.
  if (page.url() !== "about:blank") await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null });
  await page.setViewportSize(viewport);
  page.setDefaultTimeout(30_000);
  return true;
}
