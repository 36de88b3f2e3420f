/**
 * The expression language, as the engine reads and evaluates it. Whoever loads the engine's synchronous half sets it;
 * without it, expressions are edited without colours, findings and results.
 */
import type { Binding } from "../../core/types";
import type { Dict } from "../../i18n";

export interface ExpressionFault {
  code: Exclude<keyof Dict["expressionErrors"], "at" | "suspiciousOperator" | `brace${string}`>;
  /** In characters from the start of the expression; absent for `tooDeep`. */
  position?: number | null;
  detail: string;
}

export interface ExpressionToken {
  kind: "name" | "number" | "text" | "path" | "punctuation" | "logical" | "compare" | "operator";
  start: number;
  end: number;
}

export type FormulaParts = { fn: string; path: string; symbol: string; decimals: string; outFormat: string; inFormat: string };

export interface ExpressionLanguage {
  /** What is wrong with the syntax of an expression without braces. */
  fault: (source: string) => ExpressionFault | null;
  /** Operators with a blank on one side only. */
  suspicious: (source: string) => { operator: string; name: string; position: number }[];
  tokens: (source: string) => ExpressionToken[];
  /** A text with `{expressions}`. */
  render: (text: string, data: unknown) => string;
  /** An expression without braces. */
  resolve: (source: string, data: unknown) => string;
  /** One function around one path; `null` for what is more than that. */
  parseFormula: (text: string) => FormulaParts | null;
  buildFormula: (parts: FormulaParts) => string;
  buildInputs: (data: unknown, bindings: Binding[]) => Record<string, string>;
}

let current: ExpressionLanguage | null = null;

export function setExpressionLanguage(language: ExpressionLanguage | null): void {
  current = language;
}

export function expressionLanguage(): ExpressionLanguage | null {
  return current;
}
