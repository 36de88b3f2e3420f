/** Rows of a table of which each is the data of a document of its own. The host keeps one of them as its sample data. */
import { sameJson } from "./same-json";

export interface RowTable {
  /** Of its file, without the ending. */
  name: string;
  /** The data of each document. */
  rows: readonly unknown[];
  /** Index of the row that is shown. */
  at: number;
  /** The data given to the host: looking at another row stores nothing. */
  stored: unknown;
}

export interface RowState {
  table: RowTable | null;
  /** The data that the host had when it was given `stored`, until it has that. */
  over: unknown;
}

/** No data of a host. */
export const NOTHING = Symbol("nothing");

/** The table whose rows are shown; `null` where the host has other data since, such as another data set. */
export function shownTable({ table, over }: RowState, data: unknown): RowTable | null {
  return table !== null && (Object.is(data, over) || sameJson(data, table.stored)) ? table : null;
}

/** Part of the host's data that canvas, preview and checks show. */
export function shownData(state: RowState, data: unknown): unknown {
  const table = shownTable(state, data);
  return table ? table.rows[table.at] : data;
}

/** The table with other data in the row that is shown, which the host then keeps. */
export function withShownRow(table: RowTable, data: unknown): RowTable {
  return { ...table, rows: table.rows.with(table.at, data), stored: data };
}
