/** Days and times of spreadsheets: numbers of days whose format says that they are dates (ECMA-376, part 1, 18.8.30). */

/** Meaning of a number by its format. */
export type Meaning = "number" | "date" | "dateTime" | "time" | "duration";

/** Formats that files do not spell out. Those of East Asian languages are dates too. */
const BUILT_IN: Readonly<Record<number, Meaning>> = {
  ...Object.fromEntries([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, "date"])),
  ...Object.fromEntries([18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, "time"])),
  22: "dateTime",
  46: "duration",
};

/** The meaning of a number format: its code where the file has one, else what its id stands for. */
export function meaningOf(id: number, code: string | undefined): Meaning {
  if (code === undefined) return BUILT_IN[id] ?? "number";
  // Of positive numbers, without literal texts, conditions and colours; `[h]` counts on over 24.
  const [section = ""] = code.split(";");
  const plain = section.replace(/"[^"]*"|\\.|_.|\*./g, "");
  if (/\[(?:h+|m+|s+)\]/i.test(plain)) return "duration";
  const signs = plain.replace(/\[[^\]]*\]/g, "").replace(/general/gi, "").toLowerCase();
  const hasTime = /[hs]|am\/pm|a\/p/.test(signs);
  // `m` is a month, or minutes beside hours and seconds.
  const hasDate = /[dy]/.test(signs) || (!hasTime && signs.includes("m"));
  return hasDate ? (hasTime ? "dateTime" : "date") : hasTime ? "time" : "number";
}

const DAY_SECONDS = 86_400;
/** 9999-12-31. */
const LAST_DAY = 2_958_465;
const two = (value: number) => String(value).padStart(2, "0");

/** Hours, minutes, and seconds where there are some. */
function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const shown = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return seconds % 60 === 0 ? shown : `${shown}:${two(seconds % 60)}`;
}

/**
 * A number as what its format says: `2026-03-01`, `2026-03-01T14:30:00`, `14:30` or, as a duration, `37:30`. What no date can be, such as
 * a negative number, stays a number.
 *
 * @param since1904 whether days count from 1904 in place of 1900
 */
export function dated(serial: number, meaning: Meaning, since1904: boolean): string | number {
  if (meaning === "number" || serial < 0 || serial > LAST_DAY) return serial;
  const seconds = Math.round(serial * DAY_SECONDS);
  if (meaning === "duration") return clock(seconds);
  if (meaning === "time" && serial < 1) return clock(seconds % DAY_SECONDS);
  // The first calendar has 29 February 1900, which never was: days before it are one earlier.
  const first = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const iso = new Date(first + seconds * 1000).toISOString();
  return meaning === "date" ? iso.slice(0, 10) : iso.slice(0, 19);
}
