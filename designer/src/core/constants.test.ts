/** Constants are written out, so that reading them starts no engine; here they are compared with the engine's. */
import { beforeAll, expect, test } from "vitest";
import { dictFor, LANGUAGES, loadDict, type Locale } from "../i18n";
import { helpers, parsed } from "./helpers";
import * as icons from "./icons";
import * as palettes from "./palettes";
import { CURRENT_TEMPLATE_VERSION } from "./template";

const engine = parsed<{
  templateVersion: number;
  chartOther: string;
  charts: Record<string, string[]>;
  tables: Record<string, object>;
  iconGrid: number;
  icons: Record<string, string>;
}>(helpers((engine) => engine.constants()));

test("palettes of charts", () => {
  expect(palettes.CHART_PALETTES).toEqual(engine.charts);
  expect(palettes.CHART_PALETTE_NAMES).toEqual([...Object.keys(engine.charts), "custom"]);
  expect(palettes.CHART_OTHER_COLOR).toBe(engine.chartOther);
  for (const colors of Object.values(engine.charts)) expect(colors).toHaveLength(palettes.CHART_PALETTE_SIZE);
  for (const locale of LOCALES) {
    expect(Object.keys(dictFor(locale).chartPaletteLabels)).toEqual(palettes.CHART_PALETTE_NAMES);
  }
});

test("palettes of tables", () => {
  const ours = palettes.TABLE_PALETTES.map(({ name, group, ...colors }) => [name, colors]);
  expect(Object.fromEntries(ours)).toEqual(engine.tables);
});

const LOCALES = Object.keys(LANGUAGES) as Locale[];
beforeAll(async () => void (await Promise.all(LOCALES.map(loadDict))));

test("icons, with names in each language", () => {
  expect(icons.MATERIAL_ICON_PATHS).toEqual(engine.icons);
  expect(icons.MATERIAL_ICON_GRID).toBe(engine.iconGrid);
  for (const locale of LOCALES) {
    const labels = icons.materialIconLabels(locale);
    expect(Object.keys(labels)).toEqual(icons.MATERIAL_ICON_NAMES);
    expect(new Set(Object.values(labels)).size).toBe(icons.MATERIAL_ICON_NAMES.length);
  }
});

test("version of templates", () => expect(CURRENT_TEMPLATE_VERSION).toBe(engine.templateVersion));
