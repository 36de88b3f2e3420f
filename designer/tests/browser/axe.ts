/** What axe finds on a page. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

interface Axe {
  run(context: unknown, options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

/** Landmarks of the page belong to the host. */
export const PARTS = { rules: { region: { enabled: false } } };

/** Every page has a heading of the first level: where no host gives one, headings of parts would have nothing to be in order with. */
function withTitle(): void {
  if (document.querySelector("h1")) return;
  const title = Object.assign(document.createElement("h1"), { textContent: "Host" });
  title.style.cssText = "position: absolute; width: 1px; height: 1px; overflow: hidden";
  document.body.prepend(title);
}

/** The findings in a part of the page, which axe calls a context: one line for each element. */
export async function axeFindings(page: Page, context: string | { include?: string[][]; exclude?: string[][] }, options = {}): Promise<string[]> {
  await page.evaluate(axe);
  await page.evaluate(withTitle);
  return page.evaluate(
    async ([context, options]) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(context, options);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary?.slice(0, 300) ?? ""}`));
    },
    [context, { ...options, rules: { "heading-order": { enabled: true }, ...(options as { rules?: object }).rules } }] as const,
  );
}
