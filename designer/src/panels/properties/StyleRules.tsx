/** Conditional styles of a field: conditions that are built from parts, and the looks that they give. */
import { useMemo, useState } from "react";
import type { Field, Style, TableSchema } from "../../core/types";
import { useT } from "../../i18n";
import { IconPlus, IconTrash } from "../../ui/icons";
import { CollapsibleSection } from "../../ui/CollapsibleSection";
import { useUiComponents } from "../../ui/registry";
import { ExpressionField } from "../formula/ExpressionField";
import { type Place, useScope } from "../formula/scope";
import { useColumnTitles } from "./column-titles";
import { COMPARISONS, type Comparison, parseCondition, writeCondition } from "./condition";
import type { Property } from "./description";
import { PropertyFields } from "./PropertyFields";
import { partTarget } from "./target";

interface Rule {
  when?: string;
  column?: string;
  style?: Style;
}

/** Properties that most rules change; the rest of a style opens below. */
const LOOKS: readonly string[] = ["fontColor", "backgroundColor", "bold", "italic", "fontSize", "underline", "strikethrough"];

export interface StyleRulesControlProps {
  labelId: string;
  property: Property;
  /** Pointer of the list. */
  path: string;
  field: Field;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

export function StyleRulesControl({ labelId, property, path, field, value, disabled, onChange }: StyleRulesControlProps) {
  const t = useT().styleRules;
  const { Button } = useUiComponents();
  const rules = (Array.isArray(value) ? value : []) as Rule[];
  const store = (next: Rule[]) => onChange(next.length > 0 ? next : undefined);
  return (
    <div className="jpd-stack" role="group" aria-labelledby={labelId}>
      {rules.map((rule, index) => (
        <RuleCard
          key={index}
          number={index + 1}
          rule={rule ?? {}}
          property={property}
          path={`${path}/${index}`}
          field={field}
          disabled={disabled}
          onChange={(next) => store(rules.map((own, at) => (at === index ? next : own)))}
          onRemove={() => store(rules.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button variant="outline" data-add={path} disabled={disabled} onClick={() => store([...rules, { when: "", style: { bold: true } }])}>
          <IconPlus /> {t.add}
        </Button>
      </div>
    </div>
  );
}

interface RuleCardProps extends Omit<StyleRulesControlProps, "labelId" | "value" | "onChange"> {
  number: number;
  rule: Rule;
  onChange: (rule: Rule) => void;
  onRemove: () => void;
}

function RuleCard({ number, rule, property, path, field, disabled, onChange, onRemove }: RuleCardProps) {
  const dict = useT();
  const t = dict.styleRules;
  const { Button, Select } = useUiComponents();
  const looks = property.items?.properties?.find(({ key }) => key === "style")?.properties ?? [];
  const hasColumn = property.items?.properties?.some(({ key }) => key === "column");
  const { titles } = useColumnTitles(field as TableSchema);
  const columns = titles.map(({ key, name }) => ({ key, name }));
  // A column that went, or was named otherwise, is still what the rule says.
  const own = rule.column ?? "";
  if (own !== "" && !columns.some(({ key }) => key === own)) columns.push({ key: own, name: dict.columnCells.lost(own) });
  const at = `${path}/style`;
  const target = partTarget({ fields: [field], kind: null, several: false, read: () => ({ value: undefined, mixed: false, present: false }), write: () => {} }, at, rule.style ?? {}, (style) =>
    onChange({ ...rule, style: style as Style }),
  );
  const rows = (shown: readonly Property[]) => <PropertyFields properties={shown} target={target} within={at} disabled={disabled} />;
  return (
    <div className="jpd-subcard" role="group" aria-label={t.one(number)}>
      <ConditionControl field={field} path={`${path}/when`} value={rule.when ?? ""} disabled={disabled} onChange={(when) => onChange({ ...rule, when })} />
      {hasColumn && (
        <div data-property={`${path}/column`}>
          <Select
            label={t.applies}
            value={own}
            disabled={disabled}
            onChange={(event) => {
              const { column: _, ...others } = rule;
              onChange(event.target.value === "" ? others : { ...rule, column: event.target.value });
            }}
          >
            <option value="">{t.wholeRow}</option>
            {columns.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className="jpd-prop__parts">{rows(looks.filter(({ key }) => LOOKS.includes(key)))}</div>
      <CollapsibleSection title={t.further}>
        <div className="jpd-prop__parts">{rows(looks.filter(({ key }) => !LOOKS.includes(key)))}</div>
      </CollapsibleSection>
      <div>
        <Button variant="ghost" aria-label={t.remove(number)} disabled={disabled} onClick={onRemove}>
          <IconTrash /> {dict.attachments.removeShort}
        </Button>
      </div>
    </div>
  );
}

interface ConditionControlProps {
  field: Field;
  path: string;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

const PLACES: Partial<Record<Field["type"], Place>> = { table: "cell", kpi: "kpi" };

/** A comparison in three parts; what is more than that is written as a formula. */
function ConditionControl({ field, path, value, disabled, onChange }: ConditionControlProps) {
  const t = useT().styleRules;
  const { Input, Select } = useUiComponents();
  const place = PLACES[field.type] ?? "text";
  const scope = useScope(field, place);
  const parsed = parseCondition(value);
  const [formula, setFormula] = useState(value !== "" && parsed === null);
  const condition = parsed ?? { name: "", comparison: "==" as const, value: "" };
  const names = useMemo(
    () => (scope?.names ?? []).filter(({ node }) => node?.type !== "array" && node?.type !== "object").map(({ name, sample }) => ({ name, sample })),
    [scope],
  );
  const set = (change: Partial<typeof condition>) => {
    const next = { ...condition, ...change };
    if (next.name !== "") onChange(writeCondition(next));
  };
  if (formula) {
    return (
      <div className="jpd-stack" data-property={path}>
        <ExpressionField field={field} place={place} label={t.condition} value={value} bare disabled={disabled} onChange={onChange} />
        {(parsed || value === "") && (
          <button type="button" className="jpd-linkbtn" onClick={() => setFormula(false)}>
            {t.asParts}
          </button>
        )}
      </div>
    );
  }
  return (
    <div className="jpd-stack" data-property={path}>
      <Select label={t.field} value={condition.name} disabled={disabled} onChange={(event) => set({ name: event.target.value })}>
        <option value="">{t.choose}</option>
        {!names.some(({ name }) => name === condition.name) && condition.name !== "" && <option value={condition.name}>{condition.name}</option>}
        {names.map(({ name, sample }) => (
          <option key={name} value={name}>
            {sample === "" ? name : `${name} (${sample})`}
          </option>
        ))}
      </Select>
      <div className="jpd-grid2">
        <Select label={t.comparison} value={condition.comparison} disabled={disabled || condition.name === ""} onChange={(event) => set({ comparison: event.target.value as Comparison })}>
          {COMPARISONS.map((comparison) => (
            <option key={comparison} value={comparison}>
              {t.comparisons[comparison]}
            </option>
          ))}
        </Select>
        <Input label={t.value} value={condition.value} disabled={disabled || condition.name === ""} onChange={(event) => set({ value: event.target.value })} />
      </div>
      <button type="button" className="jpd-linkbtn" onClick={() => setFormula(true)}>
        {t.asFormula}
      </button>
    </div>
  );
}
