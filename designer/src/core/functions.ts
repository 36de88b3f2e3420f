/** The functions of expressions, from the list that the engine writes into `docs/functions.json`. */
import list from "../../../docs/functions.json";

export interface FunctionEntry {
  name: string;
  /** As they are documented: those in brackets may be left out, and `…` repeats. */
  arguments: string;
  /** Description in one sentence, in English. */
  result: string;
  /** Only templates with `extensions` have it. */
  extension?: boolean;
}

const functions: readonly FunctionEntry[] = list;

/** The functions of a template, in the order of the documentation. */
export function functionsOf(extended: boolean): readonly FunctionEntry[] {
  return extended ? functions : functions.filter(({ extension }) => !extension);
}
