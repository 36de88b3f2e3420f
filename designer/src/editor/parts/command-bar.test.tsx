// @vitest-environment jsdom
import { act, cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { bench, template, text } from "../testing";
import { DesignerCommandBar } from "./DesignerCommandBar";

afterEach(cleanup);

const open = (props = {}) => bench(template([text("a"), text("b")]), [], props, <DesignerCommandBar />);
const names = () => {
  const bar = screen.queryByRole("toolbar", { name: "Arrange" });
  return bar ? within(bar).getAllByRole("button").map((button) => button.getAttribute("aria-label")) : [];
};
const ALIGN = ["Align left", "Align centres", "Align right", "Align top", "Align middles", "Align bottom"];

describe("the buttons that arrange", () => {
  it("are those that the selection has a use for", () => {
    const designer = open();
    expect(names()).toEqual([]);
    screen.getByRole("button", { name: /^Commands/ });
    act(() => designer.now.selection.setSelectedIds(["a"]));
    expect(names()).toEqual(ALIGN);
    act(() => designer.now.selection.setSelectedIds(["a", "b"]));
    expect(names()).toHaveLength(10);
    act(() => designer.now.selection.setSelectedIds([]));
    expect(names()).toEqual([]);
  });

  it("leave the focus in the bar when they go", () => {
    const designer = open();
    act(() => designer.now.selection.setSelectedIds(["a"]));
    act(() => screen.getByRole("button", { name: "Align left" }).focus());
    act(() => designer.now.selection.setSelectedIds([]));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Commands/ }));
  });

  it("are absent where the structure may not be changed", () => {
    const designer = open({ readOnly: true });
    act(() => designer.now.selection.setSelectedIds(["a"]));
    expect(names()).toEqual([]);
  });
});
