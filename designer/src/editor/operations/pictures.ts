/** Pictures in the ratio of their own sides. */
import { isExtended } from "../../core/fields";
import type { Field, ImageSchema, PageDesign, Template } from "../../core/types";
import { imageFacts } from "../../panels/properties/images";
import { roundMm } from "./design";

/** Boxes that are this near to the ratio of their picture have it. */
const TOLERANCE = 0.02;

/** Returns true if the template says itself how the picture fills its box. */
const isFitted = (field: ImageSchema, template: Template): boolean => isExtended(template) && (field.fit ?? "stretch") !== "stretch";

/** The size of the box that a picture is put into: as large as it can be inside the box that is there. */
export function sizeFor(picture: { width: number; height: number } | null, box: { width: number; height: number }): { width: number; height: number } {
  if (!picture || !(picture.width > 0) || !(picture.height > 0)) return { width: box.width, height: box.height };
  const by = Math.min(box.width / picture.width, box.height / picture.height);
  return { width: roundMm(Math.max(1, picture.width * by)), height: roundMm(Math.max(1, picture.height * by)) };
}

/** Changes of an image field with another picture: its content, and a box that does not stretch it. */
export function picturePatch(field: Field | undefined, template: Template, content: string, facts: { width: number; height: number } | null = imageFacts(content)): Partial<ImageSchema> {
  if (field?.type !== "image" || isFitted(field, template) || field.locked) return { content };
  const size = sizeFor(facts, field);
  return size.width === field.width && size.height === field.height ? { content } : { content, ...size };
}

const DRAWINGS: ReadonlySet<string> = new Set(["svg", "path"]);

/** Returns true for a drawing that may be a logo. Larger ones are shapes that things stand on. */
export const isSmallDrawing = ({ type, width, height }: Field, page: { width: number; height: number }): boolean =>
  DRAWINGS.has(type) && width * height * 20 < page.width * page.height;

/** Keys that an image shares with a drawing. */
const SHARED = ["id", "name", "x", "y", "locked", "sectionId", "visibleWhen", "rotate", "opacity", "zIndex", "collapse", "position", "layer", "onPages", "pin", "role", "alt", "decorative", "readingOrder", "link"];

/** The template with an image in the place of a drawing, inside its box. */
export function withPictureFor(template: Template, id: string, content: string, facts: { width: number; height: number } | null): Template {
  const replaced = (field: Field): Field => {
    if (field?.id !== id) return field;
    const shared = Object.fromEntries(Object.entries(field).filter(([key]) => SHARED.includes(key)));
    return { ...shared, ...sizeFor(facts, field), type: "image", content } as unknown as Field;
  };
  const inDesign = <D extends PageDesign>(design: D): D => ({ ...design, ...(design.schemas && { schemas: design.schemas.map(replaced) }) });
  return { ...inDesign(template), ...(template.pages && { pages: template.pages.map(inDesign) }) };
}

/** The side that goes with the other one, so that a picture that is not stretched stays so. */
export function withRatio<G extends { width?: number; height?: number }>(field: Field, template: Template, geometry: G): G {
  if (field.type !== "image" || isFitted(field, template) || typeof field.content !== "string") return geometry;
  if ((geometry.width === undefined) === (geometry.height === undefined)) return geometry;
  const facts = imageFacts(field.content);
  if (!facts) return geometry;
  const ratio = facts.width / facts.height;
  if (Math.abs(field.width / field.height / ratio - 1) > TOLERANCE) return geometry;
  const other = geometry.width === undefined ? { width: roundMm(geometry.height! * ratio) } : { height: roundMm(geometry.width / ratio) };
  return { ...geometry, ...other };
}
