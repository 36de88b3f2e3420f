/** Tabs of the sidebar with their order, and keys of letters; kept in the browser's storage. */
import type { Field } from "../../core/types";
import type { TabKey } from "../types";
import { readLocal, writeLocal } from "./local";

export const TAB_KEYS: readonly TabKey[] = ["campos", "dados", "estilo", "filtro", "pagina", "inspetor"];
const ORDER_KEY = "json-pdf-designer:tab-order";
const HIDDEN_KEY = "json-pdf-designer:hidden-tabs";
const LETTERS_KEY = "json-pdf-designer:letter-keys";

const STYLED: ReadonlySet<string> = new Set(["text", "table", "chart", "kpi"]);
const FILTERED: ReadonlySet<string> = new Set(["table", "chart", "kpi"]);

/** Returns true if a tab has something to show for the selected field. */
export function tabApplies(tab: TabKey, selected: Field | undefined): boolean {
  switch (tab) {
    case "dados":
      return selected !== undefined;
    case "estilo":
      return selected !== undefined && STYLED.has(selected.type);
    case "filtro":
      return selected !== undefined && FILTERED.has(selected.type);
    default:
      return true;
  }
}

export interface TabLayout {
  order: readonly TabKey[];
  hidden: readonly TabKey[];
}

export const DEFAULT_TABS: TabLayout = { order: TAB_KEYS, hidden: [] };

/** Unknown keys are dropped, missing ones appended. */
function known(value: unknown): TabKey[] {
  return Array.isArray(value) ? [...new Set(value)].filter((key): key is TabKey => TAB_KEYS.includes(key as TabKey)) : [];
}

export function loadTabs(): TabLayout {
  const order = known(readLocal(ORDER_KEY));
  return {
    order: [...order, ...TAB_KEYS.filter((key) => !order.includes(key))],
    hidden: known(readLocal(HIDDEN_KEY)).filter((key) => key !== "campos"),
  };
}

export function storeTabs(layout: TabLayout): void {
  writeLocal(ORDER_KEY, layout.order);
  writeLocal(HIDDEN_KEY, layout.hidden);
}

export const loadLetterKeys = (): boolean => readLocal(LETTERS_KEY) !== false;
/** View of the canvas: the printed pages, or the boxes of the template. */
export type CanvasView = "document" | "layout";

export const storeLetterKeys = (on: boolean): void => writeLocal(LETTERS_KEY, on);

/** Puts a tab before another. */
export function moveTab(order: readonly TabKey[], from: TabKey, to: TabKey): TabKey[] {
  if (from === to) return [...order];
  const rest = order.filter((key) => key !== from);
  return rest.toSpliced(rest.indexOf(to), 0, from);
}

export function isDefault(layout: TabLayout): boolean {
  return layout.hidden.length === 0 && layout.order.every((key, index) => key === TAB_KEYS[index]);
}
