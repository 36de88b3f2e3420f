/**
 * Dictionaries that are there from the start, besides English. Hosts of the package get Portuguese from `dictFor` without
 * waiting, as from json-pdf-designer; the application loads each language when it is used (`vite.app.config.ts`).
 */
import type { Dict } from "./en";
import { ptBR } from "./pt-BR";
import type { Locale } from "./types";

export const atOnce: Partial<Record<Locale, Dict>> = { "pt-BR": ptBR };
