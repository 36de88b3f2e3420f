// @vitest-environment jsdom
/** New fields in the header and the footer, which repeat on every page. */
import { cleanup } from "@testing-library/react";
import type { DragEvent } from "react";
import { afterEach, expect, it } from "vitest";
import { PX_PER_MM } from "../../core/page";
import { DesignerCanvas } from "../index";
import { bench, template, text } from "../testing";
import { handleDrop, NEW_FIELD_MIME } from "./drop";

afterEach(cleanup);

/** A kind of field that is dropped at a place of the sheet, in mm. */
function dropped(kind: string, x: number, y: number) {
  const designer = bench(template([]), [], {}, <DesignerCanvas />);
  const dataTransfer = { types: [NEW_FIELD_MIME], files: [], getData: (type: string) => (type === NEW_FIELD_MIME ? kind : "") };
  const event = { dataTransfer, clientX: x * PX_PER_MM, clientY: y * PX_PER_MM, shiftKey: true, preventDefault() {}, target: null };
  designer.run(({ editor }) => handleDrop(editor, event as unknown as DragEvent<HTMLDivElement>));
  return { designer, field: designer.now.page.design.schemas[0]! };
}

it("a text that is dropped into the header is wholly in it, and the header is edited", () => {
  const { designer, field } = dropped("text", 60, 18);
  expect(field).toMatchObject({ x: 60, y: 20 - field.height });
  expect(designer.now.ui.isolateBands).toBe(true);
  expect(designer.now.editor.ui.getState().announcement.text).toBe("Repeats on every page: it is in the header");
  designer.run(({ actions }) => actions.undo());
  expect(designer.now.page.design.schemas).toEqual([]);
  expect(designer.now.ui.isolateBands).toBe(false);
  designer.run(({ actions }) => actions.redo());
  expect(designer.now.ui.isolateBands).toBe(true);
});

it("a text that is dropped into the footer is wholly in it", () => {
  const { field } = dropped("text", 60, 294);
  expect(field.y).toBe(297 - field.height);
});

it("a section that is dropped is one step", () => {
  const { designer } = dropped("section", 20, 150);
  expect(designer.field(designer.now.page.design.schemas[0]!.id)).toMatchObject({ type: "section", y: 150 });
  designer.run(({ actions }) => actions.undo());
  expect(designer.now.page.design.schemas).toEqual([]);
});

it("a table that does not fit into the header begins below it", () => {
  const { designer, field } = dropped("table", 20, 5);
  expect(field).toMatchObject({ type: "table", y: 20 });
  expect(designer.now.ui.isolateBands).toBe(false);
});

it("fields of the body that are moved into the header belong to it, those that reach beyond it stop at its border", () => {
  const designer = bench(template([text("a", { y: 50 })]));
  designer.run(({ actions }) => actions.moveGroup([{ id: "a", x: 10, y: 10 }]));
  expect(designer.field("a")).toMatchObject({ y: 10 });
  expect(designer.now.ui.isolateBands).toBe(true);
  designer.run(({ actions }) => actions.undo());
  expect(designer.now.ui.isolateBands).toBe(false);
  designer.run(({ actions }) => actions.moveGroup([{ id: "a", x: 10, y: 15 }]));
  expect(designer.field("a")).toMatchObject({ y: 20 });
});
