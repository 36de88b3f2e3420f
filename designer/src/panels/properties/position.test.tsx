// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { DesignerPropertyPanel } from "..";
import { Stage } from "../../editor/operations/stage";
import { fields, mount } from "../testing";

afterEach(cleanup);

/** The text of the template at Y 30 with its first place in print; `isShown`: the canvas shows the printed pages. */
function printed(y: number, page: number, isShown = true) {
  const designer = mount(<DesignerPropertyPanel section="dados" />, [{ ...fields.text, y: 30 }]);
  designer.run(({ editor }) => {
    editor.stage.setState({ stage: isShown ? Stage.of([{ design: 0, pages: 2, width: 210, height: 297 }], 0) : null });
    const drawing = { svg: "<g/>", page, order: 0, box: { x: 10, y: 30 + y, width: 80, height: 10 }, shift: { x: 0, y, width: 0, height: 0 } };
    editor.drawing.store.setState({ byField: new Map([["text", drawing]]) });
  });
  return designer;
}

const note = () => document.querySelector(".jpd-position__printed")?.textContent;
const y = () => (screen.getByRole("spinbutton", { name: "Y (mm)" }) as HTMLInputElement).value;

describe("the place of a field", () => {
  it("says where it is printed after what stands above has grown, as the rulers measure it", () => {
    printed(12.34, 1);
    expect(y()).toBe("30");
    expect(note()).toBe("Printed at Y 42.3 mm: what stands above has grown.");
  });

  it("names the page where that is another one", () => {
    printed(-10, 2);
    expect(note()).toBe("Printed at Y 20 mm on page 2: what stands above has grown.");
    cleanup();
    printed(0, 2);
    expect(note()).toBe("Printed on page 2.");
  });

  it("is said once where both are the same, and where the canvas shows the places of the template", () => {
    printed(0, 1);
    expect(note()).toBeUndefined();
    cleanup();
    printed(12, 1, false);
    expect(note()).toBeUndefined();
  });
});
