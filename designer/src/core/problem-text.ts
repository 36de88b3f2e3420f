/** Words for what the engine and the service find: one function for every place that shows a problem to a person. */
import type { Dict } from "../i18n/en";
import { en } from "../i18n/en";
import type { Locale } from "../i18n/types";
import { describePdfError, EngineError, ExpressionError, isPdfError } from "./errors";
import { PartNotLoaded } from "./loaded-part";

export interface ProblemText {
  /** In the language of the dictionary; the message as it came where its code has no text. */
  text: string;
  /** Name in the problem, as it stands in the template or the data: a path, a function, a colour. */
  facts: readonly string[];
  action?: string;
  /** `en` where `text` and `action` are English on a page of another language. */
  lang?: "en";
  /** Message and advice in English, where `text` is another one. */
  detail?: string;
}

/** The page finds these itself, and says so in its own language. */
const OF_THE_PAGE = new Set(["objectPrinted", "valueToChoose"]);

/** Details that name something, the one that says most first. */
const NAMES = ["path", "char", "name", "key", "detail", "ident", "value", "link", "rule", "terms", "timeZone", "currency", "text", "token"] as const;
const MAX_FACTS = 2;
const MAX_LENGTH = 60;

/**
 * What is wrong in words: of a finding, of an answer of the service, of anything that was thrown. English has the
 * message itself, which names everything; other languages have the text of the code, with the message as `detail`.
 */
export function problemText(problem: unknown, dict: Dict, locale: Locale = "en"): ProblemText {
  // A text was worded by who gives it.
  if (typeof problem === "string") return { text: problem, facts: [] };
  if (problem instanceof PartNotLoaded) return { text: dict.editor.partNotLoaded, facts: [] };
  const described = hasOwnWords(problem, dict) ? describePdfError(problem, dict) : null;
  if (described) return { text: described.title, facts: [], ...(described.action !== undefined && { action: described.action }), detail: described.detail };
  const { code, message, action } = read(problem);
  const title = problemTitle(code, dict);
  if (dict !== en && title !== undefined && !OF_THE_PAGE.has(code)) {
    return { text: title, facts: factsOf(problem as Record<string, unknown>, locale), detail: [message, action].filter(Boolean).map((text) => sentence(text!)).join(" ") };
  }
  const isForeign = dict !== en && !OF_THE_PAGE.has(code);
  return { text: message, facts: [], ...(action !== undefined && { action }), ...(isForeign && { lang: "en" as const }) };
}

/** Errors with words that say what to do, in every language; of others there is the kind. */
function hasOwnWords(problem: unknown, dict: Dict): boolean {
  if (problem instanceof EngineError) return Object.hasOwn(dict.errors.engine.codes, problem.code);
  return isPdfError(problem) || problem instanceof ExpressionError;
}

/** Text and facts of a problem on one line, for places that have no room for more. Names stand in back-ticks. */
export function problemLine(problem: unknown, dict: Dict, locale?: Locale): string {
  const { text, facts } = problemText(problem, dict, locale);
  return facts.length > 0 ? `${text}: ${facts.map((fact) => `\`${fact}\``).join(", ")}` : text;
}

/** The kind of a problem in the language of the dictionary. */
export function problemTitle(code: string, dict: Dict): string | undefined {
  const titles: Record<string, string> = dict.problemTitles;
  return Object.hasOwn(titles, code) ? titles[code] : undefined;
}

/** A text with a capital letter and a full stop. */
export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/** Findings have `message` and `help`, answers of the service `error` and `advice`, errors what the host gave them. */
function read(problem: unknown): { code: string; message: string; action: string | undefined } {
  if (typeof problem !== "object" || problem === null) return { code: "", message: String(problem), action: undefined };
  const { code, message, error, help, advice } = problem as Record<string, unknown>;
  const texts = (...values: unknown[]) => values.find((value): value is string => typeof value === "string" && value !== "");
  return { code: texts(code) ?? "", message: texts(message, error) ?? String(problem), action: texts(help, advice) };
}

function factsOf(problem: Record<string, unknown>, locale: Locale): string[] {
  const number = (value: unknown) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value as number);
  if (typeof problem.contrast === "number") return [`${problem.color} / ${problem.background}`, `${number(problem.contrast)}:1 < ${number(problem.least)}:1`];
  const names = NAMES.map((key) => problem[key]).filter((value): value is string => typeof value === "string" && value !== "");
  const excess = typeof problem.excess === "number" ? [`+${number(Math.round(problem.excess * 10) / 10)} mm`] : [];
  const whole = [...new Set(names)].slice(0, MAX_FACTS - excess.length).map((name) => (name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}…` : name));
  return [...whole, ...excess];
}
