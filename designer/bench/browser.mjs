/**
 * What people wait for in the application, on the invoice that comes with the program: the first paint in a browser that was
 * never there, and a key until canvas, preview and list of problems show what it did. The page measures itself, from the
 * event of the key to the frame after the one that shows it.
 *
 * usage: npm ci && REPORTCTL=../target/release/reportctl node bench/browser.mjs [ROUNDS]
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const program = resolve(process.env.REPORTCTL ?? new URL("../../target/release/reportctl", import.meta.url).pathname);
const rounds = Number(process.argv[2] ?? 5);
const KEYS = 40;
/** Between two keys, in milliseconds. */
const REST = 120;

const folder = mkdtempSync(join(tmpdir(), "reportctl-bench-"));
const run = (...args) => execFileSync(program, args, { cwd: folder, stdio: "ignore" });
run("init", ".");
run("template", "new", "Invoice", "--from", "invoice");
const service = spawn(program, ["design", "--no-open"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
const address = await new Promise((found, fail) => {
  let said = "";
  service.once("exit", () => fail(new Error(`it ended: ${said}`)));
  service.stderr.setEncoding("utf8").on("data", (chunk) => {
    said += chunk;
    const match = /the designer is at (http:\/\/[^/]+)/.exec(said);
    if (match) found(match[1]);
  });
});

/** In the page: when the sheet and its first drawing were there. */
function watchStart() {
  window.times = {};
  const look = () => {
    if (document.querySelector("[data-sheet]")) window.times.sheet ??= performance.now();
    if (document.querySelector("svg.jpd-field__drawing use")) window.times.drawn ??= performance.now();
    if (!window.times.drawn) requestAnimationFrame(look);
  };
  look();
}

/** In the page: milliseconds from the next key to the frame that shows a change below `selector`, in `window.shown`. */
function watchKey([selector, wanted]) {
  window.shown = new Promise((resolve) => {
    let key = 0;
    let changed = false;
    addEventListener("keydown", (event) => (key = event.timeStamp), { capture: true, once: true });
    const watched = document.querySelector(selector);
    new MutationObserver(() => (changed ||= key > 0)).observe(watched, { subtree: true, childList: true, attributes: true, characterData: true });
    const look = () => {
      const shown = changed && (wanted === undefined ? !watched.querySelector("[data-stale]") : watched.textContent.includes(wanted));
      if (shown) requestAnimationFrame(() => resolve(performance.now() - key));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const open = async () => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" })).newPage();
  await page.addInitScript(watchStart);
  await page.goto(`${address}/#/templates/invoice`);
  await page.waitForFunction(() => window.times.drawn);
  const times = await page.evaluate(() => ({
    "first paint": performance.getEntriesByName("first-contentful-paint")[0].startTime,
    "template open": window.times.sheet,
    "first drawing": window.times.drawn,
  }));
  return { browser, page, times };
};

const figures = {};
const note = (name, value) => (figures[name] ??= []).push(value);

for (let round = 0; round < rounds; round += 1) {
  const { browser, page, times } = await open();
  for (const [name, value] of Object.entries(times)) note(name, value);
  if (round === rounds - 1) {
    await page.getByTitle("Add text (T)").click();
    await page.getByRole("tab", { name: "Data" }).click();
    const editor = page.locator("[data-part=property-panel] .cm-content").first();
    await editor.click();
    const field = `[data-field-id="${await page.locator("[data-part=canvas] [data-field-id][data-selected]").getAttribute("data-field-id")}"]`;
    const type = async (name, selector) => {
      for (let key = 0; key < KEYS; key += 1) {
        await page.evaluate(watchKey, [selector]);
        await page.keyboard.press(key % 8 === 7 ? "Backspace" : "abcdefg"[key % 8]);
        note(name, await page.evaluate(() => window.shown));
        await page.waitForTimeout(REST);
      }
    };
    await type("warm-up", field);
    await type("key to canvas", field);
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.locator(".jpd-preview__svg").first().waitFor();
    await page.waitForTimeout(500);
    await editor.click();
    await type("key to preview", ".jpd-livepreview__scroll");
    await page.getByRole("button", { name: "Problems", exact: true }).click();
    const WIDE = "W".repeat(80);
    for (let count = 0; count < 5; count += 1) {
      await editor.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(`${WIDE.slice(0, 3)} `);
      await page.waitForFunction(() => !document.querySelector("[data-part=problems]").textContent.includes("textTooWide"));
      await page.keyboard.press("Control+a");
      await page.evaluate(watchKey, ["[data-part=problems]", "textTooWide"]);
      // A key, so that the page knows when; the text comes with it.
      await page.keyboard.press("W");
      await page.keyboard.insertText(WIDE);
      note("too wide to problem", await page.evaluate(() => window.shown));
    }
  }
  await browser.close();
}
service.kill("SIGINT");
await new Promise((ended) => service.once("exit", ended));
rmSync(folder, { recursive: true });

const sorted = (values) => values.toSorted((a, b) => a - b);
for (const [name, values] of Object.entries(figures)) {
  const all = sorted(values);
  const at = (part) => `${Math.round(all[Math.min(all.length - 1, Math.floor(all.length * part))])} ms`;
  console.log(`${name.padEnd(20)} least ${at(0).padStart(8)}   median ${at(0.5).padStart(8)}   19 of 20 within ${at(0.95).padStart(8)}`);
}
