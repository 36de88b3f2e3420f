import type { Binding } from "../../core/types";

/** Whether a condition has a column but nothing to compare it with. */
export function filterIncomplete(binding: Binding): boolean {
  const filters = "filters" in binding && Array.isArray(binding.filters) ? binding.filters : [];
  return filters.some((group) => group?.some((condition) => condition?.column && String(condition.value ?? "").trim() === ""));
}
