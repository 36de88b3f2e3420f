// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { DataDragPayload, TableSchema } from "../../core/types";
import { addListAs } from "../drop/drop";
import { bench, template, text } from "../testing";
import { DesignerToolbar } from "./DesignerToolbar";

afterEach(cleanup);

const items = [{ name: "Pen", unitPrice: 2.5 }, { name: "Ink", unitPrice: 4 }];
const one = { number: 7, order: { lineItems: items }, tags: ["a"] };
const two = { ...one, people: [{ age: 30 }] };
const mount = (data: unknown, props: object = {}) => {
  const designer = bench(template([text("a", { y: 60, height: 8 }), text("footer", { y: 285, height: 6 })], { extensions: 1, marginLeft: 15, marginRight: 15 }), [], { data, ...props }, <DesignerToolbar />);
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
  const added = () => designer.now.page.design.schemas.slice(2) as TableSchema[];
  return { designer, press, added };
};

describe("the button that adds a table", () => {
  it("adds that of the only list by one press, as dropping the list on the page does, in free space inside the margins", () => {
    const { designer, press, added } = mount(one);
    press("table");
    expect(added()).toMatchObject([{ type: "table", name: "Order line items", x: 25, y: 75, width: 170, head: ["Name", "Unit price"] }]);
    expect(designer.now.data.bindings).toMatchObject([{ schemaName: "Order line items", type: "array", path: "order.lineItems" }]);
    expect(designer.now.selection.selectedIds).toEqual([added()[0]!.id]);
    const [table] = added();
    designer.run(({ actions }) => actions.undo());
    expect([added(), designer.now.data.bindings]).toEqual([[], []]);
    const payload: DataDragPayload = { path: "order.lineItems", kind: "arraySource", columns: ["name", "unitPrice"], columnTypes: { name: "string", unitPrice: "number" } };
    designer.run(({ editor }) => addListAs(editor, "table", payload, { x: 25, y: 75 }));
    expect({ ...added()[0], id: "" }).toEqual({ ...table, id: "" });
  });

  it("has an empty table in the menu beside it, and its title says what a press adds", () => {
    const { press, added } = mount(one);
    expect(screen.getByRole("button", { name: "table" }).title).toBe("Table of “Order line items”");
    press("Other tables");
    press("Empty table");
    expect(added()).toMatchObject([{ width: 150, height: 30, head: ["Column 1", "Column 2"] }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("asks which one where the data has several, by their words and numbers of rows", () => {
    const { press, added } = mount(two);
    press("table");
    expect(added()).toEqual([]);
    const menu = within(screen.getByRole("dialog", { name: "Table of a list" }));
    expect(menu.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Order line items 2 items", "People 1 item", "Empty table"]);
    menu.getAllByRole("button")[0]!.focus();
    fireEvent.keyDown(document.activeElement!, { key: "ArrowDown" });
    expect(document.activeElement?.textContent).toContain("People");
    press(/^People/);
    expect(added()).toMatchObject([{ name: "People", head: ["Age"] }]);
  });

  it.each([
    ["no data", undefined, {}],
    ["no list of objects", { number: 7, tags: ["a"] }, {}],
    ["a list without a name", items, {}],
    ["no permission to bind data", one, { permissions: { data: false } }],
    ["lists that only the host names", undefined, { dataSources: [{ path: "rows", label: "Rows", columns: ["a"] }] }],
  ])("adds an empty table, centred, where there is %s", (_, data, props) => {
    const { press, added } = mount(data, props);
    expect(screen.queryByRole("button", { name: "Other tables" })).toBeNull();
    press("table");
    expect(added()).toMatchObject([{ x: 30, y: 135, width: 150, height: 30, head: ["Column 1", "Column 2"] }]);
  });

  it("adds an empty table into the band that is edited", () => {
    const { designer, press, added } = mount(one);
    designer.run(({ actions }) => actions.toggleIsolateBands());
    press("table");
    expect(added()).toMatchObject([{ x: 2, y: 2, head: ["Column 1", "Column 2"] }]);
  });
});
