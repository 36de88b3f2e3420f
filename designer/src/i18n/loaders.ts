/** The dictionaries that are files of their own. This module holds none of them, so that the first script of a page can ask for one. */
import type { Dict } from "./en";
import type { Locale } from "./types";

export const dictLoaders: Record<Exclude<Locale, "en">, () => Promise<Dict>> = {
  de: async () => (await import("./de")).de,
  es: async () => (await import("./es")).es,
  fr: async () => (await import("./fr")).fr,
  "pt-BR": async () => (await import("./pt-BR")).ptBR,
};
