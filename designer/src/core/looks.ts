/**
 * Looks of fields: the one place that decides where a value is read and written. Order of the format (20.3.1): `styleOverrides`, then
 * the named style, then the keys of the field, then the style `default`.
 */
import { isExtended } from "./fields";
import type { Field, Template } from "./types";

type Values = Record<string, unknown>;

/** Keys of tables without the name of their part, as styles name them. */
const OF_TABLE: Record<string, string> = {
  FontSize: "fontSize",
  Bold: "bold",
  Italic: "italic",
  LineHeight: "lineHeight",
  FontName: "fontName",
  TextColor: "fontColor",
  Align: "alignment",
  VerticalAlign: "verticalAlignment",
  BackgroundColor: "backgroundColor",
};
/** Cells take colours, fill and alignment from a style of their own only. */
const OF_CHARACTERS = new Set(["fontSize", "bold", "italic", "lineHeight", "fontName"]);
/** Keys of texts that name or hold styles, and are no looks themselves. */
const NO_LOOKS = new Set(["style", "styleOverrides", "styleWhen", "extends"]);

const found = (value: unknown): boolean => value !== undefined && value !== null;
const stylesOf = (template: Template) => (template.styles ?? {}) as Record<string, Values | undefined>;

/** The value that a style sets for a key, itself or by the styles that it extends. */
function styled(template: Template, style: Values | undefined, key: string): unknown {
  const seen = new Set<Values>();
  for (let own = style; own && !seen.has(own); own = typeof own.extends === "string" ? stylesOf(template)[own.extends] : undefined) {
    seen.add(own);
    if (found(own[key])) return own[key];
  }
  return undefined;
}

interface Place {
  /** Key of the field that names the style. */
  names: string;
  /** The look as styles name it. */
  look: string;
}

function placeOf(template: Template, field: Values, key: string): Place | undefined {
  if (!isExtended(template) || NO_LOOKS.has(key)) return undefined;
  if (field.type === "text") return { names: "style", look: key };
  if (field.type !== "table") return undefined;
  const [, part, own = ""] = /^(head|body|footer)(\w+)$/.exec(key) ?? [];
  const look = OF_TABLE[own];
  return part !== undefined && look !== undefined ? { names: `${part}Style`, look } : undefined;
}

export interface Look {
  /** Value of the field itself that the page prints; `undefined` where it has none that counts. */
  value: unknown;
  /** Printed value without it, as far as styles set it. */
  inherited: unknown;
  /** Name of the style whose value the field replaces or takes. */
  style?: string;
}

/** The value of a key of a field, as the page prints it. */
export function lookOf(template: Template, of: object | undefined, key: string): Look {
  const field = (of ?? {}) as Values;
  const place = placeOf(template, field, key);
  const own = field[key] ?? undefined;
  if (!place) return { value: own, inherited: undefined };
  const styles = stylesOf(template);
  const name = typeof field[place.names] === "string" ? (field[place.names] as string) : undefined;
  const named = name === undefined ? undefined : styles[name];
  const style = styled(template, named, place.look);
  const override = field.type === "text" ? styled(template, field.styleOverrides as Values | undefined, place.look) : undefined;
  if (found(style)) {
    // A style of one part of one table, which extends the named one, holds what differs there.
    const base = field.type === "table" && named && isOwn(template, name!) ? (named.extends as string) : undefined;
    const below = base === undefined ? undefined : styled(template, styles[base], place.look);
    if (base !== undefined && found(named![place.look]) && found(below)) return { value: named![place.look], inherited: below, style: base };
    return { value: override, inherited: style, style: name! };
  }
  const general = field.type === "text" || OF_CHARACTERS.has(place.look) ? styled(template, styles.default, place.look) : undefined;
  return { value: override ?? own, inherited: general };
}

/** `true` if a style extends another and one part of one table has it. */
function isOwn(template: Template, name: string): boolean {
  return typeof stylesOf(template)[name]?.extends === "string" && usesOf(template).get(name) === 1;
}

/** Counts of each template, which a panel asks for with every control. */
const counted = new WeakMap<Template, Map<string, number>>();

/** Number of places that name a style, by its name. */
function usesOf(template: Template): Map<string, number> {
  let uses = counted.get(template);
  if (uses) return uses;
  uses = new Map();
  const open: object[] = [template];
  for (let own = open.pop(); own; own = open.pop()) {
    for (const [key, value] of Object.entries(own)) {
      if (typeof value === "object" && value !== null) open.push(value);
      else if (typeof value === "string" && (/style$/i.test(key) || key === "extends")) uses.set(value, (uses.get(value) ?? 0) + 1);
    }
  }
  counted.set(template, uses);
  return uses;
}

