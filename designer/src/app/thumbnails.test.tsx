// @vitest-environment jsdom
import { cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Engine } from "../engine";
import { Painter, PainterContext, Thumbnail, type Sample } from "./thumbnails";

const keptHere = vi.hoisted(() => ({ values: new Map<string, unknown>(), blocked: false }));
vi.mock("../editor/store/kept", () => ({
  kept: () => ({
    load: async (key: string) => (keptHere.blocked ? undefined : keptHere.values.get(key)),
    store: async (key: string, value: unknown) => !keptHere.blocked && (keptHere.values.set(key, value), true),
    remove: async (key: string) => void keptHere.values.delete(key),
    keys: async () => [...keptHere.values.keys()],
  }),
}));
vi.mock("./engine", () => ({ ENGINE_BUILD: "engine-1", takeEngine: vi.fn() }));
vi.mock("../panels/preview/picture", () => ({ svgOf: (page: { svg: string }) => page.svg }));

let shown: string[] = [];

beforeEach(() => {
  shown = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(readonly seen: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        this.seen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blob.size}`, revokeObjectURL: () => {} }));
  vi.stubGlobal(
    "Blob",
    class {
      size: number;
      constructor([svg]: [string]) {
        shown.push(svg.slice(0, 20));
        this.size = shown.length;
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  keptHere.values.clear();
  keptHere.blocked = false;
});

/** The page opened again: another painter with another engine, which draws the title of the template. */
function open(id: string, sample: Omit<Sample, "bindings" | "data">) {
  const draw = vi.fn(async ({ template }: { template: string }) => ({ pages: [{ width: 210, height: 297, svg: template }], images: [] }));
  const start = vi.fn(async () => ({ draw, dispose: () => {} }) as unknown as Engine);
  const load = vi.fn(async () => ({ ...sample, bindings: [], data: {} }));
  const view = render(
    <PainterContext.Provider value={new Painter(start)}>
      <Thumbnail id={id} load={load} />
    </PainterContext.Provider>,
  );
  return { start, load, draw, view };
}

describe("pictures of templates", () => {
  it("are drawn once, and shown at once when the page is opened again, without the engine", async () => {
    const first = open("a", { version: "1", template: "<svg>a" });
    await waitFor(() => expect(keptHere.values.get("a")).toEqual({ version: "engine-1 1", svg: "<svg>a" }));
    first.view.unmount();
    shown = [];
    const second = open("a", { version: "1", template: "<svg>a" });
    await waitFor(() => expect(shown).toEqual(["<svg>a"]));
    await waitFor(() => expect(second.load).toHaveBeenCalled());
    expect(second.start).not.toHaveBeenCalled();
    expect(second.view.container.querySelector("img")).toBeTruthy();
  });

  it("are renewed when the template changed: the old one until the new one is there", async () => {
    open("a", { version: "1", template: "<svg>old" });
    await waitFor(() => expect(keptHere.values.has("a")).toBe(true));
    cleanup();
    shown = [];
    open("a", { version: "2", template: "<svg>new" });
    await waitFor(() => expect(shown).toEqual(["<svg>old", "<svg>new"]));
    await waitFor(() => expect(keptHere.values.get("a")).toMatchObject({ svg: "<svg>new" }));
  });

  it("are drawn each time where nothing can be kept", async () => {
    keptHere.blocked = true;
    for (const _ of [1, 2]) {
      shown = [];
      const { draw } = open("a", { version: "1", template: "<svg>a" });
      await waitFor(() => expect(shown).toEqual(["<svg>a"]));
      expect(draw).toHaveBeenCalledOnce();
      cleanup();
    }
  });

  it("take a bounded room: the oldest go, and what is too large is not kept", async () => {
    const { storePicture, loadPicture } = await import("./pictures");
    const svg = "x".repeat(900_000);
    for (let number = 0; number < 20; number++) await storePicture(`t${number}`, { version: "1", svg });
    expect([...keptHere.values.keys()].filter((key) => key !== "")).toHaveLength(17);
    expect(await loadPicture("t2")).toBeUndefined();
    expect(await loadPicture("t19")).toBeDefined();
    await storePicture("large", { version: "1", svg: "x".repeat(2_000_000) });
    expect(await loadPicture("large")).toBeUndefined();
  });
});
