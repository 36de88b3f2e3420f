/** Places of expressions in a template, with what the names in them are looked up in; the engine has the same in its scopes. */

/** A text with expressions in braces, or a bare expression. */
export type Form = "text" | "bare";

/** The document, what the field sees that holds the place, the items of the list that it repeats or shows, or the details of a row. */
export type Sees = "document" | "field" | "items" | "detail";

/** In the path `*` stands for every key or index. */
type ExpressionPlace = readonly [path: string, form: Form, sees: Sees];

/** A row that a table adds to those of its list. */
const rowPlaces = (path: string, sees: Sees): ExpressionPlace[] => [[`${path}/visibleWhen`, "bare", sees], [`${path}/cells/*`, "text", sees]];

const PAYLOAD: readonly ExpressionPlace[] = [["content", "text", "field"], ["payload/*", "text", "field"], ["payload/*/*", "text", "field"]];

/** Places in each field. `onPages` is one only if it is none of the choices. */
export const EVERY_FIELD: readonly ExpressionPlace[] = [
  ["visibleWhen", "bare", "field"],
  ["link", "text", "items"],
  ["bookmark", "text", "items"],
  ["alt", "text", "items"],
];

/** Places in fields of a kind. */
export const FIELD_PLACES: Readonly<Record<string, readonly ExpressionPlace[]>> = {
  text: [["content", "text", "field"], ["styleWhen/*/when", "bare", "field"]],
  qrcode: PAYLOAD,
  barcode: PAYLOAD,
  signature: [["reason", "text", "field"], ["location", "text", "field"]],
  section: [["sort/*/by", "bare", "items"]],
  kpi: [["title", "text", "document"], ["value", "text", "document"], ["subtitle", "text", "document"], ["styleWhen/*/when", "bare", "document"]],
  table: [
    ["content/*/*", "text", "items"],
    ["footer/*", "text", "field"],
    ["emptyText", "text", "field"],
    ["summary", "text", "document"],
    ["columnStyles/*/title", "text", "document"],
    ["columnStyles/*/visibleWhen", "bare", "document"],
    ["styleWhen/*/when", "bare", "items"],
    ["groups/*/by", "bare", "items"],
    ...rowPlaces("groups/*/header", "items"),
    ...rowPlaces("groups/*/footer", "items"),
    ...["carriedOver", "broughtForward", "pageTotals", "headRows/*", "footerRows/*"].flatMap((row) => rowPlaces(row, "field")),
    ["detail/visibleWhen", "bare", "detail"],
    ...rowPlaces("detail/rows/*", "detail"),
  ],
};

/** Places beside the fields, which see the document. */
export const TEMPLATE_PLACES: readonly (readonly [path: string, form: Form])[] = [
  ["localeFrom", "bare"],
  ["require/*/that", "bare"],
  ["require/*/message", "text"],
  ...["title", "author", "subject", "keywords", "language", "encryption/userPassword"].map((key) => [`pdf/${key}`, "text"] as const),
  ["pdf/attachments/*/when", "bare"],
  ...["name", "source", "mimeType", "description"].map((key) => [`pdf/attachments/*/${key}`, "text"] as const),
];

/** The value with `change` applied to the texts at a place, and the same object where none changed. */
export function mapAt(value: unknown, [key, ...rest]: readonly string[], change: (text: string) => string): unknown {
  if (key === undefined) return typeof value === "string" ? change(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (key !== "*") return value;
    const next = value.map((entry) => mapAt(entry, rest, change));
    return next.every((entry, index) => entry === value[index]) ? value : next;
  }
  const own = value as Record<string, unknown>;
  const keys = key === "*" ? Object.keys(own) : Object.hasOwn(own, key) ? [key] : [];
  const changed = keys.flatMap((name) => {
    const next = mapAt(own[name], rest, change);
    return next === own[name] ? [] : [[name, next] as const];
  });
  return changed.length === 0 ? value : { ...own, ...Object.fromEntries(changed) };
}
