/** Conditions as people build them: a value of the data, a comparison, and what it is compared with. */

export const COMPARISONS = ["==", "!=", ">", ">=", "<", "<="] as const;
export type Comparison = (typeof COMPARISONS)[number];

export interface Condition {
  /** As it is written in expressions. */
  name: string;
  comparison: Comparison;
  value: string;
}

const SIMPLE = /^\s*([\p{L}_$][\p{L}\p{N}_$.]*(?:\["[^"]*"\])*)\s*(==|!=|>=|<=|>|<)\s*(?:"([^"]*)"|(-?\d+(?:\.\d+)?|true|false))\s*$/u;

/** The parts of an expression; `null` where it is more than one comparison with a value. */
export function parseCondition(expression: string): Condition | null {
  const found = SIMPLE.exec(expression);
  if (!found) return null;
  const [, name, comparison, quoted, plain] = found;
  return { name: name!, comparison: comparison as Comparison, value: quoted ?? plain ?? "" };
}

/** Numbers and truth values stand as they are, texts in quotes, which know no escapes. */
export function writeCondition({ name, comparison, value }: Condition): string {
  const number = value.trim().replace(/^(-?\d+),(\d+)$/, "$1.$2");
  const literal = /^-?\d+(\.\d+)?$/.test(number) || value === "true" || value === "false" ? number : `"${value.replaceAll('"', "'")}"`;
  return `${name} ${comparison} ${literal}`;
}
