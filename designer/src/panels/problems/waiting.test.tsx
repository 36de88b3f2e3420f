// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { DesignerCanvas } from "../../editor/canvas/DesignerCanvas";
import { bench, template } from "../../editor/testing";
import { loadEngine } from "../../engine/load";
import { fields as all } from "../testing";
import { mount } from "../testing";
import { DesignerPropertyPanel } from "../properties/PropertyPanel";
import { waitingCards } from "./waiting";

afterEach(cleanup);

const words = "The indicator has no value yet: choose one.";
const card = { ...all.kpi, value: "" } as typeof all.kpi;

describe("an indicator that was just added", () => {
  it("has no problem with its value, but a hint", async () => {
    const designer = bench(template([], { extensions: 1 }), [], { data: { total: 5 } }, <DesignerCanvas />);
    designer.run(({ actions }) => void actions.addField("kpi"));
    const made = designer.now.data.template;
    const engine = await loadEngine({ module: await WebAssembly.compile(readFileSync(join(import.meta.dirname, "../../engine/generated/engine.wasm"))) });
    expect((await engine.check({ template: made, bindings: [], data: { total: 5 } })).map(({ code }) => code)).not.toContain("missingPath");
    expect(waitingCards(made, [], words)).toEqual([{ code: "valueToChoose", severity: "info", field: made.schemas[0]!.name, pointer: "/template/schemas/0/value", message: words }]);
    expect(document.querySelector("[data-type=kpi]")?.hasAttribute("data-warning")).toBe(false);
    expect(screen.getByText("Choose a value")).toBeTruthy();
    designer.run(({ actions }) => actions.updateSchema(made.schemas[0]!.id, { value: "{total}" }));
    expect(screen.queryByText("Choose a value")).toBeNull();
    expect(waitingCards(designer.now.data.template, [], words)).toEqual([]);
  });

  it("waits for nothing where a list gives its number, or where its value was taken away", () => {
    expect(waitingCards(template([card]), [{ schemaName: "kpi", type: "kpi", path: "lines", aggregation: "count" }], words)).toEqual([]);
    const { value: _, ...without } = card as typeof card & { value: string };
    expect(waitingCards(template([without as never]), [], words)).toEqual([]);
    expect(waitingCards(template([], { pages: [{ schemas: [] }, { schemas: [card] }] as never }), [], words).map(({ pointer }) => pointer)).toEqual(["/template/pages/1/schemas/0/value"]);
  });

  it("says in its panel where a value comes from", () => {
    mount(<DesignerPropertyPanel section="dados" />, [card]);
    expect(screen.getByText(/^Drag a value or a column of a list/)).toBeTruthy();
  });
});
