/** The canvas against the print, marks on it, guides, the overview of pages, and what outlives a reload. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Binding, Field, Template } from "../../src/core/types";
import { Editor, template, text, useBrowser } from "./harness";
import { different, LARGER, printed } from "./print";

useBrowser();

const lines = Array.from({ length: 5 }, (_, index) => ({ item: `Item ${index + 1}`, amount: 12.5 * (index + 1) }));
const data = { number: 7, customer: "Ada Lovelace", lines };

/** A picture with a corner in another colour, twice as wide as high. */
async function picture(page: Page): Promise<string> {
  return page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 200, height: 100 });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.fillStyle = "#0f766e";
    context.fillRect(0, 0, 200, 100);
    context.fillStyle = "#f59e0b";
    context.fillRect(0, 0, 100, 50);
    return canvas.toDataURL("image/png");
  });
}

const image = (content: string, more: Partial<Field> = {}): Field => ({ id: "image", name: "image", type: "image", x: 150, y: 40, width: 40, height: 40, content, ...more }) as Field;

/** One field of each kind that draws something. */
const kinds = (uri: string): Field[] => [
  text("text", 20, 40, { content: "Dear {customer}", fontColor: "#1d4ed8", backgroundColor: "#fef3c7", borderColor: "#92400e" }),
  { id: "table", name: "table", type: "table", x: 20, y: 90, width: 170, height: 42, head: ["Item", "Amount"], content: [["{item}", "{CURRENCY(amount)}"]] },
  { id: "chart", name: "chart", type: "chart", x: 20, y: 150, width: 90, height: 60, chartType: "pie", displayMode: "both" },
  { id: "bars", name: "bars", type: "chart", x: 120, y: 150, width: 70, height: 60, chartType: "bar", displayMode: "number" },
  { id: "kpi", name: "kpi", type: "kpi", x: 20, y: 225, width: 55, height: 35, icon: "payments", title: "Total", value: "{SUM(lines.amount)}", subtitle: "of all", backgroundColor: "#2563eb", textColor: "#ffffff" },
  image(uri),
];
const bindings: Binding[] = [
  { schemaName: "table", type: "array", path: "lines", columns: ["item", "amount"] },
  { schemaName: "chart", type: "chart", path: "lines", labelColumn: "item", valueColumn: "amount" },
  { schemaName: "bars", type: "chart", path: "lines", labelColumn: "item", valueColumn: "amount" },
];

describe("the canvas is the print", () => {
  it("24 every kind of field differs in less than 0.5 % of its pixels from the PDF", { timeout: 120_000 }, async () => {
    const blank = await Editor.open({ template: template([]) });
    const uri = await picture(blank.page);
    // Browsers put boxes on whole pixels of the screen, a PDF does not; these fields begin on whole ones.
    const whole = (mm: number) => (Math.round((mm * 96) / 25.4) * 25.4) / 96;
    const fields = kinds(uri).map((field) => ({ ...field, x: whole(field.x), y: whole(field.y), width: whole(field.width), height: whole(field.height) }));
    const pair = { template: template(fields, { headerHeight: 0, footerHeight: 0, page: { width: whole(210), height: whole(297) } }), bindings };
    const e = await Editor.open({ ...pair, data, props: { engine: "wasm", gridSizeMm: 0 } }, { deviceScaleFactor: LARGER, viewport: { width: 1400, height: 1500 } });
    for (const { id } of pair.template.schemas) {
      await expect.poll(() => e.field(id).locator("svg.jpd-field__drawing").count(), { timeout: 20_000 }).toBe(1);
    }
    // Marks of the editor are no part of the drawing; the sheet begins on a whole pixel, by its place and not by a transformation, which
    // browsers paint between pixels.
    await e.page.addStyleTag({ content: ".jpd-field { outline: none !important } .jpd-field__mark, .jpd-field__more { display: none } " });
    await e.setZoom(1);
    const sheet = e.page.locator("[data-sheet]");
    await sheet.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      Object.assign((element as HTMLElement).style, { position: "relative", left: `${Math.round(left) - left}px`, top: `${Math.round(top) - top}px` });
      (element as HTMLElement).style.boxShadow = "none";
    });
    const area = await sheet.boundingBox();
    expect(area && Number.isInteger(Math.round(area.x * 1000) / 1000)).toBe(true);
    const shot = await e.page.screenshot({ clip: { ...area!, width: Math.floor(area!.width), height: Math.floor(area!.height) } });
    const [print] = printed({ ...pair, data });
    const shares: Record<string, number> = {};
    for (const field of pair.template.schemas) {
      const box = field.id === "table" ? { ...field, height: 42 } : field;
      const { x, y, width, height } = box;
      shares[field.id] = await different(e.page, `data:image/png;base64,${shot.toString("base64")}`, print!, { x, y, width, height });
    }
    console.log("share of pixels that differ", JSON.stringify(shares));
    expect(Object.entries(shares).filter(([, share]) => share >= 0.005)).toEqual([]);
  });

  it("26 a picture of another ratio than its box is shown stretched, with a mark", async () => {
    const e = await Editor.open({ template: template([]), props: { engine: "wasm" } });
    const uri = await picture(e.page);
    await e.page.evaluate(([own, list]) => window.host.setTemplate({ ...own, schemas: list } as never), [
      await e.template(),
      [image(uri), image(uri, { id: "fitting", name: "fitting", y: 100, height: 20 })],
    ] as const);
    await expect.poll(() => e.field("image").locator("svg.jpd-field__drawing use, svg.jpd-field__drawing image").count(), { timeout: 20_000 }).toBe(1);
    expect(await e.field("image").locator("[data-stretched]").getAttribute("title")).toBe("Printed 40 × 40, the picture is 200 × 100: it is stretched");
    expect(await e.field("fitting").locator("[data-stretched]").count()).toBe(0);
  });
});

