/** The name of a language, as a language calls it. */
export function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: "language" }).of(tag) ?? tag;
  } catch {
    // A tag that browsers do not know may still be one of the engine.
    return tag;
  }
}
