/** The same bytes from the command line, in Node and in a browser. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { createServer } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { loadEngine } from "../../src/engine/load";
import { LAUNCH } from "../chromium";
import { MISSING, missing } from "../reportctl";
import { digest, OPTIONS, type Outcome, refusal, rendered } from "./command";
import { documents, GENERATED } from "./documents";

const HOUR = 3_600_000;
const all = documents();
const expected = new Map<string, Outcome>();

function withLimit(maxPages: number | undefined) {
  return { ...OPTIONS, ...(maxPages && { maxPages }) };
}

beforeAll(async () => {
  if (missing) throw new Error(MISSING);
  const waiting = [...all];
  async function work(): Promise<void> {
    for (let document = waiting.pop(); document; document = waiting.pop()) expected.set(document.name, await rendered(document));
  }
  await Promise.all([work(), work()]);
}, HOUR);

describe("documents", () => {
  it("are many, have names of their own, and most can be made", () => {
    expect(expected.size).toBe(all.length);
    expect(all.length).toBeGreaterThan(GENERATED + 80);
    expect([...expected.values()].filter((outcome) => outcome.endsWith("bytes)")).length).toBeGreaterThan(GENERATED);
  });

  it(
    "have the bytes of the command line in Node",
    async () => {
      const module = await readFile(join(import.meta.dirname, "../../src/engine/generated/engine.wasm"));
      const engine = await loadEngine({ module });
      const outcomes = new Map<string, Outcome>();
      for (const { name, maxPages, ...input } of all) {
        const made = engine.render({ ...input, options: withLimit(maxPages) });
        outcomes.set(name, await made.then(({ bytes }) => digest(bytes), refusal));
      }
      engine.dispose();
      expect(differences(outcomes)).toEqual([]);
    },
    HOUR,
  );

  it(
    "have the bytes of the command line in Chromium, in a worker",
    async () => {
      const server = await createServer({ root: join(import.meta.dirname, "../.."), configFile: false, server: { port: 0, host: "127.0.0.1" }, logLevel: "error", optimizeDeps: { noDiscovery: true } });
      await server.listen();
      const browser = await chromium.launch(LAUNCH);
      try {
        const page = await browser.newPage();
        const address = server.resolvedUrls?.local[0] as string;
        await page.goto(`${address}tests/parity/page.html`);
        await page.waitForFunction(() => "ready" in window);
        const outcomes = new Map<string, Outcome>();
        for (const { name, maxPages, ...input } of all) {
          outcomes.set(name, await page.evaluate(async (input) => (window as unknown as { outcome(input: unknown): Promise<string> }).outcome(input), { ...input, options: withLimit(maxPages) }));
        }
        expect(differences(outcomes)).toEqual([]);
      } finally {
        await browser.close();
        await server.close();
      }
    },
    HOUR,
  );
});

function differences(outcomes: ReadonlyMap<string, Outcome>): string[] {
  return all.flatMap(({ name }) => (outcomes.get(name) === expected.get(name) ? [] : [`${name}: ${outcomes.get(name)} instead of ${expected.get(name)}`]));
}
