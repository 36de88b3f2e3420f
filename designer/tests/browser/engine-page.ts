/** A page with fields of all kinds that the engine draws, and what it drew. */
import { type Editor, template, text } from "./harness";

const lines = Array.from({ length: 6 }, (_, index) => ({ item: `Item ${index + 1}`, amount: 10 * (index + 1) }));
export const fields = [
  text("title", 20, 5, { fontSize: 16, content: "Invoice {number}", height: 8 }),
  text("name", 20, 40, { content: "Dear {customer}" }),
  text("empty", 20, 60, { content: "{missing}" }),
  text("long", 120, 60, { width: 30, content: "A line of text that is longer than its box and goes on" }),
  { id: "t", name: "lines", type: "table" as const, x: 20, y: 80, width: 170, height: 30, head: ["Item", "Amount"], content: [["{item}", "{CURRENCY(amount)}"]] },
  { id: "c", name: "chart", type: "chart" as const, x: 90, y: 160, width: 100, height: 60, chartType: "pie" as const, displayMode: "both" as const },
  { id: "k", name: "kpi", type: "kpi" as const, x: 20, y: 230, width: 55, height: 35, icon: "payments", title: "Total", value: "{SUM(lines.amount)}", subtitle: "of all", backgroundColor: "#2563eb", textColor: "#ffffff" },
];
const bindings = [
  { schemaName: "lines", type: "array" as const, path: "lines", columns: ["item", "amount"] },
  { schemaName: "chart", type: "chart" as const, path: "lines", labelColumn: "item", valueColumn: "amount" },
];
export const start = { template: template(fields), bindings, data: { number: 7, customer: "Ada", lines }, props: { engine: "wasm" } };

/** Characters that the engine drew of a field. */
export const glyphs = (e: Editor, id: string) => e.field(id).locator("svg.jpd-field__drawing use").count();
