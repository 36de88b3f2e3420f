/** The text that a field shows, as it is written. */
import { chainedPath } from "../../core/formulas";
import type { Binding, TextSchema } from "../../core/types";
import { type Dict, en } from "../../i18n/en";
import { keysAt } from "../../panels/data/lookup";

/** The source of a text: a path becomes the token that prints the same. */
export function textOf(field: TextSchema, binding: Binding | undefined, data: unknown): string {
  if (binding?.type === "template") return binding.template ?? "";
  if (binding?.type === "scalar") return `{${chainedPath(keysAt(data, binding.path))}}`;
  return typeof field.content === "string" ? field.content : String(field.content ?? "");
}

/** Returns true if the text is empty, or what a new field begins with, in the language of the editor or in English. */
export function isUnwritten(text: string, dict: Dict): boolean {
  const trimmed = text.trim();
  return trimmed === "" || [dict, en].some(({ schemaDefaults: { textContent, value1, value2 } }) => [textContent, value1, value2].includes(trimmed));
}
