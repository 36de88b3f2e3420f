/** Parts of a browser that jsdom lacks, for tests of the application. */
import { vi } from "vitest";

/** An observer that reports nothing; `vi.unstubAllGlobals` takes it away. */
export function stubIntersectionObserver(): void {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
}
