/**
 * Display of a text of inline Markdown while it is written: marks that are not printed, and the letters between them. Only for the
 * eye: what is printed is the engine's reading (20.1.6).
 */
import { bracesOf } from "../../panels/formula/tokens";

export interface Look {
  /** Not printed: a marker, or a backslash before a character that is meant as it stands. */
  mark?: true;
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
}
type Kind = "bold" | "italic" | "underline" | "strike";

export interface Stretch extends Look {
  text: string;
}

const MARKERS: Record<string, Partial<Record<number, readonly Kind[]>>> = {
  "*": { 1: ["italic"], 2: ["bold"], 3: ["bold", "italic"] },
  _: { 2: ["underline"] },
  "~": { 2: ["strike"] },
};
const SIZE: Record<Kind, number> = { bold: 2, italic: 1, underline: 2, strike: 2 };
const isBlank = (character: string | undefined) => character === undefined || /\s/.test(character);

/** The text in stretches of one look each; tokens in braces have no marks in them. */
export function stretchesOf(text: string): Stretch[] {
  const looks: Look[] = Array.from({ length: text.length }, () => ({}));
  const tokens = bracesOf(text).spans.filter(({ closed }) => closed);
  let open: { kind: Kind; at: number }[] = [];
  let token = 0;
  for (let at = 0; at < text.length; ) {
    while (tokens[token] && tokens[token]!.to < at) token += 1;
    const character = text[at]!;
    if (tokens[token] && at === tokens[token]!.from - 1) {
      at = tokens[token]!.to + 1;
    } else if (character === "\n" || character === "\r") {
      // Emphasis ends with its paragraph.
      open = [];
      at += 1;
    } else if (character === "\\" && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? "")) {
      looks[at]!.mark = true;
      at += 2;
    } else if (character in MARKERS) {
      let end = at;
      while (text[end] === character) end += 1;
      const kinds = MARKERS[character]![end - at];
      if (kinds) open = marker(looks, open, kinds, at, { opens: !isBlank(text[end]), closes: !isBlank(text[at - 1]) });
      at = end;
    } else at += 1;
  }
  return joined(text, looks);
}

/** The letters alone. */
export const withoutMarks = (text: string): string =>
  stretchesOf(text)
    .filter(({ mark }) => !mark)
    .map((own) => own.text)
    .join("");

/** Closes the last open marker of each kind of a run, or opens one. */
function marker(looks: Look[], open: { kind: Kind; at: number }[], kinds: readonly Kind[], at: number, { opens, closes }: { opens: boolean; closes: boolean }) {
  let left = open;
  let place = at;
  const first: { kind: Kind; at: number }[] = [];
  for (const kind of kinds) {
    const start = closes ? left.findLast((own) => own.kind === kind) : undefined;
    if (start) {
      for (let index = start.at; index < place + SIZE[kind]; index += 1) {
        if (index < start.at + SIZE[kind] || index >= place) looks[index]!.mark = true;
        else looks[index]![kind] = true;
      }
      // Marks of the same run stay open; others in between are literal.
      left = left.filter((own) => own !== start && (own.at < start.at || own.at < start.at + 3));
    } else if (opens) first.push({ kind, at: place });
    place += SIZE[kind];
  }
  return [...left, ...first];
}

const KEYS = ["mark", "bold", "italic", "underline", "strike"] as const;

function joined(text: string, all: readonly Look[]): Stretch[] {
  // A mark looks the same within emphasis.
  const looks = all.map((look): Look => (look.mark ? { mark: true } : look));
  const stretches: Stretch[] = [];
  let begin = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && KEYS.every((key) => looks[at]![key] === looks[begin]![key])) continue;
    stretches.push({ text: text.slice(begin, at), ...looks[begin] });
    begin = at;
  }
  return stretches;
}
