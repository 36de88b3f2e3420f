/** Tokens of values that are put on the page: numbers and days as people write them, in the locale and the currency of the template. */
import { tokenFor } from "../../core/expressions";
import { isExtended } from "../../core/fields";
import { chainedPath, inSameFormat } from "../../core/formulas";
import type { DataDragPayload, Template } from "../../core/types";
import { keysAt, lookup } from "../../panels/data/lookup";

/** Words of names that are amounts of money, in the languages of the editor. */
const AMOUNT = new Set(
  (
    "amount balance budget charge charges cost costs discount due fee fees gross income net paid pay payable price prices revenue salary sales subtotal sum tax total totals turnover vat wage " +
    "betrag brutto einzelpreis gebühr gehalt gesamt gesamtbetrag gesamtpreis kosten lohn mwst netto nettobetrag preis rabatt saldo steuer summe umsatz ust zahlbetrag zwischensumme " +
    "bruto custo desconto faturamento imposto impostos líquido liquido preço preco receita salário salario soma subtotal taxa valor valores " +
    "costo coste descuento importe impuesto impuestos ingreso iva neto precio salario saldo suma " +
    "brut coût cout montant net prix remise salaire solde somme taxe tva ttc"
  ).split(" "),
);
/** Words of names that are no amount, whatever stands beside them. */
const OTHER = new Set("anteil anzahl code count days id menge no number nummer percent percentage pct prozent qtd qty quantidade quantity quote rate satz taux tage tasa year".split(" "));
/** Words of names of prices that are of a whole line. */
const TOTAL = new Set("amount gesamt gesamtpreis sum suma summe total totals".split(" "));
/** Words of names that say how many units a line has, and what one of them costs. */
const QUANTITY = new Set("anzahl cantidad heures horas hours menge qtd qte qté qty quant quantidade quantite quantity quantité stk stunden stück stückzahl unidades units".split(" "));
const UNIT_PRICE = new Set("einzelpreis stückpreis preis preço preco precio price prix rate tarif tarifa unitário unitario".split(" "));
/** Words of names of amounts of a whole line, beside those of `TOTAL`. */
const LINE = new Set("betrag brutto bruto brut gesamtbetrag gross importe liquido líquido montant net neto netto nettobetrag subtotal valor wert zwischensumme".split(" "));
/** Currency of the data, as ISO 4217 writes it. */
const CURRENCY = /^[A-Z]{3}$/;
/** A day, as data has it. */
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
/** Decimals of an amount, and the most that `DECIMAL` prints by default. */
const CENTS = 2;
const MOST_DECIMALS = 3;

/** The words of a key, in lower case. */
export const wordsIn = (key: string): string[] => key.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** True if a name is of an amount of money. */
export function isAmount(key: string): boolean {
  const words = wordsIn(key);
  return words.some((word) => AMOUNT.has(word)) && !words.some((word) => OTHER.has(word));
}

const hasWord = (key: string, set: ReadonlySet<string>): boolean => wordsIn(key).some((word) => set.has(word));

/** True if a name is of a number that is no amount, such as a share or a number of days. */
export const isOtherNumber = (key: string): boolean => hasWord(key, OTHER) || key.includes("%");

/**
 * The column of an item that a column of prices is multiplied with, where the items have prices of a unit and how many units there are:
 * the sum of such prices means nothing.
 */
export function quantityFor(column: string, item: unknown): string | null {
  if (!hasWord(column, UNIT_PRICE) || hasWord(column, TOTAL) || typeof item !== "object" || item === null) return null;
  return Object.keys(item).find((key) => key !== column && hasWord(key, QUANTITY) && typeof (item as Record<string, unknown>)[key] === "number") ?? null;
}

/** The amount of an item that has a quantity and the price of a unit, but no amount: the product, and the sum of it over the list. */
export interface LineAmount {
  cell: string;
  total: string;
}

