/** Properties below each other; switches that are icons stand in one row. */
import type { Template } from "../../core/types";
import { useDesignerData } from "../../editor/hooks";
import { useT } from "../../i18n";
import type { Property } from "./description";
import { isToggle, ToggleBar, type Toggle } from "./IconChoice";
import { labelOf, PropertyField } from "./PropertyField";
import type { Target } from "./target";

export interface PropertyFieldsProps {
  properties: readonly Property[];
  target: Target;
  /** Pointer of what they are properties of; absent: the field. */
  within?: string;
  disabled: boolean;
}

export function PropertyFields({ properties, target, within, disabled }: PropertyFieldsProps) {
  const t = useT();
  const { template } = useDesignerData();
  const pathOf = ({ key }: Property) => (within === undefined ? key : `${within}/${key}`);
  const toggles = properties.filter(isToggle);
  // One alone is a line with its name.
  const joined = toggles.length > 1 ? toggles : [];
  const toggleOf = (property: Property): Toggle => {
    const path = pathOf(property);
    const { value, mixed } = target.read(path);
    return {
      property,
      path,
      label: labelOf(target.kind, property.key, t.properties),
      value: typeof value === "boolean" ? value : undefined,
      mixed,
      inherited: within === undefined ? styleValue(template, target.fields.at(-1), property.key) : null,
      onChange: (next) => target.write(path, next, property.extension),
    };
  };
  return properties.map((property) =>
    property === joined[0] ? (
      <ToggleBar key={property.key} label={t.control.emphasis} toggles={joined.map(toggleOf)} disabled={disabled} />
    ) : joined.includes(property) ? null : (
      <PropertyField key={property.key} property={property} target={target} path={pathOf(property)} disabled={disabled} />
    ),
  );
}

/** Whether the style that a field names turns a switch on, of a part of a table the style of that part. */
export function styleValue(template: Template, field: object | undefined, key: string): boolean {
  const [, part = "", own = key] = /^(head|body|footer)?(\w+)$/.exec(key) ?? [];
  const values = (field ?? {}) as Record<string, unknown>;
  const styles = (template.styles ?? {}) as Record<string, Record<string, unknown> | undefined>;
  const look = part === "" ? own : own.charAt(0).toLowerCase() + own.slice(1);
  const seen = new Set<unknown>();
  for (let name: unknown = values[part === "" ? "style" : `${part}Style`] ?? "default"; typeof name === "string" && !seen.has(name); name = styles[name]?.extends) {
    seen.add(name);
    const value = styles[name]?.[look];
    if (typeof value === "boolean") return value;
  }
  return false;
}