/** A field with the values of its looks that it says itself, so that they are read where its own keys are. */
export function printed<F extends object>(template: Template, field: F, key: string): F {
  const { value } = lookOf(template, field, key);
  if (value === ((field as Values)[key] ?? undefined)) return field;
  return { ...field, [key]: value };
}

/**
 * The keys of a text that change with a look: its overrides where its style sets the key, the key itself elsewhere. The key of a text
 * that has it follows, for readers without styles.
 */
export function lookPatch(template: Template, of: object, key: string, value: unknown): Record<string, unknown> {
  const field = of as Values;
  const overrides = (field.styleOverrides ?? undefined) as Values | undefined;
  const { inherited, style } = lookOf(template, field, key);
  const isOverridden = found(overrides?.[key]);
  if (placeOf(template, field, key)?.names !== "style" || (style === undefined && !isOverridden)) return { [key]: value };
  const { [key]: _, ...others } = overrides ?? {};
  const isSame = style !== undefined && JSON.stringify(value) === JSON.stringify(inherited);
  const next: Values = found(value) && !isSame ? { ...others, [key]: value } : others;
  const plain = found(value) ? value : inherited;
  const follows = found(field[key]) && found(plain) && !(typeof plain === "string" && plain.startsWith("@"));
  return { styleOverrides: Object.keys(next).length === 0 ? undefined : next, ...(follows && { [key]: plain }) };
}

/** Returns true if a part of a table has a style that sets the key, so that the key of the table prints nothing. */
export const isTableLook = (template: Template, of: object, key: string): boolean =>
  (of as Values).type === "table" && lookOf(template, of, key).style !== undefined;

const fieldOf = (template: Template, id: string): Field | undefined =>
  [...(template.schemas ?? []), ...(template.pages ?? []).flatMap(({ schemas }) => schemas)].find((own) => own?.id === id);

/** The template with a look of a part of a table, in a style of that part alone, which extends the one that it had. */
export function withTableLook(template: Template, id: string, key: string, value: unknown, newName: (number: number) => string): Template {
  const field = fieldOf(template, id) as Values | undefined;
  const place = field && placeOf(template, field, key);
  if (!field || !place) return template;
  const styles = stylesOf(template);
  const name = field[place.names] as string;
  const { inherited } = lookOf(template, field, key);
  const wanted = found(value) && JSON.stringify(value) !== JSON.stringify(inherited) ? value : undefined;
  const stored = (own: Values): Values => {
    const { [place.look]: _, ...others } = own;
    return wanted === undefined ? others : { ...others, [place.look]: wanted };
  };
  if (isOwn(template, name)) return { ...template, styles: { ...styles, [name]: stored(styles[name]!) } as Template["styles"] };
  if (wanted === undefined) return template;
  let number = 1;
  while (newName(number) in styles) number += 1;
  const fresh = newName(number);
  const renamed = (own: Field): Field => (own?.id === id ? ({ ...own, [place.names]: fresh } as Field) : own);
  return {
    ...template,
    styles: { ...styles, [fresh]: stored({ extends: name }) } as Template["styles"],
    ...(template.schemas && { schemas: template.schemas.map(renamed) }),
    ...(template.pages && { pages: template.pages.map((page) => ({ ...page, schemas: page.schemas.map(renamed) })) }),
  };
}

/** The template with several values of a table, each where it prints: in the style of its part where that sets it, else in the table. */
export function withTableLooks(template: Template, id: string, values: Readonly<Record<string, unknown>>, newName: (number: number) => string): Template {
  const field = fieldOf(template, id);
  if (!field) return template;
  const entries = Object.entries(values);
  const looks = entries.filter(([key]) => isTableLook(template, field, key));
  const plain = entries.filter((entry) => !looks.includes(entry));
  const styled = looks.reduce((next, [key, value]) => withTableLook(next, id, key, value, newName), template);
  const own = (other: Field): Field => {
    if (other?.id !== id) return other;
    const next = { ...other, ...Object.fromEntries(plain) } as Values;
    for (const [key, value] of plain) if (value === undefined) delete next[key];
    return next as unknown as Field;
  };
  return {
    ...styled,
    ...(styled.schemas && { schemas: styled.schemas.map(own) }),
    ...(styled.pages && { pages: styled.pages.map((page) => ({ ...page, schemas: page.schemas.map(own) })) }),
  };
}
