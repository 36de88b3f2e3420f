// @vitest-environment jsdom
import { cleanup, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Field, Template } from "../../../core/types";
import type { DocumentInput, EngineAdapter } from "../../../engine/types";
import { DesignerPropertyPanel } from "../..";
import { data, fields, mount, table } from "../../testing";

afterEach(cleanup);

const theme = { colors: { muted: "#6b7280", paper: "#ffffff", pale: "#cccccc" } };
const looks = (more: object) => {
  mount(<DesignerPropertyPanel section="estilo" />, [{ ...table, ...more } as Field], { theme });
  return document.querySelector(".jpd-tablelooks .jpd-warn")?.textContent ?? null;
};

describe("the looks of a table", () => {
  it("measure the contrast of titles in the colours of the theme", () => {
    expect(looks({ headTextColor: "@muted", headBackgroundColor: "@paper" })).toBeNull();
    cleanup();
    expect(looks({ headTextColor: "@pale", headBackgroundColor: "@paper" })).toContain("1.6");
    cleanup();
    expect(looks({ headTextColor: "#111111", headBackgroundColor: "" })).toBeNull();
  });

  it("are shown by a sample without the marks of Markdown", () => {
    looks({ bodyTextFormat: "inline-markdown", content: [["**Pen**", "*2* * 3"]] });
    const cells = [...document.querySelectorAll<HTMLElement>(".jpd-sample [data-part=rows] td")].map(({ dataset }) => dataset.text);
    expect(cells).toContain("Pen");
    expect(cells).toContain("2 * 3");
  });
});

it("the sample of a table shows cells as the engine prints them, and columns as they are aligned", async () => {
  const layout = async ({ template }: DocumentInput) => {
    const { locale, schemas } = template as { locale: string; schemas: { name: string; content: string }[] };
    return { pages: [{ placements: schemas.map(({ name, content }) => ({ name, value: `${locale} ${content}` })) }] };
  };
  const engine = { layout, draw: async () => ({ pageCount: 0, pages: [], warnings: [], images: {} }), check: async () => [], setFonts: async () => {}, dispose: () => {} } as unknown as EngineAdapter;
  const columnStyles = [null, { headAlign: "right", cellAlign: "right" }];
  const designer = mount(<DesignerPropertyPanel section="estilo" />, [{ ...table, columnStyles } as unknown as Field], {
    bindings: [{ schemaName: "table", type: "array", path: "lines", columns: ["name", "price"] }],
    data,
    engine,
  });
  designer.run(({ actions }) => actions.change({ kind: "edit" }, (pair) => ({ ...pair, template: { ...pair.template, locale: "en-US" } as Template })));
  const cells = (part: string) => [...document.querySelectorAll<HTMLElement>(`.jpd-sample [data-part=${part}] td`)];
  await waitFor(() => expect(cells("rows").slice(0, 2).map(({ dataset }) => dataset.text)).toEqual(["en-US {name}", "en-US {price}"]));
  expect(cells("rows").slice(0, 2).map(({ style }) => style.textAlign)).toEqual(["left", "right"]);
  expect(cells("titles")[1]!.style.textAlign).toBe("right");
});

it("the lines of a table are named by what they are between", () => {
  mount(<DesignerPropertyPanel section="estilo" />, [{ ...fields.table, borders: { column: { width: 0.5 } } } as Field]);
  const row = document.querySelector('[data-property="borders/column"]')!;
  expect(row.textContent).toContain("Between columns");
});
