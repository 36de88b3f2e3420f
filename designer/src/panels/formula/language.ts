/** The expression language as panels use it: everything is asked of the engine. */
import type { Dict } from "../../i18n";
import { renderTemplate, resolveToken, syntaxFault, tokenizeExpression, type ExpressionToken } from "../../core/expressions";
import { splitDelimited } from "../../core/bindings";
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
  /** Further arguments as they are written, of the functions that the form shows without them. */
  rest?: readonly string[];
}

const NO_PARTS: FormulaParts = { fn: "", path: "", symbol: "", decimals: "", outFormat: "", inFormat: "" };

/** Kinds of data of a column that a form knows beside those of `parseFormula`. */
const KINDS = new Set(["CURRENCY", "NUMBER", "DECIMAL", "MONEY", "DATE", "UPPER", "LOWER", "TRIM"]);
const DIGITS = /^\d*$/;

/** The form of a column: as `parseFormula` has it, and with a calculation in the place of the path. `null` for texts with words or several values. */
export function columnForm(text: string): FormulaParts | null {
  const plain = language.parseFormula(text);
  if (plain !== null) return plain;
  const [, source] = /^\{([^{}]*)\}$/.exec(text.trim()) ?? [];
  if (source === undefined || language.fault(source) !== null) return null;
  const [, fn, given] = /^\s*([A-Z]+)\((.*)\)\s*$/su.exec(source) ?? [];
  if (fn === undefined || !KINDS.has(fn) || isCutInside(given!)) return { ...NO_PARTS, path: source.trim() };
  const [path = "", ...rest] = splitDelimited(given!);
  if (fn === "DECIMAL" || fn === "MONEY") return { ...NO_PARTS, fn, path, rest };
  const [first, second] = rest.map((own) => /^"([^"]*)"$/.exec(own)?.[1] ?? own);
  if (fn === "NUMBER" && rest.length < 2 && DIGITS.test(first ?? "")) return { ...NO_PARTS, fn, path, decimals: first ?? "" };
  if (fn === "CURRENCY" && rest.length < 3 && (rest[0] ?? '"').startsWith('"') && DIGITS.test(second ?? "")) return { ...NO_PARTS, fn, path, symbol: first ?? "", decimals: second ?? "" };
  if (fn === "DATE" && rest.length < 3 && rest.every((own) => own.startsWith('"'))) return { ...NO_PARTS, fn, path, outFormat: first ?? "", inFormat: second ?? "" };
  return rest.length === 0 ? { ...NO_PARTS, fn, path } : null;
}

/** True if the parentheses of what stands in a call are those of two: `a) + NUMBER(b`. */
function isCutInside(given: string): boolean {
  let depth = 0;
  for (const character of given.replace(/"[^"]*"/g, "")) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) return true;
  }
  return false;
}

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
  buildFormula: ({ fn, path, rest, ...values }: FormulaParts) => (rest ? `{${fn}(${[path, ...rest].join(", ")})}` : buildFormula(fn, path, values)),
  buildInputs,
};
