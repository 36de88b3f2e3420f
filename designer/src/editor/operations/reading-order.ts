/** Fields in the order of reading: by lines, then from the left. */
import type { Field } from "../../core/types";

/** Fields whose tops differ by less than this are on one line. */
const LINE_MM = 2;

export function readingOrder(fields: readonly Field[]): Field[] {
  const sorted = fields.toSorted((a, b) => a.y - b.y || a.x - b.x);
  const lines: Field[][] = [];
  for (const field of sorted) {
    const line = lines.at(-1);
    if (line?.[0] && field.y - line[0].y < LINE_MM) line.push(field);
    else lines.push([field]);
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.x - b.x));
}

/** The field after or before another; the first or last without one; nothing behind the ends. */
export function neighbour(fields: readonly Field[], id: string | null, backwards: boolean): Field | undefined {
  const order = readingOrder(fields);
  const index = order.findIndex((field) => field.id === id);
  if (index < 0) return backwards ? order.at(-1) : order[0];
  return order[index + (backwards ? -1 : 1)];
}
