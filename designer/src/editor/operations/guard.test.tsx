// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Template } from "../../core/types";
import { dictFor } from "../../i18n";
import { DesignerFieldList } from "../parts/DesignerFieldList";
import { DesignerToolbar } from "../parts/DesignerToolbar";
import { bench, template, text } from "../testing";
import { shownName } from "./names";

afterEach(cleanup);

const guards = (own: Template) => own.schemas.filter((field) => field?.type === "image" && field.content === "data:application/x-extensions,1");

describe("the guard", () => {
  it("comes with the first payment, in the same step, and stays deleted", () => {
    const designer = bench(template([text("a")], { extensions: 1 }), [], {}, [<DesignerToolbar key="toolbar" />]);
    const now = () => designer.now.data.template;
    fireEvent.click(screen.getByRole("button", { name: "Payment code" }));
    const [guard] = guards(now());
    expect(guard).toMatchObject({ x: 0, y: 0, width: 1, height: 1 });
    expect(designer.now.selection.selectedIds).not.toContain(guard!.id);
    designer.run(({ actions }) => actions.undo());
    expect(now().schemas.map(({ name }) => name)).toEqual(["a"]);
    designer.run(({ actions }) => actions.redo());
    designer.run(({ actions }) => actions.removeSchema(guard!.id));
    fireEvent.click(screen.getByRole("button", { name: "Payment code" }));
    expect(guards(now())).toHaveLength(0);
  });

  it("is named and explained in plain words, unless somebody has named it", () => {
    const guard = { id: "g", name: "Guard", type: "image", x: 0, y: 50, width: 1, height: 1, content: "data:application/x-extensions,1" } as const;
    bench(template([guard as never], { extensions: 1 }), [], {}, [<DesignerFieldList key="list" />]);
    const row = screen.getByText("Protection from older programs");
    expect(row.title).toMatch(/^The protection is a small invisible image/);
    expect(shownName({ ...guard, name: "Stop" } as never, undefined, dictFor("en"))).toBe("Stop");
  });

  it("comes with a password, once", () => {
    const designer = bench(template([text("a")], { extensions: 1 }), []);
    const set = (pdf: Template["pdf"]) => designer.run(({ actions }) => actions.change({ kind: "edit" }, (pair) => ({ ...pair, template: { ...pair.template, pdf } })));
    set({ encryption: { userPassword: "a" } } as Template["pdf"]);
    set({ encryption: { userPassword: "b" } } as Template["pdf"]);
    expect(guards(designer.now.data.template)).toHaveLength(1);
  });

  it("is left to those who write the code of the template", () => {
    const designer = bench(template([text("a")], { extensions: 1 }), []);
    const coded = template([{ ...text("p"), type: "qrcode", payload: { type: "epc" } } as never], { extensions: 1 });
    designer.run(({ actions }) => actions.change({ kind: "custom", name: "code" }, (pair) => ({ ...pair, template: coded })));
    expect(guards(designer.now.data.template)).toHaveLength(0);
  });
});
