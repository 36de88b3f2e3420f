/** The program and a browser context for tests of the pages that it serves. `REPORTCTL` names another binary than that of the debug build. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";

export const program = process.env.REPORTCTL ?? new URL("../../../target/debug/reportctl", import.meta.url).pathname;
export const missing = !existsSync(program);

if (missing && process.env.REPORTCTL_REQUIRE_TOOLS) throw new Error(`${program} is missing: build it with cargo build`);

/** A folder with the program running in it. */
export class Running {
  readonly folder = mkdtempSync(join(tmpdir(), "reportctl-"));
  private child: ChildProcess | undefined;

  run(...args: string[]): string {
    return execFileSync(program, args, { cwd: this.folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }

  /** Starts it, and gives the first group of `says`, which it writes once it is ready. */
  start(args: string[], says: RegExp): Promise<string> {
    const child = spawn(program, args, { cwd: this.folder, stdio: ["ignore", "ignore", "pipe"] });
    this.child = child;
    let said = "";
    return new Promise((resolve, reject) => {
      child.once("exit", () => reject(new Error(`it ended: ${said}`)));
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
        said += chunk;
        const found = says.exec(said)?.[1];
        if (found) resolve(found);
      });
    });
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    await ended;
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/** What each test has: the running program, a context and its page. What the page writes as error fails the test. */
export interface Visit {
  running: Running;
  context: BrowserContext;
  page: Page;
  problems: string[];
}

/**
 * `prepare` fills the folder, starts the program and opens the page as far as every test needs it. With `refusals` the page may
 * ask for what it does not get, such as saving with a stale version, which browsers show as an error.
 */
export function useVisit(options: BrowserContextOptions, prepare: (visit: Visit) => Promise<void>, refusals = false): Visit {
  let browser: Browser;
  const visit = {} as Visit;
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    visit.running = new Running();
    visit.problems = [];
    visit.context = await browser.newContext(options);
    await withoutTour(visit.context);
    visit.page = await visit.context.newPage();
    watchErrors(visit.page, visit.problems, refusals);
    await prepare(visit);
  });
  afterEach(async () => {
    await visit.context.close();
    await visit.running.end();
    expect(visit.problems).toEqual([]);
  });
  return visit;
}

/** As for who has been on the page before. */
export async function withoutTour(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem("reportctl:tour", "done"));
}

export function watchErrors(page: Page, problems: string[], refusals: boolean): void {
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    const refused = refusals && message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !refused) problems.push(message.text());
  });
}
