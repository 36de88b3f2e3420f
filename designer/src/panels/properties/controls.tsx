/** The control of each kind of value. All are controlled by the document; what is being typed is kept until it is committed. */
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { useLocale, useT } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import type { Property } from "./description";
import { shownChoices, useExtensions } from "./extensions";
import { IconChoice, iconsOf } from "./IconChoice";
import { formatNumber, parseNumber, round } from "./numbers";
import { choiceLabel, rangeText } from "./words";

export interface ControlProps<T> {
  id?: string;
  label: string;
  value: T | undefined;
  /** The selected fields have different values. */
  mixed?: boolean;
  disabled?: boolean;
  onChange: (value: T) => void;
}

export { ColorControl } from "./ColorControl";

export interface NumberControlProps extends ControlProps<number> {
  property: Pick<Property, "key" | "unit" | "default" | "minimum" | "above" | "maximum">;
  step?: number;
  /** Shown while there is no value and no default. */
  placeholder?: string;
  /** An emptied input removes the value; without it the old value stays. */
  onClear?: () => void;
  integer?: boolean;
}

/**
 * A number with its unit. Enter or leaving commits; an empty or meaningless text keeps the old value; arrows step, with
 * Shift in larger steps; Esc gives up.
 */
export function NumberControl({ id, label, value, mixed, disabled, onChange, property, step, placeholder, onClear, integer }: NumberControlProps) {
  const t = useT();
  const locale = useLocale();
  const { Input } = useUiComponents();
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();
  const cancelled = useRef(false);
  const { unit } = property;
  const effective = value ?? (typeof property.default === "number" ? property.default : undefined);
  const by = step ?? (integer ? 1 : 0.5);
  const shown = mixed || value === undefined ? "" : formatNumber(value, locale);

  const check = (number: number): string | null => {
    const low = property.minimum !== undefined ? number < property.minimum : property.above !== undefined && number <= property.above;
    if (!low && (property.maximum === undefined || number <= property.maximum)) return null;
    return t.control.outOfRange(rangeText(property as Property, t, locale) ?? "");
  };

  const commit = () => {
    if (cancelled.current || draft === null) {
      cancelled.current = false;
      setDraft(null);
      return;
    }
    setDraft(null);
    if (draft.trim() === "") {
      setError(null);
      if (value !== undefined || mixed) onClear?.();
      return;
    }
    const parsed = parseNumber(draft, unit);
    if (parsed === null) return setError(t.control.notANumber);
    const number = integer ? Math.round(parsed) : parsed;
    const fault = check(number);
    setError(fault);
    if (fault === null && (number !== value || mixed)) onChange(number);
  };

  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      event.preventDefault();
      commit();
    } else if (event.key === "Escape" && draft !== null) {
      event.stopPropagation();
      setDraft(null);
      setError(null);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      const from = (draft !== null ? parseNumber(draft, unit) : null) ?? effective ?? 0;
      const next = round(from + by * (event.shiftKey ? 10 : 1) * (event.key === "ArrowUp" ? 1 : -1));
      if (check(next) !== null) return;
      setDraft(null);
      setError(null);
      onChange(next);
    }
  };

  return (
    <div className="jpd-number" data-invalid={error !== null || undefined}>
      <Input
        id={id}
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        aria-label={unit ? `${label} (${unit})` : label}
        aria-valuenow={effective}
        aria-valuemin={property.minimum ?? property.above}
        aria-valuemax={property.maximum}
        aria-invalid={error !== null || undefined}
        aria-describedby={error !== null ? errorId : undefined}
        disabled={disabled}
        value={draft ?? shown}
        placeholder={mixed ? t.control.mixed : (placeholder ?? (effective === undefined ? undefined : formatNumber(effective, locale)))}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={move}
      />
      {unit !== undefined && (
        <span className="jpd-number__unit" aria-hidden="true">
          {unit}
        </span>
      )}
      {error !== null && (
        <p className="jpd-error jpd-number__error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export interface ChoiceControlProps extends ControlProps<string> {
  property: Pick<Property, "key" | "choices" | "extensionChoices" | "default" | "own">;
  /** An object of one's own is the value, in the place of a name. */
  isOwn?: boolean;
  onOwn?: () => void;
}

/** The choice that stands for an object of one's own, which no name of the format can be. */
const OWN = "\u0000own";

/** Alignments and other short sets as buttons, longer ones as a select. */
export function ChoiceControl({ id, label, value, mixed, disabled, onChange, property, isOwn = false, onOwn }: ChoiceControlProps) {
  const t = useT();
  const { Select } = useUiComponents();
  const { on } = useExtensions();
  const current = mixed ? "" : isOwn ? OWN : (value ?? String(property.default ?? ""));
  const choices = [...shownChoices(property, on, current), ...(property.own ? [OWN] : [])];
  const icons = iconsOf(property.key, choices);
  if (icons) return <IconChoice id={id} label={label} property={property} choices={choices} icons={icons} value={current} disabled={disabled} onChange={onChange} />;
  const labelOf = (choice: string) => (choice === OWN ? choiceLabel(property, "own", t) : choiceLabel(property, choice, t));
  return (
    <Select
      id={id}
      aria-label={label}
      disabled={disabled}
      value={current}
      onChange={(event) => (event.target.value === OWN ? onOwn?.() : onChange(event.target.value))}
    >
      {mixed && <option value="">{t.control.mixed}</option>}
      {!mixed && !choices.includes(current) && <option value={current}>{current || t.control.unset}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {labelOf(choice)}
        </option>
      ))}
    </Select>
  );
}

