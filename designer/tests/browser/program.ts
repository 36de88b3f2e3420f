/** The program and a browser context for tests of the pages that it serves. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page, ViewportSize } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { program } from "../reportctl";
import { connected } from "./connect";
import { renewed } from "./renew";

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
  /** Where the program is to listen, the same for all tests of the file, so that the browser keeps what it has of it. */
  port: number;
  context: BrowserContext;
  page: Page;
  problems: string[];
}

/** A port that nothing listens on just now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * `prepare` fills the folder, starts the program and opens the page as far as every test needs it. With `refusals` the page may
 * ask for what it does not get, such as saving with a stale version, which browsers show as an error.
 */
export function useVisit(options: BrowserContextOptions & { viewport: ViewportSize }, prepare: (visit: Visit) => Promise<void>, refusals = false): Visit {
  let browser: Browser;
  let idle: Page | undefined;
  const visit = {} as Visit;
  beforeAll(async () => {
    browser = await connected();
    visit.port = await freePort();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    visit.running = new Running();
    visit.problems = [];
    if (!idle) {
      const context = await browser.newContext(options);
      await withoutTour(context);
      idle = await context.newPage();
    }
    visit.page = idle;
    visit.context = idle.context();
    idle = undefined;
    watchErrors(visit.page, visit.problems, refusals);
    await prepare(visit);
  });
  afterEach(async ({ task }) => {
    try {
      // After a failure it is not known what is left: the next attempt begins with a new context.
      if (task.result?.state !== "fail" && (await renewed(visit.page, options.viewport, `http://127.0.0.1:${visit.port}`))) idle = visit.page;
      else await visit.context.close();
    } finally {
      await visit.running.end();
    }
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

/** Sets the language of the application, as for who has chosen it, until the test is over. */
export async function chosenLanguage(context: BrowserContext, locale: string): Promise<void> {
  const script = await context.addInitScript((own) => localStorage.setItem("reportctl:locale", own), locale);
  onTestFinished(() => script.dispose());
}
