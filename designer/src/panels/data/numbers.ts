/** Numbers and days as people write them, in the notation of a locale or in the only one that a whole column allows. */

/** A notation, by its mark of decimals; the other mark groups digits. */
type Decimal = "." | ",";

type Read<T> = (cell: string) => T | null;

interface Parts {
  negative: boolean;
  body: string;
  hasCurrency: boolean;
}

const FALLBACK = "en";
/** Signs of currencies, their codes, and the abbreviations that stand for signs. */
const SIGN = String.raw`\p{Lu}{0,2}\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Ft|Fr\.?|lei`;
const WRITTEN = new RegExp(String.raw`^(-?)\s*(${SIGN})?\s*(-?)\s*(\d(?:[\d.,'’\s]*\d)?)\s*(${SIGN})?$`, "u");
const SPACE = /\s/;

let codes: Set<string> | undefined;

/** Returns true if it is a sign of a currency; of three letters only those of ISO 4217. */
function isCurrency(sign: string): boolean {
  if (!/^[A-Z]{3}$/.test(sign)) return true;
  codes ??= new Set(Intl.supportedValuesOf("currency"));
  return codes.has(sign);
}

/** The digits and marks of a cell, without sign and currency; `null` where there is more. */
function partsOf(cell: string): Parts | null {
  const match = WRITTEN.exec(cell.trim().replace(/^\u2212/, "-"));
  if (!match) return null;
  const [, first, before, second, body = "", after] = match;
  if ((first && second) || (before && after)) return null;
  if ((before && !isCurrency(before)) || (after && !isCurrency(after))) return null;
  return { negative: Boolean(first || second), body, hasCurrency: Boolean(before || after) };
}

/** Groups of three digits, or as in India, all with the same mark. Leading zeros are codes, not numbers. */
const PATTERNS: Record<Decimal, RegExp> = {
  ".": /^(?:0|[1-9]\d*|[1-9]\d{0,2}(?:([,\s'’])\d{3})(?:\1\d{3})*|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/,
  ",": /^(?:0|[1-9]\d*|[1-9]\d{0,2}(?:([.\s'’])\d{3})(?:\1\d{3})*)(?:,\d+)?$/,
};

/** A number of more digits than a double holds is the text of its digits, which calculations read. */
function valueOf({ negative, body }: Parts, decimal: Decimal): number | string | null {
  if (!PATTERNS[decimal].test(body)) return null;
  const digits = body.replace(/[\s'’]/g, "").replaceAll(decimal === "." ? "," : ".", "").replace(",", ".");
  const value = Number(digits);
  if (significant(String(value)) !== significant(digits)) return negative ? `-${digits}` : digits;
  return negative ? 0 - value : value;
}

/** A number without zeros that say nothing, and the power of ten of its last digit; equal for equal numbers. */
function significant(written: string): string {
  const [mantissa = "", power = "0"] = written.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  let [from, to] = [0, digits.length];
  while (from < to && digits[from] === "0") from += 1;
  while (to > from && digits[to - 1] === "0") to -= 1;
  return from === to ? "0" : `${digits.slice(from, to)}e${Number(power) - fraction.length + digits.length - to}`;
}

function partOf(locale: string, type: "decimal" | "group"): string | undefined {
  const parts = (tag: string) => new Intl.NumberFormat(tag, { useGrouping: true }).formatToParts(1234567.5);
  let found;
  try {
    found = parts(locale);
  } catch {
    // A tag that is none.
    found = parts(FALLBACK);
  }
  return found.find((part) => part.type === type)?.value;
}

/** The mark of decimals in a locale. */
export const decimalOf = (locale: string): Decimal => (partOf(locale, "decimal") === "," ? "," : ".");

/** Readers of the notations of a column, that of the locale first. */
function readersOf(cells: readonly string[], locale: string): Read<number | string>[] {
  const own = decimalOf(locale);
  const all = cells.map(partsOf);
  return [own, own === "." ? ("," as const) : ("." as const)].map((decimal) => {
    // Digits in groups with blanks, and nothing that says amount, are as often a code or a telephone number.
    const hasBlanks = SPACE.test(partOf(locale, "group") ?? "") || all.some((parts) => parts !== null && (parts.hasCurrency || parts.body.includes(decimal)));
    return (cell) => {
      const parts = partsOf(cell);
      return parts === null || (!hasBlanks && SPACE.test(parts.body)) ? null : valueOf(parts, decimal);
    };
  });
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "");

/** The reader of a column of which all filled cells are numbers in one notation, that of the locale first; `null` for another column. */
export function numberReader(cells: readonly string[], locale: string = FALLBACK): Read<number | string> | null {
  const own = filled(cells);
  if (own.length === 0) return null;
  return readersOf(own, locale).find((read) => own.every((cell) => read(cell) !== null)) ?? null;
}

/** The reader that reads most cells of a column. */
export function bestNumberReader(cells: readonly string[], locale: string = FALLBACK): Read<number | string> {
  return best(filled(cells), readersOf(filled(cells), locale));
}

/** The number that a cell holds by itself. */
export const numberIn = (cell: string, locale?: string): number | string | null => numberReader([cell], locale)?.(cell) ?? null;

function best<T>(cells: readonly string[], readers: readonly Read<T>[]): Read<T> {
  const count = (read: Read<T>) => cells.filter((cell) => read(cell) !== null).length;
  return readers.reduce((most, read) => (count(read) > count(most) ? read : most));
}

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/** The day as the data has it, `2026-11-27`; `null` for a day that no calendar has. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

function dayReader(monthFirst: boolean): Read<string> {
  return (cell) => {
    const text = cell.trim();
    const first = YEAR_FIRST.exec(text);
    if (first) return dayOf(Number(first[1]), Number(first[2]), Number(first[3]));
    const last = YEAR_LAST.exec(text);
    if (!last) return null;
    // Points are written between day and month only in this order.
    const [month, day] = monthFirst && last[2] !== "." ? [last[1], last[3]] : [last[3], last[1]];
    return dayOf(Number(last[4]), Number(month), Number(day));
  };
}

/** The reader that reads most days of a column; where several do, that of the locale. */
export function bestDayReader(cells: readonly string[], locale: string = FALLBACK): Read<string> {
  const order = (tag: string) => new Intl.DateTimeFormat(tag).formatToParts(0).find(({ type }) => type === "month" || type === "day")?.type;
  let monthFirst;
  try {
    monthFirst = order(locale) === "month";
  } catch {
    monthFirst = order(FALLBACK) === "month";
  }
  return best(filled(cells), [dayReader(monthFirst), dayReader(!monthFirst)]);
}
