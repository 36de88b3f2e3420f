import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadBrowserEngine } from "./browser-engine";

const module = readFile(new URL("../engine/generated/engine.wasm", import.meta.url));

afterEach(() => vi.unstubAllGlobals());

describe("the engine of a browser", () => {
  it("runs in the window where the page forbids workers", async () => {
    vi.stubGlobal(
      "Worker",
      class {
        constructor() {
          throw new Error("the policy of the page forbids it");
        }
      },
    );
    const engine = await loadBrowserEngine({ module });
    expect((await engine.measureText("W", 10)).width).toBeGreaterThan(2);
  });

  it("runs in the window where the script of the worker is lost, also when that is known before the worker is used", async () => {
    let made = 0;
    vi.stubGlobal(
      "Worker",
      class extends EventTarget {
        constructor() {
          super();
          made += 1;
          setTimeout(() => this.dispatchEvent(new Event("error")));
        }
        postMessage() {}
        terminate() {}
      },
    );
    const late = new Promise<void>((done) => setTimeout(done, 50));
    const engine = await loadBrowserEngine({ module: Promise.all([module, late]).then(([bytes]) => bytes) });
    expect(made).toBeGreaterThan(1);
    expect((await engine.measureText("W", 10)).width).toBeGreaterThan(2);
  });
});
