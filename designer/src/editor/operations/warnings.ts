/** Faults of a field that the document itself shows; the engine's `check` finds more. */
import type { Binding, Field } from "../../core/types";
import { bindingWarning } from "../../core/warnings";
import type { Problem } from "../../engine/types";
import type { Dict } from "../../i18n";
import { sanitizedBinding } from "./sanitize";

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
  for (const given of bindings) {
    if (!given) continue;
    const binding = sanitizedBinding(given);
    const list = byName.get(binding.schemaName);
    if (list) list.push(binding);
    else byName.set(binding.schemaName, [binding]);
  }
  return byName;
}

/** Faults of fields by their names: errors and warnings of the check, or those of the binding while there is no check. */
export function warningsByField(
  problems: readonly Problem[],
  fields: readonly Field[],
  byName: BindingsByName,
  t: Dict,
  word: (problem: Problem) => string,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const problem of problems) {
    const { field, severity } = problem;
    if (field !== undefined && severity !== "info") found.set(field, [...(found.get(field) ?? []), word(problem)]);
  }
  for (const field of fields) {
    if (!field || found.has(field.name)) continue;
    const warning = bindingWarning(field, bindingOf(field, byName), t);
    if (warning) found.set(field.name, [warning]);
  }
  return found;
}
