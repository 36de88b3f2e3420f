/** Names of new fields. */
import { makeSchema, randomSuffix } from "../../core/fields";
import type { Field, FieldType } from "../../core/types";
import type { Dict } from "../../i18n";

/** A new field whose name no other has. */
export function newField<T extends FieldType>(type: T, t: Dict, taken: ReadonlySet<string>): Field & { type: T } {
  for (;;) {
    const field = makeSchema(type, 10, t);
    if (!taken.has(field.name)) return field as Field & { type: T };
  }
}

/** The name of a copy: `<name>_copy`, then with a random suffix. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  let copy = `${name}_copy`;
  while (taken.has(copy)) copy = `${name}_copy_${randomSuffix()}`;
  return copy;
}