export interface SwitchControlProps extends ControlProps<boolean> {
  property: Pick<Property, "default">;
}

export function SwitchControl({ id, label, value, mixed, disabled, onChange, property }: SwitchControlProps) {
  const { Checkbox } = useUiComponents();
  return (
    <Checkbox
      id={id}
      label={label}
      disabled={disabled}
      checked={mixed ? false : (value ?? Boolean(property.default))}
      ref={(box: HTMLInputElement | null) => {
        if (box) box.indeterminate = mixed ?? false;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

/** Several numbers, with semicolons or blanks between them; a text that is none keeps the old ones. */
export function NumbersControl({ id, label, value, disabled, onChange }: ControlProps<readonly number[]> & { onChange: (value: readonly number[] | undefined) => void }) {
  const t = useT();
  const locale = useLocale();
  const { Input } = useUiComponents();
  const [invalid, setInvalid] = useState(false);
  const errorId = useId();
  const shown = (value ?? []).map((number) => formatNumber(number, locale)).join("; ");
  return (
    <>
      <Input
        id={id}
        key={shown}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? errorId : undefined}
        inputMode="decimal"
        disabled={disabled}
        defaultValue={shown}
        onBlur={(event) => {
          const typed = event.target.value.trim();
          if (typed === shown) return setInvalid(false);
          const numbers = typed.split(/[;\s]+/).filter((entry) => entry !== "").map((entry) => parseNumber(entry, undefined));
          const isValid = numbers.every((number): number is number => number !== null);
          setInvalid(!isValid);
          if (isValid) onChange(numbers.length > 0 ? numbers : undefined);
        }}
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
      />
      {invalid && (
        <p className="jpd-error" id={errorId} role="alert">
          {t.control.notANumber}
        </p>
      )}
    </>
  );
}

/** A text that is stored as it is typed; the history joins what is typed in one go. */
export function TextControl({ id, label, value, mixed, disabled, onChange, placeholder }: ControlProps<string> & { placeholder?: string }) {
  const t = useT();
  const { Input } = useUiComponents();
  return (
    <Input
      id={id}
      aria-label={label}
      disabled={disabled}
      value={mixed ? "" : (value ?? "")}
      placeholder={mixed ? t.control.mixed : placeholder}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
