/** The application's texts: English is always there, those of another language are a file of their own. */
import type { Locale } from "../../i18n/types";
import { en, type AppTexts } from "./en";

export type { AppTexts } from "./en";

const loaders: Record<Locale, () => Promise<AppTexts>> = {
  en: async () => en,
  de: async () => (await import("./de")).de,
  es: async () => (await import("./es")).es,
  fr: async () => (await import("./fr")).fr,
  "pt-BR": async () => (await import("./pt-BR")).ptBR,
};

const loaded = new Map<Locale, AppTexts>([["en", en]]);

/** Texts of the language; English for one that is not loaded. */
export function textsFor(locale: Locale): AppTexts {
  return loaded.get(locale) ?? en;
}

/** Afterwards `textsFor` gives the texts of the language. */
export async function loadTexts(locale: Locale): Promise<AppTexts> {
  const texts = await loaders[locale]();
  loaded.set(locale, texts);
  return texts;
}
