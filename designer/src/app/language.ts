/** Templates and samples in the language of the page. */
import type { Locale } from "../i18n";

/** Language and region of new documents, where the browser names no region with the language. */
const REGIONS: Record<Locale, string> = { en: "en-GB", de: "de-DE", es: "es-ES", fr: "fr-FR", "pt-BR": "pt-BR" };

const languageOf = (tag: string) => tag.toLowerCase().split("-")[0];

/** Language and region of new documents for who reads the page in a language. */
export function documentLocale(locale: Locale, preferences: readonly string[]): string {
  const own = preferences.find((tag) => languageOf(tag) === languageOf(locale) && /^[a-z]{2,3}-[A-Z]{2}$/.test(tag));
  return own ?? REGIONS[locale];
}

export interface LanguageSample {
  template: object;
  data?: unknown;
}

/** The template and its data in the language of the page, where the template has texts in it; else as they are. */
export function inLanguage<S extends LanguageSample>(sample: S, locale: Locale, preferences: readonly string[]): S {
  const { texts, localeFrom } = sample.template as { texts?: unknown; localeFrom?: unknown };
  const tags = Object.keys((texts ?? {}) as object);
  const found = tags.find((tag) => languageOf(tag) === languageOf(locale));
  if (found === undefined) return sample;
  const tag = documentLocale(locale, preferences);
  /** One in the language already stays, with its region. */
  const changed = (known: unknown) => (typeof known === "string" && languageOf(known) === languageOf(locale) ? known : tag);
  const template = { ...sample.template, locale: changed((sample.template as { locale?: unknown }).locale) };
  const data = sample.data as Record<string, unknown> | null | undefined;
  // The data may say the language, by a key of its own.
  const says = typeof localeFrom === "string" && typeof data === "object" && data !== null && Object.hasOwn(data, localeFrom);
  return { ...sample, template, ...(says && { data: { ...data, [localeFrom]: changed(data[localeFrom]) } }) };
}
