/** Values that payment codes require by their standards (20.5.3). */
import type { Field, Template } from "./types";

/** Paths of the values that each kind of payment needs; a test holds them against the engine. */
export const NEEDED: Record<string, readonly string[]> = {
  epc: ["name", "iban"],
  swiss: ["iban", "currency", "creditor/name", "creditor/zip", "creditor/town", "creditor/country"],
  pix: ["name", "city", "key"],
  upi: ["pa", "pn"],
  spayd: ["ACC"],
};

/** The values of a payment that are still empty, as paths inside it; a web address stands in for a Pix key. */
export function missingParts(payload: unknown): string[] {
  const values = (payload ?? {}) as Record<string, unknown>;
  const given = (path: string) => {
    const value = path.split("/").reduce<unknown>((own, key) => (own as Record<string, unknown> | null | undefined)?.[key], values);
    return value !== undefined && value !== null && String(value).trim() !== "";
  };
  return (NEEDED[String(values.type)] ?? []).filter((path) => !given(path) && !(path === "key" && given("url")));
}

const isUnfinished = (field: Field | null | undefined): boolean => field?.type === ("qrcode" as string) && missingParts((field as { payload?: unknown }).payload).length > 0;

/** The payments of a template that are still filled in, in the order of the template. */
export function unfinishedPayments(template: Template): Field[] {
  const designs = template.pages?.length ? template.pages : [template];
  return designs.flatMap(({ schemas }) => (schemas ?? []).filter(isUnfinished));
}

/** The first empty value of an unfinished payment, where its form begins. */
export function formOf(field: Field): { fieldId: string; property: string } {
  const [first = "type"] = missingParts((field as { payload?: unknown }).payload);
  return { fieldId: field.id, property: `payload/${first}` };
}

/** The payment that a document could not be made for, if that is because it is still filled in. */
export function unfinishedOf(error: unknown, template: Template): Field | undefined {
  const { code, field } = (error ?? {}) as { code?: unknown; field?: unknown };
  return code === "paymentPayload" ? unfinishedPayments(template).find(({ name }) => name === field) : undefined;
}

/** The same template for the same one, as engines know templates by identity. */
const known = new WeakMap<Template, Template>();

/** The template as it is drawn while it is edited: a payment that is still filled in is a code without content, as which it draws nothing. */
export function withoutUnfinished(template: Template): Template {
  if (![template, ...(template.pages ?? [])].some((design) => design.schemas?.some(isUnfinished))) return template;
  const found = known.get(template);
  if (found) return found;
  const own = (field: Field): Field => (isUnfinished(field) ? ({ ...field, ...{ payload: undefined, content: "" } } as Field) : field);
  const made: Template = {
    ...template,
    ...(template.schemas && { schemas: template.schemas.map(own) }),
    ...(template.pages && { pages: template.pages.map((page) => ({ ...page, schemas: page.schemas.map(own) })) }),
  };
  known.set(template, made);
  return made;
}
