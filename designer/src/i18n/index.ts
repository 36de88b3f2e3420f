export { I18nProvider, useLocale, useT, type I18nProviderProps } from "./context";
export { dictFor, loadDict } from "./dictionaries";
export type { Dict } from "./en";
export { LANGUAGES, preferredLocale, type Locale } from "./types";
export { withInlineCode } from "./inline-code";
