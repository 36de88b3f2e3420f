/** Permissions that the properties of fields need: those of the panels that show them. */
import type { Field } from "../../core/types";
import { groupsOf, IDENTITY, POSITION, TABLE_LOOKS, TURN } from "../../panels/properties/layout";
import { fieldProperties } from "../../panels/properties/description";
import type { FieldPatch, Permissions } from "../types";

type Permission = keyof Permissions;

const STRUCTURE: ReadonlySet<string> = new Set([...POSITION, ...IDENTITY]);
/** Rows that print values, which are written in the cells and in the panel of looks. */
const ROWS: ReadonlySet<string> = new Set([...TABLE_LOOKS.table.advanced.flatMap(({ key, properties }) => (key === "furtherRows" ? properties : [])), "footerRows", "footerSpans", "columnStyles", "columnWidths"]);
/** Looks that have editors of their own: palettes, and the parts of cards. */
const OWN_LOOK = /palette|fontsize$|iconsize$|offset$/i;

const looks = new Map<string, ReadonlySet<string>>();

function looksOf(type: Field["type"]): ReadonlySet<string> {
  let known = looks.get(type);
  if (!known) {
    // A kind that this version does not know has no panels.
    known = new Set((type in fieldProperties ? groupsOf(type, "estilo").groups : []).flatMap(({ properties }) => properties));
    looks.set(type, known);
  }
  return known;
}

/** Returns true if the property only looks. */
export const isLook = ({ type }: Pick<Field, "type">, key: string): boolean => looksOf(type).has(key) || OWN_LOOK.test(key);

/** The permissions of which one allows a change of the property. */
function allowing(field: Pick<Field, "type">, key: string): readonly Permission[] {
  if (STRUCTURE.has(key)) return ["structure"];
  if (key === TURN) return ["structure", "style"];
  if (ROWS.has(key)) return ["data", "style"];
  return [isLook(field, key) ? "style" : "data"];
}

/** The part of a change of fields that is allowed. */
export function permittedPatch(fields: readonly Pick<Field, "type">[], patch: FieldPatch, permissions: Permissions): FieldPatch {
  if (Object.values(permissions).every(Boolean)) return patch;
  return Object.fromEntries(Object.entries(patch).filter(([key]) => fields.every((field) => allowing(field, key).some((permission) => permissions[permission])))) as FieldPatch;
}
