// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Field } from "../../../core/types";
import { DesignerPropertyPanel } from "../..";
import { mount, table, unfold } from "../../testing";

beforeAll(() => {
  // The editor of expressions measures text, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

const fixed = { ...table, content: [["Pick up\nby hand", "2.00"], ["Post", "4.00"]] } as Field;
const cell = (row: number, column: number) => document.querySelector<HTMLTextAreaElement>(`[data-property="content/${row}/${column}"]`)!;

/** The panel of a table without a list. */
function open(own = fixed, extended = true) {
  const designer = mount(<DesignerPropertyPanel />, [own], { extended });
  unfold();
  return { ...designer, table: () => designer.field("table") as unknown as { content: string[][]; head: string[]; bodyWrap?: string } };
}

describe("the cells of a table without a list, in the panel", () => {
  it("keep their line breaks when they are edited", () => {
    const { table } = open();
    expect(cell(0, 0).value).toBe("Pick up\nby hand");
    expect(cell(0, 0).rows).toBe(2);
    fireEvent.change(cell(0, 0), { target: { value: `${cell(0, 0).value}!` } });
    expect(table().content[0]![0]).toBe("Pick up\nby hand!");
  });

  it("get lines by Alt+Enter, which are printed", () => {
    const { table } = open();
    fireEvent.focus(cell(1, 0));
    cell(1, 0).setSelectionRange(4, 4);
    fireEvent.keyDown(cell(1, 0), { key: "Enter", altKey: true });
    fireEvent.change(cell(1, 0), { target: { value: `${cell(1, 0).value}tomorrow` } });
    expect(table()).toMatchObject({ content: [["Pick up\nby hand", "2.00"], ["Post\ntomorrow", "4.00"]], bodyWrap: "word" });
  });

  it("leave the looks of the table as they are where these say something else", () => {
    const own = open({ ...fixed, bodyWrap: "char" } as Field);
    fireEvent.change(cell(1, 0), { target: { value: "Post\ntomorrow" } });
    expect(own.table().bodyWrap).toBe("char");
    cleanup();
    const plain = open(fixed, false);
    fireEvent.change(cell(1, 0), { target: { value: "Post\ntomorrow" } });
    expect(plain.table()).not.toHaveProperty("bodyWrap");
  });

  it("are walked through by Enter and the arrow keys", () => {
    open();
    fireEvent.focus(cell(0, 1));
    fireEvent.keyDown(cell(0, 1), { key: "ArrowDown" });
    expect(document.activeElement).toBe(cell(1, 1));
    fireEvent.focus(cell(0, 0));
    fireEvent.keyDown(cell(0, 0), { key: "Enter" });
    expect(document.activeElement).toBe(cell(1, 0));
  });
});

it("a title of several lines keeps them", () => {
  const { table } = open({ ...fixed, head: ["Item\nand kind", "Price"] } as Field);
  fireEvent.click(screen.getAllByRole("button", { name: /Rename/ })[0]!);
  const input = document.querySelector<HTMLTextAreaElement>('[data-property="head/0"] textarea')!;
  fireEvent.change(input, { target: { value: `${input.value}s` } });
  fireEvent.keyDown(input, { key: "Enter" });
  expect(table().head[0]).toBe("Item\nand kinds");
});
