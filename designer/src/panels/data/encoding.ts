/** The text of files. */

/** The encoding that a mark at the beginning names. */
export function encodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  return mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : undefined;
}

/** UTF-8, UTF-16 with its mark, or what spreadsheet programs of Western languages write as CSV. */
export function decoded(bytes: Uint8Array): string {
  const marked = encodingOf(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
