import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { dictFor, loadDict, onDictLoaded } from "./dictionaries";
import type { Dict } from "./en";
import type { Locale } from "./types";

const LanguageContext = createContext<{ locale: Locale; dict: Dict }>({ locale: "en", dict: dictFor("en") });

export interface I18nProviderProps {
  locale: Locale;
  children?: ReactNode;
}

/** Sets the language of the editor below; without it, English. A language that is still on its way shows in English. */
export function I18nProvider({ locale, children }: I18nProviderProps) {
  const dict = useSyncExternalStore(
    onDictLoaded,
    () => dictFor(locale),
    () => dictFor(locale),
  );
  useEffect(() => {
    // Without the file of the language the English texts stay.
    loadDict(locale).catch(() => {});
  }, [locale]);
  const language = useMemo(() => ({ locale, dict }), [locale, dict]);
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>;
}

export function useLocale(): Locale {
  return useContext(LanguageContext).locale;
}

export function useT(): Dict {
  return useContext(LanguageContext).dict;
}
