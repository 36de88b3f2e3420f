/** The look that a new text takes from the texts around it, as in a word processor. */
import { makeTextSchema } from "../../core/fields";
import { classifyZone, type Rect } from "../../core/page";
import type { PageDesign, TextSchema } from "../../core/types";
import { fieldsOf } from "./design";
import { sectionAt } from "./geometry";

/** A named style counts before the other keys. */
const LOOK = ["style", "fontName", "fontSize", "fontColor"] as const;

/** A change of a text: keys that the look has not are `undefined`, which removes them. */
export type TextLook = { [K in (typeof LOOK)[number]]: TextSchema[K] | undefined };

/**
 * The look of most texts in the zone of a box, of equally many that of the nearest; `null` where the zone has no text. In a section
 * its own texts count. Headings look as no text below them does.
 */
export function lookAround(box: Rect, design: PageDesign): TextLook | null {
  const zone = classifyZone(box, design.page, design);
  const section = zone === "body" ? sectionAt(box, design)?.id : undefined;
  const isNear = (field: TextSchema) => (field.sectionId ?? undefined) === section && (section !== undefined || classifyZone(field, design.page, design) === zone);
  const looks = new Map<string, { count: number; distance: number; look: TextLook }>();
  for (const field of fieldsOf(design)) {
    if (field?.type !== "text" || isHeading(field) || !isNear(field)) continue;
    const look = lookOf(field);
    const key = JSON.stringify(LOOK.map((own) => look[own] ?? null));
    const { count = 0, distance = Infinity } = looks.get(key) ?? {};
    looks.set(key, { look, count: count + 1, distance: Math.min(distance, between(box, field)) });
  }
  const [most] = [...looks.values()].sort((a, b) => b.count - a.count || a.distance - b.distance);
  return most?.look ?? null;
}

/** The look of a new text where there is none around it. */
export const defaultLook = (): TextLook => lookOf(makeTextSchema(0));

const lookOf = (field: TextSchema): TextLook => Object.fromEntries(LOOK.map((key) => [key, field[key]])) as TextLook;

const isHeading = ({ role }: TextSchema): boolean => typeof role === "string" && /^h\d$/.test(role);

/** Distance of the middles of two boxes. */
function between(a: Rect, b: Rect): number {
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
}
