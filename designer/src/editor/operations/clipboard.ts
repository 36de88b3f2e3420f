/** Copying fields with what belongs to them, and pasting them: on another page, in another template or another tab of the browser. */
import type { Binding, Field, PageDesign } from "../../core/types";
import type { DocumentPair } from "../types";
import { fieldsOf, roundMm, withDesign, withFields } from "./design";
import { withMembership } from "./geometry";
import { regrouped } from "./groups";
import { type Copies, copyFields, withoutLostSections } from "./pages";

export const CLIPBOARD_MIME = "application/x-json-pdf-designer-fields+json";

export interface Clip {
  /** Tells our text apart from any other JSON. */
  kind: "json-pdf-designer/fields";
  fields: Field[];
  bindings: Binding[];
}

/** Survives a change of page and template; other tabs of the browser read the system's clipboard. */
let shared: { clip: Clip; mirrored: boolean } | null = null;

export const sharedClip = (): Clip | null => shared?.clip ?? null;
/** `mirrored`: the system's clipboard has it too, so what is found there instead was copied later. */
export function shareClip(clip: Clip, mirrored = false): void {
  shared = { clip, mirrored };
}
/** Fields to paste although the system's clipboard holds something else. */
export const unmirroredClip = (): Clip | null => (shared && !shared.mirrored ? shared.clip : null);

/** The selected fields in paint order, members with their section, and their bindings. */
export function clipOf(design: PageDesign, bindings: readonly Binding[], ids: readonly string[]): Clip | null {
  const wanted = new Set(ids);
  const fields = fieldsOf(design).filter(
    (field) => field && (wanted.has(field.id) || (field.sectionId !== undefined && wanted.has(field.sectionId))),
  );
  if (fields.length === 0) return null;
  const names = new Set(fields.map((field) => field.name));
  return { kind: "json-pdf-designer/fields", fields, bindings: bindings.filter((binding) => names.has(binding.schemaName)) };
}

export function parseClip(text: string): Clip | null {
  if (!text.includes("json-pdf-designer/fields")) return null;
  try {
    const clip = JSON.parse(text) as Clip;
    if (clip.kind !== "json-pdf-designer/fields" || !Array.isArray(clip.fields)) return null;
    const fields = clip.fields.filter(
      (field) =>
        field &&
        [field.id, field.name, field.type].every((text) => typeof text === "string") &&
        [field.x, field.y, field.width, field.height].every(Number.isFinite),
    );
    const bindings = Array.isArray(clip.bindings) ? clip.bindings.filter((binding) => typeof binding?.schemaName === "string") : [];
    return { kind: clip.kind, fields, bindings };
  } catch {
    return null;
  }
}

/**
 * The copies with their places: one grid step off where the originals still are, inside the page, whose limit is
 * rounded down to the grid.
 */
export function prepareCopies(
  clip: Clip,
  design: PageDesign,
  taken: ReadonlySet<string>,
  options: { grid: number; inPlace: boolean },
): Copies {
  const copies = copyFields(clip.fields, clip.bindings, taken);
  const step = options.inPlace ? 0 : options.grid > 0 ? options.grid : 5;
  const limit = (room: number) => Math.max(0, step > 0 ? Math.floor(room / step) * step : room);
  const dx = shift(copies.fields, "x", "width", design.page.width, step, limit);
  const dy = shift(copies.fields, "y", "height", design.page.height, step, limit);
  copies.fields = regrouped(copies.fields, design).map((field) => ({ ...field, x: roundMm(field.x + dx), y: roundMm(field.y + dy) }));
  return copies;
}

/** The same distance for all, so that copies keep their distances. */
function shift(
  fields: readonly Field[],
  at: "x" | "y",
  size: "width" | "height",
  page: number,
  step: number,
  limit: (room: number) => number,
): number {
  let by = step;
  for (const field of fields) by = Math.min(by, limit(page - field[size]) - field[at]);
  for (const field of fields) by = Math.max(by, -field[at]);
  return by;
}

/** Adds copies to a page; those whose section came along stay its members, the others join the one they lie in. */
export function insertCopies(pair: DocumentPair, page: number, native: boolean, copies: Copies): DocumentPair {
  const ids = new Set(copies.fields.map((field) => field.id));
  const loose = new Set(copies.fields.filter((field) => !(field.sectionId && ids.has(field.sectionId))).map((field) => field.id));
  const template = withDesign(pair.template, page, native, (design) =>
    withMembership(withFields(design, [...fieldsOf(design), ...withoutLostSections(copies.fields, new Set([...fieldsOf(design), ...copies.fields].map((field) => field?.id)))]), loose),
  );
  return { template, bindings: copies.bindings.length > 0 ? [...pair.bindings, ...copies.bindings] : pair.bindings };
}
