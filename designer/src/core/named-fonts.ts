/** Fonts by name that several templates share, as `fonts` of the settings of an installation. */
import { isExtended } from "./fields";
import type { Font, Template } from "./types";

export type NamedFonts = Readonly<Record<string, Font>>;

/** Name of the font of the document. */
const DOCUMENT = "default";

/**
 * The template with those of the shared fonts that it names and does not define, what these fall back to, and the font of
 * the document: what the program does before it prints.
 */
export function withNamedFonts(template: Template, shared: NamedFonts | undefined): Template {
  if (shared === undefined || !template || !isExtended(template)) return template;
  const own = template.fonts ?? {};
  if (typeof own !== "object" || Array.isArray(own)) return template;
  const added: Record<string, Font> = {};
  const wanted = [DOCUMENT, ...namesIn(template)];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const font = shared[name];
    if (font === undefined || Object.hasOwn(own, name) || Object.hasOwn(added, name)) continue;
    added[name] = font;
    wanted.push(...(font.fallback ?? []));
  }
  return Object.keys(added).length === 0 ? template : { ...template, fonts: { ...own, ...added } };
}

/** Names by object: editors never change one in place. */
const known = new WeakMap<object, readonly string[]>();

/** The names where fonts are named: in fields, in styles, and in what fonts fall back to. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  let names = known.get(value);
  if (names === undefined) {
    names = Object.entries(value).flatMap(([key, member]) => {
      if (key === "fontName" && typeof member === "string") return [member];
      if (key === "fallback" && Array.isArray(member)) return member.filter((name) => typeof name === "string");
      return namesIn(member);
    });
    known.set(value, names);
  }
  return names;
}
