// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DataSourceOption } from "../../core/types";
import { DesignerBindingEditor, DesignerFilterPanel } from "..";
import { chart, data, fields, kpi, mount, section, table } from "../testing";

beforeAll(() => {
  // The editor of expressions measures text, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

const type = (label: string, value: string) => {
  const input = screen.getByLabelText<HTMLInputElement>(label);
  act(() => input.focus());
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const dataSources: DataSourceOption[] = [
  { path: "lines", label: "Lines", columns: ["name", "price"], columnTypes: { name: "string", price: "number" } },
  { path: "people", label: "People", columns: ["label", "age"], columnTypes: { label: "string", age: "number" } },
];

describe("binding editor", () => {
  it("69: a source of a chart preselects a text and a number; what is no number is marked", () => {
    const designer = mount(<DesignerBindingEditor />, [chart], { dataSources });
    fireEvent.change(screen.getByLabelText("List"), { target: { value: "lines" } });
    expect(designer.now.data.bindings).toEqual([{ schemaName: "chart", type: "chart", path: "lines", labelColumn: "name", valueColumn: "price" }]);
    const options = [...screen.getByLabelText<HTMLSelectElement>("Value column").options].map((option) => option.text);
    expect(options).toContain("name (not a number)");
    expect(options).toContain("price");
  });

  it("knows the lists of the sample data without data sources, and what a path finds", () => {
    const designer = mount(<DesignerBindingEditor />, [section], { data });
    type("List", "line");
    expect(designer.now.data.bindings).toEqual([{ schemaName: "section", type: "section", path: "line" }]);
    fireEvent.click(screen.getByText("Did you mean lines?"));
    expect(designer.now.data.bindings).toEqual([{ schemaName: "section", type: "section", path: "lines" }]);
    expect(screen.getByText("3 items")).toBeTruthy();
  });

  it("writes nothing while it is incomplete, and keeps filters", () => {
    const filters = [[{ column: "name", op: "eq" as const, value: "Pen" }]];
    const designer = mount(<DesignerBindingEditor />, [kpi]);
    type("List", "lines");
    expect(designer.now.data.bindings).toEqual([]);
    type("Value column", "price");
    expect(designer.now.data.bindings).toEqual([{ schemaName: "kpi", type: "kpi", path: "lines", aggregation: "sum", valueColumn: "price" }]);
    designer.run(({ actions }) => actions.setBinding("kpi", { schemaName: "kpi", type: "kpi", path: "lines", aggregation: "sum", valueColumn: "price", filters }));
    fireEvent.change(screen.getByLabelText("Figure"), { target: { value: "max" } });
    expect(designer.now.data.bindings).toEqual([{ schemaName: "kpi", type: "kpi", path: "lines", aggregation: "max", valueColumn: "price", filters }]);
  });

  it("68: another list of a bound table rebuilds its columns after asking", () => {
    const designer = mount(<DesignerBindingEditor />, [table], {
      dataSources,
      bindings: [{ schemaName: "table", type: "array", path: "lines", columns: ["name", "price"] }],
    });
    fireEvent.change(screen.getByLabelText("List"), { target: { value: "people" } });
    expect(screen.getByRole("dialog").textContent).toContain("0 columns exist in the new list and stay, 2 columns do not");
    expect(designer.now.data.bindings).toMatchObject([{ path: "lines" }]);
    fireEvent.click(screen.getByText("Rebuild columns"));
    expect(designer.now.data.bindings).toMatchObject([{ path: "people" }]);
    expect(designer.field("table")).toMatchObject({ head: ["Label", "Age"] });
  });

  it("76: shows restored values after undo", () => {
    const designer = mount(<DesignerBindingEditor />, [section], { dataSources });
    const list = screen.getByLabelText<HTMLSelectElement>("List");
    fireEvent.change(list, { target: { value: "lines" } });
    designer.run(({ editor }) => editor.document.history.seal());
    fireEvent.change(list, { target: { value: "people" } });
    designer.run(({ actions }) => actions.undo());
    expect(list.value).toBe("lines");
    fireEvent.click(screen.getByText("Remove the link"));
    expect(designer.now.data.bindings).toEqual([]);
    expect(list.value).toBe("");
  });

  it("accepts a dropped list", () => {
    const designer = mount(<DesignerBindingEditor />, [section], { data });
    const payload = JSON.stringify({ path: "lines", kind: "arraySource" });
    fireEvent.drop(screen.getByLabelText("List"), { dataTransfer: { types: ["application/json"], getData: () => payload } });
    expect(designer.now.data.bindings).toMatchObject([{ path: "lines" }]);
  });

  it("renders nothing without a selected field", () => {
    const designer = mount(<DesignerBindingEditor />, [fields.text]);
    designer.run(({ selection }) => selection.setSelectedIds([]));
    expect(document.querySelector("[data-part=binding-editor]")).toBeNull();
  });
});

describe("filter panel", () => {
  const bound = [{ schemaName: "table", type: "array" as const, path: "lines", columns: ["name", "price"] }];

  it("71: filters can be built without known columns; without conditions the key goes", () => {
    const designer = mount(<DesignerFilterPanel />, [table], { bindings: bound });
    fireEvent.click(screen.getByText(/group \(OR\)/));
    expect(designer.now.data.bindings).toEqual(bound);
    fireEvent.change(screen.getByLabelText("Column of condition 1"), { target: { value: "name" } });
    fireEvent.change(screen.getByLabelText("Value of condition 1"), { target: { value: "Pen" } });
    expect(designer.now.data.bindings).toEqual([{ ...bound[0], filters: [[{ column: "name", op: "eq", value: "Pen" }]] }]);
    designer.run(({ actions }) => actions.setBinding("table", { ...bound[0]!, columns: ["name"], filters: [[{ column: "name", op: "eq", value: "Pen" }]] }));
    expect(screen.getByLabelText<HTMLInputElement>("Value of condition 1").value).toBe("Pen");
    fireEvent.click(screen.getByLabelText("Remove condition 1"));
    expect(designer.now.data.bindings[0]).not.toHaveProperty("filters");
  });

  it("asks for a list first", () => {
    mount(<DesignerFilterPanel />, [table]);
    expect(screen.getByText(/Choose a list in the Data tab first/)).toBeTruthy();
  });
});
