import { defineConfig } from "vitest/config";

/** Compares the engine with the command line, which has to be built: `npm run test:parity`. */
export default defineConfig({ test: { include: ["tests/parity/parity.ts"], maxWorkers: 1 } });
