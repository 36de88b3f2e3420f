/** Templates of older versions, and what is no template. */
import { errorFrom, TemplateNotAnObjectError, TemplateVersionInvalidError, typeName } from "./errors";
import { helpers, jsonOf, parsed } from "./helpers";
import type { EngineProblem } from "./errors";
import type { Template } from "./types";

/** The version of the document format that this package writes. */
export const CURRENT_TEMPLATE_VERSION = 1;

/** Pages that a document may have unless `maxPages` says otherwise. */
export const DEFAULT_MAX_PAGES = 5000;

/** The template in the current version. The input stays as it is. */
export function migrateTemplate(input: unknown): Template {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new TemplateNotAnObjectError(typeName(input));
  }
  const { version } = input as { version?: unknown };
  // JSON has no such numbers, so the engine would not see them.
  if (typeof version === "number" && !Number.isFinite(version)) {
    throw new TemplateVersionInvalidError(version, CURRENT_TEMPLATE_VERSION);
  }
  const problem = parsed<EngineProblem | null>(helpers((engine) => engine.versionProblem(jsonOf({ version }))));
  if (problem) throw errorFrom(problem);
  return { ...(input as Template), version: CURRENT_TEMPLATE_VERSION };
}
