// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Field } from "../../core/types";
import { text } from "../../editor/testing";
import { DesignerPropertyPanel } from "../index";
import { data, fields, mount, unfold } from "../testing";
import { DesignerDataExplorer } from "./DataExplorer";

beforeAll(() => {
  // The editor measures text, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

const open = (field: Field) => {
  const designer = mount(
    <>
      <DesignerPropertyPanel />
      <DesignerDataExplorer />
    </>,
    [field],
    { data },
  );
  unfold();
  return designer;
};

/** A press as the browser makes it: it takes the focus before it clicks. */
function press(name: RegExp): void {
  const row = screen.getByRole("treeitem", { name });
  fireEvent.pointerDown(row);
  act(() => row.focus());
  fireEvent.click(row, { detail: 1 });
}

const input = (label: string) => screen.getByRole("textbox", { name: label });

describe("a press on a value of the data", () => {
  it("goes into the input of a payment that has the focus, which keeps it", () => {
    const payment = { ...(fields as Record<string, Field>).qrcode!, payload: { type: "epc", name: "Nordlicht", iban: "DE02120300000000202051", amount: "", text: "Invoice " } } as unknown as Field;
    const designer = open(payment);
    act(() => input("Amount").focus());
    press(/^Total/);
    const amount = () => (designer.field("qrcode") as unknown as { payload: { amount: string } }).payload.amount;
    // Machines read it: the value as it is in the data, not as people write it.
    expect(amount()).toBe("{total}");
    expect(document.activeElement).toBe(input("Amount"));
  });

  it("goes to the cursor of a text", () => {
    const designer = open(text("a", { content: "Dear " }));
    const content = () => (designer.field("a") as { content: string }).content;
    act(() => input("Text").focus());
    press(/^Total/);
    expect(content()).toContain("{DECIMAL(total, 2, 2)}");
    expect(content()).toContain("Dear ");
  });

  it("goes into a condition as its bare name", () => {
    const designer = open(text("a"));
    act(() => document.querySelector<HTMLElement>("[data-property=visibleWhen] [role=textbox]")!.focus());
    press(/^Total/);
    expect((designer.field("a") as { visibleWhen?: string }).visibleWhen).toBe("total");
  });

  it("goes nowhere once another place has the focus", () => {
    const designer = open(text("a", { content: "Dear " }));
    act(() => input("Text").focus());
    expect(screen.queryByText("A press on a value inserts it where you write.")).not.toBeNull();
    act(() => screen.getAllByRole("spinbutton")[0]!.focus());
    expect(screen.queryByText("A press on a value inserts it where you write.")).toBeNull();
    press(/^Total/);
    expect((designer.field("a") as { content: string }).content).toBe("Dear ");
  });
});
