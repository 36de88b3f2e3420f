/** What is wrong with a field as far as the document itself says; the engine's `check` says more. */
import type { Binding, Field } from "../../core/types";
import type { Problem } from "../../engine/types";

export type BindingsByName = ReadonlyMap<string, readonly Binding[]>;

const KIND: Partial<Record<Field["type"], Binding["type"]>> = { section: "section", chart: "chart", kpi: "kpi", table: "array" };

/** The binding that the print uses for the field. */
export function bindingOf(field: Field, byName: BindingsByName): Binding | undefined {
  const own = byName.get(field.name);
  const kind = KIND[field.type];
  return kind ? own?.find((binding) => binding.type === kind) : own?.[0];
}

export function bindingsByName(bindings: readonly Binding[]): BindingsByName {
  const byName = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const list = byName.get(binding?.schemaName);
    if (list) list.push(binding);
    else if (binding) byName.set(binding.schemaName, [binding]);
  }
  return byName;
}

/** Errors and warnings by the name of the field that they are about. */
export function problemCounts(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { field, severity } of problems) {
    if (field !== undefined && severity !== "info") counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  return counts;
}
