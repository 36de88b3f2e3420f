/** Text that a click on a name or a function of the lists puts into a text with expressions. */
import { functionsOf } from "../../core/functions";
import { bracesOf, inQuotes, spanAt } from "./tokens";

export interface Insertion {
  from: number;
  to: number;
  insert: string;
  /** Place of the caret in what is inserted. */
  caret: number;
}

/** A call that stands open at the end of a text, with what is written of its parameters. */
const OPEN_CALL = /([A-Z]+)\(([^(){}]*)$/;
const CALL = /\b([A-Z]+)\([^(){}]*\)?/g;

const isFunction = (name: string): boolean => functionsOf(true).some((entry) => entry.name === name);

/** An expression in braces at the end of a text, with an operator behind it. */
const BEFORE_OPERATOR = /\{([^{}]*)\}(\s*[-+*/])\s*$/;

/** Parentheses that an expression leaves open; those in quotes do not count. */
function openIn(source: string): number {
  const bare = source.replace(/"[^"]*"?/g, "");
  return Math.max(0, bare.split("(").length - bare.split(")").length);
}

/**
 * A path: as it is inside of an expression, whose open call it closes; in braces elsewhere. Behind an operator that follows a calculation
 * in braces, it goes on with that calculation. `isCalculation`: true for an expression that calculates with numbers alone.
 */
export function pathInsertion(text: string, from: number, to: number, path: string, bare: boolean, isCalculation: (expression: string) => boolean = () => false): Insertion {
  const span = spanAt(text, from, bare);
  if (span !== null && to <= span.to) {
    const before = text.slice(span.from, from);
    const after = text.slice(to, span.to);
    const isInCall = openIn(before) > 0;
    const parentheses = isInCall ? ")".repeat(openIn(before + after)) : "";
    // An expression that is still written ends with the text.
    const brace = !span.closed && after.trim() === "" ? "}" : "";
    return { from, to, insert: path + parentheses + brace, caret: (path + parentheses).length };
  }
  const [calculation, before, operator] = BEFORE_OPERATOR.exec(text.slice(0, from)) ?? [];
  if (calculation !== undefined && isCalculation(before!) && isCalculation(path)) {
    const insert = `{${before} ${operator!.trim()} ${path}}`;
    return { from: from - calculation.length, to, insert, caret: insert.length };
  }
  const call = OPEN_CALL.exec(text.slice(0, from));
  if (call && isFunction(call[1]!)) {
    const end = text[to] === ")" ? to + 1 : to;
    const insert = `{${call[0]}${path})}`;
    return { from: call.index, to: end, insert, caret: insert.length };
  }
  return { from, to, insert: `{${path}}`, caret: path.length + 2 };
}

/** A call of a function around what is selected, with the caret between its parentheses; in braces outside of expressions. */
export function functionInsertion(text: string, from: number, to: number, name: string, bare: boolean): Insertion {
  const selected = text.slice(from, to);
  const span = spanAt(text, from, bare);
  const isInside = span !== null && to <= span.to;
  const parameter = isInside || /[{}]/.test(selected) ? (/^\{([^{}]*)\}$/.exec(selected)?.[1] ?? (isInside ? selected : "")) : "";
  const call = `${name}(${parameter})`;
  const caret = call.length - 1;
  if (isInside) return { from, to, insert: !span.closed && text.slice(to, span.to).trim() === "" ? `${call}}` : call, caret };
  return { from, to, insert: `{${call}}`, caret: caret + 1 };
}

/** Calls that stand outside of braces, where they print as text. */
export function callsOutside(text: string): { from: number; to: number; call: string; name: string }[] {
  const { spans, faults } = bracesOf(text);
  if (faults.length > 0) return [];
  return [...text.matchAll(CALL)]
    .map((match) => ({ from: match.index, to: match.index + match[0].length, call: match[0], name: match[1]! }))
    .filter(({ from, name }) => isFunction(name) && !spans.some((span) => from >= span.from && from <= span.to) && !inQuotes(text, 0, from));
}
