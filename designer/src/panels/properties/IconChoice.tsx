/** Choices and switches that are icons everybody knows: a group of buttons, one stop of Tab. */
import { useState, type ComponentType } from "react";
import { useT } from "../../i18n";
import * as icons from "../../ui/icons";
import { focusLabelled } from "../../ui/label-focus";
import { rove } from "../../ui/roving";
import type { Property } from "./description";
import { HelpPopover, useHelp } from "./help";
import { StyleNote } from "./PropertyRow";
import { choiceLabel } from "./words";

type Icon = ComponentType<icons.IconProps>;

const ACROSS: Record<string, Icon> = {
  left: icons.IconAlignLeft,
  center: icons.IconAlignCenter,
  right: icons.IconAlignRight,
  justify: icons.IconAlignJustify,
  start: icons.IconAlignStart,
  end: icons.IconAlignEnd,
};
const DOWN: Record<string, Icon> = { top: icons.IconTop, middle: icons.IconMiddle, bottom: icons.IconBottom };

/** By the last part of a key: its choices as icons. */
const CHOICES: readonly [key: RegExp, icons: Record<string, Icon>][] = [
  [/vertical(Align|Alignment)$/i, DOWN],
  [/align(ment)?$/i, ACROSS],
  [/^chartType$/, { pie: icons.IconPie, bar: icons.IconChart }],
  [/^pieStyle$/, { donut: icons.IconDonut, full: icons.IconCircle }],
];

/** The icons of a property, where all its choices have one. */
export function iconsOf(key: string, choices: readonly string[]): Record<string, Icon> | null {
  const found = CHOICES.find(([pattern]) => pattern.test(key))?.[1];
  return found && choices.every((choice) => choice in found) ? found : null;
}

export interface IconChoiceProps {
  id?: string | undefined;
  label: string;
  property: Pick<Property, "key">;
  choices: readonly string[];
  icons: Record<string, Icon>;
  /** Empty: the selected fields differ. */
  value: string;
  disabled?: boolean | undefined;
  onChange: (value: string) => void;
}

export function IconChoice({ id, label, property, choices, icons: shown, value, disabled, onChange }: IconChoiceProps) {
  const t = useT();
  const reached = choices.includes(value) ? value : choices[0];
  return (
    <div
      id={id}
      className="jpd-iconchoice"
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => {
        const to = rove(event, "[role=radio]")?.dataset.choice;
        if (to !== undefined) onChange(to);
      }}
    >
      {choices.map((choice) => {
        const Shown = shown[choice]!;
        const name = choiceLabel(property, choice, t);
        return (
          <button
            key={choice}
            type="button"
            role="radio"
            className="jpd-iconchoice__item"
            data-choice={choice}
            aria-checked={choice === value}
            aria-label={name}
            title={name}
            tabIndex={choice === reached ? 0 : -1}
            disabled={disabled}
            onClick={() => onChange(choice)}
          >
            <Shown />
          </button>
        );
      })}
    </div>
  );
}

const TOGGLES: readonly [key: RegExp, Icon][] = [
  [/^(head|body|footer|cell)?bold$/i, icons.IconBold],
  [/^(head|body|footer|cell)?italic$/i, icons.IconItalic],
  [/^underline$/, icons.IconUnderline],
  [/^strikethrough$/, icons.IconStrikethrough],
];

const toggleIcon = (key: string): Icon | undefined => TOGGLES.find(([pattern]) => pattern.test(key))?.[1];

/** Returns true if a property is a switch that is an icon. */
export const isToggle = ({ key, value }: Pick<Property, "key" | "value">): boolean => value === "boolean" && toggleIcon(key) !== undefined;

export interface Toggle {
  property: Property;
  path: string;
  label: string;
  value: boolean | undefined;
  mixed: boolean;
  /** Value of the style where the field has none; `null` where that is not known here. */
  inherited: boolean | null;
  /** Name of the style whose value this one replaces. */
  replaces?: string | undefined;
  onChange: (value: boolean | undefined) => void;
}

/** Bold, italic and the like beside each other. */
export function ToggleBar({ label, toggles, disabled }: { label: string; toggles: readonly Toggle[]; disabled: boolean }) {
  const [reached, setReached] = useState<string | null>(null);
  const stop = toggles.some(({ path }) => path === reached) ? reached : toggles[0]?.path;
  return (
    <div className="jpd-prop jpd-togglerow">
      <div className="jpd-prop__head">
        <span className="jpd-prop__label" aria-hidden="true" onClick={focusLabelled}>
          {label}
        </span>
      </div>
      <div className="jpd-prop__control">
        <div className="jpd-iconchoice" role="toolbar" aria-label={label} onKeyDown={(event) => rove(event, "[aria-pressed]", true)}>
          {toggles.map((toggle) => (
            <ToggleButton key={toggle.path} toggle={toggle} disabled={disabled} isStop={toggle.path === stop} onReach={() => setReached(toggle.path)} />
          ))}
        </div>
      </div>
      {toggles
        .filter(({ replaces }) => replaces !== undefined)
        .map(({ path, label, replaces, onChange }) => (
          <StyleNote key={path} style={replaces!} label={label} onReset={disabled ? undefined : () => onChange(undefined)} />
        ))}
    </div>
  );
}

function ToggleButton({ toggle, disabled, isStop, onReach }: { toggle: Toggle; disabled: boolean; isStop: boolean; onReach: () => void }) {
  const { property, path, label, value, mixed, inherited, onChange } = toggle;
  const help = useHelp();
  const Shown = toggleIcon(property.key)!;
  const on = value ?? inherited ?? Boolean(property.default);
  // What is as it would be anyway is not written.
  const press = () => onChange(mixed ? true : !on === inherited ? undefined : !on);
  return (
    <div ref={help.anchor} className="jpd-toggle" data-property={path} onKeyDown={help.onKeyDown} {...help.hover}>
      <button
        type="button"
        className="jpd-iconchoice__item"
        aria-pressed={mixed ? "mixed" : on}
        aria-label={label}
        title={label}
        tabIndex={isStop ? 0 : -1}
        disabled={disabled}
        onFocus={onReach}
        onClick={press}
      >
        <Shown />
      </button>
      <HelpPopover help={help} property={property} path={path} label={label} onReset={value === undefined || disabled ? undefined : () => onChange(undefined)} />
    </div>
  );
}
