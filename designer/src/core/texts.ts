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

/** The key of a text that is one of the translations and nothing else, such as `{T("item")}`. */
export function translatedKey(text: string): string | null {
  return /^\s*\{\s*T\(\s*"([^"\\]*)"\s*\)\s*\}\s*$/i.exec(text)?.[1] ?? null;
}

/** The language whose text of a key prints: the first of the locales that has it, each before its parents. `null` where none has it. */
export function languageOfText(texts: SharedTexts, key: string, locales: readonly (string | undefined)[]): string | null {
  const tags = new Map(Object.keys(texts).map((tag) => [tag.toLowerCase(), tag]));
  for (const locale of locales) {
    const parts = (locale ?? "").toLowerCase().split("-");
    for (let length = parts.length; length > 0; length -= 1) {
      const tag = tags.get(parts.slice(0, length).join("-"));
      if (tag !== undefined && texts[tag]?.[key] !== undefined) return tag;
    }
  }
  return null;
}
