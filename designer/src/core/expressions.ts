/** Expressions: evaluated, checked and written by the engine that prints them. */
import type { Dict } from "../i18n/en";
import { en } from "../i18n/en";
import { faultMessage, type SyntaxFault } from "./faults";
import { helpers, jsonOf, parsed } from "./helpers";

export { faultMessage, type SyntaxFault };

type LooseBrace = { code: "braceNested" | "braceUnopened" | "braceUnclosed"; position: number };
type Suspicion = { operator: string; name: string; position: number };

/** The text that an expression without braces gives; an invalid one gives none. */
export function resolveToken(token: string, data: unknown, _depth?: number): string {
  // A brace would end the token, or begin another one.
  return /[{}]/.test(token) ? "" : renderTemplate(`{${token}}`, data);
}

/** A text with `{expressions}`, filled with data. */
export function renderTemplate(text: string, data: unknown): string {
  return text.includes("{") ? helpers((engine) => engine.renderText(text, jsonOf(data), new Date().getUTCFullYear())) : text;
}

/** A key as a part of a path: `[id]`, quoted where it must be. Empty for the few keys that no quote fits. */
export function segmentFor(key: string): string {
  return helpers((engine) => engine.segmentFor(key));
}

/** A key as a token of a text: `{[id]}`. Empty for keys that no token can name, such as those with braces. */
export function tokenFor(key: string): string {
  return helpers((engine) => engine.tokenFor(key));
}

/** Syntax faults of an expression without braces. */
export function syntaxFault(source: string): SyntaxFault | null {
  return parsed(helpers((engine) => engine.syntaxFault(source)));
}

/** The same in words, with the position. */
export function expressionError(source: string, t: Dict = en): string | null {
  const fault = syntaxFault(source);
  return fault && faultMessage(fault, t);
}

/** The tokens of a text that cannot be read. */
export function templateExpressionErrors(text: string, t: Dict = en): { token: string; message: string }[] {
  const faults = parsed<(SyntaxFault & { token: string })[]>(helpers((engine) => engine.badTokens(text)));
  return faults.map((fault) => ({ token: fault.token, message: faultMessage(fault, t) }));
}

/** An operator with a blank on one side only, which makes it part of a name. */
export function suspiciousOperator(source: string, t: Dict = en): string | null {
  const [first] = parsed<Suspicion[]>(helpers((engine) => engine.suspiciousOperators(source)));
  return first ? t.expressionErrors.suspiciousOperator(first.operator, first.name) : null;
}

export function templateSuspiciousOperators(text: string, t: Dict = en): { token: string; message: string }[] {
  const found = parsed<(Suspicion & { token: string })[]>(helpers((engine) => engine.suspiciousTokens(text)));
  return found.map(({ token, operator, name }) => ({ token, message: t.expressionErrors.suspiciousOperator(operator, name) }));
}

/** The first brace of a text that has no partner. */
export function braceError(text: string, t: Dict = en): string | null {
  const [first] = parsed<LooseBrace[]>(helpers((engine) => engine.looseBraces(text)));
  if (!first) return null;
  const { braceNested, braceUnexpected, braceUnclosed } = t.expressionErrors;
  const message = { braceNested, braceUnopened: braceUnexpected, braceUnclosed }[first.code];
  return message(first.position);
}

/** A part of an expression, for colours: its kind and place. */
export type ExpressionToken = {
  kind: "name" | "number" | "text" | "path" | "punctuation" | "logical" | "compare" | "operator";
  start: number;
  end: number;
};

/** The parts of an expression; none where it cannot be cut. */
export function tokenizeExpression(source: string): ExpressionToken[] {
  return parsed(helpers((engine) => engine.expressionTokens(source)));
}
