/** Panels that breathe: stops of Tab, sizes and weights, folded parts, own lists, help and palettes. */
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { Binding, Field } from "../../src/core/types";
import { axeInBothThemes, PARTS } from "./axe";
import { openPage, useBrowser } from "./harness";

useBrowser();


const data = { number: "2026-17", total: 1234.5, lines: [{ name: "Pen", price: 2.5, group: "a" }, { name: "Ink", price: 4, group: "b" }] };
const box = { x: 20, y: 40, width: 80, height: 10 };
const schemas = [
  { ...box, id: "title", name: "Invoice number", type: "text", content: "Invoice {number}", fontSize: 16, fontColor: "#0f172a", alignment: "left", wrap: "word" },
  { ...box, y: 60, width: 170, height: 40, id: "lines", name: "Lines", type: "table", head: ["Item", "Price", "Group", "Note"], content: [["{name}", "{price}", "{group}", ""]], headBackgroundColor: "#1f618d", footer: ["Total", "{SUM(lines.price)}", "", ""] },
  { ...box, y: 60, width: 170, height: 40, id: "plain", name: "plain", type: "table", head: ["A", "B", "C"], content: Array.from({ length: 8 }, (_, row) => ["a", "b", `${row}`]) },
  { ...box, y: 110, width: 40, height: 40, id: "logo", name: "image_pkb5", type: "image", content: "" },
  { ...box, y: 150, height: 50, id: "chart", name: "chart", type: "chart", chartType: "pie", displayMode: "percent" },
  { ...box, y: 210, height: 25, id: "card", name: "card", type: "kpi", icon: "home", title: "Revenue", value: "{total}", subtitle: "month", backgroundColor: "#1d4ed8", textColor: "#ffffff" },
  { ...box, y: 240, width: 170, height: 30, id: "section", name: "section", type: "section" },
  { ...box, y: 255, id: "qr", name: "qr", type: "qrcode", payload: { type: "epc", name: "Ana", iban: "", amount: "" } },
  { ...box, y: 260, id: "bars", name: "bars", type: "barcode", content: "123", symbology: "code128" },
  { ...box, y: 262, id: "rect", name: "rect", type: "rectangle" },
] as unknown as Field[];
const bindings: Binding[] = [
  { schemaName: "Lines", type: "array", path: "lines", columns: ["name", "price", "group", "note"] },
  { schemaName: "chart", type: "chart", path: "lines", labelColumn: "name", valueColumn: "price" },
];
const template = { version: 1, extensions: 1, page: { width: 210, height: 297 }, headerHeight: 20, footerHeight: 15, styles: { strong: { bold: true } }, schemas };

async function panels(show: string[], select: string[] = ["title"]): Promise<Page> {
  const page = await openPage("panels", { viewport: { width: 700, height: 1000 } });
  page.setDefaultTimeout(8000);
  await page.waitForFunction(() => "startPanels" in window);
  await page.evaluate((start) => window.startPanels(start as never), { template, bindings, data, select, show });
  await page.waitForSelector("[data-part]");
  return page;
}

const field = (page: Page, id: string) => page.evaluate((own) => window.panels.template.schemas.find((entry) => entry.id === own) as never, id) as Promise<Record<string, unknown>>;
const select = async (page: Page, id: string) => {
  await page.evaluate((own) => window.panels.select([own]), id);
  await page.waitForFunction((own) => window.panels.selected.join() === own, id);
  await page.waitForTimeout(100);
};

/** What Tab stops at, walked through as a person does. The page notes where the focus comes to, so that it is asked only now and then. */
async function stops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.querySelector("[data-before]")?.remove();
    const before = Object.assign(document.createElement("button"), { textContent: "before" });
    before.dataset.before = "";
    document.body.prepend(before);
    before.focus();
    const walk = { stops: [] as string[], ended: false };
    Object.assign(window, { walk });
    // Behind the last stop the focus is on nothing, or again on the first.
    addEventListener("keyup", () => {
      const at = document.activeElement;
      walk.ended ||= !at || at === document.body || at === before;
      if (!walk.ended) walk.stops.push(`${at!.tagName} ${at!.getAttribute("aria-label") ?? at!.textContent?.slice(0, 20)}`);
    }, true);
  });
  const walked = () => page.evaluate(() => (window as unknown as { walk: { stops: string[]; ended: boolean } }).walk);
  for (let presses = 1; presses <= 200; presses += 1) {
    await page.keyboard.press("Tab");
    if (presses % 8 === 0 && (await walked()).ended) break;
  }
  return (await walked()).stops;
}

describe("stops of Tab", () => {
  it("are at most 40 in a panel, of every kind of field", async () => {
    const counts: Record<string, number> = {};
    for (const tab of ["dados", "estilo", "filter"]) {
      const page = await panels([tab]);
      for (const { id } of schemas) {
        await select(page, id);
        const found = await stops(page);
        counts[`${id} ${tab}`] = found.length;
      }
    }
    const page = await panels(["page"]);
    counts.page = (await stops(page)).length;
    console.log(JSON.stringify(counts));
    expect(Object.entries(counts).filter(([, count]) => count > 40)).toEqual([]);
  }, 120_000);
});

