/** Parts of payments in the words of their form: those that an unfinished payment lacks, and the one that is wrong. */
import { missingParts } from "../../core/payments";
import type { Dict, Locale } from "../../i18n";

/** The label of a part, such as `creditor/zip`. */
function labelOf(path: string, dict: Dict): string {
  const labels = dict.properties as Record<string, string>;
  const key = path.split("/").at(-1)!;
  return labels[`payload.${path.replaceAll("/", ".")}`] ?? labels[`payload.${key}`] ?? labels[key] ?? key;
}

/** `null` where nothing is missing. */
export function missingText(payload: unknown, dict: Dict, locale: Locale): string | null {
  const missing = missingParts(payload);
  if (missing.length === 0) return null;
  return dict.payment.missing(new Intl.ListFormat(locale, { type: "conjunction" }).format(missing.map((path) => labelOf(path, dict))));
}

/** The label of the part that the engine finds wrong; `null` for other faults. */
export function wrongPart(fault: unknown, dict: Dict): string | null {
  const part = typeof fault === "object" && fault !== null && "part" in fault ? fault.part : undefined;
  return typeof part === "string" && part !== "" ? labelOf(part.replaceAll(".", "/"), dict) : null;
}
