/** Names of files of a library, and the places of templates that have them. */
import { isExtended } from "../core/fields";
import { withoutAccents } from "../core/letters";
import type { Template } from "../core/types";
import type { LibraryKind } from "./types";

const PREFIX = "lib:";
const LONGEST = 128;

/** Endings of the kinds that the engine can use. */
export const ENDINGS: Record<Exclude<LibraryKind, "other">, readonly string[]> = {
  picture: ["png", "jpg", "jpeg", "svg"],
  font: ["ttf", "otf", "ttc", "woff", "woff2"],
  pdf: ["pdf"],
};

export function kindOf(name: string): LibraryKind {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const found = Object.entries(ENDINGS).find(([, endings]) => endings.includes(ending));
  return (found?.[0] as LibraryKind | undefined) ?? "other";
}

/** The name in a reference such as `lib:logo.png` or `lib:Serif.ttc#1`; nothing for other texts. */
export function referencedName(text: unknown): string | null {
  if (typeof text !== "string" || !text.startsWith(PREFIX)) return null;
  const name = text.slice(PREFIX.length).split("#", 1)[0] ?? "";
  return isLibraryName(name) ? name : null;
}

export function referenceTo(name: string): string {
  return PREFIX + name;
}

export function isLibraryName(name: string): boolean {
  return /^[\w-][\w.-]*$/.test(name) && name.length <= LONGEST;
}

/** A file's own name in the letters that libraries allow. */
export function libraryName(file: string): string {
  const plain = withoutAccents(file)
    .replace(/[^\w.-]+/g, "-")
    .replace(/^[.-]+/, "")
    .replace(/-+(?=\.|$)/g, "");
  const at = plain.lastIndexOf(".");
  const ending = at > 0 ? plain.slice(at) : "";
  const stem = at > 0 ? plain.slice(0, at) : plain;
  return (stem || "file").slice(0, LONGEST - ending.length) + ending;
}

/** A name that is not taken: `logo-2.png` beside `logo.png`. */
export function freeName(name: string, taken: readonly string[]): string {
  const at = name.lastIndexOf(".");
  const [stem, ending] = at > 0 ? [name.slice(0, at), name.slice(at)] : [name, ""];
  for (let number = 2; ; number++) {
    const suffix = `-${number}${ending}`;
    const next = stem.slice(0, LONGEST - suffix.length) + suffix;
    if (!taken.includes(next)) return next;
  }
}

/** Names by object: editors never change one in place. */
const known = new WeakMap<object, readonly string[]>();

/** The files that a template names, in alphabetical order. */
export function namesIn(template: Template): readonly string[] {
  return isExtended(template) ? [...new Set(namesOf(template))].sort() : [];
}

function namesOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) {
    const name = referencedName(value);
    return name === null ? [] : [name];
  }
  let names = known.get(value);
  if (names === undefined) {
    names = Object.values(value).flatMap((member) => namesOf(member));
    known.set(value, names);
  }
  return names;
}
