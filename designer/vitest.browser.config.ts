import { defineConfig } from "vitest/config";

/** Tests in a real browser: `npm run test:browser`. They run one file after the other against one server and browser. */
export default defineConfig({
  test: {
    include: ["tests/browser/**/*.browser.ts"],
    globalSetup: ["./tests/browser/setup.ts"],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // A machine that is busy with something else now and then answers too late for one test; a fault fails twice.
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
  },
});
