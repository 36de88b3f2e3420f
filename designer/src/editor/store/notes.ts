/** Notes about a document that are never written into it: guides, ignored problems, and the zoom. */
export interface Guides {
  /** Places of vertical lines, in mm. */
  x: number[];
  /** Places of horizontal lines. */
  y: number[];
}

export interface Notes {
  /** By the index of the page design. */
  guides: Readonly<Record<number, Guides>>;
  ignored: readonly string[];
  zoom?: number;
}

export const NO_NOTES: Notes = { guides: {}, ignored: [] };
const NO_GUIDES: Guides = { x: [], y: [] };

export const guidesAt = (notes: Notes, page: number): Guides => notes.guides[page] ?? NO_GUIDES;

export function withGuides(notes: Notes, page: number, guides: Guides): Notes {
  return { ...notes, guides: { ...notes.guides, [page]: guides } };
}

export function toggled(notes: Notes, key: string): Notes {
  const ignored = notes.ignored.includes(key) ? notes.ignored.filter((own) => own !== key) : [...notes.ignored, key];
  return { ...notes, ignored };
}
