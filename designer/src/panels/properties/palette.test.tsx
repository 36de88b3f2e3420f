// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { dictFor, LANGUAGES, loadDict, type Locale } from "../../i18n";
import { text } from "../../editor/testing";
import { DesignerPropertyPanel } from "..";
import { mount } from "../testing";
import { contrast } from "./contrast";
import { paletteOf, shadeOf } from "./palette";

afterEach(cleanup);

const t = dictFor("en");
const theme = { accent: "#1f4e79", ink: "#1c2530", paper: "#ffffff", warning: "#9B2C2C", odd: "cmyk" };

describe("the palette of colours", () => {
  it("has the hues of the theme with lighter and darker shades, and the other colours of the theme after them", () => {
    const [group] = paletteOf(theme, [], t);
    expect(group!.rows.map((row) => row.map(({ color }) => color))).toEqual([
      ["@accent", "#a5b8c9", "#6283a1", "#173b5b", "#10273d"],
      ["@warning", "#d7abab", "#b96b6b", "#742121", "#4e1616"],
      ["@ink", "@paper", "@odd"],
    ]);
    expect(group!.rows[0]![3]!.label).toBe("accent, 25% darker: #173b5b");
    expect(group!.rows[1]![1]!.label).toBe("warning, 60% lighter: #d7abab");
  });

  it("has dark shades of all basic hues, which letters stand out by, and no empty groups", () => {
    const groups = paletteOf({}, [], t);
    expect(groups.map(({ title }) => title)).toEqual(["Basic colours"]);
    const darkest = groups[0]!.rows.at(-1)!;
    expect(darkest.map(({ label }) => label.replace(/,.*/, ""))).toEqual(["Red", "Orange", "Ochre", "Green", "Teal", "Blue", "Purple"]);
    for (const { color } of darkest) expect(contrast(color, "#ffffff"), color).toBeGreaterThan(10);
    expect(groups[0]!.rows.every((row) => row.length <= 7)).toBe(true);
  });

  it("goes from white to black", () => {
    expect([1, 0, -1].map((share) => shadeOf("#1d4ed8", share))).toEqual(["#ffffff", "#1d4ed8", "#000000"]);
  });

  it.each(Object.keys(LANGUAGES) as Locale[])("has a name of its own for each colour: %s", async (locale) => {
    const labels = paletteOf(theme, ["#123456"], await loadDict(locale)).flatMap(({ rows }) => rows.flat().map(({ label }) => label));
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).toHaveLength(13 + 1 + 42);
  });

  it("opens with arrow keys that go along rows and columns, and gives the text a darker blue", () => {
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [text("a")], { theme: { colors: theme } });
    fireEvent.keyDown(document.querySelector("[data-property=fontColor] input:not([type=color])")!, { key: "ArrowDown", altKey: true });
    const palette = within(screen.getByRole("dialog"));
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
    expect(document.querySelectorAll(".jpd-colors__item[tabindex='0']")).toHaveLength(1);
    palette.getByRole("button", { name: "@accent" }).focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) press(key);
    expect(document.activeElement?.getAttribute("aria-label")).toBe("accent, 25% darker: #173b5b");
    press("ArrowLeft");
    press("ArrowDown");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("warning, 30% lighter: #b96b6b");
    fireEvent.click(palette.getByRole("button", { name: "Blue, 50% darker: #0f276c" }));
    expect(designer.field("a")).toMatchObject({ fontColor: "#0f276c" });
  });
});
