/** Items of a list that pass a filter, by the functions that print them. */
import type { ArrayBinding, FilterCondition } from "../../core/types";
import { language } from "../formula/language";

/** Rows of the list that pass, with the values of `columns`. */
export function passingRows(root: unknown, path: string, filters: FilterCondition[][] | undefined, columns: string[]): string[][] {
  const binding: ArrayBinding = { schemaName: "rows", type: "array", path, columns, ...(filters && { filters }) };
  const { rows } = language.buildInputs(root, [binding]);
  const parsed = JSON.parse(rows ?? "[]") as unknown;
  return Array.isArray(parsed) ? (parsed as string[][]) : [];
}
