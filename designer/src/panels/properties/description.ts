/**
 * The properties of the format, read from its one description: the schema that the engine writes into
 * `docs/template.schema.json`. Panels take type, unit, range, default and help from here and say none of them again.
 */
import schema from "../../../../docs/template.schema.json";
import { isExtensionKind } from "../../core/fields";
import type { FieldType } from "../../core/types";

/**
 * What a value looks like, which decides its control. `objects` is a list of objects, `named` an object whose keys the author
 * chooses.
 */
export type ValueKind = "text" | "number" | "boolean" | "choice" | "color" | "list" | "object" | "objects" | "named";

export interface Property {
  /** Key in the template. */
  key: string;
  value: ValueKind;
  unit?: string;
  default?: unknown;
  minimum?: number;
  /** Smallest value that is not allowed any more. */
  above?: number;
  maximum?: number;
  choices?: readonly string[];
  /** Those that only templates with the extensions of the format know. */
  extensionChoices?: readonly string[];
  required: boolean;
  /** Counts only in templates that use the extensions of the format. */
  extension?: true;
  /** A number stands for all properties of the object. */
  orNumber?: true;
  /** A whole number. */
  integer?: true;
  /** One sentence or two, in English. */
  help: string;
  /** Properties of an object. */
  properties?: readonly Property[];
  /** Further properties of an object, by the value of its `type`. */
  forms?: Readonly<Record<string, readonly Property[]>>;
  /** Elements of a list, or of an object with keys of the author. */
  items?: Shape;
  /** In the place of a name or a text, an object with these properties. */
  own?: readonly Property[];
}

export type Shape = Omit<Property, "key" | "required" | "help">;

interface SchemaNode {
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  anyOf?: SchemaNode[];
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  required?: string[];
  orNumber?: boolean;
  /** The object that can stand in the place of a name or a text. */
  own?: SchemaNode;
  allOf?: { if?: { properties?: { type?: { const?: string } } }; then?: SchemaNode }[];
}

const definitions = (schema as unknown as { $defs: Record<string, SchemaNode> }).$defs;

/** Suffix of descriptions in the schema, for programs that have no place of their own for it. */
const UNIT = /\s*Unit: ([^\s.]+)\./;
const EXTENSION = /\s*Only with `extensions`\./;
const EXTENSION_CHOICES = /\s*Only with `extensions`: ([^.]+)\./;
const REFERENCES = [/\s*Since [\d.]+\d\./g, /\s*\((?:chapter )?\d+(?:\.\d+)*\)/g, /; (?:rules in|see|the rules are in) \d+(?:\.\d+)*/g, /\s*See \d+(?:\.\d+)*\./g];
/** Chapters that help names in words. */
const CHAPTERS: readonly [chapter: RegExp, words: string][] = [[/\bchapter 20\.8\b/, "the rules of languages"]];

function helpOf(description: string): string {
  const named = CHAPTERS.reduce((text, [chapter, words]) => text.replace(chapter, words), description);
  return REFERENCES.reduce((text, pattern) => text.replace(pattern, ""), named.replace(UNIT, "").replace(EXTENSION, "").replace(EXTENSION_CHOICES, "")).trim();
}

/** The schema without the alternative "or null", which means absent. */
function resolve(node: SchemaNode): SchemaNode {
  if (node.$ref !== undefined) {
    const { $ref, ...rest } = node;
    return { ...definitions[$ref.replace("#/$defs/", "")], ...rest };
  }
  if (node.anyOf === undefined) return node;
  const { anyOf, ...rest } = node;
  const given = anyOf.filter((entry) => entry.type !== "null");
  if (given.length === 1) return { ...resolve(given[0]!), ...rest };
  const all = given.flatMap((entry) => (entry.anyOf ? entry.anyOf.map(resolve) : resolve(entry)));
  const object = all.find((entry) => entry.properties !== undefined);
  const name = all.find((entry) => entry.enum !== undefined) ?? all.find((entry) => entry.type === "string");
  if (object && name) return { ...name, ...rest, own: object };
  if (object && given.some((entry) => entry.type === "number")) return { ...object, ...rest, orNumber: true };
  return name && all.some((entry) => entry.type === "number") ? { ...name, ...rest, orNumber: true } : node;
}

