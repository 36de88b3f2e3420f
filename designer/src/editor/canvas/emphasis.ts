/** Emphasis of inline Markdown in a text that is being typed. */
import { stretchesOf } from "./marks";

export interface Selection {
  text: string;
  from: number;
  to: number;
}

/** A part of a text that takes the place of another one, and what is selected after that. */
export interface Replacement {
  from: number;
  to: number;
  insert: string;
  selectFrom: number;
  selectTo: number;
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/** A marker of one star is none of two: `**` around a word is not italic. */
function marked(text: string, from: number, to: number, marker: string): boolean {
  const before = /\**$/.exec(text.slice(0, from))![0].length;
  const after = /^\**/.exec(text.slice(to))![0].length;
  const stars = Math.min(before, after);
  return marker.length === 2 ? stars >= 2 : stars % 2 === 1;
}

type Marker = "**" | "*";

/** A stretch that is replaced, and the caret after it. */
const replaced = (from: number, to: number, before: string, after: string): Replacement => ({
  from,
  to,
  insert: before + after,
  selectFrom: from + before.length,
  selectTo: from + before.length,
});

/** True for each character that the marker makes bold, or italic. */
function emphasized(text: string, marker: Marker): boolean[] {
  const kind = marker === "**" ? "bold" : "italic";
  return stretchesOf(text).flatMap((stretch) => Array.from({ length: stretch.text.length }, () => stretch[kind] === true));
}

const hasMarker = (stars: number, marker: Marker) => (marker === "**" ? stars >= 2 : stars % 2 === 1);
const starsBefore = (text: string) => /\**$/.exec(text)![0].length;
const blanksBefore = (text: string) => /[^\S\r\n]*$/.exec(text)![0];
const blanksAfter = (text: string) => /^[^\S\r\n]*/.exec(text)![0];

/** Returns true if a text ends with letters that the marker emphasizes, and with stars behind them. */
function endsEmphasized(text: string, marker: Marker): boolean {
  const letters = text.length - starsBefore(text);
  return letters > 0 && letters < text.length && emphasized(text, marker)[letters - 1] === true;
}

/** Ends the emphasis whose closing marker follows the caret, also behind blanks: these go out of the markers. */
function leave(text: string, at: number, marker: Marker): Replacement | null {
  const core = text.slice(0, at).trimEnd();
  const [, blanks = "", stars = ""] = /^([^\S\r\n]*)(\*+)/.exec(text.slice(at)) ?? [];
  if (!hasMarker(stars.length, marker) || /[\r\n]/.test(text.slice(core.length, at))) return null;
  const trailing = text.slice(core.length, at) + blanks;
  const to = at + blanks.length + stars.length;
  const rest = stars.slice(marker.length);
  if (endsEmphasized(core + stars, marker)) return replaced(core.length, to, marker + trailing, rest);
  // A marker before a blank opens nothing.
  const [opened = "", open = "", leading = "", words = ""] = /(\*{1,3})([^\S\r\n]+)([^*\r\n]*)$/.exec(text.slice(0, at)) ?? [];
  if (open.length !== stars.length || opened === "") return null;
  const inner = words.trimEnd();
  if (inner === "") return replaced(at - opened.length, to, leading + words + blanks + open.slice(marker.length), rest);
  return replaced(at - opened.length, to, leading + open + inner + marker + trailing, rest);
}

/** The marker at a caret that stands at no word: it begins emphasis, ends it, or goes back into one that was just ended. */
function toggleAt(text: string, at: number, marker: Marker): Replacement {
  const size = marker.length;
  const before = text.slice(0, at);
  const after = text.slice(at);
  const left = leave(text, at, marker);
  if (left) return left;
  if (marked(text, at, at, marker)) return replaced(at - size, at + size, "", "");
  const next = blanksAfter(after);
  const all = emphasized(text, marker);
  const trimmed = before.length - blanksBefore(before).length;
  const isInside = all[trimmed - 1] === true && all[at + next.length] === true;
  if (isInside) return replaced(trimmed, at + next.length, marker + before.slice(trimmed), next + marker);
  if (hasMarker(starsBefore(before.slice(0, trimmed)), marker) && endsEmphasized(before.slice(0, trimmed), marker)) {
    // Behind emphasis it goes on; before the next one both become one.
    const opened = next.length + size;
    if (after.startsWith(marker, next.length) && all[at + opened] === true) return replaced(trimmed - size, at + opened, before.slice(trimmed), next);
    if (trimmed === at) return replaced(at - size, at, "", marker);
  }
  return replaced(at, at, marker, marker);
}

/** Text without the markers of one kind. */
function withoutMarker(text: string, marker: Marker): string {
  return text.replace(/(?<![\\*])\*{1,3}(?!\*)/g, (stars) => (hasMarker(stars.length, marker) ? stars.slice(marker.length) : stars));
}

/** A text in markers, blanks at its edges outside of them. */
function wrapped(text: string, marker: Marker): string {
  const inner = text.trim();
  return inner === "" ? text : text.replace(inner, () => marker + inner + marker);
}

/**
 * Puts the marker around what is selected, or around the word in which the caret stands; where it stands already it is taken away.
 * Elsewhere it begins emphasis at the caret, and ends it where its end follows, as the keys of word processors do.
 */
export function toggleMarker({ text, from, to }: Selection, marker: Marker): Replacement {
  let [start, end] = [from, to];
  if (start === end) {
    if (!isLetter(text[start - 1]) || !isLetter(text[end])) return toggleAt(text, from, marker);
    while (isLetter(text[start - 1])) start -= 1;
    while (isLetter(text[end])) end += 1;
  }
  // A marker next to a blank is a star.
  while (start < end && /\s/.test(text[start]!)) start += 1;
  while (end > start && /\s/.test(text[end - 1]!)) end -= 1;
  const inner = text.slice(start, end);
  const size = marker.length;
  const shift = (by: number) => ({ selectFrom: from === to ? from + by : start + by, selectTo: from === to ? from + by : end + by });
  if (marked(text, start, end, marker)) return { from: start - size, to: end + size, insert: inner, ...shift(-size) };
  const looks = emphasized(text, marker);
  const bare = withoutMarker(inner, marker);
  const isWhole = looks.slice(start, end).every((own, index) => own || inner[index] === "*") && looks.slice(start, end).includes(true);
  if (!isWhole) {
    const length = bare.length - inner.length;
    return { from: start, to: end, insert: `${marker}${bare}${marker}`, selectFrom: shift(size).selectFrom, selectTo: shift(size).selectTo + length };
  }
  // The parts of the emphasis beside it keep theirs.
  let [open, close] = [start, end];
  while (open > 0 && looks[open - 1]) open -= 1;
  while (close < text.length && looks[close]) close += 1;
  const isMarkedInside = bare !== inner;
  const [before, after] = isMarkedInside ? ["", ""] : [wrapped(text.slice(open, start), marker), wrapped(text.slice(end, close), marker)];
  const outer = isMarkedInside ? { from: start, to: end } : { from: open - size, to: close + size };
  const by = outer.from + before.length - start;
  const { selectFrom, selectTo } = shift(by);
  return { ...outer, insert: before + bare + after, selectFrom, selectTo: selectTo + bare.length - inner.length };
}

/** Markers that were begun at a place and left: without words in them they go, and blanks at the edges go out of them. */
export function finishMarkers(text: string, at: number): string {
  const match = /^(\*{1,3})([^*\r\n]*)(\*{1,3})(?!\*)/.exec(text.slice(at));
  const [pair = "", open = "", inner = "", close = ""] = match ?? /^(\*{2}|\*{4}|\*{6})(?!\*)/.exec(text.slice(at)) ?? [];
  if (pair === "" || (inner !== "" && open !== close)) return text;
  return text.slice(0, at) + (inner === "" ? "" : wrapped(inner, open as Marker)) + text.slice(at + pair.length);
}

const ENTRY = { bullets: /^- /, numbers: /^\d+\. / } as const;
const ANY_ENTRY = /^(?:- |\d+\. )/;

/** Makes the lines that are selected entries of a list, or lines again where all of them are. Blank lines stay as they are. */
export function toggleList({ text, from, to }: Selection, kind: keyof typeof ENTRY): Replacement {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const next = text.indexOf("\n", to);
  const end = next < 0 ? text.length : next;
  const lines = text.slice(start, end).split("\n");
  const filled = lines.filter((line) => line.trim() !== "" || lines.length === 1);
  const isList = filled.length > 0 && filled.every((line) => ENTRY[kind].test(line));
  let number = 0;
  const changed = lines.map((line) => {
    if (line.trim() === "" && lines.length > 1) return line;
    const bare = line.replace(ANY_ENTRY, "");
    number += 1;
    return isList ? bare : kind === "bullets" ? `- ${bare}` : `${number}. ${bare}`;
  });
  const insert = changed.join("\n");
  // A caret stays at its letter.
  const by = changed[0]!.length - lines[0]!.length;
  const caret = Math.max(start, from + by);
  return { from: start, to: end, insert, selectFrom: from === to ? caret : start, selectTo: from === to ? caret : start + insert.length };
}

/** A plain text in which the same characters mean the same once it is read as inline Markdown. */
export function escapeMarkup(text: string): string {
  return text.replace(/\{[^{}]*\}|[\\*~_[\]]|^[ ]*(?:-|\d+\.)(?= )/gm, (found) => {
    if (found.startsWith("{")) return found;
    if (/^[\\*~_[\]]$/.test(found)) return `\\${found}`;
    return found.replace(/(-|\.)$/, "\\$1");
  });
}