/** The amounts that the items of a list lack; `null` where they have some, or no quantity and price. Sums of products are of the extensions. */
export function lineAmountOf(template: Template, data: unknown, list: string, columns: readonly string[], rows: readonly unknown[] = [data]): LineAmount | null {
  const items = lookup(data, list);
  if (!isExtended(template) || !Array.isArray(items)) return null;
  const first = items.find((item: unknown) => item !== null && typeof item === "object") as unknown;
  const numbers = columns.filter((column) => sumOf(template, data, list, column) !== null);
  const prices = numbers.filter((column) => quantityFor(column, first) !== null);
  // A rate is a price of an hour, or of a tax.
  const price = prices.find(isAmount) ?? prices[0];
  const quantity = price === undefined ? null : quantityFor(price, first);
  if (price === undefined || quantity === null) return null;
  const isAmountOfLine = (column: string) => hasWord(column, TOTAL) || (hasWord(column, LINE) && !hasWord(column, UNIT_PRICE));
  if (numbers.some(isAmountOfLine)) return null;
  const expression = `${chainedPath([quantity])} * ${chainedPath(keysAt(first, price))}`;
  const cell = inSameFormat(columnTokenAt(template, data, list, price, rows), expression) ?? `{${expression}}`;
  return { cell, total: sumToken(template, data, [sumOf(template, data, list, price)!]) };
}

/** Decimals of a number, as JSON writes it. */
function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}

interface Value {
  /** As it stands in an expression. */
  path: string;
  /** The last key, which says what it is. */
  key: string;
  samples: readonly unknown[];
  /** The currency of the data as an expression of the place, where the data names one. */
  currency: string | null;
}

/**
 * The token of a value. Amounts of money have the currency of the template or of the data, where there is one; other numbers have two
 * decimals where one of the samples has some, more where two would lose digits. Whole numbers stay as they are: they may be numbers of
 * documents or years. Days are written as the locale of the template does.
 */
function tokenOf(template: Template, { path, key, samples, currency }: Value): string {
  const known = samples.filter((value) => value !== null && value !== undefined);
  const days = known.filter((value) => value !== "");
  if (days.length > 0 && days.every((value) => typeof value === "string" && DAY.test(value))) return `{DATE(${path})}`;
  const numbers = known.filter((value): value is number => typeof value === "number" && Number.isFinite(value));
  if (numbers.length === 0 || numbers.length < known.length) return `{${path}}`;
  const decimals = numbers.reduce((most, value) => Math.max(most, decimalsOf(value)), 0);
  const amount = isAmount(key);
  if (!amount && decimals === 0) return `{${path}}`;
  if (!isExtended(template)) return decimals > CENTS ? `{CURRENCY(${path}, "", ${decimals})}` : `{CURRENCY(${path})}`;
  if (decimals > CENTS) return decimals > MOST_DECIMALS ? `{DECIMAL(${path}, 0, ${decimals})}` : `{DECIMAL(${path})}`;
  if (amount && template.currency) return `{MONEY(${path})}`;
  return amount && currency !== null ? `{MONEY(${path}, ${currency})}` : `{DECIMAL(${path}, ${CENTS}, ${CENTS})}`;
}

function currencyIn(data: unknown, scope: string): string | null {
  const currency = lookup(data, "currency");
  return typeof currency === "string" && CURRENCY.test(currency) ? `${scope}${chainedPath(keysAt(data, "currency"))}` : null;
}

/** A path of the document, as it stands in expressions of the document, or of an item, which has other names. */
function documentPath(keys: readonly string[], inItem: boolean): string {
  const path = chainedPath(keys);
  if (!inItem) return path;
  return path.startsWith("[") ? `[$root].${path}` : `$root.${path}`;
}

/**
 * The token of a value of the document, at a path whose keys are joined by dots. `rows`: the data of all documents, where there are
 * several. `inItem`: for a text that an item of a list fills, such as a cell of a row.
 */
export function tokenAt(template: Template, data: unknown, path: string, rows: readonly unknown[] = [data], inItem = false): string {
  const keys = keysAt(data, path);
  return tokenOf(template, { path: documentPath(keys, inItem), key: keys.at(-1) ?? "", samples: rows.map((row) => lookup(row, path)), currency: currencyIn(data, inItem ? "$root." : "") });
}

