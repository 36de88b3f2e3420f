/**
 * Follows the numbered steps of a page of the documentation, word for word: what stands in bold has to be on the page of the designer,
 * and verbs say what is done with it. With `UPDATE_GENERATED` the pictures between the steps are made again.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

const docs = new URL("../../../docs/", import.meta.url).pathname;
/** Bytes of a picture. */
const LARGEST = 120_000;

/** What is done, in the order in which a page has it. Bold words that nothing is done with have to be there to be read. */
const ACTIONS =
  /[Cc]lick \*\*(?<clicked>[^*]+)\*\*|[Tt]ick \*\*(?<ticked>[^*]+)\*\*|[Tt]ype `(?<typed>[^`]+)` into \*\*(?<input>[^*]+)\*\*|[Cc]hoose \*\*(?<option>[^*]+)\*\* in \*\*(?<select>[^*]+)\*\*|[Cc]hoose the file `(?<file>[^`]+)` at \*\*(?<upload>[^*]+)\*\*|the key `(?<key>[^`]+)`|[Ww]rite `(?<written>[^`]+)`|!\[[^\]]*\]\((?<picture>[^)]+)\)|\*\*(?<seen>[^*]+)\*\*/g;

/** What somebody does; the others are only read. */
const DONE = ["clicked", "ticked", "typed", "option", "file", "key", "written"] as const;

/** The steps of a page, each as one line. */
export function stepsOf(name: string): string[] {
  const lines = readFileSync(join(docs, name), "utf8").split("\n");
  const steps: string[] = [];
  for (const line of lines) {
    if (/^\d+\. /.test(line)) steps.push(line.replace(/^\d+\. /, ""));
    else if (/^ {3,4}\S/.test(line) && steps.length > 0) steps[steps.length - 1] += ` ${line.trim()}`;
  }
  return steps;
}

/**
 * `files` are what the steps call files by their names. Without `exact` the names of what is clicked may differ in capitals, which
 * the sheet of styles changes. Gives the number of actions: of clicks, texts that are entered, choices, files and keys.
 */
export async function follow(page: Page, name: string, files: Readonly<Record<string, string>> = {}, exact = true): Promise<number> {
  const steps = stepsOf(name);
  let actions = 0;
  expect(steps.length, name).toBeGreaterThan(3);
  for (const [index, step] of steps.entries()) {
    for (const { groups = {}, 0: words } of step.matchAll(ACTIONS)) {
      try {
        await act(page, groups, files, exact);
        if (DONE.some((kind) => groups[kind])) actions += 1;
      } catch (error) {
        throw new Error(`${name}, step ${index + 1}, at "${words}": ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }
  }
  console.info(`${name}: ${actions} actions`);
  return actions;
}

async function act(page: Page, groups: Record<string, string | undefined>, files: Readonly<Record<string, string>>, exact: boolean): Promise<void> {
  const { clicked, ticked, typed, input, option, select, file, upload, key, written, picture, seen } = groups;
  if (clicked) await (await seenOn(page, clicked, (scope) => controlsOf(scope, clicked, exact))).click();
  else if (ticked) await (await seenOn(page, ticked, (scope) => scope.getByRole("checkbox", { name: ticked, exact: true }))).check();
  else if (typed && input) await (await seenOn(page, input, (scope) => inputsOf(scope, input))).fill(typed);
  else if (option && select) await (await seenOn(page, select, (scope) => inputsOf(scope, select))).selectOption({ label: option });
  else if (file && upload) {
    if (!files[file]) throw new Error(`the test has no file ${file}`);
    await page.getByLabel(upload, { exact: true }).setInputFiles(files[file]);
  } else if (key) {
    // A page that is just opening takes no keys yet.
    await page.waitForFunction(() => document.activeElement !== document.body && document.querySelector("[data-sheet]") !== null);
    await page.keyboard.press(key);
  } else if (written) await page.keyboard.type(written);
  else if (picture) await take(page, picture);
  else if (seen) await seenOn(page, seen, (scope) => scope.getByText(seen, { exact: true }).or(controlsOf(scope, seen)));
}

const either = (all: readonly Locator[]): Locator => all.slice(1).reduce((found, own) => found.or(own), all[0]!);

const controlsOf = (scope: Page | Locator, name: string, exact = true): Locator =>
  either((["button", "tab", "radio", "menuitem", "link"] as const).map((role) => scope.getByRole(role, { name: exact ? name : new RegExp(`^${name}$`, "i"), exact })));

const inputsOf = (scope: Page | Locator, name: string): Locator =>
  either((["textbox", "spinbutton", "combobox"] as const).map((role) => scope.getByRole(role, { name, exact: true })));

const TIMEOUT_MS = 20_000;

/** The first that can be seen of what is called so: in the dialog that lies over the page, or else on the page. */
async function seenOn(page: Page, name: string, find: (scope: Page | Locator) => Locator): Promise<Locator> {
  const end = Date.now() + TIMEOUT_MS;
  do {
    const dialog = page.getByRole("dialog").last();
    const shown = find((await dialog.isVisible()) ? dialog : page).filter({ visible: true }).first();
    if (await shown.isVisible()) return shown;
    await page.waitForTimeout(100);
  } while (Date.now() < end);
  throw new Error(`nothing on the page is called "${name}"`);
}

/** A picture of the window, as WebP. */
async function take(page: Page, name: string): Promise<void> {
  const path = join(docs, name);
  if (process.env.UPDATE_GENERATED) {
    // What was done last is drawn, and no hint hangs over it.
    await page.mouse.move(0, 0);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(1500);
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 70 });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(data, "base64"));
  }
  expect(existsSync(path), `${name} is missing: UPDATE_GENERATED=1 makes it`).toBe(true);
  expect(statSync(path).size, `${name} is too large`).toBeLessThan(LARGEST);
}
