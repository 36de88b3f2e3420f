/** Language and theme of this browser, and what is kept until its tab is closed. */
import { useEffect, useState } from "react";
import type { Locale } from "../i18n";

export type Theme = "light" | "dark" | "system";

/** Storage may be blocked; then nothing is remembered. */
function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // Not remembered.
  }
}

const local = () => localStorage;
const session = () => sessionStorage;

export function storedToken(): string {
  return read(session, "reportctl:token") ?? "";
}

export function storeToken(token: string): void {
  write(session, "reportctl:token", token);
}

export function useLanguage(): [Locale, (locale: Locale) => void] {
  const [locale, setLocale] = useState<Locale>(() => {
    const stored = read(local, "reportctl:locale");
    if (stored === "en" || stored === "pt-BR") return stored;
    return navigator.language.startsWith("pt") ? "pt-BR" : "en";
  });
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
  const [theme, setTheme] = useState<Theme>(() => {
    const stored = read(local, "reportctl:theme");
    return stored === "light" || stored === "dark" ? stored : "system";
  });
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const apply = () => {
      document.documentElement.dataset.jpdTheme = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
    };
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
