/** Values of properties in words. */
import type { Dict, Locale } from "../../i18n";
import type { Property } from "./description";
import { formatNumber } from "./numbers";

export function rangeText(property: Property, t: Dict, locale: Locale): string | null {
  const number = (value: number) => formatNumber(value, locale);
  if (property.above !== undefined) return t.control.above(number(property.above));
  if (property.maximum !== undefined) {
    return t.control.between(number(property.minimum ?? 0), number(property.maximum));
  }
  return property.minimum === undefined ? null : t.control.atLeast(number(property.minimum));
}

export function choiceLabel(property: Pick<Property, "key">, choice: string, t: Dict): string {
  const choices = t.choices as Record<string, string>;
  return choices[`${property.key}.${choice}`] ?? choices[choice] ?? choice;
}

export function describeValue(property: Property, value: unknown, t: Dict, locale: Locale): string {
  if (value === undefined || value === null || value === "") return t.control.unset;
  if (typeof value === "boolean") return value ? t.control.yes : t.control.no;
  if (typeof value === "number") return `${formatNumber(value, locale)}${property.unit ? ` ${property.unit}` : ""}`;
  if (typeof value === "string") return property.value === "choice" ? choiceLabel(property, value, t) : value;
  return JSON.stringify(value);
}
