/** Numbers as people type them: sums, units, comma or point. */
import type { Locale } from "../../i18n";

const MM: Record<string, number> = { mm: 1, cm: 10, m: 1000, in: 25.4, pt: 25.4 / 72, px: 25.4 / 96 };

/** The number that a text means in `unit`; `null` when it is none. */
export function parseNumber(text: string, unit?: string): number | null {
  const tokens = tokenize(text);
  if (tokens === null || tokens.length === 0) return null;
  let at = 0;

  const primary = (): number | null => {
    const token = tokens[at++];
    if (token === "-") {
      const value = primary();
      return value === null ? null : -value;
    }
    if (token === "+") return primary();
    if (token === "(") {
      const value = sum();
      return tokens[at++] === ")" ? value : null;
    }
    if (token === undefined || !/^[\d.]/.test(token)) return null;
    const value = Number(token);
    if (Number.isNaN(value)) return null;
    const next = tokens[at];
    if (next === undefined || !/^[a-z%]/.test(next)) return value;
    at += 1;
    if (next === unit) return value;
    const from = MM[next];
    const to = unit === undefined ? undefined : MM[unit];
    return from === undefined || to === undefined ? null : (value * from) / to;
  };
  const product = (): number | null => {
    let left = primary();
    while (left !== null && (tokens[at] === "*" || tokens[at] === "/")) {
      const operator = tokens[at++];
      const right = primary();
      left = right === null ? null : operator === "*" ? left * right : left / right;
    }
    return left;
  };
  const sum = (): number | null => {
    let left = product();
    while (left !== null && (tokens[at] === "+" || tokens[at] === "-")) {
      const operator = tokens[at++];
      const right = product();
      left = right === null ? null : operator === "+" ? left + right : left - right;
    }
    return left;
  };

  const value = sum();
  return value === null || at < tokens.length || !Number.isFinite(value) ? null : round(value);
}

/** Three decimals are a micrometre; more is noise of binary fractions. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function tokenize(text: string): string[] | null {
  const tokens: string[] = [];
  const pattern = /\s*(?:(\d[\d.,]*|[.,]\d+)|([a-z%]+)|([-+*/()]))/giy;
  let end = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    end = pattern.lastIndex;
    if (match[1] !== undefined) tokens.push(decimal(match[1]));
    else tokens.push((match[2] ?? match[3]!).toLowerCase());
  }
  return text.slice(end).trim() === "" ? tokens : null;
}

/** `1.234,5`, `1,234.5`, `12,5` and `12.5`: the last mark is the decimal one where both occur. */
function decimal(text: string): string {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (last < 0) return text;
  const mark = text[last]!;
  const both = text.includes(".") && text.includes(",");
  if (!both && text.indexOf(mark) !== last) return text.replaceAll(mark, "");
  return `${text.slice(0, last).replace(/[.,]/g, "")}.${text.slice(last + 1)}`;
}

/** A number with the decimal mark of the language, without grouping. */
export function formatNumber(value: number, locale: Locale): string {
  const text = String(round(value));
  return locale === "en" ? text : text.replace(".", ",");
}

/** The same to one decimal, for what is only shown. */
export function formatTenths(value: number, locale: Locale): string {
  return formatNumber(Math.round(value * 10) / 10, locale);
}
