import { useMemo, useRef } from "react";
import type { Binding, FilterCondition } from "../../core/types";
import { useDesignerActions, useDesignerConfig, useDesignerFilterColumns, useDesignerSample, useDesignerSelectedSchema } from "../../editor/hooks";
import type { DesignerFilterPanelProps } from "../../editor/types";
import { useT } from "../../i18n";
import { cx } from "../../ui/cx";
import { part } from "../../ui/parts";
import { lookup } from "../data/lookup";
import { useSources } from "../data/sources";
import { preview } from "../data/tree";
import { Header } from "../properties/PropertyPanel";
import { useTarget } from "../properties/target";
import { useIsOnActiveTab } from "../../editor/parts/active-tab";
import { useFocusRequests } from "../focus-requests";
import { complete, ConditionGroups, useConditions } from "./FilterConditions";
import { passingRows } from "./filter-items";

type Filtered = Extract<Binding, { type: "array" | "chart" | "kpi" }>;

/** The filter of the items that a chart, table or indicator prints. */
export function DesignerFilterPanel({ header = true, parts, className, style, whenTab }: DesignerFilterPanelProps) {
  const t = useT();
  const shown = useIsOnActiveTab(whenTab);
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

function FilterForm({ binding, disabled }: { binding: Filtered; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const { selected } = useDesignerSelectedSchema();
  const sources = useSources(selected);
  const hostColumns = useDesignerFilterColumns();
  const [groups, setDraft, stored] = useConditions(binding.filters);
  const list = sources.lists.find(({ path }) => path === binding.path);
  const columns = list && list.columns.length > 0 ? list.columns.map(({ key }) => key) : hostColumns;

  const write = (next: FilterCondition[][]) => {
    setDraft(next);
    const filters = complete(next);
    if (JSON.stringify(filters) === JSON.stringify(complete(stored))) return;
    const { filters: _, ...rest } = binding;
    actions.handleChangeBinding(binding.schemaName, (filters.length > 0 ? { ...rest, filters } : rest) as Binding);
  };

  return (
    <div className="jpd-stack" data-property="binding/filters">
      <ConditionGroups groups={groups} pointer="binding/filters" columns={columns} root={sources.root} path={binding.path} disabled={disabled} write={write} />
      <Passing binding={binding} groups={groups} columns={columns} root={sources.root} />
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
