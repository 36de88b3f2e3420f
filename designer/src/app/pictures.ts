/** Pictures of templates, kept in this browser: shown at once, and drawn again when the template, its data or the engine is another one. */
import { boundedKept } from "../editor/store/bounded";

export interface Picture {
  /** Of all that it was drawn from. */
  version: string;
  /** The first page as SVG. */
  svg: string;
}

/** In characters. A larger picture is drawn each time. */
const pictures = boundedKept<Picture>("pictures", { most: 16_000_000, largest: 1_000_000 });

export const loadPicture = (key: string): Promise<Picture | undefined> => pictures.load(key);

/** Where nothing can be kept, nothing happens. */
export async function storePicture(key: string, picture: Picture): Promise<void> {
  await pictures.store(key, picture, picture.svg.length);
}