function valueOf(node: SchemaNode): ValueKind {
  const types = [node.type ?? []].flat().filter((type) => type !== "null");
  if (node.enum !== undefined) return "choice";
  // Cells and entries of several types are no objects.
  if (types.includes("array")) return node.items && resolve(node.items).properties ? "objects" : "list";
  if (typeof node.additionalProperties === "object") return "named";
  if (node.properties !== undefined || types.includes("object")) return "object";
  if (types.length > 1) return "text";
  if (types[0] === "number" || types[0] === "integer") return "number";
  if (types[0] === "boolean") return "boolean";
  return node.pattern?.includes("A-F") ? "color" : "text";
}

function shapeOf(given: SchemaNode): Shape {
  const node = resolve(given);
  const shape: Shape = { value: valueOf(node) };
  const unit = UNIT.exec(node.description ?? "")?.[1];
  if (unit !== undefined) shape.unit = unit;
  if (EXTENSION.test(node.description ?? "")) shape.extension = true;
  if (node.orNumber) shape.orNumber = true;
  if ([node.type].flat().includes("integer")) shape.integer = true;
  if (node.default !== undefined) shape.default = node.default;
  if (node.minimum !== undefined) shape.minimum = node.minimum;
  if (node.exclusiveMinimum !== undefined) shape.above = node.exclusiveMinimum;
  if (node.maximum !== undefined) shape.maximum = node.maximum;
  if (node.enum !== undefined) shape.choices = node.enum.filter((choice): choice is string => typeof choice === "string");
  const further = EXTENSION_CHOICES.exec(node.description ?? "")?.[1];
  if (further !== undefined) shape.extensionChoices = Array.from(further.matchAll(/`([^`]+)`/g), ([, name]) => name!);
  if (node.properties !== undefined) shape.properties = propertiesOf(node);
  const forms = formsOf(node);
  if (forms) shape.forms = forms;
  if (node.own?.properties !== undefined) shape.own = propertiesOf(node.own);
  const items = node.items ?? (typeof node.additionalProperties === "object" ? node.additionalProperties : undefined);
  if (items !== undefined) {
    shape.items = shapeOf(items);
    // Groups of terms of an e-invoice stand beside texts under names of their own, and have no form.
    if (node.additionalProperties !== undefined) delete shape.items.own;
  }
  return shape;
}

/** An object that has other keys for each value of its `type`. */
function formsOf(node: SchemaNode): Record<string, readonly Property[]> | undefined {
  const forms = (node.allOf ?? []).flatMap(({ if: condition, then }) => {
    const type = condition?.properties?.type?.const;
    return type !== undefined && then ? [[type, propertiesOf(resolve(then)).filter(({ key }) => key !== "type")] as const] : [];
  });
  return forms.length > 0 ? Object.fromEntries(forms) : undefined;
}

function propertiesOf(node: SchemaNode): Property[] {
  return Object.entries(node.properties ?? {}).map(([key, entry]) => ({
    key,
    required: node.required?.includes(key) ?? false,
    help: helpOf(entry.description ?? ""),
    ...shapeOf(entry),
  }));
}

function definition(name: string): readonly Property[] {
  const found = definitions[name];
  if (!found) throw new Error(`the description of the format has no ${name}`);
  return propertiesOf(found);
}

/** The names of kinds are the values of `type`. */
const named = definitions.TextField?.properties?.type?.enum ?? [];

/** Kinds of field: those that every reader knows, then those of the extensions. */
export const FIELD_KINDS: readonly FieldType[] = named.filter((kind): kind is FieldType => typeof kind === "string");

export const EXTENSION_KINDS: readonly FieldType[] = FIELD_KINDS.filter(isExtensionKind);

/** All properties of each kind of field. */
export const fieldProperties = Object.fromEntries(
  FIELD_KINDS.map((kind) => [kind, definition(Object.keys(definitions).find((name) => name.toLowerCase() === `${kind}field`) ?? kind)]),
) as Record<FieldType, readonly Property[]>;

/** Properties of a page design. */
export const pageProperties: readonly Property[] = definition("TemplatePage");

/** Properties of the whole template that no page has, without those that say what kind of file it is. */
export const documentProperties: readonly Property[] = definition("Template").filter(
  ({ key }) => !["version", "extensions", "pages"].includes(key) && !pageProperties.some((property) => property.key === key),
);

export function propertyOf(kind: FieldType, key: string): Property {
  const found = fieldProperties[kind]?.find((property) => property.key === key);
  if (!found) throw new Error(`the description of the format has no ${key} for ${kind}`);
  return found;
}

export function pageProperty(key: string): Property {
  const found = pageProperties.find((property) => property.key === key);
  if (!found) throw new Error(`the description of the format has no ${key} for pages`);
  return found;
}
