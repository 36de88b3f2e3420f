// @vitest-environment jsdom
/** Statement 59, as far as the print is concerned: what a control sets is printed, and gone again after resetting. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { act, cleanup, fireEvent } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Binding, Field } from "../../core/types";
import { loadEngine } from "../../engine/load";
import type { Engine } from "../../engine/adapter";
import { DesignerPropertyPanel } from "..";
import { choose, controlOf, fields, mount, unfold } from "../testing";
import { TABLE_PARTS, tablePartOf } from "./layout";

const lines = Array.from({ length: 60 }, (_, index) => ({ name: `Item ${(index * 7) % 11}`, price: 1000 + ((index * 37) % 5) / 3 }));
const data = { lines, total: 1234.5 };

const bindings: Binding[] = [
  { schemaName: "table", type: "array", path: "lines", columns: ["name", "price"] },
  { schemaName: "chart", type: "chart", path: "lines", labelColumn: "name", valueColumn: "price" } as Binding,
];

/** A value that a control is given, and what else the field needs for the property to count. */
type Row = [path: string, value: string | boolean, needs?: Record<string, unknown>];

const position: Row[] = [["x", "12"], ["y", "41"], ["width", "70"], ["height", "50"]];
const border = { borderColor: "#112233" };
const footer = { footer: ["Total", "{SUM(lines.price)}"] };
const currency = { valueFormat: "currency", displayMode: "number" };
const corners = (part: string): Row[] => ["topLeft", "topRight", "bottomLeft", "bottomRight"].map((corner) => [`${part}BorderRadius/${corner}`, "3", { [`${part}BackgroundColor`]: "#aabbcc" }]);
const part = (name: string, needs: Record<string, unknown> = {}): Row[] =>
  ([["BackgroundColor", "#abcdef"], ["TextColor", "#fedcba"], ["FontSize", "14"], ["Align", "right"], ["VerticalAlign", "bottom"]] as const).map(([key, value]) => [name + key, value, needs]);

const rows: Partial<Record<Field["type"], { dados?: Row[]; estilo: Row[] }>> = {
  text: {
    // A box is seen by what is drawn around it.
    dados: position.map(([path, value]): Row => [path, value, { borderColor: "#112233", borderWidth: 1 }]),
    estilo: [["fontSize", "20"], ["fontColor", "#ff0000"], ["alignment", "right"], ["backgroundColor", "#abcdef"], ["borderColor", "#abcdef", { borderWidth: 1 }], ["borderWidth", "2", border]],
  },
  table: {
    dados: [["x", "12"], ["y", "41"], ["width", "70"]],
    estilo: [
      ["bodyBandColor", "#abcdef"],
      ["borderColor", "#abcdef"],
      ["repeatHeader", false],
      ...part("head"),
      ...part("body"),
      ...part("footer", footer),
      // The top corners belong to the titles, those at the bottom to the totals.
      ...corners("head").slice(0, 2),
      ...corners("body").slice(2),
      ...corners("footer").slice(2).map(([path, value, needs]): Row => [path, value, { ...needs, ...footer }]),
    ],
  },
  image: { dados: position, estilo: [] },
  chart: {
    dados: [...position, ["sortBy", "label_asc"], ["topN", "3"], ["thousandsSeparator", false, { displayMode: "number" }]],
    estilo: [
      ["chartType", "bar"],
      ["pieStyle", "full"],
      ["legendPosition", "left"],
      ["legendFontSize", "12"],
      ["displayMode", "both"],
      ["valueFormat", "currency", { displayMode: "number" }],
      ["currencySymbol", "€", currency],
      ["decimals", "0", currency],
    ],
  },
  kpi: {
    dados: [...position, ["numberFormat", "grouped", { value: "1234567" }]],
    estilo: [
      ["backgroundColor", "#abcdef"],
      ["textColor", "#112233"],
      ["borderRadius", "50"],
      ["iconSize", "20"],
      ["titleFontSize", "12"],
      ["valueFontSize", "30"],
      ["subtitleFontSize", "12"],
    ],
  },
};

const PICTURE = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQSFgAAAHEASFcollRAAAAAElFTkSuQmCC";
const start: Partial<Record<Field["type"], object>> = {
  table: { height: 30 },
  image: { content: PICTURE },
  text: { content: "Some text" },
};

describe("59: what a control sets is printed, and gone again after resetting", () => {
  let engine: Engine;
  beforeAll(async () => {
    Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
    Range.prototype.getBoundingClientRect = () => new DOMRect();
    // The engine compares templates by identity, which is quicker than by content.
    engine = await loadEngine({ module: new Uint8Array(await readFile(join(import.meta.dirname, "../../engine/generated/engine.wasm"))), immutable: true });
  });
  afterEach(cleanup);

  it.each(Object.entries(rows))("%s", async (kind, sections) => {
    const failures: string[] = [];
    for (const section of ["dados", "estilo"] as const) {
      const own = { ...fields[kind as Field["type"]], ...start[kind as Field["type"]] } as unknown as Record<string, unknown>;
      const designer = mount(<DesignerPropertyPanel section={section} />, [own as unknown as Field], { data, bindings, extended: false });
      const field = () => designer.field(kind) as unknown as Record<string, unknown>;
      const printed = async () => {
        const { template, bindings } = designer.now.data;
        return Buffer.from((await engine.render({ template, bindings, data })).bytes).toString("base64");
      };
      for (const [path, value, needs = {}] of sections[section] ?? []) {
        const key = path.split("/")[0]!;
        const others = Object.fromEntries(Object.keys(field()).filter((known) => !(known in own)).map((known) => [known, undefined]));
        designer.run(({ actions, selection }) => {
          actions.updateSchema(kind, { ...others, ...own, ...needs });
          const element = /^(icon|title|value|subtitle)(FontSize|Size)$/.exec(key)?.[1];
          if (element) selection.setSelectedKpiElement(element as "icon");
        });
        const before = { ...field() };
        const plain = await printed();
        const part = kind === "table" && section === "estilo" ? (tablePartOf(key) ?? "table") : undefined;
        if (part) fireEvent.click(document.querySelectorAll("[role=tab]")[TABLE_PARTS.indexOf(part)]!);
        unfold();
        const row = document.querySelector<HTMLElement>(`.jpd-prop[data-property="${path}"]`);
        const control = row && controlOf(row);
        if (!row || !control) {
          failures.push(`${path}: no control`);
          continue;
        }
        if (typeof value === "boolean") fireEvent.click(control);
        else if (control.matches("[role=radiogroup]")) choose(control, String(value));
        else {
          act(() => control.focus());
          fireEvent.change(control, { target: { value: String(value) } });
          fireEvent.keyDown(control, { key: "Enter" });
          fireEvent.blur(control);
        }
        const changed = Object.keys({ ...before, ...field() }).filter((known) => JSON.stringify(before[known]) !== JSON.stringify(field()[known]));
        if (changed.join() !== key) failures.push(`${path}: changed ${changed.join() || "nothing"}`);
        if ((await printed()) === plain) failures.push(`${path}: prints the same`);
        const reset = document.querySelector<HTMLElement>(`.jpd-prop[data-property="${path}"] .jpd-prop__reset`);
        // What a field must have goes back by undoing.
        if (reset) fireEvent.click(reset);
        else designer.run(({ actions }) => actions.undo());
        if (key in before ? false : key in field()) failures.push(`${path}: not removed`);
        if (!(key in before) && (await printed()) !== plain) failures.push(`${path}: prints otherwise after resetting`);
      }
      cleanup();
    }
    expect(failures).toEqual([]);
  }, 60_000);
});
