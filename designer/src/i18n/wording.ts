/**
 * Plurals and numbers in messages, as in ICU MessageFormat: one form per plural category of the language, `#` for the
 * number, `=0` and the like for numbers that are said on their own. The compiler asks for the forms that a language has.
 */
import type { Locale } from "./types";

/** `many` are millions in Spanish, French and Portuguese; without a form of their own they take that of the others. */
interface Categories {
  en: "one" | "other";
  de: "one" | "other";
  es: "one" | "other";
  fr: "one" | "other";
  "pt-BR": "one" | "other";
}

export type Forms<L extends Locale> = Record<Categories[L], string> & Partial<Record<"many" | `=${number}`, string>>;

export function wording<L extends Locale>(locale: L) {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const number = (value: number) => numbers.format(value);
  const plural = (count: number, forms: Forms<L>): string => {
    const all = forms as Record<string, string | undefined>;
    const form = all[`=${count}`] ?? all[rules.select(count)] ?? all.other ?? "";
    return form.replaceAll("#", number(count));
  };
  return { plural, number };
}

/** A label within a sentence: with a small first letter, unless it begins with an abbreviation. German nouns keep theirs. */
export const inSentence = (label: string): string => (/^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label);
