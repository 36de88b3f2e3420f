/** New fields: what the toolbar and drops put on the page. */
import type { Dict } from "../../i18n";
import type { Field, FieldType } from "../../core/types";
import { newId, newName } from "./names";

const SIZES: Record<FieldType, { width: number; height: number }> = {
  text: { width: 80, height: 10 },
  table: { width: 150, height: 30 },
  image: { width: 40, height: 40 },
  section: { width: 190, height: 20 },
  chart: { width: 100, height: 70 },
  kpi: { width: 55, height: 35 },
};

export function newField(type: FieldType, y: number, t: Dict, taken: ReadonlySet<string> = new Set()): Field {
  const d = t.schemaDefaults;
  const box = { x: 10, y, ...SIZES[type] };
  const named = (prefix: string) => ({ id: newId(), name: newName(type, taken, prefix) });
  switch (type) {
    case "text":
      return { ...named(d.textNamePrefix), type, ...box, content: d.textContent, fontSize: 11, fontColor: "#000000", alignment: "left" };
    case "table":
      return { ...named(d.tableNamePrefix), type, ...box, head: [d.column1, d.column2], content: [[d.value1, d.value2]] };
    case "image":
      return { ...named(d.imageNamePrefix), type, ...box, content: "" };
    case "section":
      return { ...named(d.sectionNamePrefix), type, ...box };
    case "chart":
      return {
        ...named(d.chartNamePrefix),
        type,
        ...box,
        chartType: "pie",
        pieStyle: "donut",
        legendPosition: "right",
        displayMode: "percent",
        topN: 7,
      };
    case "kpi":
      return {
        ...named(d.kpiNamePrefix),
        type,
        ...box,
        icon: "bar_chart",
        title: d.kpiTitle,
        value: d.kpiValue,
        subtitle: d.kpiSubtitle,
        backgroundColor: "#2563eb",
        textColor: "#ffffff",
      };
  }
}
