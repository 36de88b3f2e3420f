/** Colours that charts and tables offer (format 12.1, 12.2); `tests/constants.test.ts` compares them with the engine's. */
import { en } from "../i18n/en";
import type { ChartPaletteName, ChartPresetName } from "./types";

export const CHART_PALETTES: Record<ChartPresetName, string[]> = {
  default: ["#2a78d6", "#eb6834", "#1baf7a", "#eda100", "#e87ba4", "#008300", "#4a3aa7"],
  classic: ["#4472c4", "#ed7d31", "#a5a5a5", "#ffc000", "#5b9bd5", "#70ad47", "#264478"],
  modern: ["#118dff", "#12239e", "#e66c37", "#6b007b", "#e044a7", "#744ec2", "#d9b300"],
  vibrant: ["#e63946", "#f77f00", "#fcbf49", "#06d6a0", "#118ab2", "#073b4c", "#9d4edd"],
  pastel: ["#a8d8ea", "#f7c8d8", "#c8e6c9", "#ffe0b2", "#d7bde2", "#b2ebf2", "#f5e6a8"],
  grayscale: ["#1a1a1a", "#3d3d3d", "#5c5c5c", "#7a7a7a", "#999999", "#b8b8b8", "#d6d6d6"],
};

export const CHART_COLORS: string[] = CHART_PALETTES.default;

/** Colour of the item that stands for everything folded away. */
export const CHART_OTHER_COLOR = "#94a3b8";

/** Number of colours of a palette. */
export const CHART_PALETTE_SIZE = 7;

export const CHART_PALETTE_NAMES: ChartPaletteName[] = [
  ...(Object.keys(CHART_PALETTES) as ChartPresetName[]),
  "custom",
];

export const CHART_PALETTE_LABELS: Record<ChartPaletteName, string> = en.chartPaletteLabels;

/** The colours of a palette; those of `default` for an unknown name. */
export function resolveChartPalette(name: string | undefined): string[] {
  const known = name !== undefined && Object.hasOwn(CHART_PALETTES, name);
  return known ? CHART_PALETTES[name as ChartPresetName] : CHART_COLORS;
}

/** The same, where `custom` is the colours given, if any. */
export function resolveChartColors(name: string | undefined, custom?: string[]): string[] {
  return name === "custom" && custom && custom.length > 0 ? custom : resolveChartPalette(name);
}

export type TablePaletteGroup = "default" | "light" | "medium" | "dark";

/** Colours that are copied into the fields of a table. */
export type TablePalette = {
  name: string;
  group: TablePaletteGroup;
  headBackgroundColor: string;
  headTextColor: string;
  bodyBandColor: string;
  borderColor: string;
};

const table = (
  name: string,
  group: TablePaletteGroup,
  [headBackgroundColor, headTextColor, bodyBandColor, borderColor]: [string, string, string, string],
): TablePalette => ({ name, group, headBackgroundColor, headTextColor, bodyBandColor, borderColor });

export const TABLE_PALETTES: TablePalette[] = [
  table("default", "default", ["#0284c7", "#ffffff", "#f1f5f9", "#94a3b8"]),
  table("blueLight", "light", ["#ffffff", "#1d4ed8", "#eff6ff", "#93c5fd"]),
  table("blueMedium", "medium", ["#2563eb", "#ffffff", "#dbeafe", "#1d4ed8"]),
  table("blueDark", "dark", ["#1e3a8a", "#ffffff", "#bfdbfe", "#1e3a8a"]),
  table("greenLight", "light", ["#ffffff", "#15803d", "#f0fdf4", "#86efac"]),
  table("greenMedium", "medium", ["#16a34a", "#ffffff", "#dcfce7", "#15803d"]),
  table("greenDark", "dark", ["#14532d", "#ffffff", "#bbf7d0", "#14532d"]),
  table("orangeLight", "light", ["#ffffff", "#c2410c", "#fff7ed", "#fdba74"]),
  table("orangeMedium", "medium", ["#ea580c", "#ffffff", "#ffedd5", "#c2410c"]),
  table("orangeDark", "dark", ["#7c2d12", "#ffffff", "#fed7aa", "#7c2d12"]),
  table("grayLight", "light", ["#ffffff", "#334155", "#f8fafc", "#cbd5e1"]),
  table("grayMedium", "medium", ["#64748b", "#ffffff", "#f1f5f9", "#475569"]),
  table("grayDark", "dark", ["#1e293b", "#ffffff", "#e2e8f0", "#1e293b"]),
  table("purpleLight", "light", ["#ffffff", "#7e22ce", "#faf5ff", "#d8b4fe"]),
  table("purpleMedium", "medium", ["#9333ea", "#ffffff", "#f3e8ff", "#7e22ce"]),
];

/** The colours of a table palette; none for `custom` and unknown names, which keep the table's own. */
export function tablePalette(name: string | null | undefined): TablePalette | undefined {
  return TABLE_PALETTES.find((palette) => palette.name === name);
}
