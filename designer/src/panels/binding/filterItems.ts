/** Which items of a list pass a filter, asked of the functions that print them. */
import type { ArrayBinding, FilterCondition } from "../../core/types";
import { expressionLanguage } from "../formula/language";

/** Rows of the list that pass, with the values of `columns`. */
export function passingRows(root: unknown, path: string, filters: FilterCondition[][] | undefined, columns: string[]): string[][] | null {
  const binding: ArrayBinding = { schemaName: "rows", type: "array", path, columns, ...(filters && { filters }) };
  const inputs = expressionLanguage()?.buildInputs(root, [binding]);
  if (inputs === undefined) return null;
  const parsed = JSON.parse(inputs.rows ?? "[]") as unknown;
  return Array.isArray(parsed) ? (parsed as string[][]) : [];
}
