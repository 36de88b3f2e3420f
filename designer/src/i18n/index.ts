export { I18nProvider, useLocale, useT, type I18nProviderProps } from "./context";
export { dictFor } from "./dictionaries";
export type { Dict } from "./en";
export type { Locale } from "./types";
export { withInlineCode } from "./inlineCode";
