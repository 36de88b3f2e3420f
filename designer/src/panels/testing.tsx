/** Fixtures of the tests of the panels: a field of each kind, and a designer around a panel. */
import { act, fireEvent } from "@testing-library/react";
import type { ReactNode } from "react";
import type { Binding, ChartSchema, Field, ImageSchema, KpiSchema, SectionSchema, TableSchema, Template } from "../core/types";
import { makeSchema } from "../core/fields";
import { FIELD_KINDS } from "./properties/description";
import { bench, template, text } from "../editor/testing";
import type { DesignerProviderProps } from "../editor/types";
import { I18nProvider, type Locale } from "../i18n";

const box = { x: 10, y: 30, width: 80, height: 40 };

export const table: TableSchema = {
  ...box,
  id: "table",
  name: "table",
  type: "table",
  head: ["Item", "Price"],
  content: [["{name}", "{price}"]],
};
export const image: ImageSchema = { ...box, id: "image", name: "image", type: "image", content: "" };
export const section: SectionSchema = { ...box, id: "section", name: "section", type: "section" };
export const chart: ChartSchema = { ...box, id: "chart", name: "chart", type: "chart", chartType: "pie", displayMode: "percent" };
export const kpi: KpiSchema = {
  ...box,
  id: "kpi",
  name: "kpi",
  type: "kpi",
  icon: "home",
  title: "Sales",
  value: "{total}",
  subtitle: "this year",
  backgroundColor: "#2563eb",
  textColor: "#ffffff",
};
const base: Record<string, Field> = { text: text("text"), table, image, section, chart, kpi };
/** Of a kind of the extensions as it is inserted. */
export const fields = Object.fromEntries(
  FIELD_KINDS.map((kind) => [kind, base[kind] ?? ({ ...makeSchema(kind, 30), id: kind, name: kind } as Field)]),
) as Record<Field["type"], Field>;

export const data = {
  total: 12.5,
  customer: { name: "Ana" },
  lines: [
    { name: "Pen", price: 2.5, group: "a" },
    { name: "Ink", price: 4, group: "b" },
    { name: "Pad", price: 1, group: "a" },
  ],
  people: [{ label: "Ana", age: 30 }],
};

export interface MountOptions extends Partial<DesignerProviderProps> {
  /** True if the template uses the extensions of the format. Default: true. */
  extended?: boolean;
  bindings?: Binding[];
  locale?: Locale;
  select?: string[];
  /** Colours of the template by name. */
  theme?: Template["theme"];
  styles?: Template["styles"];
}

/** A designer with these fields, the first selected, around `children`. */
export function mount(children: ReactNode, schemas: Field[], { bindings = [], locale = "en", select, extended = true, theme, styles, ...props }: MountOptions = {}) {
  const designer = bench(template(schemas, { ...(extended ? { extensions: 1 } : {}), ...(theme ? { theme } : {}), ...(styles ? { styles } : {}) }), bindings, props, <I18nProvider locale={locale}>{children}</I18nProvider>);
  designer.run(({ selection }) => selection.setSelectedIds(select ?? (schemas[0] ? [schemas[0].id] : [])));
  return designer;
}

/** Opens what is folded, and what is folded inside it. */
export function unfold(): void {
  for (let folded = document.querySelectorAll("details:not([open])"); folded.length > 0; folded = document.querySelectorAll("details:not([open])")) {
    for (const details of folded) {
      act(() => {
        (details as HTMLDetailsElement).open = true;
        fireEvent(details, new Event("toggle"));
      });
    }
  }
}

/** The control of a row: an input, or buttons that are icons. */
export function controlOf(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>("input, select, textarea") ?? row.querySelector<HTMLElement>("[role=radiogroup], [aria-pressed]");
}

/** Chooses as a person does: from a list, or by an icon. */
export function choose(control: HTMLElement, value: string): void {
  const icon = control.querySelector(`[data-choice="${value}"]`);
  if (icon) fireEvent.click(icon);
  else fireEvent.change(control, { target: { value } });
}

export const isOn = (control: HTMLElement): boolean => (control instanceof HTMLInputElement ? control.checked : control.getAttribute("aria-pressed") === "true");