describe("guides", () => {
  it("are dragged out of the rulers, attract fields, are moved, and go where they came from", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 60)]), props: { gridSizeMm: 0 } });
    const ruler = await e.page.locator(".jpd-canvas__ruler[data-dir=y]").boundingBox();
    const { mouse } = e.page;
    const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      await mouse.move(from.x, from.y);
      await mouse.down();
      await mouse.move((from.x + to.x) / 2, to.y, { steps: 3 });
      await mouse.move(to.x, to.y, { steps: 3 });
      await mouse.up();
    };
    const start = { x: ruler!.x + 8, y: (await e.at(0, 90)).y };
    await drag(start, await e.at(47, 90));
    const line = e.page.locator("[data-guide-line]");
    await expect.poll(() => line.count()).toBe(1);
    expect(await e.announcement()).toBe("Guide at 47 mm");
    // Its left edge comes within 4 px of the guide.
    await e.drag([30, 65], [30 + 26.5, 65]);
    expect((await e.get("a")).x).toBeCloseTo(47, 1);
    await drag(await e.at(47, 120), await e.at(52, 120));
    expect(await e.announcement()).toBe("Guide at 52 mm");
    await drag(await e.at(52, 120), { x: ruler!.x + 8, y: start.y });
    await expect.poll(() => line.count()).toBe(0);
    expect(await e.announcement()).toBe("Guide removed");
  });
});

describe("pages", () => {
  const page = (id: string, schemas: Field[]) => ({ id, page: { width: 210, height: 297 }, schemas });
  const two = () => ({ ...template([]), pages: [page("p1", [text("a", 20, 50), text("b", 20, 80)]), page("p2", [text("c", 20, 50)])] }) as Template;

  it("58 a field dragged to page 2 in the overview keeps its binding", async () => {
    const bound: Binding[] = [{ schemaName: "a", type: "template", template: "{number}" }];
    const e = await Editor.open({ template: two(), bindings: bound, props: { pages: "auto" } });
    await e.page.getByRole("button", { name: "All pages" }).click();
    const dialog = e.page.getByRole("dialog", { name: "All pages" });
    await dialog.waitFor();
    await dialog.locator("[data-overview-field=a]").dragTo(dialog.locator("[data-overview-page='1']"), { targetPosition: { x: 100, y: 150 } });
    const names = async () => ((await e.template()).pages ?? []).map((own) => own.schemas.map((field) => field.name));
    await expect.poll(names).toEqual([["b"], ["c", "a"]]);
    expect(await e.bindings()).toEqual(bound);
    // The same without a pointer.
    await dialog.locator("summary").first().click();
    await dialog.getByLabel("Page of b").selectOption("1");
    await expect.poll(names).toEqual([[], ["c", "a", "b"]]);
    await e.press("Escape");
    await e.canvas.focus();
    await e.press("Control+z", "Control+z");
    expect(await e.template()).toEqual(two());
  });
});

