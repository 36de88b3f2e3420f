import type { Dict } from "../../i18n";
import type { Field } from "../../core/types";
import { filterIncomplete } from "../operations/filters";
import type { BindingsByName } from "../operations/warnings";

/** The first thing that is wrong with a field, in words. */
export function fieldWarning(field: Field, byName: BindingsByName, t: Dict): string | null {
  const own = byName.get(field.name) ?? [];
  const needs = field.type === "section" || field.type === "chart";
  if (needs && !own.some((binding) => binding.type === field.type)) return t.warnings.missingBinding;
  return own.some(filterIncomplete) ? t.warnings.incompleteFilter : null;
}
