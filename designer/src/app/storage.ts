/** Storage of this browser, and of a tab until it is closed. */
import { LANGUAGES, type Locale, preferredLocale } from "../i18n/types";

export type Theme = "light" | "dark" | "system";

/** Storage may be blocked; then nothing is remembered. */
export function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

export function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // Not remembered.
  }
}

export const local = () => localStorage;
const session = () => sessionStorage;

export function storedToken(): string {
  return read(session, "reportctl:token") ?? "";
}

export function storeToken(token: string): void {
  write(session, "reportctl:token", token);
}

/** The language that was chosen here, else the one that the browser asks for. */
export function storedLocale(): Locale {
  const stored = read(local, "reportctl:locale");
  if (stored !== null && Object.hasOwn(LANGUAGES, stored)) return stored as Locale;
  return preferredLocale(navigator.languages);
}

export function storedTheme(): Theme {
  const stored = read(local, "reportctl:theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function applyTheme(theme: Theme): void {
  const dark = theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  document.documentElement.dataset.jpdTheme = dark ? "dark" : "light";
}
