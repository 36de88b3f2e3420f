/** Arguments of {@link cx}. */
export type ClassValue = string | false | null | undefined;

/** Class names joined, each once; `undefined` when there is none, so that no empty attribute is written. */
export function cx(...names: ClassValue[]): string | undefined {
  const tokens = names.flatMap((name) => (name ? name.split(/\s+/).filter(Boolean) : []));
  return tokens.length > 0 ? [...new Set(tokens)].join(" ") : undefined;
}
