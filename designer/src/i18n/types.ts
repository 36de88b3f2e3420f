/** Languages of the editor; what is printed does not depend on them. */
export type Locale = "en" | "pt-BR" | "de" | "es" | "fr";

/** The languages by their own names, as they are offered. */
export const LANGUAGES: Record<Locale, string> = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  "pt-BR": "Português",
};

/** The one of the languages that a person reads, by their preferences, best first: `de-AT` is answered by `de`. */
export function preferredLocale(preferences: readonly string[]): Locale {
  const locales = Object.keys(LANGUAGES) as Locale[];
  for (const preference of preferences) {
    const language = preference.toLowerCase().split("-")[0];
    const found = locales.find((locale) => locale.split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}
