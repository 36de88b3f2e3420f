/** Tokens that name an object of the data, which prints `[object Object]`. The engine has no rule for them: they are valid. */
import type { Binding, Field, PageDesign, Template } from "../../core/types";
import type { Problem } from "../../engine/types";
import { isExtended, sectionOfItems } from "../../core/fields";
import { lookup } from "../data/lookup";

const PATH_TOKEN = /\{\s*([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*)\s*\}/gu;

const isObject = (value: unknown): value is object => value !== null && typeof value === "object" && !Array.isArray(value);

export function objectTokens(template: Template, bindings: readonly Binding[], data: unknown, message: (path: string, keys: string) => string): Problem[] {
  if (!isObject(data)) return [];
  const found: Problem[] = [];
  const visit = (design: PageDesign, base: string) => {
    (design.schemas ?? []).forEach((field, index) => {
      if (field?.type !== "text") return;
      const at = bindings.findIndex((binding) => binding?.schemaName === field.name && (binding.type === "template" || binding.type === "scalar"));
      const bound = bindings[at];
      const text = bound?.type === "template" ? bound.template : bound?.type === "scalar" ? `{${bound.path}}` : field.content;
      if (typeof text !== "string" || !text.includes("{")) return;
      const scope = scopeOf(field, design, bindings, data, isExtended(template));
      for (const [, path] of text.matchAll(PATH_TOKEN)) {
        const value = lookup(scope, path!);
        if (!isObject(value)) continue;
        const keys = Object.keys(value).slice(0, 4).map((key) => `\`${path}.${key}\``).join(", ");
        const pointer = bound ? `/bindings/${at}/${bound.type === "template" ? "template" : "path"}` : `${base}/${index}/content`;
        found.push({ code: "objectPrinted", severity: "warning", field: field.name, pointer, message: message(path!, keys) });
      }
    });
  };
  if (template.pages?.length) template.pages.forEach((page, index) => visit(page, `/template/pages/${index}/schemas`));
  else visit(template, "/template/schemas");
  return found;
}

/** Data for the names of a text: the document, or the first item of its section's list. */
function scopeOf(field: Field, design: PageDesign, bindings: readonly Binding[], data: unknown, extended: boolean): unknown {
  const section = sectionOfItems(field, design, extended);
  const binding = section && bindings.find((own) => own?.schemaName === section.name && own.type === "section");
  const items = binding && "path" in binding ? lookup(data, binding.path) : undefined;
  return Array.isArray(items) ? items[0] : data;
}
