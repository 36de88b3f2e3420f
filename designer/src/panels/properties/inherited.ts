/** What a field gets from the named style that it has. */
import type { Template } from "../../core/types";

/**
 * The value that the style of a field sets for a property, of a part of a table the style of that part; `undefined` where neither it
 * nor one that it extends sets one.
 */
export function inherited(template: Template, field: object | undefined, key: string): unknown {
  const values = (field ?? {}) as Record<string, unknown>;
  const [, part = "", own = key] = /^(head|body|footer)?(\w+)$/.exec(key) ?? [];
  // Texts have styles as a whole, tables for their parts.
  if (values.type !== "text" && (part === "" || values.type !== "table")) return undefined;
  const styles = (template.styles ?? {}) as Record<string, Record<string, unknown> | undefined>;
  const look = part === "" ? own : own.charAt(0).toLowerCase() + own.slice(1);
  const seen = new Set<unknown>();
  for (let name: unknown = values[part === "" ? "style" : `${part}Style`] ?? "default"; typeof name === "string" && !seen.has(name); name = styles[name]?.extends) {
    seen.add(name);
    const value = styles[name]?.[look];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}