/** The token of a name as expressions have it, with the values that it has. `inItem`: for a text that an item of a list fills. */
export function nameTokenAt(template: Template, data: unknown, name: string, key: string, samples: readonly unknown[], inItem: boolean): string {
  if (inItem && !isExtended(template)) return `{${name}}`;
  return tokenOf(template, { path: name, key, samples, currency: currencyIn(data, inItem ? "$root." : "") });
}

/** The sum of a column of numbers of a list of the document. */
export interface Sum {
  /** As it stands in an expression; prices of units are multiplied with their quantities. */
  expression: string;
  /** The last key of the column. */
  key: string;
  samples: readonly unknown[];
}

/** The sum of a column of a list; `null` where its values are no numbers. */
export function sumOf(template: Template, data: unknown, list: string, column: string): Sum | null {
  const items = lookup(data, list);
  if (!Array.isArray(items)) return null;
  const samples = valuesOf(items, column);
  const known = samples.filter((value) => value !== null && value !== undefined);
  if (known.length === 0 || !known.every((value) => typeof value === "number")) return null;
  const first = items.find((item: unknown) => item !== null && typeof item === "object") as unknown;
  const [listKeys, columnKeys] = [keysAt(data, list), keysAt(first, column)];
  const quantity = isExtended(template) ? quantityFor(column, first) : null;
  const expression =
    quantity === null ? `SUM(${chainedPath([...listKeys, ...columnKeys])})` : `SUMOF(${chainedPath(listKeys)}, ${chainedPath([quantity])} * ${chainedPath(columnKeys)})`;
  return { expression, key: column.split(".").at(-1) ?? "", samples };
}

/** The token of a sum less others, such as pay minus deductions, which is written as the numbers of the columns are. */
export function sumToken(template: Template, data: unknown, sums: readonly [Sum, ...Sum[]]): string {
  const path = sums.map(({ expression }) => expression).join(" - ");
  return tokenOf(template, { path, key: sums[0].key, samples: sums.flatMap(({ samples }) => samples), currency: currencyIn(data, "") });
}

/** The token of a dragged value of the document, or of the sum of a dragged column; `null` for other drags and columns without a sum. */
export function documentTokenAt(template: Template, data: unknown, payload: DataDragPayload, rows?: readonly unknown[]): string | null {
  if (payload.kind === "scalar") return tokenAt(template, data, payload.path, rows);
  const sum = payload.sourcePath !== undefined && payload.column !== undefined ? sumOf(template, data, payload.sourcePath, payload.column) : null;
  return sum && sumToken(template, data, [sum]);
}

/** The totals row of a list: the sum of the last column that has one, with a word before it; `null` where none has. */
export function totalsRow(template: Template, data: unknown, list: string, columns: readonly string[], word: string): string[] | null {
  const last = columns.findLastIndex((column) => sumOf(template, data, list, column) !== null);
  const sum = last < 0 ? null : sumOf(template, data, list, columns[last]!);
  return sum && columns.map((_, index) => (index === last ? sumToken(template, data, [sum]) : index === 0 ? word : ""));
}

/** The token of a column of a list, for the items of it in all documents. Templates without extensions have plain columns. */
export function columnTokenAt(template: Template, data: unknown, list: string, column: string, rows: readonly unknown[] = [data]): string {
  const plain = tokenFor(column);
  if (!isExtended(template) || plain === "") return plain;
  const items = rows.flatMap((row) => {
    const found = lookup(row, list);
    return Array.isArray(found) ? (found as unknown[]) : [];
  });
  return nameTokenAt(template, data, plain.slice(1, -1), column.split(".").at(-1) ?? "", valuesOf(items, column), true);
}

const valuesOf = (items: readonly unknown[], column: string): unknown[] => items.map((item) => (item !== null && typeof item === "object" ? valueOf(item, column) : undefined));

/** A key of an item that may have dots, or a path of keys. */
const valueOf = (item: object, column: string): unknown => (Object.hasOwn(item, column) ? (item as Record<string, unknown>)[column] : lookup(item, column));
