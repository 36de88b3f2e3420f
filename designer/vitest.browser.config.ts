import { defineConfig } from "vitest/config";

/** So many files are tested at the same time, each worker with a browser of its own: tests wait a good deal, and the machines of the tests have two cores. */
export const WORKERS = 2;

/** Tests that measure time run when nothing else does. */
const MEASURING = ["tests/browser/speed*.browser.ts"];

/** Tests in a real browser: `npm run test:browser`. They share a server and the browsers. */
export default defineConfig({
  test: {
    globalSetup: ["./tests/browser/setup.ts"],
    projects: [
      { extends: true, test: { name: "browser", include: ["tests/browser/**/*.browser.ts"], exclude: MEASURING, maxWorkers: WORKERS } },
      { extends: true, test: { name: "speed", include: MEASURING, fileParallelism: false } },
    ],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // A machine that is busy with something else now and then answers too late for one test; a fault fails twice.
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
  },
});
