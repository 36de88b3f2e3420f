/** Faults of expressions in words. */
import type { Dict } from "../i18n/en";
import { en } from "../i18n/en";

/** Fault of an expression that the parser cannot read. */
export type SyntaxFault = {
  code: Exclude<keyof Dict["expressionErrors"], "at" | "suspiciousOperator" | `brace${string}`>;
  /** From the start of the expression; absent where the whole is meant. */
  position?: number | null;
  /** The function, operator or limit involved; else empty. */
  detail: string;
  expression: string;
};

/** A fault in the words of a language, with its place. */
export function faultMessage(fault: SyntaxFault, t: Dict = en): string {
  const message = t.expressionErrors[fault.code](fault.detail);
  if (fault.position === undefined || fault.position === null) return message;
  return t.expressionErrors.at(message, fault.position, JSON.stringify(fault.expression));
}
