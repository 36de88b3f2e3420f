// @vitest-environment jsdom
/** Letters as commands, which act on the canvas alone. */
import { act, cleanup, fireEvent } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { DesignerCanvas, DesignerInspector } from "../index";
import { bench, template } from "../testing";

afterEach(cleanup);

it("letters typed after a click on an empty place of a panel do nothing", () => {
  const designer = bench(template([]), [], {}, <><DesignerInspector /><DesignerCanvas /></>);
  const press = (part: string, key: string) => act(() => {
    fireEvent.pointerDown(document.querySelector(`[data-part=${part}]`)!);
    fireEvent.keyDown(document.body, { key });
  });
  press("inspector", "b");
  press("inspector", "h");
  expect(designer.now.page.design.schemas).toEqual([]);
  expect(designer.now.ui.isolateBands).toBe(false);
  press("canvas", "b");
  expect(designer.now.page.design.schemas).toMatchObject([{ type: "table" }]);
});
