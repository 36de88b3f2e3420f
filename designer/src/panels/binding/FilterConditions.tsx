/** Conditions of a filter: lists of conditions, of which one has to hold as a whole. */
import { useId, useMemo, useState } from "react";
import type { Field, FilterCondition, FilterOp } from "../../core/types";
import { useDesignerData } from "../../editor/hooks";
import { useT } from "../../i18n";
import { IconPlus, IconX } from "../../ui/icons";
import { useUiComponents } from "../../ui/registry";
import { lookup } from "../data/lookup";
import { useSources } from "../data/sources";

const OPERATORS: FilterOp[] = ["eq", "neq", "gt", "gte", "lt", "lte", "contains"];

const BLANK: FilterCondition = { column: "", op: "eq", value: "" };

/** Conditions count once they have a column; those without one are kept here only. */
export const complete = (groups: FilterCondition[][]) => groups.map((group) => group.filter(({ column }) => column !== "")).filter((group) => group.length > 0);

/**
 * Conditions as they are edited, those without a column among them. The document wins where it says something else than what was
 * written last, as after undo.
 */
export function useConditions(value: unknown): [groups: FilterCondition[][], setDraft: (groups: FilterCondition[][]) => void, stored: FilterCondition[][]] {
  const stored = useMemo(() => (Array.isArray(value) ? (value.filter(Array.isArray) as FilterCondition[][]) : []), [value]);
  const [draft, setDraft] = useState(stored);
  return [JSON.stringify(complete(draft)) === JSON.stringify(complete(stored)) ? draft : stored, setDraft, stored];
}

