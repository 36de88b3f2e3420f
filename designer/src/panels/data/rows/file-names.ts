/** Names of the files of many documents: those that the template gives them, as `reportctl batch` names its files, or their numbers. */

/** Bytes of a name in UTF-8, with its ending. */
const MOST_BYTES = 200;
const ENDING = ".pdf";
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;
const EDGE = /^[.\s]+|[.\s]+$/gu;
/** Bidirectional controls and invisible characters. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** The number of a document, with as many digits as the last one has, at least three. */
export const numberName = (index: number, count: number): string => String(index + 1).padStart(Math.max(3, String(count).length), "0");

/**
 * A name without its ending that every system can save; empty where nothing is left. The rule is that of
 * `src/delivery/mail/filename.rs`; tests of both read `tests/vectors/file-names.json`.
 */
export function safeStem(name: string): string {
  const cleaned = name
    .normalize("NFC")
    .replace(INVISIBLE, "")
    .replace(/[/\\<>:"|?*]/g, "_")
    .replace(/[\s\p{Cc}]/gu, " ");
  const stem = cleaned
    .replace(EDGE, "")
    .replace(/\.pdf$/i, "")
    .replace(EDGE, "");
  if (stem === "" || (/^pdf$/i.test(stem) && cleaned.startsWith("."))) return "";
  const isTaken = DEVICE.test((stem.split(".")[0] ?? "").trimEnd()) || stem.startsWith("-");
  return cut(isTaken ? `_${stem}` : stem, MOST_BYTES - ENDING.length).replace(EDGE, "");
}

/** The beginning of a text that has at most so many bytes. */
function cut(text: string, most: number): string {
  const encoder = new TextEncoder();
  let left = most;
  let end = 0;
  for (const character of text) {
    left -= encoder.encode(character).length;
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Gives each name once: `Ana-2.pdf` beside `Ana.pdf`. Systems that ignore case see no two of the same name. */
export class FileNames {
  readonly #taken = new Set<string>();
  /** The next number to try, by name. */
  readonly #next = new Map<string, number>();

  free(stem: string): string {
    const key = stem.toLowerCase();
    let name = stem;
    let number = this.#next.get(key) ?? 1;
    while (this.#taken.has(name.toLowerCase())) {
      number += 1;
      const suffix = `-${number}`;
      name = cut(stem, MOST_BYTES - ENDING.length - suffix.length) + suffix;
    }
    this.#next.set(key, number);
    this.#taken.add(name.toLowerCase());
    return name + ENDING;
  }
}
