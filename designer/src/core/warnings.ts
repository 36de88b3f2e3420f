/** Findings of the engine's check for a field and its binding, in the words of a language. */
import type { Dict } from "../i18n/en";
import { en } from "../i18n/en";
import { filterIncomplete } from "./bindings";
import { faultMessage, type SyntaxFault } from "./faults";
import { problemLine } from "./problem-text";
import { helpers, jsonOf, parsed } from "./helpers";
import type { Binding, Schema, SchemaExpressionError } from "./types";

/** A finding of the engine about one text of a field. */
type Finding = {
  code: string;
  severity: "error" | "warning";
  message: string;
  property?: string;
  expression?: string;
  position?: number | null;
  detail?: string;
  operator?: string;
  name?: string;
};

function findings(field: Schema, binding: Binding | null | undefined): Finding[] {
  // What belongs to a section is checked as if it were alone, so the section need not be there.
  const { sectionId: _, ...alone } = field;
  const bindings = binding ? [{ ...binding, schemaName: field.name }] : [];
  return parsed(helpers((engine) => engine.fieldProblems(jsonOf(alone), jsonOf(bindings))));
}

/** The faults of the expressions of a field and its binding: errors, then what is probably not as meant. */
export function expressionErrors(field: Schema, binding: Binding | null | undefined, t: Dict = en): SchemaExpressionError[] {
  return findings(field, binding)
    .filter(({ code, property, expression }) => property !== undefined && (expression !== undefined || code.startsWith("brace")))
    .map((finding) => ({
      severity: finding.severity,
      field: finding.property as string,
      // Loose braces belong to no expression but to the whole text.
      expression: finding.expression ?? textAt(field, finding.property) ?? textAt(binding, finding.property) ?? "",
      message: messageOf(finding, t),
    }));
}

/** The text of a property such as `footer[2]` or `columns[1].formula`. */
function textAt(object: unknown, property = ""): string | undefined {
  const keys = property.split(/[.[\]]+/).filter((key) => key !== "");
  const found = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], object);
  return typeof found === "string" ? found : undefined;
}

function messageOf(finding: Finding, t: Dict): string {
  const words = t.expressionErrors;
  if (finding.code === "suspiciousOperator") return words.suspiciousOperator(finding.operator ?? "", finding.name ?? "");
  if (finding.code === "braceNested") return words.braceNested(finding.position ?? 0);
  if (finding.code === "braceUnopened") return words.braceUnexpected(finding.position ?? 0);
  if (finding.code === "braceUnclosed") return words.braceUnclosed(finding.position ?? 0);
  if (finding.code in words) return faultMessage({ detail: "", ...finding } as SyntaxFault, t);
  return problemLine(finding, t);
}

/** The first thing to say of a field: syntax, suspicious operator, missing binding, incomplete filter; or nothing. */
export function fieldWarning(field: Schema, binding: Binding | null | undefined, t: Dict = en): string | null {
  const errors = expressionErrors(field, binding, t);
  const syntax = errors.find(({ severity }) => severity === "error");
  if (syntax) return t.warnings.expressionSyntax(syntax.field, syntax.message);
  const suspicious = errors[0];
  if (suspicious) return t.warnings.expressionSuspicious(suspicious.field, suspicious.message);
  return bindingWarning(field, binding, t);
}

/** Faults of the binding of a field alone, which need no engine. */
export function bindingWarning(field: Schema, binding: Binding | null | undefined, t: Dict = en): string | null {
  const needsBinding = field.type === "chart" || (field.type === "section" && field.repeat !== "once");
  if (needsBinding && binding?.type !== field.type) return t.warnings.missingBinding;
  return filterIncomplete(binding) ? t.warnings.incompleteFilter : null;
}
