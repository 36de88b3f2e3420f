/** The expression language as panels use it: everything is asked of the engine. */
import type { Dict } from "../../i18n";
import { renderTemplate, resolveToken, syntaxFault, tokenizeExpression, type ExpressionToken } from "../../core/expressions";
import { buildFormula, parseFormula } from "../../core/formulas";
import { helpers, parsed } from "../../core/helpers";
import { buildInputs } from "../../core/resolve";

export type { ExpressionToken };

export interface ExpressionFault {
  code: Exclude<keyof Dict["expressionErrors"], "at" | "suspiciousOperator" | `brace${string}`>;
  /** In characters from the start of the expression; absent for `tooDeep`. */
  position?: number | null;
  detail: string;
}

/** A formula that is one function around one path. */
export interface FormulaParts {
  fn: string;
  path: string;
  symbol: string;
  decimals: string;
  outFormat: string;
  inFormat: string;
}

const NO_PARTS: FormulaParts = { fn: "", path: "", symbol: "", decimals: "", outFormat: "", inFormat: "" };

export const language = {
  /** Syntax faults of an expression without braces. */
  fault: (source: string): ExpressionFault | null => syntaxFault(source),
  /** Operators with a blank on one side only, which are parts of names. */
  suspicious: (source: string) =>
    parsed<{ operator: string; name: string; position: number }[]>(helpers((engine) => engine.suspiciousOperators(source))),
  tokens: tokenizeExpression,
  /** A text with `{expressions}`. */
  render: renderTemplate,
  /** An expression without braces. */
  resolve: (source: string, data: unknown) => resolveToken(source, data),
  /** `null` for what a form cannot show. */
  parseFormula: (text: string): FormulaParts | null => {
    const form = parseFormula(text);
    if (form.kind === "raw") return null;
    return form.kind === "func" ? form : NO_PARTS;
  },
  buildFormula: ({ fn, path, ...values }: FormulaParts) => buildFormula(fn, path, values),
  buildInputs,
};
