/** The table of a document whose rows are documents of their own, kept in this browser until other data takes its place. */
import { boundedKept } from "./bounded";
import type { RowTable } from "./rows";

/** In characters of JSON. */
const tables = boundedKept<RowTable>("tables", { most: 40_000_000, largest: 10_000_000 });

/** Of each row list, so that paging does not measure it again. */
const sizes = new WeakMap<readonly unknown[], number>();

function sizeOf({ rows }: RowTable): number {
  let size = sizes.get(rows);
  if (size === undefined) sizes.set(rows, (size = JSON.stringify(rows).length));
  return size;
}

export async function loadTable(documentId: string): Promise<RowTable | undefined> {
  const table = await tables.load(documentId);
  return Array.isArray(table?.rows) && table.at in table.rows ? table : undefined;
}

/** `null`: there is none any more. One that is too large is not kept. */
export async function storeTable(documentId: string, table: RowTable | null): Promise<void> {
  if (table === null) await tables.remove(documentId);
  else await tables.store(documentId, table, sizeOf(table));
}
