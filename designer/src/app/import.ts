/** Template files: what the program stores, `{template, bindings}` of json-pdf-designer's hosts, or a template alone. */
import { migrateTemplate } from "../core/template";
import type { Binding, Template } from "../core/types";
import type { TemplateDocument } from "./api";

export class TemplateFileError extends Error {
  constructor(
    /** What the parser says; `null` for JSON that is no template. */
    readonly reason: string | null,
  ) {
    super(reason ?? "no template");
  }
}

/** @throws TemplateFileError, and what `migrateTemplate` throws */
export function readTemplate(text: string, fileName: string): TemplateDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new TemplateFileError(error instanceof Error ? error.message : String(error));
  }
  if (!isObject(value)) throw new TemplateFileError(null);
  const stem = fileName.replace(/\.json$/i, "");
  const named = (name: unknown) => (typeof name === "string" && name.trim() ? name : stem);
  // Throws for a version that this program does not know, and says which.
  migrateTemplate(isObject(value.template) ? value.template : value);
  if (isObject(value.template)) {
    const { id: _, ...document } = value;
    const bindings = Array.isArray(value.bindings) ? (value.bindings as Binding[]) : [];
    return { ...document, name: named(value.name), template: value.template as unknown as Template, bindings };
  }
  if (Array.isArray(value.schemas) || Array.isArray(value.pages)) {
    return { name: stem, template: value as unknown as Template, bindings: [] };
  }
  throw new TemplateFileError(null);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
