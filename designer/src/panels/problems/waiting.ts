/** Cards whose value is still to be chosen: they print without it, which is a hint, and no fault. */
import { isWaitingForValue } from "../../core/kpi";
import type { Binding, Field, Template } from "../../core/types";
import type { Problem } from "../../engine/types";

export function waitingCards(template: Template, bindings: readonly Binding[], message: string): Problem[] {
  const found = (schemas: readonly Field[] = [], base: string): Problem[] =>
    schemas.flatMap((field, index) =>
      field && isWaitingForValue(field, bindings) ? [{ code: "valueToChoose", severity: "info" as const, field: field.name, pointer: `${base}/${index}/value`, message }] : [],
    );
  if (template.pages?.length) return template.pages.flatMap((page, index) => found(page.schemas, `/template/pages/${index}/schemas`));
  return found(template.schemas, "/template/schemas");
}
