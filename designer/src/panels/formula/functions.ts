/** The functions that the expressions of a template may use, as editors show them. */
import { functionsOf } from "../../core/functions";
import type { Dict } from "../../i18n";

export interface FunctionHelp {
  name: string;
  /** Form of a call: `ROUND(a [, d])`, or an example of the well-known ones. */
  call: string;
  /** Description. */
  help: string;
  /** Inserted text; the caret goes behind the parenthesis. */
  insert: string;
  extension: boolean;
}

/** References to chapters of the documentation. */
const CHAPTER = /\s*\(\d+(?:\.\d+)*\)/g;

export function functionHelp(extended: boolean, t: Dict): FunctionHelp[] {
  return functionsOf(extended).map((entry) => {
    const key = entry.name.toLowerCase() as keyof Dict["fieldFunctions"];
    return {
      name: entry.name,
      call: t.fieldFunctionSnippets[key] ?? `${entry.name}(${entry.arguments})`,
      help: t.fieldFunctions[key] ?? t.functionHelp(entry.name, entry.result.replace(CHAPTER, "")),
      insert: `${entry.name}(`,
      extension: entry.extension === true,
    };
  });
}
