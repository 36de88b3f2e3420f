/** Letters for comparing names and searches. */

/** A text with its letters alone, without their accents: `é` is `e`. */
export const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

/** Letters as people type them in a search: small, without accents. */
export const searchable = (text: string): string => withoutAccents(text).toLowerCase();
