import { defineConfig } from "vitest/config";

/** Tests of the packed package: `npm run test:package`. They build it, pack it and install it elsewhere. */
export default defineConfig({
  test: {
    include: ["tests/package/**/*.package.ts"],
    globalSetup: ["./tests/package/setup.ts"],
    maxWorkers: 2,
    testTimeout: 120_000,
    // The program may have to be built first.
    hookTimeout: 900_000,
  },
});
