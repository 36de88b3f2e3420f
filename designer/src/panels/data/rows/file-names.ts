/** Names of the files of many documents: those that the template gives them, as `reportctl batch` names its files, or what they are, with a value of the row or its number. */
import { chainedPath } from "../../../core/formulas";
import { wordsIn } from "../../../editor/operations/value-token";
import type { ShownRow } from "../../../editor/types";
import { lookup } from "../lookup";
import { describeData, walk } from "../tree";

/** Bytes of a name in UTF-8, with its ending. */
const MOST_BYTES = 200;
const ENDING = ".pdf";
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;
const EDGE = /^[.\s]+|[.\s]+$/gu;
/** Bidirectional controls and invisible characters. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** The number of a document, with as many digits as the last one has, at least three. */
export const numberName = (index: number, count: number): string => String(index + 1).padStart(Math.max(3, String(count).length), "0");

/** The file of the document that is shown: with the number of its row, so that those of several rows lie side by side. */
export const nameOfShown = (id: string, row: ShownRow | null): string => `${id}${row === null ? "" : `-${numberName(row.index, row.count)}`}${ENDING}`;

/** Last words of keys by which people know a row, the better ones first: of persons and companies, then of numbers. */
const KNOWN_BY: readonly ReadonlySet<string>[] = [
  new Set("client cliente company customer employee firma kunde mitarbeiter name nom nombre nome".split(" ")),
  new Set("id no nr number nummer numero numéro número".split(" ")),
];
/** Longer values are no names. */
const MOST_LETTERS = 60;

/** The path of a value that is another one in each row, and by which people know the row; `null` where there is none. */
export function distinctPath(rows: readonly unknown[]): string | null {
  const values = [...walk(describeData(rows[0]))].filter(({ list, type }) => list === null && (type === "string" || type === "number"));
  for (const words of KNOWN_BY) {
    const found = values.find(({ key, path }) => words.has(wordsIn(key).findLast((word) => word !== "") ?? "") && isDistinct(rows.map((row) => lookup(row, path))));
    if (found) return chainedPath(found.keys);
  }
  return null;
}

function isDistinct(values: readonly unknown[]): boolean {
  const names = values.flatMap((value) => (typeof value === "string" || typeof value === "number" ? [safeStem(String(value)).toLowerCase()] : []));
  return names.length === values.length && names.every((name) => name !== "" && name.length <= MOST_LETTERS) && new Set(names).size === values.length;
}

/** The names of the documents of a template that has no rule for them. `rule`: a text with expressions over the row, where a value makes them distinct. */
export interface DefaultNames {
  prefix: string;
  rule: string | null;
}

export function defaultNames(rows: readonly unknown[], of: string): DefaultNames {
  const prefix = safeStem(of).replace(/[{}]/g, "");
  const path = distinctPath(rows);
  return { prefix, rule: path === null ? null : `${prefix === "" ? "" : `${prefix}-`}{${path}}.pdf` };
}

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
