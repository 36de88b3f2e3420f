/** Texts of a further row of a table, or over how many columns they reach: an input for each column. */
import { focusLabelled } from "../../ui/label-focus";
import type { Property } from "./description";
import type { TableSchema } from "../../core/types";
import { useT } from "../../i18n";
import { ExpressionField } from "../formula/ExpressionField";
import type { Place } from "../formula/scope";
import { useColumnTitles } from "./column-titles";
import { NumberControl } from "./controls";
import type { PartsControlProps } from "./ObjectsControl";

export interface ColumnsControlProps extends PartsControlProps {
  place: Place;
}

export function ColumnsControl({ labelId, property, path, target, value, place, disabled, onChange }: ColumnsControlProps) {
  const t = useT();
  const field = target.fields[target.fields.length - 1] as TableSchema;
  const given = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const columns = useColumnTitles(field).titles.map(({ key, name }) => ({ key, title: name }));
  const lost = Object.keys(given).filter((key) => !columns.some((column) => column.key === key));
  const set = (key: string, next: unknown) => {
    const { [key]: _, ...others } = given;
    const all = next === undefined ? others : { ...given, [key]: next };
    onChange(Object.keys(all).length > 0 ? all : undefined);
  };
  const numbers: Property = { ...property, ...property.items, key: property.key, required: false, help: property.help };
  return (
    <div className="jpd-stack" role="group" aria-labelledby={labelId}>
      {[...columns, ...lost.map((key) => ({ key, title: t.columnCells.lost(key) }))].map(({ key, title }) => {
        const label = property.items?.value === "number" ? t.columnCells.span(title) : t.columnCells.cell(title);
        const own = given[key] ?? undefined;
        return (
          <div key={key} className="jpd-totals__cell" data-property={`${path}/${key}`}>
            <span className="jpd-labeled__label" aria-hidden="true" onClick={focusLabelled}>
              {title}
            </span>
            {property.items?.value === "number" ? (
              <NumberControl
                label={label}
                property={numbers}
                value={typeof own === "number" ? own : undefined}
                placeholder="1"
                integer
                disabled={disabled}
                onChange={(next) => set(key, next === 1 ? undefined : next)}
                onClear={() => set(key, undefined)}
              />
            ) : (
              <ExpressionField
                field={field}
                place={place}
                label={label}
                value={own === undefined ? "" : String(own)}
                disabled={disabled}
                // What `$group` and the like are is known only where the row prints.
                result={false}
                onChange={(next) => set(key, next === "" ? undefined : next)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
