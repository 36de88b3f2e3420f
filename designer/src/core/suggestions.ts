/** The text around the caret, for editors of expressions. */
import type { Dict } from "../i18n/en";
import { en } from "../i18n/en";
import type { Suggestion, TokenSpan } from "./types";

type FunctionKey = keyof Dict["fieldFunctionSnippets"];

/** The functions of the format, in the order in which editors list them. */
const FUNCTION_KEYS: FunctionKey[] = [
  "sum",
  "count",
  "avg",
  "concat",
  "upper",
  "lower",
  "trim",
  "date",
  "currency",
  "number",
  "if",
];

export type FieldFunction = { name: string; snippet: string; hintKey: FunctionKey };

export const CUSTOM_FIELD_FUNCTIONS: FieldFunction[] = FUNCTION_KEYS.map((key) => ({
  name: key.toUpperCase(),
  snippet: en.fieldFunctionSnippets[key],
  hintKey: key,
}));

/** Everything that completion offers: functions, then the operators that are words. */
export const ALL_SUGGESTIONS: Suggestion[] = [
  ...CUSTOM_FIELD_FUNCTIONS.map(
    ({ name, hintKey }): Suggestion => ({ kind: "function", name, insert: `${name}(`, hintKey }),
  ),
  ...["AND", "OR", "NOT"].map((name): Suggestion => ({ kind: "operator", name, insert: `${name} ` })),
];

/** Characters of function names; a dot is none, so that completion leaves paths alone. */
const WORD = /[A-Za-z_]/;

/** The letters before the caret, and where the whole word lies. */
export function wordAtCaret(text: string, caret: number): { word: string; start: number; end: number } {
  let start = caret;
  while (start > 0 && WORD.test(text.charAt(start - 1))) start -= 1;
  let end = caret;
  while (end < text.length && WORD.test(text.charAt(end))) end += 1;
  return { word: text.slice(start, caret), start, end };
}

/** Returns true if the caret stands in a quoted text: quotes cannot be escaped, so counting them is enough. */
function quoted(text: string, caret: number): boolean {
  return text.slice(0, caret).split('"').length % 2 === 0;
}

/** Suggestions for the word at the caret of an expression; none without a word or inside quotes. */
export function suggestAt(text: string, caret: number): Suggestion[] {
  const { word } = wordAtCaret(text, caret);
  if (word === "" || quoted(text, caret)) return [];
  return ALL_SUGGESTIONS.filter(({ name }) => name.startsWith(word.toUpperCase()));
}

/** Replaces the letters before the caret by a suggestion. */
export function applySuggestion(
  text: string,
  caret: number,
  suggestion: Suggestion,
): { text: string; caret: number } {
  const { start } = wordAtCaret(text, caret);
  // An operator is one only between blanks.
  const glued = suggestion.kind === "operator" && start > 0 && !/\s/.test(text.charAt(start - 1));
  const insert = glued ? ` ${suggestion.insert}` : suggestion.insert;
  return { text: text.slice(0, start) + insert + text.slice(caret), caret: start + insert.length };
}

export function insertAtCaret(text: string, caret: number, insert: string): { text: string; caret: number } {
  return { text: text.slice(0, caret) + insert + text.slice(caret), caret: caret + insert.length };
}

/** The expression that the caret stands in, closed or not: its inside, without the braces. */
export function tokenAtCaret(text: string, caret: number): TokenSpan | null {
  const start = text.lastIndexOf("{", caret - 1) + 1;
  if (caret === 0 || start === 0 || text.slice(start, caret).includes("}")) return null;
  const stops = ["}", "{"].map((brace) => text.indexOf(brace, caret)).filter((at) => at >= 0);
  const end = Math.min(text.length, ...stops);
  return { start, end, inner: text.slice(start, end) };
}
