/** What axe finds on a page. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

interface Axe {
  run(context: unknown, options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

interface Options {
  rules?: Record<string, { enabled: boolean }>;
  /** These rules alone. */
  runOnly?: readonly string[];
}

type Context = string | { include?: string[][]; exclude?: string[][] };

/** Landmarks of the page belong to the host. */
export const PARTS = { rules: { region: { enabled: false } } };

/** The rules about colours: a theme sets nothing else, which `src/theme/inventory.test.ts` holds. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Every page has a heading of the first level: where no host gives one, headings of parts would have nothing to be in order with. */
function withTitle(): void {
  if (document.querySelector("h1")) return;
  const title = Object.assign(document.createElement("h1"), { textContent: "Host" });
  title.style.cssText = "position: absolute; width: 1px; height: 1px; overflow: hidden";
  document.body.prepend(title);
}

/** The findings in a part of the page, which axe calls a context: one line for each element. */
export async function axeFindings(page: Page, context: Context, { rules, runOnly }: Options = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  await page.evaluate(withTitle);
  const options = runOnly ? { runOnly } : { rules: { "heading-order": { enabled: true }, ...rules } };
  return page.evaluate(
    async ([context, options]) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(context, options);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary?.slice(0, 300) ?? ""}`));
    },
    // Rules that pass need no description, and findings no selectors.
    [context, { ...options, resultTypes: ["violations"], selectors: false }] as const,
  );
}

/** The theme of the page, which it has from the next frame on: `emulateMedia({ reducedMotion: "reduce" })` came before. */
export async function useTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate(async (own) => {
    document.documentElement.dataset.jpdTheme = own;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }, theme);
}

/** The findings of all rules in the light theme, and those of colours in the dark one, in which nothing else differs. */
export async function axeInBothThemes(page: Page, context: Context, options: Options = {}): Promise<string[]> {
  await useTheme(page, "light");
  const light = await axeFindings(page, context, options);
  await useTheme(page, "dark");
  const dark = await axeFindings(page, context, { runOnly: COLOURS });
  await useTheme(page, "light");
  return [...light.map((finding) => `light: ${finding}`), ...dark.map((finding) => `dark: ${finding}`)];
}
