/** A page that served an earlier test is as good as one of a new context. */
import { describe, expect, it } from "vitest";
import { openPage, useBrowser } from "./harness";

useBrowser();

/** What a test can leave behind. */
const state = () =>
  Promise.all([indexedDB.databases(), caches.keys(), navigator.storage.estimate()]).then(([databases, stores]) => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookies: document.cookie,
    databases: databases.length,
    caches: stores.length,
    size: [innerWidth, innerHeight],
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    still: matchMedia("(prefers-reduced-motion: reduce)").matches,
    forced: matchMedia("(forced-colors: active)").matches,
    mark: "mark" in window,
    hovered: document.querySelector("#root:hover") !== null,
  }));

describe("a page", () => {
  const begins: unknown[] = [];

  it.each(["the first", "the second", "a third"])("is new for %s test", async () => {
    const page = await openPage("editor");
    // A browser without windows has the pointer on the first pixel of a new page.
    await page.addStyleTag({ content: "#root { position: fixed; inset: 50px }" });
    begins.push(await page.evaluate(state));
    await page.evaluate(async () => {
      localStorage.setItem("a", "b");
      sessionStorage.setItem("a", "b");
      document.cookie = "a=b";
      await new Promise((done) => {
        const request = indexedDB.open("a", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("b");
        request.onsuccess = done;
      });
      await caches.open("a");
      Object.assign(window, { mark: 1 });
      addEventListener("pagehide", () => localStorage.setItem("late", "b"));
    });
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce", forcedColors: "active" });
    await page.setViewportSize({ width: 500, height: 400 });
    await page.mouse.move(100, 100);
    const other = await page.context().newPage();
    await other.goto(page.url());
    expect(await page.evaluate(state)).toMatchObject({ local: 1, session: 1, cookies: "a=b", databases: 1, caches: 1, size: [500, 400], dark: true, still: true, forced: true, mark: true, hovered: true });
    expect(begins).toEqual(begins.map(() => ({ local: 0, session: 0, cookies: "", databases: 0, caches: 0, size: [1400, 900], dark: false, still: false, forced: false, mark: false, hovered: false })));
    expect(page.context().pages()).toHaveLength(2);
  });

  it("of a test that has two is one of its own each", async () => {
    const [first, second] = [await openPage("editor"), await openPage("editor")];
    await first.evaluate(() => localStorage.setItem("a", "b"));
    expect(await second.evaluate(() => localStorage.length)).toBe(0);
    expect(first.context().pages()).toHaveLength(1);
  });
});
