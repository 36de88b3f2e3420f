import { useId, useMemo, useRef, useState } from "react";
import type { Binding, FilterCondition, FilterOp } from "../../core/types";
import { useDesignerActions, useDesignerConfig, useDesignerFilterColumns, useDesignerSample, useDesignerSelectedSchema } from "../../editor/hooks";
import type { DesignerFilterPanelProps } from "../../editor/types";
import { useT } from "../../i18n";
import { cx } from "../../ui/cx";
import { IconPlus, IconX } from "../../ui/icons";
import { part } from "../../ui/parts";
import { useUiComponents } from "../../ui/registry";
import { lookup } from "../data/lookup";
import { useSources } from "../data/sources";
import { preview } from "../data/tree";
import { Header } from "../properties/PropertyPanel";
import { useTarget } from "../properties/target";
import { useFocusRequests, useTabGate } from "../shared";
import { passingRows } from "./filterItems";

type Filtered = Extract<Binding, { type: "array" | "chart" | "kpi" }>;

const OPERATORS: FilterOp[] = ["eq", "neq", "gt", "gte", "lt", "lte", "contains"];

/** Which items of its list a chart, table or indicator prints. */
export function DesignerFilterPanel({ header = true, parts, className, style, whenTab }: DesignerFilterPanelProps) {
  const t = useT();
  const shown = useTabGate({ whenTab });
  const { selected, selectedBinding } = useDesignerSelectedSchema();
  const target = useTarget();
  const { permissions, readOnly } = useDesignerConfig();
  const root = useRef<HTMLDivElement>(null);
  useFocusRequests(root);
  if (!shown || !selected || !target) return null;
  const filtered =
    selectedBinding && ["array", "chart", "kpi"].includes(selectedBinding.type) ? (selectedBinding as Filtered) : undefined;
  return (
    <div ref={root} className={cx("jpd-sidebar__panel jpd-panel", className)} style={style} data-part="filter-panel">
      {header && <Header target={target} banner={parts?.banner} />}
      {filtered ? (
        <FilterForm key={`${selected.id} ${filtered.path}`} binding={filtered} disabled={readOnly || !permissions.data} />
      ) : (
        <p {...part("jpd-hint", parts?.banner)}>{t.fieldsPanel.filterNeedsBinding}</p>
      )}
    </div>
  );
}

const BLANK: FilterCondition = { column: "", op: "eq", value: "" };

/** Conditions count once they have a column; those without one are kept here only. */
const complete = (groups: FilterCondition[][]) => groups.map((group) => group.filter(({ column }) => column !== "")).filter((group) => group.length > 0);

function FilterForm({ binding, disabled }: { binding: Filtered; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const { selected } = useDesignerSelectedSchema();
  const sources = useSources(selected);
  const hostColumns = useDesignerFilterColumns();
  const { Button } = useUiComponents();
  const stored = useMemo(() => (Array.isArray(binding.filters) ? binding.filters.filter(Array.isArray) : []), [binding.filters]);
  const [draft, setDraft] = useState<FilterCondition[][]>(stored);
  // The document wins where it says something else than what was written last, as after undo.
  const groups = JSON.stringify(complete(draft)) === JSON.stringify(complete(stored)) ? draft : stored;
  const list = sources.lists.find(({ path }) => path === binding.path);
  const columns = list && list.columns.length > 0 ? list.columns.map(({ key }) => key) : hostColumns;

  const write = (next: FilterCondition[][]) => {
    setDraft(next);
    const filters = complete(next);
    if (JSON.stringify(filters) === JSON.stringify(complete(stored))) return;
    const { filters: _, ...rest } = binding;
    actions.handleChangeBinding(binding.schemaName, (filters.length > 0 ? { ...rest, filters } : rest) as Binding);
  };
  let n = 0;

  return (
    <div className="jpd-stack" data-property="binding/filters">
      {groups.length === 0 && <p className="jpd-hint">{t.filter.noFilter}</p>}
      {groups.map((group, at) => (
        <div key={at} className="jpd-stack">
          {at > 0 && (
            <span className="jpd-joiner" data-joiner="or">
              {t.filter.or}
            </span>
          )}
          <div className="jpd-subcard jpd-filter-group" role="group" aria-label={t.filterExtra.group(at + 1)} data-property={`binding/filters/${at}`}>
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
                    property={`binding/filters/${at}/${index}`}
                    condition={condition}
                    columns={columns}
                    root={sources.root}
                    path={binding.path}
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
      <Button variant="outline" disabled={disabled} onClick={() => write([...groups, [BLANK]])}>
        <IconPlus /> {t.filter.addGroup}
      </Button>
      <Passing binding={binding} groups={groups} columns={columns} root={sources.root} />
    </div>
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

const SHOWN = 5;

function Passing({ binding, groups, columns, root }: { binding: Filtered; groups: FilterCondition[][]; columns: string[]; root: unknown }) {
  const t = useT();
  const { data } = useDesignerSample();
  const names = useMemo(() => columns.slice(0, 4), [columns]);
  const result = useMemo(() => {
    const all = lookup(root, binding.path);
    if (!Array.isArray(all)) return null;
    const filters = complete(groups);
    return { total: all.length, rows: passingRows(root, binding.path, filters.length > 0 ? filters : undefined, names) };
  }, [root, binding.path, groups, names]);
  if (data === undefined || data === null) return <p className="jpd-hint">{t.filterExtra.noSample}</p>;
  if (result === null) return null;
  return (
    <div className="jpd-stack">
      <p className="jpd-passing" role="status">
        {t.filterExtra.pass(result.rows.length, result.total)}
      </p>
      {result.rows.length === 0 ? (
        <p className="jpd-warn">{t.filterExtra.none}</p>
      ) : (
        <table className="jpd-minitable">
          <caption className="jpd-hint">{t.filterExtra.firstItems}</caption>
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {result.rows.slice(0, SHOWN).map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column}>{preview(cell, 24)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
