/** On which pages something is printed: one of the usual choices, or a condition; and among which pages they are counted. */
import { useState } from "react";
import type { Field } from "../../core/types";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import { ExpressionField } from "../formula/ExpressionField";
import type { Property } from "./description";
import { choiceLabel } from "./words";

const CONDITION = "condition";

export interface PagesControlProps {
  id: string;
  label: string;
  property: Property;
  path: string;
  field: Field;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

export function PagesControl({ id, label, property, path, field, value, disabled, onChange }: PagesControlProps) {
  const t = useT();
  const { Select } = useUiComponents();
  const select = property.own?.find(({ key }) => key === "select");
  const of = property.own?.find(({ key }) => key === "of");
  const choices = select?.choices ?? [];
  const object = (typeof value === "object" && value !== null ? value : {}) as { select?: string; of?: string };
  const text = typeof value === "string" ? value : object.select;
  const [asked, setAsked] = useState(false);
  const isCondition = asked || (text !== undefined && !choices.includes(text));
  const counted = object.of ?? String(of?.default ?? "");
  return (
    <div className="jpd-stack">
      <div data-property={`${path}/select`}>
        <Select
          id={id}
          aria-label={label}
          disabled={disabled}
          value={isCondition ? CONDITION : (text ?? "")}
          onChange={(event) => {
            const next = event.target.value;
            setAsked(next === CONDITION);
            if (next === CONDITION) return;
            onChange(next === "" ? undefined : object.of === undefined ? next : { ...object, select: next });
          }}
        >
          <option value="">{t.control.unset}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choiceLabel(select!, choice, t)}
            </option>
          ))}
          <option value={CONDITION}>{t.pagesControl.condition}</option>
        </Select>
      </div>
      {isCondition && (
        <ExpressionField field={field} place="visibleWhen" label={t.pagesControl.conditionOf(label)} value={text !== undefined && !choices.includes(text) ? text : ""} bare disabled={disabled} onChange={(next) => onChange(next || undefined)} />
      )}
      {of && !isCondition && text !== undefined && (
        <div data-property={`${path}/of`}>
          <Select
            label={t.pagesControl.counted}
            disabled={disabled}
            value={counted}
            onChange={(event) => onChange(event.target.value === of.default ? text : { ...object, select: text, of: event.target.value })}
          >
            {of.choices?.map((choice) => (
              <option key={choice} value={choice}>
                {choiceLabel(of, choice, t)}
              </option>
            ))}
          </Select>
        </div>
      )}
    </div>
  );
}
