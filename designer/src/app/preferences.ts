/** Language and theme of this browser. */
import { useEffect, useState } from "react";
import { loadDict, type Locale } from "../i18n";
import { applyTheme, local, storedLocale, storedTheme, type Theme, write } from "./storage";
import { loadTexts } from "./texts";

/** Loads what the application and the designer say in a language. */
export async function loadLanguage(locale: Locale): Promise<void> {
  await Promise.all([loadTexts(locale), loadDict(locale)]);
}

export function useLanguage(): [Locale, (locale: Locale) => void] {
  const [locale, setLocale] = useState<Locale>(storedLocale);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return [
    locale,
    (next) => {
      write(local, "reportctl:locale", next);
      // Until the texts are there, those of the language before stay; without them, too.
      loadLanguage(next).then(
        () => setLocale(next),
        () => {},
      );
    },
  ];
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const apply = () => applyTheme(theme);
    apply();
    dark.addEventListener("change", apply);
    return () => dark.removeEventListener("change", apply);
  }, [theme]);
  return [
    theme,
    (next) => {
      write(local, "reportctl:theme", next);
      setTheme(next);
    },
  ];
}
