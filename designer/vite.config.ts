import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { gzip } from "./build/gzip";

export default defineConfig({
  plugins: [react(), gzip()],
  test: { include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"], testTimeout: 90_000 },
});
