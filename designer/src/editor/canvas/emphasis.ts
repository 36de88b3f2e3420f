/** Emphasis of inline Markdown in a text that is being typed. */

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

/** Puts the marker around what is selected, or around the word at the caret; where it stands already it is taken away. */
export function toggleMarker({ text, from, to }: Selection, marker: "**" | "*"): Replacement {
  let [start, end] = [from, to];
  if (start === end) {
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
  return { from: start, to: end, insert: `${marker}${inner}${marker}`, ...shift(size) };
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
