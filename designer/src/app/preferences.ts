/** Language and theme of this browser. */
import { useEffect, useState } from "react";
import type { Locale } from "../i18n";
import { applyTheme, local, storedLocale, storedTheme, type Theme, write } from "./storage";

export function useLanguage(): [Locale, (locale: Locale) => void] {
  const [locale, setLocale] = useState<Locale>(storedLocale);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return [
    locale,
    (next) => {
      write(local, "reportctl:locale", next);
      setLocale(next);
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
