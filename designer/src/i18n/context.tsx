import { createContext, useContext, type ReactNode } from "react";
import { dictFor } from "./dictionaries";
import type { Dict } from "./en";
import type { Locale } from "./types";

const LocaleContext = createContext<Locale>("en");

export interface I18nProviderProps {
  locale: Locale;
  children?: ReactNode;
}

/** Sets the language of the editor below; without it, English. */
export function I18nProvider({ locale, children }: I18nProviderProps) {
  return <LocaleContext.Provider value={locale}>{children}</LocaleContext.Provider>;
}

export function useLocale(): Locale {
  return useContext(LocaleContext);
}

export function useT(): Dict {
  return dictFor(useContext(LocaleContext));
}
