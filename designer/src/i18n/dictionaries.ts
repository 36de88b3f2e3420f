/** The dictionaries: English is always there, the others are files of their own that are loaded when they are used. */
import { atOnce } from "./at-once";
import { en, type Dict } from "./en";
import { dictLoaders } from "./loaders";
import type { Locale } from "./types";

const loaded = new Map<Locale, Dict>(Object.entries({ en, ...atOnce }) as [Locale, Dict][]);
const listeners = new Set<() => void>();

/** Texts of the language; English for an unknown one, and for one that is not loaded yet. */
export function dictFor(locale: Locale): Dict {
  return loaded.get(locale) ?? en;
}

/** Afterwards `dictFor` gives the texts of the language. A failure to load leaves English and may be tried again. */
export async function loadDict(locale: Locale): Promise<Dict> {
  const known = loaded.get(locale);
  if (known) return known;
  const load = locale === "en" ? undefined : dictLoaders[locale];
  if (!load) return en;
  const dict = await load();
  loaded.set(locale, dict);
  for (const listener of listeners) listener();
  return dict;
}

/** Calls the listener whenever a language has been loaded; the answer ends that. */
export function onDictLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
