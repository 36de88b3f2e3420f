import { en, type Dict } from "./en";
import { ptBR } from "./pt-BR";
import type { Locale } from "./types";

const dictionaries: Record<Locale, Dict> = { en, "pt-BR": ptBR };

/** Texts of the language; English for an unknown one. */
export function dictFor(locale: Locale): Dict {
  return dictionaries[locale] ?? en;
}
