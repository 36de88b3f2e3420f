// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bench, template, text } from "../testing";
import { ResizableSidebar } from "./ResizableSidebar";

const KEY = "json-pdf-designer:width:sidebar";

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("CSS", { escape: (text: string) => text });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => bench(template([text("a")]), [], {}, <ResizableSidebar />);
const sidebar = () => screen.getByRole("complementary");
const width = () => sidebar().style.getPropertyValue("--panel-width");

/** A window in which panels lie over the page, or one in which they have room beside it. */
function narrow(matches: boolean) {
  vi.stubGlobal("matchMedia", () => ({ matches, addEventListener: () => {}, removeEventListener: () => {} }));
}

describe("the room of panels", () => {
  it("is changed at the edge with arrow keys, stays in its bounds and outlives the page", () => {
    const designer = open();
    const edge = screen.getByRole("separator");
    expect(width()).toBe("");
    for (let presses = 0; presses < 3; presses++) fireEvent.keyDown(edge, { key: "ArrowLeft" });
    expect(width()).toBe("224px");
    designer.view.unmount();
    localStorage.setItem(KEY, "300");
    open();
    expect(width()).toBe("300px");
    fireEvent.keyDown(screen.getByRole("separator"), { key: "Enter" });
    expect(width()).toBe("");
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it("a value that is no width counts for nothing", () => {
    localStorage.setItem(KEY, '"wide"');
    open();
    expect(width()).toBe("");
  });

  it("a button collapses the sidebar, and shows it again", () => {
    open();
    fireEvent.click(screen.getByRole("button", { name: "Hide the panel" }));
    expect(sidebar().dataset.collapsed).toBe("true");
    expect(screen.queryByRole("separator")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Show the panel" }));
    expect(sidebar().dataset.collapsed).toBeUndefined();
  });

  it("begins collapsed where the sidebar lies over the page, and stays so when a field is selected", () => {
    narrow(true);
    const designer = open();
    expect(sidebar().dataset.collapsed).toBe("true");
    designer.run(({ selection }) => selection.setSelectedIds(["a"]));
    expect(sidebar().dataset.collapsed).toBe("true");
    fireEvent.click(screen.getByRole("tab", { name: "Style" }));
    expect(sidebar().dataset.collapsed).toBeUndefined();
  });

  it("beside the page, a selected field opens the sidebar", () => {
    narrow(false);
    const designer = open();
    fireEvent.click(screen.getByRole("button", { name: "Hide the panel" }));
    designer.run(({ selection }) => selection.setSelectedIds(["a"]));
    expect(sidebar().dataset.collapsed).toBeUndefined();
  });
});
