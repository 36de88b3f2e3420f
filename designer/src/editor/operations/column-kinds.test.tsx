// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { TableSchema } from "../../core/types";
import { DesignerDataExplorer } from "../../panels";
import { mount } from "../../panels/testing";

beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

const data = { staff: [{ Name: "Ana", Gross: "3100.5", Hours: "12" }, { Name: "Bob", Gross: "2900", Hours: "8" }] };

/** A table of the list, inserted as the panel inserts it. */
function inserted() {
  const designer = mount(<DesignerDataExplorer />, [], { data, onChangeData: vi.fn() });
  fireEvent.click(screen.getByRole("button", { name: "Insert staff" }));
  fireEvent.click(screen.getByRole("button", { name: "Table" }));
  const table = () => designer.now.page.design.schemas.find((field): field is TableSchema => field.type === "table")!;
  const setKind = (column: string, kind: string) => {
    fireEvent.click(screen.getByRole("button", { name: "Fill in" }));
    const dialog = screen.getByRole("dialog");
    fireEvent.change(within(dialog).getByLabelText(`${column}: kind of the values`), { target: { value: kind } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Use this data" }));
  };
  return { designer, table, setKind };
}

describe("the kind of a column that is changed", () => {
  it("reaches the tables that show it, in one step with the data", () => {
    const { designer, table, setKind } = inserted();
    expect(table().content).toEqual([["{[Name]}", "{[Gross]}", "{[Hours]}"]]);
    expect(table().columnStyles).toBeUndefined();
    setKind("Gross", "number");
    expect(table().content).toEqual([["{[Name]}", "{DECIMAL([Gross], 2, 2)}", "{[Hours]}"]]);
    // As a number that is inserted now: at the right, and the texts have the room.
    expect(table().columnStyles).toEqual([{ width: "2fr" }, { headAlign: "right", cellAlign: "right", footerAlign: "right" }, { width: "2fr" }]);
    expect(designer.now.data.bindings[0]).toMatchObject({ columns: [expect.anything(), { label: "Gross", formula: "{DECIMAL([Gross], 2, 2)}" }, expect.anything()] });
    expect(screen.getByText(/The data has changed\. Columns follow in: /).textContent).toContain(table().name);
    setKind("Hours", "number");
    // A whole number has no format, but stands at the right too.
    expect(table().content).toEqual([["{[Name]}", "{DECIMAL([Gross], 2, 2)}", "{[Hours]}"]]);
    expect(table().columnStyles?.[2]).toMatchObject({ cellAlign: "right" });
    designer.run(({ actions }) => actions.undo());
    expect(table().columnStyles?.[2]).toEqual({ width: "2fr" });
    const { length } = designer.now.history.steps;
    designer.run(({ actions }) => actions.undo());
    expect(table().content).toEqual([["{[Name]}", "{[Gross]}", "{[Hours]}"]]);
    expect(designer.now.editor.sample).toEqual(data);
    expect(designer.now.history.position).toBe(length - 2);
  });

  it("leaves cells and looks that somebody chose", () => {
    const { designer, table, setKind } = inserted();
    designer.run(({ editor }) => editor.editCell(table().id, 1, "{UPPER(Gross)}"));
    designer.run(({ actions }) => actions.updateSchema(table().id, { columnStyles: [{ width: 50 }, null, null] }));
    setKind("Gross", "number");
    setKind("Hours", "number");
    expect(table().content).toEqual([["{[Name]}", "{UPPER(Gross)}", "{[Hours]}"]]);
    expect(table().columnStyles).toEqual([{ width: 50 }, null, null]);
  });

  it("comes with one press where all cells are numbers written as text", () => {
    const { designer } = inserted();
    fireEvent.click(screen.getByRole("button", { name: "Fill in" }));
    const dialog = screen.getByRole("dialog");
    expect(within(dialog).queryByRole("button", { name: "Read as numbers: Name" })).toBeNull();
    fireEvent.click(within(dialog).getByRole("button", { name: "Read as numbers: Gross" }));
    fireEvent.click(within(dialog).getByRole("button", { name: "Use this data" }));
    expect(designer.now.editor.sample).toMatchObject({ staff: [{ Gross: 3100.5, Hours: "12" }, { Gross: 2900 }] });
  });
});
