/** Parts of a card: which exist, whether they may be dragged, where they are unless dragged. */
import type { Dict } from "../i18n/en";
import { en } from "../i18n/en";
import { ptToMm } from "./page";
import type { Binding, Field, KpiElementKey, KpiElementOffset, KpiSchema } from "./types";

export const KPI_ELEMENTS: KpiElementKey[] = ["icon", "title", "value", "subtitle"];

/** Room between the edge of a card and its parts. */
export const KPI_PADDING_MM = ptToMm(8);

/** Returns true if a card has the part; an icon called `none` is no icon. */
export function kpiElementPresent(kpi: KpiSchema, element: KpiElementKey): boolean {
  const value = kpi[element];
  return value !== undefined && value !== null && !(element === "icon" && (value === "" || value === "none"));
}

/** Returns true if the value of a card is still to be chosen: its text is empty, and no list gives a number. */
export function isWaitingForValue(field: Field, bindings: readonly (Binding | null | undefined)[]): boolean {
  if (field.type !== "kpi" || typeof field.value !== "string" || field.value.trim() !== "") return false;
  return !bindings.some((binding) => binding?.type === "kpi" && binding.schemaName === field.name);
}

/** Parts are locked unless the template says otherwise. */
export function kpiElementLocked(kpi: KpiSchema, element: KpiElementKey): boolean {
  return kpi[`${element}Locked`] !== false;
}

export function kpiElementOffset(kpi: KpiSchema, element: KpiElementKey): KpiElementOffset | undefined {
  return kpi[`${element}Offset`];
}

export function kpiLockedPatch(element: KpiElementKey, locked: boolean): Partial<KpiSchema> {
  return { [`${element}Locked`]: locked };
}

export function kpiOffsetPatch(element: KpiElementKey, offset: KpiElementOffset | undefined): Partial<KpiSchema> {
  return { [`${element}Offset`]: offset };
}

/** Content of a part that is added back to a card. */
export function kpiRestorePatch(element: KpiElementKey, t: Dict = en): Partial<KpiSchema> {
  switch (element) {
    case "icon":
      return { icon: "bar_chart" };
    case "title":
      return { title: t.schemaDefaults.kpiTitle };
    case "value":
      return { value: "0" };
    case "subtitle":
      return { subtitle: t.schemaDefaults.kpiSubtitle };
  }
}

/** Sizes of the parts of a card unless it says otherwise, in pt. */
export const KPI_DEFAULT_SIZES: Record<KpiElementKey, number> = { icon: 14, title: 8, value: 20, subtitle: 8 };

/**
 * Top left corners of the parts of a card that has no offsets, from sizes in mm (format 10.12). What has no room
 * stands at the padding, so that it can be taken hold of.
 */
export function kpiDefaultPositions(
  width: number,
  height: number,
  sizes: Record<KpiElementKey, number>,
): Record<KpiElementKey, KpiElementOffset> {
  const start = KPI_PADDING_MM;
  const within = (position: number, size: number, room: number) => (size > room - 2 * start ? start : position);
  return {
    icon: {
      x: within(width - start - sizes.icon, sizes.icon, width),
      y: within(start + (sizes.title - sizes.icon) / 2, sizes.icon, height),
    },
    title: { x: start, y: start },
    value: { x: start, y: within(height / 2 - (sizes.value * 2) / 3, sizes.value, height) },
    subtitle: { x: start, y: within(height - start - sizes.subtitle, sizes.subtitle, height) },
  };
}
