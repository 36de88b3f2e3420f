/** Tabs of the sidebar: their words are whole at its usual width, in every language. */
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
