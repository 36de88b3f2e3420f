/** The order in which screen readers read the printed document, as the page model of the engine has it. */

/** Something that is read. */
export interface ReadPlace {
  /** From 1, over all pages. */
  number: number;
  /** Page, from 1. */
  page: number;
  /** Millimetres from the top left of the page. */
  x: number;
  y: number;
  /** JSON pointer of the field. */
  pointer: string;
  name: string;
}

interface Place {
  pointer?: string;
  name?: string;
  x?: number;
  y?: number;
  /** `false` for what is decoration, or repeats on each page. */
  read?: boolean;
  zone?: string;
  members?: Place[];
}

interface PageModel {
  number: number;
  /** In the order of reading, as are bands and members. */
  placements?: Place[];
  bands?: Place[];
}

export function readingOf(layout: unknown): ReadPlace[] {
  const { pages = [] } = layout as { pages?: PageModel[] };
  const found: ReadPlace[] = [];
  for (const { number: page, placements = [], bands = [] } of pages) {
    const footers = bands.filter(({ zone }) => zone === "footer");
    const waiting = [...bands.filter(({ zone }) => zone !== "footer"), ...placements, ...footers].reverse();
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const { pointer, name = "", x = 0, y = 0, members, read } = place;
      // A section is read as what is in it.
      if (members) waiting.push(...members.toReversed());
      else if (read !== false && pointer !== undefined) found.push({ number: found.length + 1, page, x, y, pointer, name });
    }
  }
  return found;
}
