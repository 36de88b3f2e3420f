/** Properties below each other; switches that are icons stand in one row. */
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
  const pathOf = ({ key }: Property) => (within === undefined ? key : `${within}/${key}`);
  const toggles = properties.filter(isToggle);
  // One alone is a line with its name.
  const joined = toggles.length > 1 ? toggles : [];
  const toggleOf = (property: Property): Toggle => {
    const path = pathOf(property);
    const { value, mixed, inherited, style } = target.read(path);
    return {
      property,
      path,
      label: labelOf(target.kind, property.key, t.properties),
      value: typeof value === "boolean" ? value : undefined,
      mixed,
      inherited: within === undefined ? inherited === true : null,
      replaces: value !== undefined && !mixed && !target.several ? style : undefined,
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