describe("the look of a panel", () => {
  it("has two sizes of text and two weights, in steps of 4 px", async () => {
    const page = await panels(["dados", "estilo", "page"]);
    const seen = { sizes: new Set<string>(), weights: new Set<string>() };
    for (const { id } of schemas) {
      await select(page, id);
      const found = await page.evaluate(() => {
        const texts = [...document.querySelectorAll<HTMLElement>(".jpd-panel *")].filter(
          (own) => own.checkVisibility() && !own.closest(".jpd-sample, svg") && ([...own.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) || own.matches("input:not([type=color], [type=checkbox]), select")),
        );
        const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
        const px = (value: number) => Math.round((value / rem) * 100) / 100;
        const heights = [...document.querySelectorAll<HTMLElement>(".jpd-panel :is(.jpd-input, .jpd-select, .jpd-btn, .jpd-iconchoice)")].filter((own) => own.checkVisibility() && px(own.getBoundingClientRect().height - (own.matches(".jpd-iconchoice") ? 4 * (1 - rem) : 0)) % 4 !== 0).map((own) => `${own.className} ${own.getAttribute("aria-label")} ${own.getBoundingClientRect().height}`);
        return { sizes: texts.map((own) => `${px(Number.parseFloat(getComputedStyle(own).fontSize))}px`), weights: texts.map((own) => getComputedStyle(own).fontWeight), heights };
      });
      found.sizes.forEach((size) => seen.sizes.add(size));
      found.weights.forEach((weight) => seen.weights.add(weight));
      expect([...new Set(found.heights)], id).toEqual([]);
    }
    expect([...seen.sizes].sort()).toEqual(["11px", "12px"]);
    expect([...seen.weights].sort()).toEqual(["400", "600"]);
  });

  it("has controls of one row at one height, and room around what the checklist says", async () => {
    const page = await panels(["page"]);
    await page.locator(".jpd-checklist__item").first().waitFor();
    const found = await page.evaluate(() => {
      const rows = [...document.querySelectorAll("[data-part=page-settings] .jpd-prop__parts")].flatMap((parts) => {
        const items = [...parts.children].filter((own) => own.checkVisibility());
        const top = (own: Element) => own.getBoundingClientRect().top;
        return items.slice(1).flatMap((own, index) => {
          const before = items[index]!;
          if (top(own) !== top(before)) return [];
          const [left, right] = [before, own].map((item) => item.querySelector(".jpd-input, .jpd-select, .jpd-checkline__box"));
          return left && right && Math.abs(top(left) - top(right)) > 0.5 ? [`${before.textContent} | ${own.textContent}`] : [];
        });
      });
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      const items = [...document.querySelectorAll(".jpd-checklist__item")];
      const rooms = items.map((own) => (own.getBoundingClientRect().bottom - own.lastElementChild!.getBoundingClientRect().bottom) / rem);
      return { rows, narrow: rooms.filter((room) => room < 8) };
    });
    expect(found).toEqual({ rows: [], narrow: [] });
  });

  it("names a field by what it shows, never by characters of a program", async () => {
    const page = await panels(["dados"], ["logo"]);
    expect(await page.locator(".jpd-panel__name").innerText()).toBe("Image");
  });
});

describe("own lists", () => {
  const wrap = (page: Page) => page.locator("[data-property=wrap] select");

  it("open by a press and by keys, choose by arrow keys and by typing, and are no native popup", async () => {
    const page = await panels(["estilo"]);
    await wrap(page).click();
    const list = page.getByRole("listbox", { name: "Line breaks" });
    await list.waitFor();
    await list.getByRole("option", { name: "Anywhere" }).click();
    await list.waitFor({ state: "detached" });
    expect((await field(page, "title")).wrap).toBe("char");
    await page.waitForFunction(() => document.activeElement?.matches("[data-property=wrap] select"));
    await page.keyboard.press("Enter");
    await list.waitFor();
    await page.keyboard.type("one");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await field(page, "title")).wrap).toBe("none");
    await page.keyboard.press("Alt+ArrowDown");
    await list.waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    expect((await field(page, "title")).wrap).toBe("none");
    await page.waitForFunction(() => document.activeElement?.matches("[data-property=wrap] select"));
    // A second press closes it.
    await wrap(page).click();
    await list.waitFor();
    await wrap(page).click({ force: true });
    await list.waitFor({ state: "detached" });
  });
});

