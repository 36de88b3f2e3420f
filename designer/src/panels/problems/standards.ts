/** Findings about standards of documents, such as accessibility; the others are problems of every document. */
import type { Template } from "../../core/types";
import type { Problem } from "../../engine/types";
import { designsOf, fieldsOf } from "../../editor/operations/design";

const OF_STANDARDS = new Set([
  "altTextMissing",
  "conformance",
  "conformanceConflict",
  "contrastTooLow",
  "fontRestricted",
  "headingMissing",
  "headingSkipped",
  "tableHeadMissing",
]);

export const isOfStandard = ({ code }: Problem): boolean => OF_STANDARDS.has(code);

/** Problems without what standards ask of a document that has no content yet. */
export function onceBegun(problems: readonly Problem[], template: Template): readonly Problem[] {
  const isAsked = (problem: Problem) => isOfStandard(problem) || problem.code.startsWith("einvoice");
  if (!problems.some(isAsked) || designsOf(template).some((design) => fieldsOf(design).some(Boolean))) return problems;
  return problems.filter((problem) => !isAsked(problem));
}
