/** The JSON Schema of template files at a place of a text. */

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  description?: string;
  default?: unknown;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  if?: Schema;
  then?: Schema;
}

/** All schemas that apply to a value: behind references, and those whose condition it meets. */
function applying(schema: Schema, value: unknown, root: Schema): Schema[] {
  const found: Schema[] = [schema];
  const add = (other: Schema | undefined) => other && found.push(...applying(other, value, root));
  if (schema.$ref) add(root.$defs?.[schema.$ref.replace("#/$defs/", "")]);
  for (const other of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) add(other);
  if (schema.then && (!schema.if || meets(schema.if, value))) add(schema.then);
  return found;
}

function meets({ properties = {} }: Schema, value: unknown): boolean {
  const own = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return Object.entries(properties).every(([key, { const: wanted }]) => wanted === undefined || own[key] === wanted);
}

/** The schemas of the value at a path of `root`'s documents; `document` says which variants apply on the way. */
export function schemasAt(root: Schema, path: readonly string[], document: unknown): Schema[] {
  let value = document;
  let found = applying(root, value, root);
  for (const part of path) {
    value = Array.isArray(value) ? value[Number(part)] : (value as Record<string, unknown> | null | undefined)?.[part];
    found = found.flatMap((schema) => {
      const { properties, additionalProperties, items } = schema;
      const next = /^\d+$/.test(part) && items ? items : (properties?.[part] ?? (typeof additionalProperties === "object" ? additionalProperties : undefined));
      return next ? applying(next, value, root) : [];
    });
  }
  return found;
}

export interface Entry {
  name: string;
  schema: Schema;
}

/** The keys that an object at a path may have. */
export function keysAt(root: Schema, path: readonly string[], document: unknown): Entry[] {
  const found = new Map<string, Schema>();
  for (const schema of schemasAt(root, path, document)) {
    // What is said later is more special.
    for (const [name, own] of Object.entries(schema.properties ?? {})) found.set(name, { ...found.get(name), ...own });
  }
  return [...found].map(([name, schema]) => ({ name, schema }));
}

/** The values that are allowed at a path, where there are few. */
export function valuesAt(root: Schema, path: readonly string[], document: unknown): unknown[] {
  const schemas = schemasAt(root, path, document);
  const values = schemas.flatMap((schema) => [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])]);
  if (schemas.some(({ type }) => [type].flat().includes("boolean"))) values.push(true, false);
  return [...new Set(values)].filter((value) => value !== null);
}

export function descriptionAt(root: Schema, path: readonly string[], document: unknown): string | null {
  const own = schemasAt(root, path, document).find(({ description }) => description !== undefined);
  if (!own?.description) return null;
  const { default: normal } = own;
  return normal === undefined || normal === "" || normal === null ? own.description : `${own.description} Default: ${JSON.stringify(normal)}.`;
}

/** Text of a new value, before it is changed. */
export function draftOf({ default: normal, type, enum: values, properties, items, $ref }: Schema, root: Schema): string {
  if (normal !== undefined && normal !== null) return JSON.stringify(normal);
  if (values?.[0] !== undefined) return JSON.stringify(values[0]);
  const kinds = [type ?? ($ref ? root.$defs?.[$ref.replace("#/$defs/", "")]?.type : undefined)].flat();
  if (kinds.includes("object") || properties) return "{}";
  if (kinds.includes("array") || items) return "[]";
  if (kinds.includes("boolean")) return "false";
  if (kinds.includes("number") || kinds.includes("integer")) return "0";
  return '""';
}