describe("icons", () => {
  it("align and emphasize by press and by arrow keys, one stop each", async () => {
    const page = await panels(["estilo"]);
    await page.getByRole("radio", { name: "Right", exact: true }).click();
    expect((await field(page, "title")).alignment).toBe("right");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(async () => (await field(page, "title")).alignment).toBe("center");
    const bold = page.getByRole("button", { name: "Bold", exact: true });
    await bold.click();
    expect((await field(page, "title")).bold).toBe(true);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await expect.poll(async () => (await field(page, "title")).italic).toBe(true);
    await bold.click();
    expect(Object.keys(await field(page, "title"))).not.toContain("bold");
  });

  it("choose a color of the page or of the palette, by pointer and keys", async () => {
    const page = await panels(["estilo"]);
    await page.locator("[data-property=backgroundColor] input[type=color]").click();
    const palette = page.getByRole("dialog", { name: "Background" });
    await palette.getByRole("button", { name: "#1f618d" }).click();
    expect((await field(page, "title")).backgroundColor).toBe("#1f618d");
    await page.getByRole("textbox", { name: "Background: #rrggbb" }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await palette.waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    // The last one is the darkest purple; above it are the lighter ones.
    await expect.poll(async () => (await field(page, "title")).backgroundColor).toBe("#3f1167");
    await page.keyboard.press("Alt+ArrowDown");
    await palette.waitFor();
    await page.keyboard.press("End");
    for (let row = 0; row < 4; row++) await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await field(page, "title")).backgroundColor).toBe("#7e22ce");
  });
});

describe("help", () => {
  it("opens by resting on the label, without taking the focus, and by F1 with what resets", async () => {
    const page = await panels(["estilo"]);
    const size = page.getByRole("spinbutton", { name: "Font size (pt)" });
    await size.focus();
    await page.locator("[data-property=fontSize] .jpd-prop__label").hover();
    const help = page.getByRole("dialog", { name: "About Font size" });
    await help.waitFor();
    expect(await size.evaluate((own) => own === document.activeElement)).toBe(true);
    await page.mouse.move(5, 900);
    await help.waitFor({ state: "detached" });
    await page.keyboard.press("F1");
    await help.waitFor();
    await help.getByRole("button", { name: /Reset/ }).click();
    await help.waitFor({ state: "detached" });
    expect(Object.keys(await field(page, "title"))).not.toContain("fontSize");
    await page.waitForFunction(() => document.activeElement?.closest("[data-property=fontSize]") !== null);
  });
});

describe("looks of a table", () => {
  it("are chosen by part, from the sample and by tabs, and the sample shows them", async () => {
    const page = await panels(["estilo"], ["lines"]);
    await page.locator(".jpd-sample [data-part=titles]").click();
    expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Titles");
    const background = page.getByRole("textbox", { name: "Background: #rrggbb" });
    await background.fill("#aa0000");
    await background.press("Enter");
    await expect.poll(() => page.locator(".jpd-sample [data-part=titles]").evaluate((row) => getComputedStyle(row).backgroundColor)).toBe("rgb(170, 0, 0)");
    expect(await page.locator(".jpd-sample [data-part=rows] td").first().getAttribute("data-text")).toBe("Pen");
    await page.getByRole("tab", { name: "Titles" }).press("ArrowRight");
    expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Rows");
    await page.getByRole("textbox", { name: "Stripe colour: #rrggbb" }).waitFor();
  });
});

describe("what is advanced", () => {
  it("is folded, says what is set in it, and opens for who is led to it", async () => {
    const page = await panels(["dados", "estilo"]);
    expect(await page.locator("[data-property=characterSpacing]").count()).toBe(0);
    await page.evaluate(() => window.panels.actions.updateSchema("title", { characterSpacing: 1 }));
    await page.locator("[data-section=estilo] .jpd-advanced__count", { hasText: "1 set" }).waitFor();
    await page.evaluate(() => window.panels.actions.reveal({ fieldId: "title", property: "characterSpacing" }));
    await page.waitForFunction(() => document.activeElement?.closest("[data-property=characterSpacing]") !== null);
    // It stays open for the next text.
    await select(page, "lines");
    await select(page, "title");
    await page.locator("[data-property=characterSpacing]").waitFor();
  });
});

describe("axe", () => {
  const find = (page: Page) => axeInBothThemes(page, { include: [["body"]] }, PARTS);

  it("finds nothing in parts of tables, lists, palettes, help and what is advanced, in both themes", async () => {
    const page = await panels(["dados", "estilo"], ["lines"]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const findings: string[] = [];
    for (const tab of ["Table", "Titles", "Rows", "Totals"]) {
      await page.getByRole("tab", { name: tab, exact: true }).click();
      for (let depth = 0; depth < 3; depth += 1) {
        await page.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
        await page.waitForTimeout(100);
      }
      findings.push(...(await find(page)).map((finding) => `${tab}: ${finding}`));
    }
    await select(page, "title");
    for (const [open, role] of [
      ["[data-property=wrap] select", "listbox"],
      ["[data-property=backgroundColor] input[type=color]", "dialog"],
    ] as const) {
      await page.locator(open).click();
      await page.getByRole(role).first().waitFor();
      await page.waitForTimeout(200);
      findings.push(...(await find(page)).map((finding) => `${open}: ${finding}`));
      await page.keyboard.press("Escape");
    }
    await page.getByRole("spinbutton", { name: "Font size (pt)" }).focus();
    await page.keyboard.press("F1");
    await page.getByRole("dialog").waitFor();
    findings.push(...(await find(page)).map((finding) => `help: ${finding}`));
    expect(findings).toEqual([]);
  }, 60_000);
});
