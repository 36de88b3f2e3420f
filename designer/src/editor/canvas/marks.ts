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
type Kind = "bold" | "italic" | "both" | "underline" | "strike";

export interface Stretch extends Look {
  text: string;
}

interface Marker {
  kind: Kind;
  at: number;
}

const MARKERS: Record<string, Partial<Record<number, Kind>>> = {
  "*": { 1: "italic", 2: "bold", 3: "both" },
  _: { 2: "underline" },
  "~": { 2: "strike" },
};
const SIZE: Record<Kind, number> = { bold: 2, italic: 1, both: 3, underline: 2, strike: 2 };
const isBlank = (character: string | undefined) => character === undefined || /\s/.test(character);

/** The text in stretches of one look each; tokens in braces have no marks in them. */
export function stretchesOf(text: string): Stretch[] {
  const looks: Look[] = Array.from({ length: text.length }, () => ({}));
  const tokens = bracesOf(text).spans.filter(({ closed }) => closed);
  let open: Marker[] = [];
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
    } else if (character === "\\" && tokens[token]?.from !== at + 2 && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? "")) {
      looks[at]!.mark = true;
      at += 2;
    } else if (character in MARKERS) {
      let end = at;
      while (text[end] === character) end += 1;
      const kind = MARKERS[character]![end - at];
      if (kind) open = paired(looks, open, { kind, at }, { opens: !isBlank(text[end]), closes: !isBlank(text[at - 1]) });
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

/** Pairs a marker as the engine does: it closes the last open one that it can close, or opens; what is open then. */
function paired(looks: Look[], open: Marker[], marker: Marker, flanks: { opens: boolean; closes: boolean }): Marker[] {
  const { kind, at } = marker;
  const isHalf = kind === "bold" || kind === "italic";
  const found = flanks.closes ? open.findLastIndex((own) => own.kind === kind || (isHalf && own.kind === "both")) : -1;
  const start = open[found];
  if (start) {
    const left = open.slice(0, found);
    if (start.kind === kind) {
      emphasize(looks, start, marker);
      return left;
    }
    // Of a marker of both kinds, the half that is closed first is the inner one.
    const outer = otherHalf(kind);
    emphasize(looks, { kind, at: start.at + SIZE[outer] }, marker);
    return left.some((own) => own.kind === outer) ? left : [...left, { kind: outer, at: start.at }];
  }
  const inner = kind === "both" && flanks.closes ? open.findLast((own) => own.kind === "bold" || own.kind === "italic") : undefined;
  if (inner) {
    const rest: Marker = { kind: otherHalf(inner.kind), at: at + SIZE[inner.kind] };
    return paired(looks, paired(looks, open, { kind: inner.kind, at }, flanks), rest, flanks);
  }
  return flanks.opens && open.every((own) => own.kind !== kind) ? [...open, marker] : open;
}

const otherHalf = (kind: Kind): Kind => (kind === "bold" ? "italic" : "bold");

function emphasize(looks: Look[], start: Marker, end: Marker) {
  const size = SIZE[end.kind];
  const kinds = end.kind === "both" ? (["bold", "italic"] as const) : [end.kind];
  for (let index = start.at; index < end.at + size; index += 1) {
    if (index < start.at + size || index >= end.at) looks[index]!.mark = true;
    else for (const kind of kinds) looks[index]![kind] = true;
  }
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
