import type { Template } from "./types";

/** Texts by language tag and key, as the files `texts/LANG.json` of a repository. */
export type SharedTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The template with texts that several templates share; its own texts win, as in a repository with `texts/LANG.json`. */
export function withTexts(template: Template, shared: SharedTexts | undefined): Template {
  if (shared === undefined || template?.extensions === undefined) return template;
  const texts: Record<string, Record<string, string>> = {};
  for (const [language, own] of [...Object.entries(shared), ...Object.entries(template.texts ?? {})]) {
    texts[language] = { ...texts[language], ...own };
  }
  return { ...template, texts };
}
