/** Another name for a style or a colour of the theme, wherever the design names it. */
import type { Template } from "../../core/types";
import { documentProperties, fieldProperties, pageProperties, type Property, type Shape } from "./description";

/** Returns true if a property names a style. */
export const namesStyle = (key: string): boolean => key === "style" || key === "extends" || /^(?:head|body|footer|title|value|subtitle)Style$/.test(key);

/** Parts of a template that hold values of the format; texts, formulas and data of the author have keys that only look the same. */
const DESIGN = new Set(["schemas", "pages", "styles"]);

type Replace = (value: string, key: string) => string;

/** The value with every string of it replaced; the entries of a list have its key. */
function replaced(value: unknown, key: string, replace: Replace): unknown {
  if (typeof value === "string") return replace(value, key);
  if (Array.isArray(value)) return value.map((entry) => replaced(entry, key, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([own, entry]) => [own, replaced(entry, own, replace)]));
}

const inDesign = (template: Template, isDesign: (key: string) => boolean, replace: Replace): Template =>
  Object.fromEntries(Object.entries(template).map(([key, value]) => [key, isDesign(key) ? replaced(value, key, replace) : value])) as unknown as Template;

const withKey = <V>(entries: Readonly<Record<string, V>> | undefined, name: string, next: string): Record<string, V> =>
  Object.fromEntries(Object.entries(entries ?? {}).map(([own, value]) => [own === name ? next : own, value]));

/** The template with another name for a style. The order of the keys stays. */
export function withRenamedStyle(template: Template, name: string, next: string): Template {
  const renamed = inDesign(template, (key) => DESIGN.has(key), (value, key) => (namesStyle(key) && value === name ? next : value));
  return { ...renamed, styles: withKey(renamed.styles, name, next) };
}

/** The template with another name for a colour of its theme. */
export function withRenamedColor(template: Template, name: string, next: string): Template {
  const keys = colorKeys();
  const ofDocument = new Set([...documentProperties, ...pageProperties].filter(isColor).map(({ key }) => key));
  const renamed = inDesign(
    template,
    (key) => DESIGN.has(key) || ofDocument.has(key),
    (value, key) => (keys.has(key) && value === `@${name}` ? `@${next}` : value),
  );
  return { ...renamed, theme: { ...renamed.theme, colors: withKey(renamed.theme?.colors, name, next) } };
}

const isColor = (shape: Shape): boolean => shape.value === "color" || shape.items?.value === "color";

/** Keys that hold a colour, or a list of colours, anywhere in a field, a style, a page or the document. */
function colorKeys(): Set<string> {
  const keys = new Set<string>();
  const left: Property[] = [...documentProperties, ...pageProperties, ...Object.values(fieldProperties).flat()];
  for (let own = left.pop(); own; own = left.pop()) {
    if (isColor(own)) keys.add(own.key);
    for (const shape of [own, own.items]) left.push(...(shape?.properties ?? []), ...(shape?.own ?? []), ...Object.values(shape?.forms ?? {}).flat());
  }
  return keys;
}
