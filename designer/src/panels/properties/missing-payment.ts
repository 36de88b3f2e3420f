/** Parts that an unfinished payment lacks, in the words of its form. */
import { missingParts } from "../../core/payments";
import type { Dict, Locale } from "../../i18n";

/** `null` where nothing is missing. */
export function missingText(payload: unknown, dict: Dict, locale: Locale): string | null {
  const missing = missingParts(payload);
  if (missing.length === 0) return null;
  const labels = dict.properties as Record<string, string>;
  const labelOf = (key: string) => labels[`payload.${key}`] ?? labels[key] ?? key;
  const words = missing.map((path) => labels[`payload.${path.replaceAll("/", ".")}`] ?? labelOf(path.split("/").at(-1)!));
  return dict.payment.missing(new Intl.ListFormat(locale, { type: "conjunction" }).format(words));
}
