import { Popover } from "radix-ui";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { useLocale, useT, withInlineCode, type Dict, type Locale } from "../../i18n";
import { IconCircleInfo, IconReset } from "../../ui/icons";
import type { Property } from "./description";
import { formatNumber } from "./numbers";

export interface PropertyRowProps {
  property: Property;
  /** Pointer inside the field, such as `headBorderRadius/topLeft`. */
  path: string;
  label: string;
  /** A rule of the print that surprises. */
  inPrint?: string | undefined;
  differs: boolean;
  /** Given where the key can be removed and is there. */
  onReset?: (() => void) | undefined;
  /** Label above the control, for those that need the whole width. */
  wide?: boolean;
  /** The control says the label itself. */
  ownLabel?: boolean;
  /** Messages below the control. */
  below?: ReactNode;
  children: (control: { id: string; labelId: string }) => ReactNode;
}

/** A property: label, control, help, mark and reset. */
export function PropertyRow({ property, path, label, inPrint, differs, onReset, wide, ownLabel, below, children }: PropertyRowProps) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const labelId = `${id}-label`;
  const shown = describeValue(property, property.default, t, locale);
  return (
    <div className="jpd-prop" data-property={path} data-wide={wide || undefined} data-own-label={ownLabel || undefined} data-differs={differs || undefined} onKeyDown={openHelp}>
      <div className="jpd-prop__head">
        {!ownLabel && (
          <label className="jpd-prop__label" id={labelId} htmlFor={id} title={label}>
            {label}
          </label>
        )}
        {differs && (
          <span className="jpd-prop__mark" title={t.control.differs}>
            <span className="jpd-sronly">{t.control.differs}</span>
          </span>
        )}
        <span className="jpd-prop__aside">
          {onReset && (
            <button
              type="button"
              className="jpd-iconbtn jpd-prop__reset"
              data-aside
              aria-label={t.control.reset(label)}
              title={t.control.resetTitle(property.default === undefined ? t.control.unset : shown)}
              onClick={onReset}
            >
              <IconReset />
            </button>
          )}
          <PropertyHelp property={property} path={path} label={label} inPrint={inPrint} />
        </span>
      </div>
      <div className="jpd-prop__control">{children({ id, labelId })}</div>
      {below}
    </div>
  );
}

/** F1 in a row explains it: as many stops of Tab as controls would double the way through a panel. */
function openHelp(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "F1" || event.defaultPrevented) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>(".jpd-prop__help")?.click();
}

function PropertyHelp({ property, path, label, inPrint }: Pick<PropertyRowProps, "property" | "path" | "label" | "inPrint">) {
  const t = useT();
  const locale = useLocale();
  const range = rangeText(property, t, locale);
  // A panel has dozens of rows: what explains a row is made when somebody asks.
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <button
        type="button"
        className="jpd-iconbtn jpd-prop__help"
        data-aside
        tabIndex={-1}
        aria-haspopup="dialog"
        aria-expanded={false}
        aria-label={t.control.help(label)}
        title={t.control.help(label)}
        onClick={() => setAsked(true)}
      >
        <IconCircleInfo />
      </button>
    );
  }
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger className="jpd-iconbtn jpd-prop__help" data-aside tabIndex={-1} aria-label={t.control.help(label)} title={t.control.help(label)}>
        <IconCircleInfo />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="jpd-popover jpd-help" side="left" align="start" sideOffset={6} collisionPadding={8} aria-label={t.control.help(label)}>
          <p className="jpd-help__text">{withInlineCode(t.help(property.help))}</p>
          {inPrint !== undefined && <p className="jpd-help__print">{t.control.inPrint(inPrint)}</p>}
          <ul className="jpd-help__facts">
            <li>{withInlineCode(t.control.key(`\`${path.replaceAll("/", ".")}\``))}</li>
            {property.unit !== undefined && <li>{t.control.unit(property.unit)}</li>}
            {property.default !== undefined && <li>{t.control.defaultValue(describeValue(property, property.default, t, locale))}</li>}
            {range !== null && <li>{t.control.range(range)}</li>}
            {property.extension && <li>{t.control.extension}</li>}
            {property.value === "number" && <li>{t.control.numberHint}</li>}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

export function rangeText(property: Property, t: Dict, locale: Locale): string | null {
  const number = (value: number) => formatNumber(value, locale);
  if (property.above !== undefined) return t.control.above(number(property.above));
  if (property.maximum !== undefined) {
    return t.control.between(number(property.minimum ?? 0), number(property.maximum));
  }
  return property.minimum === undefined ? null : t.control.atLeast(number(property.minimum));
}

export function choiceLabel(property: Pick<Property, "key">, choice: string, t: Dict): string {
  const choices = t.choices as Record<string, string>;
  return choices[`${property.key}.${choice}`] ?? choices[choice] ?? choice;
}

function describeValue(property: Property, value: unknown, t: Dict, locale: Locale): string {
  if (value === undefined || value === null || value === "") return t.control.unset;
  if (typeof value === "boolean") return value ? t.control.yes : t.control.no;
  if (typeof value === "number") return `${formatNumber(value, locale)}${property.unit ? ` ${property.unit}` : ""}`;
  if (typeof value === "string") return property.value === "choice" ? choiceLabel(property, value, t) : value;
  return JSON.stringify(value);
}
