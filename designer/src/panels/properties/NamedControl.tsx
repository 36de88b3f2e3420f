/** An object whose keys the author chooses: styles, formulas, texts by language. */
import { useId, useState } from "react";
import type { Template } from "../../core/types";
import { useDesignerActions } from "../../editor/hooks";
import { useT } from "../../i18n";
import { CollapsibleSection } from "../../ui/CollapsibleSection";
import { IconPlus, IconTrash } from "../../ui/icons";
import { useUiComponents } from "../../ui/registry";
import { ColorControl } from "./ColorControl";
import type { Property, Shape } from "./description";
import type { PartsControlProps } from "./ObjectsControl";
import { PropertyField } from "./PropertyField";
import { PropertyFields } from "./PropertyFields";
import { withRenamedColor, withRenamedStyle } from "./renaming";
import { partTarget } from "./target";

type Named = Readonly<Record<string, unknown>>;

/** Entries that the design names in other places. */
const RENAMING: Readonly<Record<string, (template: Template, name: string, next: string) => Template>> = { styles: withRenamedStyle, "theme/colors": withRenamedColor };

/** Content of a new entry. */
function blank(items: Shape): unknown {
  if (items.value === "object" || items.value === "named") return {};
  return items.value === "number" ? (items.minimum ?? 0) : "";
}

export function NamedControl({ labelId, property, path, target, value, disabled, onChange }: PartsControlProps) {
  const t = useT();
  const actions = useDesignerActions();
  const { Button } = useUiComponents();
  const entries: Named = typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Named) : {};
  const names = Object.keys(entries);
  const items = property.items ?? { value: "text" as const };
  const words = { ...t.named.entry, ...(t.named as Record<string, object>)[property.key] } as typeof t.named.entry;
  const store = (next: Named) => onChange(Object.keys(next).length > 0 ? next : undefined);
  const change = (name: string, next: unknown) =>
    store(Object.fromEntries(Object.entries(entries).flatMap(([own, before]) => (own !== name ? [[own, before]] : next === undefined ? [] : [[own, next]]))));
  const rename = (name: string, next: string) => {
    const inTemplate = RENAMING[path];
    if (inTemplate) actions.change({ kind: "rename", name: next }, (pair) => ({ ...pair, template: inTemplate(pair.template, name, next) }));
    else store(Object.fromEntries(Object.entries(entries).map(([own, before]) => [own === name ? next : own, before])));
  };
  const add = () => {
    const free = (number: number): string => (names.includes(words.newName(number)) ? free(number + 1) : words.newName(number));
    store({ ...entries, [free(1)]: blank(items) });
  };
  return (
    <div className="jpd-stack" role="group" aria-labelledby={labelId}>
      {names.map((name) => {
        const at = `${path}/${name}`;
        const inner: Property = { ...items, key: name, required: true, help: property.help };
        const own = partTarget(target, at, entries[name], (next) => change(name, next ?? (items.value === "text" ? "" : undefined)));
        const holdsParts = items.value === "object" || items.value === "named";
        const body =
          items.value === "object" ? (
            <PropertyFields properties={items.properties ?? []} target={own} within={at} disabled={disabled} />
          ) : (
            <PropertyField property={{ ...inner, key: property.key === "defs" ? "formula" : inner.key }} target={own} path={at} label={words.value(name)} disabled={disabled} />
          );
        if (items.value === "color") {
          return (
            <div key={name} className="jpd-row jpd-namedcolor" role="group" aria-label={name} data-property={at}>
              <ColorControl
                label={words.value(name)}
                value={typeof entries[name] === "string" ? entries[name] : undefined}
                disabled={disabled}
                onChange={(next) => change(name, next)}
              />
              <NameInput name={name} label={words.nameOf(name)} taken={names} disabled={disabled} onRename={(next) => rename(name, next)} />
              <Button variant="ghost" size="icon" data-aside aria-label={t.entries.remove(name)} title={t.entries.remove(name)} disabled={disabled} onClick={() => change(name, undefined)}>
                <IconTrash />
              </Button>
            </div>
          );
        }
        return (
          <div key={name} className="jpd-subcard" role="group" aria-label={name}>
            <div className="jpd-row jpd-subcard__head">
              <NameInput name={name} label={words.nameOf(name)} taken={names} disabled={disabled} onRename={(next) => rename(name, next)} />
              <Button variant="ghost" size="icon" aria-label={t.entries.remove(name)} title={t.entries.remove(name)} disabled={disabled} onClick={() => change(name, undefined)}>
                <IconTrash />
              </Button>
            </div>
            {holdsParts ? <CollapsibleSection title={words.value(name)}>{body}</CollapsibleSection> : body}
          </div>
        );
      })}
      <div>
        <Button variant="outline" data-add={path} disabled={disabled} onClick={add}>
          <IconPlus /> {words.add}
        </Button>
      </div>
    </div>
  );
}

interface NameInputProps {
  name: string;
  label: string;
  taken: readonly string[];
  disabled: boolean;
  onRename: (name: string) => void;
}

/** A name that no other entry has. */
function NameInput({ name, label, taken, disabled, onRename }: NameInputProps) {
  const t = useT();
  const { Input } = useUiComponents();
  const id = useId();
  const [isTaken, setTaken] = useState(false);
  return (
    <div className="jpd-subcard__title">
      <Input
        key={name}
        aria-label={label}
        aria-invalid={isTaken || undefined}
        aria-describedby={isTaken ? id : undefined}
        defaultValue={name}
        disabled={disabled}
        spellCheck={false}
        onBlur={(event) => {
          const next = event.target.value.trim();
          const other = next !== name && taken.includes(next);
          setTaken(other);
          if (next !== "" && next !== name && !other) onRename(next);
        }}
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
      />
      {isTaken && (
        <p className="jpd-error" id={id} role="alert">
          {t.entries.nameTaken}
        </p>
      )}
    </div>
  );
}
