// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { text } from "../../editor/testing";
import { data, mount } from "../testing";
import { FormulaDialog } from "./FormulaDialog";

beforeAll(() => {
  // The editor measures text, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

function open() {
  const [onSave, onClose] = [vi.fn(), vi.fn()];
  const field = text("a", { content: "Total: " });
  mount(<FormulaDialog field={field} place="text" target="Text" value="Total: " onSave={onSave} onClose={onClose} />, [field], { data });
  return { onSave, onClose };
}
const close = () => fireEvent.click(screen.getByLabelText("Close"));
const write = () => fireEvent.click(screen.getByText("DECIMAL(SUM(lines.price), 2, 2)"));

describe("the large editor", () => {
  it("shows names with blanks as people read them, and writes them as the format has them", () => {
    const onSave = vi.fn();
    const field = text("a", { content: "" });
    mount(<FormulaDialog field={field} place="text" target="Text" value="" onSave={onSave} onClose={() => {}} />, [field], { data: { "Base salary": 1200, client: { "e mail": "a@b.c" } } });
    expect([...document.querySelectorAll(".jpd-name__path")].map((name) => name.textContent)).toEqual(expect.arrayContaining(["Base salary", "client.e mail"]));
    fireEvent.click(screen.getByRole("button", { name: /^Insert Base salary/ }));
    fireEvent.click(screen.getByText("Save"));
    expect(onSave).toHaveBeenCalledWith('{["Base salary"]}');
    // The marks of the format are pale in the text.
    expect([...document.querySelectorAll(".jpd-x-quote")].map((mark) => mark.textContent)).toEqual(['["', '"]']);
  });

  it("keeps the kind of data beside a calculation, which it puts around it", () => {
    const onSave = vi.fn();
    const field = text("a", { content: "" });
    mount(<FormulaDialog field={field} place="text" target="Text" value="{DECIMAL(qty * price, 2, 2)}" hasForm onSave={onSave} onClose={() => {}} />, [field], { data: { qty: 4, price: 95 } });
    const kind = () => screen.getByLabelText<HTMLSelectElement>("Data type");
    expect(kind().selectedOptions[0]!.textContent).toMatch(/^Number/);
    fireEvent.change(kind(), { target: { value: "" } });
    expect(screen.getByLabelText<HTMLInputElement>("Name in the data").value).toBe("qty * price");
    fireEvent.change(kind(), { target: { value: "CURRENCY" } });
    fireEvent.click(screen.getByText("Save"));
    expect(onSave).toHaveBeenCalledWith('{CURRENCY(qty * price, "$")}');
  });

  it("names the day of the document in words, and writes what the format has", () => {
    const onSave = vi.fn();
    const field = text("a", { content: "" });
    mount(<FormulaDialog field={field} place="text" target="Text" value="" onSave={onSave} onClose={() => {}} />, [field], { data });
    expect([...document.querySelectorAll(".jpd-name__path")].map((name) => name.textContent)).toEqual(expect.arrayContaining(["Document date"]));
    fireEvent.click(screen.getByRole("button", { name: /^Insert Document date/ }));
    fireEvent.click(screen.getByText("Save"));
    expect(onSave).toHaveBeenCalledWith("{$doc.date}");
  });

  it("closes at once where nothing was written", () => {
    const { onClose } = open();
    close();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("asks before it drops what was written", () => {
    const { onSave, onClose } = open();
    write();
    close();
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole("alert").textContent).toBe("Your changes are lost if you close this.");
    fireEvent.click(screen.getByText("Continue editing"));
    expect(screen.queryByText("Your changes are lost if you close this.")).toBeNull();
    close();
    fireEvent.click(screen.getByText("Save"));
    expect(onSave).toHaveBeenCalledWith(expect.stringContaining("{DECIMAL(SUM(lines.price), 2, 2)}"));
  });

  it("drops it where that is wanted", () => {
    const { onSave, onClose } = open();
    write();
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    fireEvent.click(screen.getByText("Discard the changes"));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onSave).not.toHaveBeenCalled();
  });
});
