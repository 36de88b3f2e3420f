/** Template files: what the program stores, `{template, bindings}` of json-pdf-designer's hosts, or a template alone. */
import { isObject } from "../../core/json";
import { migrateTemplate } from "../../core/template";
import type { Binding, Template } from "../../core/types";
import { jsonFault, type Place } from "../data/parse";

/** Content of a file; further keys of it are kept. */
export interface TemplateFile {
  name: string;
  template: Template;
  bindings: Binding[];
}

export class TemplateFileError extends Error {
  constructor(
    /** Place where the text stops being JSON; `null` for JSON that is not a template. */
    readonly place: Place | null,
  ) {
    super(place ? `line ${place.line}, column ${place.column}: no JSON` : "no template");
  }
}

/** @throws TemplateFileError, and what `migrateTemplate` throws */
export function readTemplate(text: string, fileName: string): TemplateFile {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new TemplateFileError(jsonFault(text));
  }
  if (!isObject(value)) throw new TemplateFileError(null);
  const stem = fileName.replace(/\.json$/i, "");
  const named = (name: unknown) => (typeof name === "string" && name.trim() ? name : stem);
  // Throws for a version that this program does not know, and says which.
  migrateTemplate(isObject(value.template) ? value.template : value);
  if (isObject(value.template)) {
    const { id: _, ...file } = value;
    const bindings = Array.isArray(value.bindings) ? (value.bindings as Binding[]) : [];
    return { ...file, name: named(value.name), template: value.template as unknown as Template, bindings };
  }
  if (Array.isArray(value.schemas) || Array.isArray(value.pages)) {
    return { name: stem, template: value as unknown as Template, bindings: [] };
  }
  throw new TemplateFileError(null);
}
