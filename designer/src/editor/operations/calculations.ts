/** Columns that are calculated, such as `{quantity * price}`: they print as the columns of numbers beside them, and so do the totals under them. */
import { resolveToken } from "../../core/expressions";
import { isExtended } from "../../core/fields";
import { columnPath, expressionOf, formatIn, inFormatOf, inSameFormat, isName, isNumberFormat } from "../../core/formulas";
import type { TableSchema, Template } from "../../core/types";
import { setColumnStyle } from "./tables";
import { isAmount, isOtherNumber, nameTokenAt } from "./value-token";

/** Functions that give numbers, or one of their values. */
const NUMERIC = new Set("ABS AVG AVGOF CASE CEIL COUNT COUNTOF DATEDIFF DEFAULT FLOOR GREATEST IF LEAST LEN MAX MAXOF MIN MINOF MOD NUMBERFROM ROUND SIGN SUM SUMOF TRUNC".split(" "));
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Sums of binary fractions have digits behind these that nothing of the data has. */
const MOST_DECIMALS = 6;
/** Items whose values say what kind a calculation is. */
const MOST_ITEMS = 200;

interface Calculation {
  expression: string;
  values: readonly number[];
}

/** The expression of a cell that gives numbers for the items of its list; `null` for texts, for names alone, and without any number. */
export function calculationOf(cell: string, items: readonly unknown[]): Calculation | null {
  const expression = expressionOf(cell);
  if (expression === null || expression === "" || isName(expression)) return null;
  if ([...expression.matchAll(/([A-Z]+)\(/g)].some(([, name]) => !NUMERIC.has(name!))) return null;
  const texts = items.slice(0, MOST_ITEMS).map((item) => resolveToken(expression, item)).filter((text) => text !== "");
  // Names that the data does not have count as 0.
  return texts.some((text) => Number(text) !== 0) && texts.every((text) => NUMBER.test(text)) ? { expression, values: texts.map((text) => Number(Number(text).toFixed(MOST_DECIMALS))) } : null;
}

const withoutBlanks = (text: string | null): string => (text ?? "").replace(/\s+/g, "");

export interface WrittenCell {
  cell: string;
  /** True if it prints numbers. */
  isNumber: boolean;
}

/** A calculation that is new in a column, written as the column that it calculates with. One whose format was taken away stays without. */
export function formattedCell(template: Template, data: unknown, table: TableSchema, index: number, cell: string, items: readonly unknown[]): WrittenCell {
  if (isNumberFormat(cell)) return { cell, isNumber: true };
  const calculation = calculationOf(cell, items);
  if (!calculation) return { cell, isNumber: false };
  return { cell: formattedCalculation(template, data, table, index, cell, calculation), isNumber: true };
}

function formattedCalculation(template: Template, data: unknown, table: TableSchema, index: number, cell: string, calculation: Calculation): string {
  const cells = table.content?.[0] ?? [];
  if (withoutBlanks(expressionOf(String(cells[index] ?? ""))) === withoutBlanks(calculation.expression)) return cell;
  const { expression, values } = calculation;
  const title = String(table.columnStyles?.[index]?.title ?? table.head[index] ?? "");
  const names = [...expression.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].map(([name]) => name);
  const amount = isOtherNumber(title) ? undefined : (names.find(isAmount) ?? (isAmount(title) ? title : undefined));
  const beside = amount === undefined ? undefined : cells.find((own, at) => at !== index && isNumberFormat(String(own ?? "")) && columnPath(String(own)) === amount);
  return (beside === undefined ? null : inSameFormat(String(beside), expression)) ?? nameTokenAt(template, data, expression, amount ?? title, values, true);
}

/** The table with the looks that a changed cell of its column asks for: numbers stand at the right, and a sum below is written as they are. */
export function withNumberLooks(template: Template, table: TableSchema, index: number, before: string, { cell, isNumber }: WrittenCell): TableSchema {
  return withTotalInFormat(isExtended(template) && isNumber ? atTheRight(table, index) : table, index, before, cell);
}

function atTheRight(table: TableSchema, index: number): TableSchema {
  const own = table.columnStyles?.[index];
  const isChosen = [own?.headAlign, own?.cellAlign, own?.footerAlign].some((align) => align !== undefined && align !== null);
  return isChosen ? table : setColumnStyle(table, index, { headAlign: "right", cellAlign: "right", footerAlign: "right" });
}

function withTotalInFormat(table: TableSchema, index: number, before: string, cell: string): TableSchema {
  const total = table.footer?.[index];
  const sum = typeof total === "string" ? expressionOf(total) : null;
  if (sum === null || !/^SUM(?:OF)?\(/.test(sum) || formatIn(before) === formatIn(cell)) return table;
  const written = inFormatOf(cell, sum) ?? (isNumberFormat(cell) ? total! : `{${sum}}`);
  return written === total ? table : { ...table, footer: table.footer!.with(index, written) };
}
