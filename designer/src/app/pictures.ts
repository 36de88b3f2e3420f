/** Pictures of templates, kept in this browser: shown at once, and drawn again when the template, its data or the engine is another one. */
import { kept } from "../editor/store/kept";

export interface Picture {
  /** Of all that it was drawn from. */
  version: string;
  /** The first page as SVG. */
  svg: string;
}

/** Characters of all pictures together; the oldest go first. */
const MOST = 16_000_000;
/** A picture that is larger than this is drawn each time. */
const LARGEST = 1_000_000;

interface Entry {
  key: string;
  size: number;
}

const pictures = kept<Picture>("pictures");
const lists = kept<Entry[]>("pictures");
/** Of the list of all pictures, the oldest first; no picture has this key. */
const LIST = "";

export const loadPicture = async (key: string): Promise<Picture | undefined> => (key === LIST ? undefined : pictures.load(key));

let last: Promise<unknown> = Promise.resolve();

/** One after the other, as each changes the list. Where nothing can be kept, nothing happens. */
export function storePicture(key: string, picture: Picture): Promise<void> {
  const stored = last.then(() => store(key, picture));
  last = stored.catch(() => {});
  return stored;
}

async function store(key: string, picture: Picture): Promise<void> {
  const size = picture.svg.length;
  if (key === LIST || size > LARGEST) return;
  const before = (await lists.load(LIST)) ?? [];
  const list = [...before.filter((entry) => entry.key !== key), { key, size }];
  let sum = list.reduce((total, entry) => total + entry.size, 0);
  let first = 0;
  while (sum > MOST) sum -= list[first++]!.size;
  const staying = list.slice(first);
  if (!(await lists.store(LIST, staying))) return;
  const named = new Set(staying.map((entry) => entry.key));
  // Also those that another window kept at the same time, and no list names.
  for (const other of await pictures.keys()) if (other !== LIST && !named.has(other)) await pictures.remove(other);
  await pictures.store(key, picture);
}
