// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bench, template, text } from "../testing";
import { DesignerCanvas } from "./DesignerCanvas";

afterEach(cleanup);

const data = { number: "7", items: [{ what: "Chair", price: 12, size: { width: 3 } }] };
const open = (props: Parameters<typeof bench>[2] = {}, first = template([], { extensions: 1 })) => bench(first, [], props, <DesignerCanvas />);
const button = (name: string) => screen.getByRole("button", { name });

describe("a page without fields", () => {
  it("begins with a text, which has the cursor", () => {
    const designer = open();
    fireEvent.click(button("Write a text"));
    const [field] = designer.now.page.design.schemas;
    expect(field).toMatchObject({ type: "text", x: 20, y: 30 });
    expect(screen.getByRole("textbox")).toBeTruthy();
    expect(screen.queryByRole("group", { name: "Begin your document" })).toBeNull();
  });

  it("begins with a table of the first list of the data", () => {
    const designer = open({ data });
    fireEvent.click(button("Table of “items”"));
    expect(designer.now.page.design.schemas).toMatchObject([{ type: "table" }]);
    expect(designer.now.data.bindings).toMatchObject([{ type: "array", path: "items", columns: [{ label: "What" }, { label: "Price" }, { label: "Size width" }] }]);
    designer.run(({ actions }) => actions.undo());
    expect(designer.now.page.design.schemas).toEqual([]);
  });

  it("begins with an empty table where the data has no list", () => {
    const designer = open({ data: { number: "7" } });
    fireEvent.click(button("Insert a table"));
    expect(designer.now.page.design.schemas).toMatchObject([{ type: "table", x: 20 }]);
    expect(designer.now.data.bindings).toEqual([]);
  });

  it("offers the templates of the host where it has some", () => {
    const onStartFromTemplate = vi.fn();
    const { view } = open({ onStartFromTemplate });
    fireEvent.click(button("Start from a template"));
    expect(onStartFromTemplate).toHaveBeenCalledOnce();
    view.unmount();
    open();
    expect(screen.queryByRole("button", { name: "Start from a template" })).toBeNull();
  });

  it("offers nothing where nothing may be added, nor where a field is", () => {
    const { view } = open({ readOnly: true });
    expect(screen.queryByRole("button", { name: "Write a text" })).toBeNull();
    view.unmount();
    open({}, template([text("a")]));
    expect(screen.queryByRole("button", { name: "Write a text" })).toBeNull();
  });
});