export interface FilterConditionsProps {
  labelId: string;
  /** Pointer of the list. */
  path: string;
  field: Field;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

/** The filter of a field itself, over the items of its list. */
export function FilterConditions({ labelId, path, field, value, disabled, onChange }: FilterConditionsProps) {
  const { bindings } = useDesignerData();
  const sources = useSources(field);
  const [groups, setDraft, stored] = useConditions(value);
  const binding = bindings.find((own) => own?.schemaName === field.name);
  const list = binding && "path" in binding ? String(binding.path) : "";
  const columns = sources.lists.find((own) => own.path === list)?.columns.map(({ key }) => key) ?? [];
  const write = (next: FilterCondition[][]) => {
    setDraft(next);
    const filters = complete(next);
    if (JSON.stringify(filters) !== JSON.stringify(complete(stored))) onChange(filters.length > 0 ? filters : undefined);
  };
  return (
    <div className="jpd-stack" role="group" aria-labelledby={labelId}>
      <ConditionGroups groups={groups} pointer={path} columns={columns} root={sources.root} path={list} disabled={disabled} write={write} />
    </div>
  );
}

export interface ConditionGroupsProps {
  groups: FilterCondition[][];
  /** Pointer of the list. */
  pointer: string;
  /** Names to choose from; none where they are not known. */
  columns: string[];
  /** Data in which the path of the list is looked up. */
  root: unknown;
  path: string;
  disabled: boolean;
  write: (groups: FilterCondition[][]) => void;
}

export function ConditionGroups({ groups, pointer, columns, root, path, disabled, write }: ConditionGroupsProps) {
  const t = useT();
  const { Button } = useUiComponents();
  let n = 0;
  return (
    <>
      {groups.length === 0 && <p className="jpd-hint">{t.filter.noFilter}</p>}
      {groups.map((group, at) => (
        <div key={at} className="jpd-stack">
          {at > 0 && (
            <span className="jpd-joiner" data-joiner="or">
              {t.filter.or}
            </span>
          )}
          <div className="jpd-subcard jpd-filter-group" role="group" aria-label={t.filterExtra.group(at + 1)} data-property={`${pointer}/${at}`}>
            {group.map((condition, index) => {
              n += 1;
              const set = (patch: Partial<FilterCondition>) =>
                write(groups.map((own, g) => (g === at ? own.map((entry, c) => (c === index ? { ...entry, ...patch } : entry)) : own)));
              return (
                <div key={index}>
                  {index > 0 && (
                    <span className="jpd-joiner" data-joiner="and">
                      {t.filter.and}
                    </span>
                  )}
                  <Condition
                    n={n}
                    property={`${pointer}/${at}/${index}`}
                    condition={condition}
                    columns={columns}
                    root={root}
                    path={path}
                    disabled={disabled}
                    onChange={set}
                    onRemove={() =>
                      write(groups.map((own, g) => (g === at ? own.filter((_, c) => c !== index) : own)).filter((own) => own.length > 0))
                    }
                  />
                </div>
              );
            })}
            <div className="jpd-row">
              <button
                type="button"
                className="jpd-addlink"
                disabled={disabled}
                onClick={() => write(groups.map((own, g) => (g === at ? [...own, BLANK] : own)))}
              >
                <IconPlus /> {t.filter.addCondition}
              </button>
              <button type="button" className="jpd-linkbtn" disabled={disabled} onClick={() => write(groups.filter((_, g) => g !== at))}>
                {t.filterExtra.removeGroup(at + 1)}
              </button>
            </div>
          </div>
        </div>
      ))}
      <Button variant="outline" data-add={pointer} disabled={disabled} onClick={() => write([...groups, [BLANK]])}>
        <IconPlus /> {t.filter.addGroup}
      </Button>
    </>
  );
}

interface ConditionProps {
  n: number;
  property: string;
  condition: FilterCondition;
  columns: string[];
  root: unknown;
  path: string;
  disabled: boolean;
  onChange: (patch: Partial<FilterCondition>) => void;
  onRemove: () => void;
}

function Condition({ n, property, condition, columns, root, path, disabled, onChange, onRemove }: ConditionProps) {
  const t = useT();
  const { Select, Input } = useUiComponents();
  const valuesId = useId();
  const column = String(condition.column ?? "");
  const values = useMemo(() => {
    const found = lookup(root, path);
    if (!Array.isArray(found) || column === "") return [];
    const texts = found.map((item) => (item as Record<string, unknown> | null)?.[column]).filter((value) => value !== null && value !== undefined && typeof value !== "object");
    return [...new Set(texts.map(String))].slice(0, 50);
  }, [root, path, column]);
  const symbols: Record<FilterOp, string> = {
    eq: t.filter.opEq,
    neq: t.filter.opNeq,
    gt: t.filter.opGt,
    gte: t.filter.opGte,
    lt: t.filter.opLt,
    lte: t.filter.opLte,
    contains: t.filter.opContains,
  };
  return (
    <div className="jpd-condition" data-property={property}>
      {columns.length > 0 ? (
        <Select aria-label={t.filterExtra.column(n)} value={column} disabled={disabled} onChange={(event) => onChange({ column: event.target.value })}>
          <option value="">{t.filter.columnPlaceholder}</option>
          {column !== "" && !columns.includes(column) && <option value={column}>{column}</option>}
          {columns.map((key) => (
            <option key={key} value={key}>
              {key}
            </option>
          ))}
        </Select>
      ) : (
        <Input
          mono
          aria-label={t.filterExtra.column(n)}
          placeholder={t.filter.columnPlaceholder}
          value={column}
          disabled={disabled}
          onChange={(event) => onChange({ column: event.target.value })}
        />
      )}
      <Select
        aria-label={t.filterExtra.operator(n)}
        value={condition.op}
        disabled={disabled}
        onChange={(event) => onChange({ op: event.target.value as FilterOp })}
      >
        {!OPERATORS.includes(condition.op) && <option value={condition.op}>{condition.op}</option>}
        {OPERATORS.map((op) => (
          <option key={op} value={op}>
            {symbols[op]}
          </option>
        ))}
      </Select>
      <Input
        aria-label={t.filterExtra.value(n)}
        placeholder={t.filter.valuePlaceholder}
        value={String(condition.value ?? "")}
        list={values.length > 0 ? valuesId : undefined}
        disabled={disabled}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      {values.length > 0 && (
        <datalist id={valuesId}>
          {values.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      <button
        type="button"
        className="jpd-iconbtn"
        data-tone="danger"
        aria-label={t.filterExtra.removeCondition(n)}
        title={t.filterExtra.removeCondition(n)}
        disabled={disabled}
        onClick={onRemove}
      >
        <IconX />
      </button>
      {column === "" ? (
        <p className="jpd-hint jpd-condition__note">{t.filterExtra.incomplete}</p>
      ) : (
        String(condition.value ?? "").trim() === "" && <p className="jpd-warn jpd-condition__note">{t.warnings.incompleteFilter}</p>
      )}
    </div>
  );
}
