/** The colours that a colour is chosen from: those of the theme and of the page, greys, and hues, with lighter and darker shades. */
import type { Dict } from "../../i18n";

export interface PaletteColor {
  /** As it is stored: `#rrggbb`, or `@` and a name of the theme. */
  color: string;
  /** As CSS has it. */
  shown: string | undefined;
  /** For people who do not see it. */
  label: string;
}

export interface PaletteGroup {
  title: string;
  rows: readonly (readonly PaletteColor[])[];
}

/** Colours of a row. */
const COLUMNS = 7;

/** How far each shade is from its colour to white, or below 0 to black. */
const SHADES = [0.6, 0.3, -0.25, -0.5] as const;

/** Distance of the largest from the smallest channel of a colour that is no grey, of 255. */
const HUE = 38;

type BasicColor = keyof Dict["panel"]["colorNames"];

const GREYS: readonly (readonly [BasicColor, string])[] = [
  ["black", "#000000"],
  ["darkGrey", "#334155"],
  ["grey", "#64748b"],
  ["lightGrey", "#94a3b8"],
  ["paleGrey", "#e2e8f0"],
  ["veryPaleGrey", "#f1f5f9"],
  ["white", "#ffffff"],
];

/** Hues that letters stand out on, or from. */
const HUES: readonly (readonly [BasicColor, string])[] = [
  ["red", "#b91c1c"],
  ["orange", "#c2410c"],
  ["ochre", "#a16207"],
  ["green", "#15803d"],
  ["teal", "#0f766e"],
  ["blue", "#1d4ed8"],
  ["purple", "#7e22ce"],
];

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** `#rrggbb`, as colour inputs want it. */
export function sixDigits(color: string | undefined): string | undefined {
  const digits = typeof color === "string" ? HEX.exec(color.trim())?.[1] : undefined;
  if (digits === undefined) return undefined;
  return `#${(digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits).toLowerCase()}`;
}

export const hexOf = (channels: readonly number[]): string => `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

const channelsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** A colour nearer to white by a share of the distance, or to black where the share is below 0. `hex`: `#rrggbb`. */
export function shadeOf(hex: string, share: number): string {
  return hexOf(channelsOf(hex).map((channel) => (share < 0 ? channel * (1 + share) : channel + (255 - channel) * share)));
}

function hasHue(hex: string): boolean {
  const channels = channelsOf(hex);
  return Math.max(...channels) - Math.min(...channels) >= HUE;
}

/** A colour, given as `#rrggbb`, nearer to white or to black, as in `shadeOf`. */
function shade(name: string, hex: string, share: number, t: Dict): PaletteColor {
  const color = shadeOf(hex, share);
  const percent = Math.round(Math.abs(share) * 100);
  return { color, shown: color, label: `${share < 0 ? t.panel.darker(name, percent) : t.panel.lighter(name, percent)}: ${color}` };
}

function inRows(colors: readonly PaletteColor[]): PaletteColor[][] {
  return Array.from({ length: Math.ceil(colors.length / COLUMNS) }, (_, row) => colors.slice(row * COLUMNS, (row + 1) * COLUMNS));
}

/** Colours of the theme by name: a row for each hue and its shades, then the others, whose shades are among the greys. */
function themeRows(theme: Readonly<Record<string, string>>, t: Dict): PaletteColor[][] {
  const all = Object.keys(theme).map((name) => ({ name, hex: sixDigits(theme[name]), entry: { color: `@${name}`, shown: theme[name], label: `@${name}` } }));
  const hues = all.filter(({ hex }) => hex !== undefined && hasHue(hex)).slice(0, COLUMNS);
  const others = all.filter((own) => !hues.includes(own)).map(({ entry }) => entry);
  return [...hues.map(({ name, hex, entry }) => [entry, ...SHADES.map((share) => shade(name, hex!, share, t))]), ...inRows(others)];
}

/** The groups of the palette, without empty ones. `used`: the colours of the page. */
export function paletteOf(theme: Readonly<Record<string, string>>, used: readonly string[], t: Dict): PaletteGroup[] {
  const named = (list: typeof GREYS) => list.map(([name, hex]) => [t.panel.colorNames[name], hex] as const);
  const basic = (list: typeof GREYS) => named(list).map(([name, hex]) => ({ color: hex, shown: hex, label: `${name}: ${hex}` }));
  const groups = [
    { title: t.panel.themeColors, rows: themeRows(theme, t) },
    { title: t.panel.documentColors, rows: inRows(used.map((color) => ({ color, shown: color, label: color }))) },
    { title: t.panel.basicColors, rows: [basic(GREYS), basic(HUES), ...SHADES.map((share) => named(HUES).map(([name, hex]) => shade(name, hex, share, t)))] },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}
