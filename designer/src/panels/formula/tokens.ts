/** Places of the expressions of a text. */

export interface Span {
  /** After the opening brace. */
  from: number;
  /** Before the closing brace, or the end of the text. */
  to: number;
  closed: boolean;
}

export interface Braces {
  spans: Span[];
  /** Braces without a partner. */
  faults: { at: number; kind: "nested" | "unexpected" | "unclosed" }[];
}

/** Pairs of braces; of nested ones only the innermost is an expression. */
export function bracesOf(text: string): Braces {
  const braces: Braces = { spans: [], faults: [] };
  let open = -1;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "{") {
      if (open >= 0) braces.faults.push({ at, kind: "nested" });
      open = at;
    } else if (char === "}") {
      if (open < 0) braces.faults.push({ at, kind: "unexpected" });
      else braces.spans.push({ from: open + 1, to: at, closed: true });
      open = -1;
    }
  }
  if (open >= 0) {
    braces.faults.push({ at: open, kind: "unclosed" });
    braces.spans.push({ from: open + 1, to: text.length, closed: false });
  }
  return braces;
}

/** The expression around a place; for a bare expression the whole text. */
export function spanAt(text: string, at: number, bare: boolean): Span | null {
  if (bare) return { from: 0, to: text.length, closed: true };
  return bracesOf(text).spans.find((span) => at >= span.from && at <= span.to) ?? null;
}

/** Returns true if a place is inside a quoted text: quotes have no escapes, so counting them is enough. */
export function inQuotes(text: string, from: number, at: number): boolean {
  return text.slice(from, at).split('"').length % 2 === 0;
}
