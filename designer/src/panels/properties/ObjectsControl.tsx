/** A list of objects, such as groups of rows or requirements: a card each, with the properties that the format describes. */
import { useT } from "../../i18n";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "../../ui/icons";
import { useUiComponents } from "../../ui/registry";
import type { Property } from "./description";
import { PropertyField } from "./PropertyField";
import { partTarget, type Target } from "./target";

export interface PartsControlProps {
  labelId: string;
  property: Property;
  /** Pointer of the value. */
  path: string;
  target: Target;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

/** An entry that says no more than it has to. */
function blank(properties: readonly Property[]): object {
  return Object.fromEntries(properties.filter(({ required }) => required).map(({ key }) => [key, ""]));
}

export function ObjectsControl({ labelId, property, path, target, value, disabled, onChange }: PartsControlProps) {
  const t = useT();
  const { Button } = useUiComponents();
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const properties = property.items?.properties ?? [];
  const names = t.entries.names as Record<string, string>;
  const name = names[property.key] ?? t.entries.entry;
  const store = (next: readonly unknown[]) => onChange(next.length > 0 ? next : undefined);
  const move = (from: number, to: number) => store(entries.toSpliced(from, 1).toSpliced(to, 0, entries[from]));
  return (
    <div className="jpd-stack" role="group" aria-labelledby={labelId}>
      {entries.map((entry, index) => {
        const at = `${path}/${index}`;
        const title = t.entries.one(name, index + 1);
        const own = partTarget(target, at, entry, (next) => store(entries.map((other, place) => (place === index ? next : other))));
        return (
          <div key={index} className="jpd-subcard" role="group" aria-label={title}>
            <div className="jpd-row jpd-subcard__head">
              <span className="jpd-subcard__title">{title}</span>
              {entries.length > 1 && (
                <>
                  <Button variant="ghost" size="icon" aria-label={t.entries.up(title)} title={t.entries.up(title)} disabled={disabled || index === 0} onClick={() => move(index, index - 1)}>
                    <IconArrowUp />
                  </Button>
                  <Button variant="ghost" size="icon" aria-label={t.entries.down(title)} title={t.entries.down(title)} disabled={disabled || index === entries.length - 1} onClick={() => move(index, index + 1)}>
                    <IconArrowDown />
                  </Button>
                </>
              )}
              <Button variant="ghost" size="icon" aria-label={t.entries.remove(title)} title={t.entries.remove(title)} disabled={disabled} onClick={() => store(entries.toSpliced(index, 1))}>
                <IconTrash />
              </Button>
            </div>
            {properties.map((inner) => (
              <PropertyField key={inner.key} property={inner} target={own} path={`${at}/${inner.key}`} disabled={disabled} />
            ))}
          </div>
        );
      })}
      <div>
        <Button variant="outline" data-add={path} disabled={disabled} onClick={() => store([...entries, blank(properties)])}>
          <IconPlus /> {t.entries.add(name)}
        </Button>
      </div>
    </div>
  );
}