describe("the focus", () => {
  it("is seen all around what scrolls, above paper and beside the rulers", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 60)]), props: { gridSizeMm: 0 } });
    await e.setZoom(2);
    await e.canvas.evaluate((canvas) => canvas.scrollTo(60, 60));
    await e.page.addStyleTag({ content: ":root { --jpd-accent-ring-visible: rgb(255, 0, 255) } .jpd-canvas__bars { display: none }" });
    const box = (await e.canvas.boundingBox())!;
    const ruler = (await e.page.locator(".jpd-canvas__ruler").first().boundingBox())!;
    const beside = Math.min(ruler.width, ruler.height);
    const [width, height] = await e.canvas.evaluate((canvas) => [canvas.clientWidth, canvas.clientHeight]);
    /** The share of each edge that has the colour of the ring. */
    const edges = async () => {
      const shot = await e.page.screenshot({ clip: { x: box.x + beside, y: box.y + beside, width: width! - beside, height: height! - beside } });
      return e.page.evaluate(async (uri) => {
        const bitmap = await createImageBitmap(await (await fetch(uri)).blob());
        const own = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d") as OffscreenCanvasRenderingContext2D;
        own.drawImage(bitmap, 0, 0);
        const share = (x: number, y: number, w: number, h: number) => {
          const { data } = own.getImageData(x, y, w, h);
          let ring = 0;
          for (let at = 0; at < data.length; at += 4) if (data[at]! > 220 && data[at + 1]! < 110 && data[at + 2]! > 220) ring += 1;
          return Math.round((ring / (w * h)) * 100);
        };
        const { width, height } = bitmap;
        return { top: share(0, 0, width, 1), left: share(0, 0, 1, height), bottom: share(0, height - 1, width, 1), right: share(width - 1, 0, 1, height) };
      }, `data:image/png;base64,${shot.toString("base64")}`);
    };
    expect(await edges()).toEqual({ top: 0, left: 0, bottom: 0, right: 0 });
    // By the keyboard, which is what shows the focus.
    await e.page.locator("#host").focus();
    for (let presses = 0; presses < 40 && !(await e.canvas.evaluate((own) => own === document.activeElement)); presses++) await e.press("Tab");
    await expect.poll(edges).toEqual({ top: 100, left: 100, bottom: 100, right: 100 });
  });
});

describe("what outlives a reload", () => {
  it("52 unsaved changes: they are offered, restored with their history, or discarded", async () => {
    const first = template([text("a", 20, 60)]);
    const start = { template: first, props: { documentId: "offer" } };
    const e = await Editor.open(start);
    await e.click(30, 65);
    await e.press("Shift+ArrowRight", "ArrowDown");
    const edited = await e.template();
    const again = async (own: typeof first) => {
      // Changes are kept after a second without any.
      await e.page.waitForTimeout(1500);
      await e.page.reload();
      await e.page.waitForFunction(() => "start" in window);
      await e.page.evaluate((options) => window.start(options as never), { bindings: [], ...start, template: own, props: { engine: null, ...start.props } });
      await e.page.waitForSelector("[data-sheet]");
    };
    const bar = e.page.locator("[data-part=recovery]");
    await again(first);
    await bar.waitFor();
    expect(await bar.textContent()).toMatch(/^Changes from .* were not saved\.Restore themDiscard them$/);
    expect(await e.template()).toEqual(first);
    await bar.getByRole("button", { name: "Restore them" }).click();
    await expect.poll(() => e.template()).toEqual(edited);
    expect(await bar.count()).toBe(0);
    await e.canvas.focus();
    await e.press("Control+z", "Control+z");
    expect(await e.template()).toEqual(first);
    await e.press("Control+Shift+z", "Control+Shift+z");
    // Stored again by somebody else: the bar says so.
    await again(template([text("a", 20, 60), text("b", 20, 90)]));
    await bar.getByText("The document was changed elsewhere since then.").waitFor();
    await again(first);
    await bar.getByRole("button", { name: "Discard them" }).click();
    expect(await bar.count()).toBe(0);
    await again(first);
    await e.page.waitForTimeout(300);
    expect(await bar.count()).toBe(0);
    expect(await e.template()).toEqual(first);
  });

  it("52 the undo history and the guides of a document that the host names", async () => {
    const first = template([text("a", 20, 60)]);
    const e = await Editor.open({ template: first, props: { documentId: "letter" } });
    await e.click(30, 65);
    await e.press("Shift+ArrowRight", "ArrowDown");
    await e.press("Control+k");
    await e.page.keyboard.type("Guides along");
    await e.press("Enter");
    await expect.poll(() => e.page.locator("[data-guide-line]").count()).toBe(4);
    const edited = await e.template();
    // Drafts and histories are kept after a second without changes.
    await e.page.waitForTimeout(1500);
    await e.page.reload();
    await e.page.waitForFunction(() => "start" in window);
    await e.page.evaluate((options) => window.start(options as never), { template: edited, bindings: [], props: { engine: null, documentId: "letter" } });
    await e.page.waitForSelector("[data-sheet]");
    await expect.poll(() => e.page.locator("[data-guide-line]").count()).toBe(4);
    await expect.poll(() => e.page.getByRole("button", { name: /^Undo/ }).isEnabled()).toBe(true);
    await e.canvas.focus();
    await e.press("Control+z", "Control+z");
    expect(await e.template()).toEqual(first);
    await e.press("Control+Shift+z", "Control+Shift+z");
    expect(await e.template()).toEqual(edited);
  });
});
