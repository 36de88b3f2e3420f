/** Tabs and the buttons of the sidebar that add fields: their words are whole, in every language. */
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Locale } from "../../src/i18n";
import { Editor, template, useBrowser } from "./harness";

useBrowser();

const table = { id: "t", name: "t", type: "table", x: 10, y: 30, width: 150, height: 30, head: ["name"], content: [["{[name]}"]] } as const;
/** Nothing is compared yet: the tab of the filter warns. */
const bindings = [{ schemaName: "t", type: "array", path: "lines", columns: ["name"], filters: [[{ column: "name", op: "eq", value: "" }]] }];

describe("tabs of the sidebar", () => {
  for (const [width, height] of [[1280, 800], [1440, 900]] as const) {
    it.each(Object.keys(LANGUAGES) as Locale[])(`are whole in a window of ${width} × ${height}: %s`, async (locale) => {
      const e = await Editor.open({ template: template([table as never], { extensions: 1 }), bindings: bindings as never, data: { lines: [{ name: "Pen" }] }, locale }, { viewport: { width, height } });
      await e.click(40, 35);
      // With the button that hides the chosen one there is least room.
      await e.page.locator("[data-tab=estilo]").click();
      await expect.poll(() => e.page.locator(".jpd-tab__label").count()).toBe(6);
      expect(await e.page.locator(".jpd-warnicon").count()).toBeGreaterThan(0);
      const cut = await e.page.$$eval(".jpd-tab__label, .jpd-tabs__strip", (parts) =>
        parts.flatMap((part) => (part.scrollWidth > part.clientWidth ? [`${part.textContent}: ${part.scrollWidth} > ${part.clientWidth}`] : [])),
      );
      expect(cut).toEqual([]);
    });
  }
});

describe("buttons that add fields", () => {
  // At its usual width, at its least, and between.
  const WIDTHS = [320, 260, 224];

  it.each(Object.keys(LANGUAGES) as Locale[])("break words with a hyphen only: %s", async (locale) => {
    // With a list, the button of tables has another one beside it.
    const e = await Editor.open({ template: template([], { extensions: 1 }), data: { x: 1, rows: [{ a: 1 }] }, locale });
    const buttons = e.page.locator("[data-part=toolbar] .jpd-toolbar__btn");
    expect(await buttons.count()).toBeGreaterThan(15);
    for (const width of WIDTHS) {
      await e.page.locator(".jpd-sidebar").evaluate((own, px) => own.style.setProperty("--panel-width", `${px}px`), width);
      await expect.poll(() => e.page.locator(".jpd-sidebar").evaluate((own) => own.getBoundingClientRect().width)).toBe(width);
      const broken = await buttons.evaluateAll((own) =>
        own.flatMap((button) => {
          const label = button.querySelector("span")!;
          const text = label.firstChild as Text;
          const lineOf = (index: number): number | undefined => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + 1);
            return [...range.getClientRects()].filter((rect) => rect.width > 0).at(-1)?.top;
          };
          const isLetter = (index: number) => /\p{L}/u.test(text.data[index] ?? "");
          const breaks = [...text.data].flatMap((_, index) => (isLetter(index) && isLetter(index - 1) && lineOf(index) !== lineOf(index - 1) ? [`${text.data.slice(0, index)}|${text.data.slice(index)}`] : []));
          return label.scrollWidth > button.clientWidth ? [...breaks, `${text.data}: ${label.scrollWidth} > ${button.clientWidth}`] : breaks;
        }),
      );
      expect(broken, `at ${width}`).toEqual([]);
    }
  });
});
