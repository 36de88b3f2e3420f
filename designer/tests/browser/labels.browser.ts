/** Labels of the panels: a click on one gives its control the focus. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { useBrowser } from "./harness";
import { extended, panels, schemas, selectField } from "./panels";

useBrowser();

/** Opens what is folded. */
const unfold = (page: Page) =>
  page.evaluate(async () => {
    document.querySelectorAll("details").forEach((part) => (part.open = true));
    await new Promise(requestAnimationFrame);
  });

/** The visible labels whose click gives no control beside or inside of them the focus. */
async function idle(page: Page): Promise<string[]> {
  await unfold(page);
  return page.evaluate(() => {
    const found: string[] = [];
    for (const label of document.querySelectorAll<HTMLElement>("label, .jpd-prop__label, .jpd-labeled__label")) {
      if (!label.checkVisibility({ visibilityProperty: true }) || label.getBoundingClientRect().width === 0 || label.parentElement!.closest("label")) continue;
      const control = label instanceof HTMLLabelElement ? (label.control as HTMLInputElement | null) : null;
      if (control?.disabled || control?.type === "file") continue;
      (document.activeElement as HTMLElement | null)?.blur();
      // A box stays as it is ticked.
      const box = control !== null && ["checkbox", "radio"].includes(control.type);
      if (box) control.addEventListener("click", (event) => event.preventDefault(), { once: true });
      // As a person does: the press takes the focus away from where it was.
      label.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
      label.click();
      const { activeElement: focus } = document;
      const near = control ? control === focus || box : focus !== document.body && label.parentElement!.parentElement!.contains(focus);
      if (!near) found.push(`${label.closest<HTMLElement>("[data-property]")?.dataset.property ?? label.className}: ${label.textContent}`);
    }
    return found;
  });
}

const KINDS = [["plain", undefined], ["with extensions", extended]] as const;

describe.each(KINDS)("a click on a label focuses its control: %s", (_, own) => {
  const open = (show: string[]) => panels({ ...(own && { template: own }), select: ["title"], show });

  it("in the settings of the page", async () => {
    const page = await open(["page"]);
    await page.locator("[data-part=page-settings] label").first().waitFor();
    expect(await idle(page)).toEqual([]);
  });

  it("in the panels of each kind of field", async () => {
    const page = await open(["dados", "estilo", "filter", "binding"]);
    const found: string[] = [];
    for (const { id, type } of own?.schemas ?? schemas) {
      await selectField(page, id);
      found.push(...(await idle(page)).map((label) => `${type}: ${label}`));
    }
    expect(found).toEqual([]);
  });
});
