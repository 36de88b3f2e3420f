/** Purposes of the shipped templates, and the words that find them. Templates that are not named here are among the others. */
import { searchable } from "../core/letters";

export const PURPOSES = ["invoices", "statements", "letters", "goods", "other"] as const;
export type Purpose = (typeof PURPOSES)[number];

const OF: Record<string, Purpose> = {
  invoice: "invoices",
  "german-invoice": "invoices",
  "french-invoice": "invoices",
  "belgian-invoice": "invoices",
  "credit-note": "invoices",
  "multilingual-invoice": "invoices",
  "swiss-invoice": "invoices",
  "pix-slip": "invoices",
  danfse: "invoices",
  receipt: "invoices",
  quote: "invoices",
  "payment-reminder": "letters",
  "account-statement": "statements",
  "statement-by-account": "statements",
  payslip: "statements",
  timesheet: "statements",
  "sales-dashboard": "statements",
  letter: "letters",
  contract: "letters",
  certificate: "letters",
  "delivery-note": "goods",
  "shipping-label": "goods",
  "price-list": "goods",
};

export const purposeOf = (id: string): Purpose => OF[id] ?? "other";

/** Languages that a template is written in: those of its texts, else the one of its numbers and dates. */
export function languagesOf(template: { locale?: unknown; texts?: unknown }): string[] {
  const tags = Object.keys((template.texts ?? {}) as object);
  const own = typeof template.locale === "string" ? [template.locale] : [];
  return [...new Set([...own, ...tags].map((tag) => tag.split("-")[0]!.toLowerCase()))].sort();
}

/** The name of a language in another one. */
export function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns true if each word of a search is in one of the texts. */
export function isFound(search: string, texts: readonly (string | undefined)[]): boolean {
  const text = searchable(texts.filter((own) => own !== undefined).join(" "));
  return searchable(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
