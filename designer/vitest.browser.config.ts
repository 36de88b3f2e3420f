import { defineConfig } from "vitest/config";

/** Tests in a real browser: `npm run test:browser`. They run one file after the other against one server and browser. */
export default defineConfig({
  test: {
    include: ["tests/browser/**/*.browser.ts"],
    globalSetup: ["./tests/browser/setup.ts"],
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
