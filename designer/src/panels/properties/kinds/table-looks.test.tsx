// @vitest-environment jsdom
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Field } from "../../../core/types";
import { DesignerPropertyPanel } from "../..";
import { fields, mount, table } from "../../testing";

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

it("the lines of a table are named by what they are between", () => {
  mount(<DesignerPropertyPanel section="estilo" />, [{ ...fields.table, borders: { column: { width: 0.5 } } } as Field]);
  const row = document.querySelector('[data-property="borders/column"]')!;
  expect(row.textContent).toContain("Between columns");
});
