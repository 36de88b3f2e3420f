/** Why a field is printed nowhere. */
import type { Binding, Field } from "../../core/types";

export type Reason = { kind: "condition"; condition: string } | { kind: "section"; name: string } | { kind: "list"; path: string } | { kind: "unbound" | "page" | "other" };

interface Context {
  /** The fields of its page design. */
  fields: readonly Field[];
  bindings: readonly Binding[];
  /** Ids of fields that are printed nowhere. */
  nowhere: ReadonlySet<string>;
  /** True if its design prints a page. */
  printed: boolean;
}

const NEEDS_LIST: ReadonlySet<string> = new Set(["section", "table", "chart"]);

export function reasonOf(field: Field, { fields, bindings, nowhere, printed }: Context): Reason {
  if (!printed) return { kind: "page" };
  if (field.visibleWhen) return { kind: "condition", condition: field.visibleWhen };
  const section = field.sectionId ? fields.find((other) => other?.id === field.sectionId) : undefined;
  if (section && nowhere.has(section.id)) return { kind: "section", name: section.name };
  const binding = bindings.find((own) => own?.schemaName === field.name);
  if (binding && "path" in binding && binding.path && NEEDS_LIST.has(field.type)) return { kind: "list", path: binding.path };
  if (!binding && (field.type === "section" || field.type === "chart")) return { kind: "unbound" };
  return { kind: "other" };
}
