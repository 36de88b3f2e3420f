import { useMemo } from "react";
import { useT } from "../../i18n";
import type { Field } from "../../core/types";
import { useDesignerData } from "../hooks";
import { filterIncomplete } from "../operations/filters";

/** The first thing that is wrong with a field, in words. */
export function useFieldWarning(field: Field): string | null {
  const { bindings } = useDesignerData();
  const t = useT();
  return useMemo(() => {
    const own = bindings.filter((binding) => binding?.schemaName === field.name);
    const needs = field.type === "section" || field.type === "chart";
    if (needs && !own.some((binding) => binding.type === field.type)) return t.warnings.missingBinding;
    return own.some(filterIncomplete) ? t.warnings.incompleteFilter : null;
  }, [bindings, field, t]);
}
