/** A value of the data as it stands in a text with expressions, when it is dropped there or pressed in the list of values. */
import { isExtended } from "../../core/fields";
import type { DataDragPayload, Template } from "../../core/types";
import { columnTokenAt, documentTokenAt, tokenAt } from "../../editor/operations/value-token";
import { keysAt } from "../data/lookup";
import { expressionPath, type Place, type Scope } from "./scope";

export interface GivenValue {
  /** In braces, as people write such values. */
  token: string;
  /** The bare name, for a place that is inside an expression. */
  path: string;
}

/** `rows`: the data of all documents, where there are several. */
export function givenValue(template: Template, data: unknown, payload: DataDragPayload, scope: Scope | null, place: Place, rows?: readonly unknown[]): GivenValue {
  if (payload.kind === "native") return { token: `{${payload.path}}`, path: payload.path };
  const isOfItem = (scope?.list ?? null) !== null;
  if (payload.kind === "scalar") {
    const own = expressionPath(keysAt(data, payload.path));
    // Items see the document by a name that only the extensions have.
    if (isOfItem && isExtended(template)) return { token: tokenAt(template, data, payload.path, rows, true), path: own.startsWith("[") ? `[$root].${own}` : `$root.${own}` };
    return { token: place === "cell" ? `{${own}}` : (documentTokenAt(template, data, payload, rows) ?? `{${own}}`), path: own };
  }
  const isOfRow = payload.column !== undefined && (place === "cell" || (isOfItem && scope?.list === payload.sourcePath));
  const path = expressionPath(isOfRow ? [payload.column!] : keysAt(data, payload.path));
  const isOfOwnList = isOfRow && payload.sourcePath !== undefined && scope?.list === payload.sourcePath;
  if (isOfOwnList) return { token: columnTokenAt(template, data, payload.sourcePath!, payload.column!, rows), path };
  // Beside its list a column is its sum.
  return { token: (isOfItem ? null : documentTokenAt(template, data, payload, rows)) ?? `{${path}}`, path };
}
