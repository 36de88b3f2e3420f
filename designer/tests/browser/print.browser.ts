/** The pages on the canvas against those of the PDF, for every shipped template. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Editor, useBrowser } from "./harness";
import { different, LARGER, printed } from "./print";

useBrowser();

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, ROOT), "utf8"));
const names = readdirSync(new URL("templates", ROOT)).flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []);

/** Of a longer document the first pages show all that there is. */
const MOST_PAGES = 4;

/** Marks and tools of the editor are no part of the document. */
const PAPER_ALONE = `
  .jpd-field__mark, .jpd-canvas__bar, .jpd-canvas__bars, .jpd-canvas__ruler, .jpd-ruler__corner { visibility: hidden !important }
  .jpd-field[data-warning]::after { display: none !important }
  .jpd-page { box-shadow: none !important }`;

const WINDOW = { width: 1600, height: 1250 };

/** Gives an area of the window as PNG, as a data address. */
type Painter = (clip: { x: number; y: number; width: number; height: number }) => Promise<string>;

/** From now on the page has `LARGER` pixels of the screen for each of its own: before, all that it paints would take so much longer. */
async function painter(e: Editor): Promise<Painter> {
  const session = await e.page.context().newCDPSession(e.page);
  await session.send("Emulation.setDeviceMetricsOverride", { ...WINDOW, deviceScaleFactor: LARGER, mobile: false });
  await e.page.waitForFunction((larger) => devicePixelRatio === larger, LARGER);
  return async (clip) => {
    const { data } = await session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true, clip: { ...clip, scale: 1 } });
    return `data:image/png;base64,${data}`;
  };
}

/** The page as it is on the screen; it begins on a whole pixel, as pages of PDF readers do. */
async function pictureOf(e: Editor, number: number, paint: Painter): Promise<string> {
  const document = e.page.locator(".jpd-document");
  const paper = e.page.locator(number === 1 ? "[data-sheet]" : `[data-paper="${number}"]`);
  await e.canvas.evaluate((canvas, { at, of }) => canvas.scrollTo(0, (canvas.scrollHeight * (at - 1)) / of), { at: number, of: await pages(e) });
  await paper.waitFor({ state: "attached" });
  await paper.evaluate((element) => element.scrollIntoView({ block: "start" }));
  const place = (await paper.boundingBox())!;
  await document.evaluate((element, { x, y }) => {
    const style = (element as HTMLElement).style;
    const now = { left: Number.parseFloat(style.left) || 0, top: Number.parseFloat(style.top) || 0 };
    Object.assign(style, { left: `${now.left + Math.round(x) - x}px`, top: `${now.top + Math.round(y) - y}px` });
  }, place);
  // What came in sight is drawn.
  await e.page.waitForTimeout(400);
  const area = (await paper.boundingBox())!;
  const clip = { x: area.x, y: area.y, width: Math.floor(area.width), height: Math.floor(area.height) };
  return paint(clip);
}

const pages = async (e: Editor) => Number.parseInt((await e.page.locator(".jpd-status__text", { hasText: /page/ }).textContent()) ?? "1", 10);

describe("the canvas against the print", () => {
  it.each(names)("%s differs in less than 0.5 % of the pixels of each page", { timeout: 180_000 }, async (name) => {
    const { template, bindings } = read(`templates/${name}.json`);
    const data = read(`samples/${name}.json`);
    const e = await Editor.open({ template, bindings, data, props: { engine: "wasm" } }, { viewport: WINDOW });
    await expect.poll(() => e.canvas.getAttribute("data-view"), { timeout: 20_000 }).toBe("document");
    await e.page.addStyleTag({ content: PAPER_ALONE });
    await e.setZoom(1);
    const paint = await painter(e);
    const count = Math.min(MOST_PAGES, await pages(e));
    const prints = printed({ template, bindings, data }, count, LARGER);
    const { width, height } = template.page;
    const shares: number[] = [];
    for (const [index, print] of prints.entries()) {
      const canvas = await pictureOf(e, index + 1, paint);
      // Whole pixels of the page.
      const whole = (mm: number) => (Math.floor((mm * 96) / 25.4) * 25.4) / 96;
      // A page that is as long as its content ends where its print ends: the height in the header of a PNG file.
      const printedHeight = template.page.autoHeight ? (Buffer.from(print.slice(print.indexOf(",") + 1), "base64").readUInt32BE(20) / LARGER / 96) * 25.4 : height;
      shares.push(await different(e.page, canvas, print, { x: 0, y: 0, width: whole(width), height: whole(printedHeight) }, LARGER));
    }
    console.info(`${name}: share of pixels that differ`, shares.map((share) => share.toFixed(5)).join(" "));
    expect(shares.filter((share) => share >= 0.005)).toEqual([]);
  });
});
