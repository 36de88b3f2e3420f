import { useEffect, useId, useMemo, useState } from "react";
import { isExtended } from "../../../core/fields";
import { barePath, chainedPath, columnPath, inFormatOf } from "../../../core/formulas";
import { withTableLooks } from "../../../core/looks";
import { TABLE_PALETTES } from "../../../core/palettes";
import { themedColor } from "../../../core/theme";
import type { ArrayBinding, TableSchema } from "../../../core/types";
import { useDesignerActions, useDesignerData, useDesignerSample, useDesignerUi } from "../../../editor/hooks";
import { calculationOf } from "../../../editor/operations/calculations";
import { quantityFor } from "../../../editor/operations/value-token";
import { useLocale, useT } from "../../../i18n";
import { focusLabelled } from "../../../ui/label-focus";
import { PalettePicker } from "../../../ui/PalettePicker";
import { useUiComponents } from "../../../ui/registry";
import { rove } from "../../../ui/roving";
import { areAmounts } from "../../data/form/edit";
import { keysAt, lookup } from "../../data/lookup";
import { numberIn } from "../../data/numbers";
import { ExpressionField } from "../../formula/ExpressionField";
import { Advanced } from "../Advanced";
import { contrast } from "../contrast";
import { useColumnTitles } from "../column-titles";
import { sixDigits } from "../palette";
import { propertyOf } from "../description";
import { shownProperty, useExtensions } from "../extensions";
import { TABLE_LOOKS, TABLE_PARTS, tablePartOf, type Group as LayoutGroup, type TablePart } from "../layout";
import { formatTenths } from "../numbers";
import { advancedGroups, Rows, useGroups } from "../PropertyPanel";
import { PropertyRow } from "../PropertyRow";
import type { Target } from "../target";
import { TableSample } from "./TableSample";

/** Looks by part: a sample to press on, a tab for each part, and what is common to all fields. */
export function TableLooks({ target, disabled }: { target: Target; disabled: boolean }) {
  const t = useT();
  const { on } = useExtensions();
  const [chosen, setPart] = useState<TablePart>("table");
  const { focusRequest } = useDesignerUi();
  const { advanced, isSet } = useGroups(target, "estilo");
  const id = useId();
  const field = target.fields[target.fields.length - 1] as TableSchema;
  const values = field as unknown as Record<string, unknown>;
  // Another part of the designer asks for a property that has a place in a tab: it is there at once, to take the focus.
  const wanted = focusRequest ? tablePartOf(focusRequest.property.split("/")[0]!) : undefined;
  const part = wanted ?? chosen;
  useEffect(() => {
    if (wanted) setPart(wanted);
  }, [wanted]);
  const shown = (group: LayoutGroup) => group.properties.some((key) => shownProperty(propertyOf("table", key), on, values[key]));
  const own = TABLE_LOOKS[part].advanced.filter(shown);
  const ofTable = new Set(TABLE_PARTS.flatMap((each) => TABLE_LOOKS[each].advanced.flatMap(({ properties }) => properties)));
  const common = advanced.filter(({ properties }) => !properties.some((key) => ofTable.has(key)));
  const groups = part === "table" ? [...own, ...common] : own;
  return (
    <>
      <div className="jpd-group">
        <TableSample field={field} part={part} onPart={setPart} />
        <div className="jpd-segments" role="tablist" aria-label={t.panel.tableParts} onKeyDown={(event) => rove(event, "[role=tab]")?.click()}>
          {TABLE_PARTS.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`${id}-${each}`}
              className="jpd-segments__item"
              aria-selected={each === part}
              aria-controls={`${id}-panel`}
              tabIndex={each === part ? 0 : -1}
              onClick={() => setPart(each)}
            >
              {t.panel.tablePart[each]}
            </button>
          ))}
        </div>
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${part}`} className="jpd-tablelooks">
          {part === "table" && <TablePalette target={target} disabled={disabled} />}
          {part === "totals" && !target.several && <TableTotals field={field} disabled={disabled} />}
          <Rows keys={TABLE_LOOKS[part].main} target={target} disabled={disabled} />
        </div>
      </div>
      <Advanced id={`estilo/table/${part}`} groups={advancedGroups(groups, t, (keys) => <Rows keys={keys} target={target} disabled={disabled} />)} isSet={isSet} />
    </>
  );
}

const GROUPS = ["default", "light", "medium", "dark"] as const;
const PAPER = "#ffffff";
const COLORS = ["headBackgroundColor", "headTextColor", "borderColor"] as const;

/** Palette and striped rows: both write the colours that are printed. */
function TablePalette({ target, disabled }: { target: Target; disabled: boolean }) {
  const t = useT();
  const locale = useLocale();
  const actions = useDesignerActions();
  const { template } = useDesignerData();
  const { Checkbox } = useUiComponents();
  const field = target.fields[target.fields.length - 1] as TableSchema;
  const chosen = TABLE_PALETTES.find(({ name }) => name === field.colorPalette);
  const striped = Boolean(field.bodyBandColor);
  const ids = target.fields.map(({ id }) => id);

  const choose = (name: string) => {
    const palette = TABLE_PALETTES.find((own) => own.name === name);
    if (!palette) return actions.updateSchemas(ids, { colorPalette: "custom" });
    const colors = Object.fromEntries(COLORS.map((key) => [key, palette[key]]));
    const values = { ...colors, ...(striped && { bodyBandColor: palette.bodyBandColor }), colorPalette: name };
    // Styles of the parts print before the colours of the table.
    actions.change({ kind: "edit", name: field.name, ...(ids.length > 1 && { count: ids.length }) }, (pair) => ({
      ...pair,
      template: ids.reduce((next, id) => withTableLooks(next, id, values, t.styles.newName), pair.template),
    }));
  };
  const colorOf = (key: "headTextColor" | "headBackgroundColor") => sixDigits(themedColor(field[key], template) ?? (propertyOf("table", key).default as string));
  // Titles without a background stand on the page. A style of their own has colours that the check of the document knows.
  const [letters, ground] = [colorOf("headTextColor"), field.headBackgroundColor === "" ? PAPER : colorOf("headBackgroundColor")];
  const ratio = letters && ground && !(field as { headStyle?: unknown }).headStyle ? contrast(letters, ground) : null;
  const names: Record<(typeof GROUPS)[number], string> = {
    default: "",
    light: t.table.paletteGroupLight,
    medium: t.table.paletteGroupMedium,
    dark: t.table.paletteGroupDark,
  };

  return (
    <>
      <div data-property="colorPalette">
        <PalettePicker
          label={t.table.paletteLabel}
          currentName={chosen?.name ?? "custom"}
          currentLabel={chosen ? t.tablePaletteLabels[chosen.name as keyof typeof t.tablePaletteLabels] : t.table.paletteCustom}
          currentColors={chosen ? colorsOf(chosen) : []}
          variant="grid"
          onSelect={(name) => !disabled && choose(name)}
          groups={[
            { label: "", items: [{ name: "custom", label: t.table.paletteCustom, colors: [] }] },
            ...GROUPS.map((group) => ({
              label: names[group],
              items: TABLE_PALETTES.filter((palette) => palette.group === group).map((palette) => ({
                name: palette.name,
                label: t.tablePaletteLabels[palette.name as keyof typeof t.tablePaletteLabels],
                colors: colorsOf(palette),
              })),
            })),
          ]}
        />
      </div>
      <Checkbox
        label={t.table.zebraStripes}
        checked={striped}
        disabled={disabled}
        onChange={(event) =>
          actions.updateSchemas(ids, {
            bodyBandColor: event.target.checked ? (chosen ?? TABLE_PALETTES[0]!).bodyBandColor : undefined,
          })
        }
      />
      {ratio !== null && ratio < 4.5 && <p className="jpd-warn">{t.tableEditor.contrast(formatTenths(ratio, locale))}</p>}
    </>
  );
}

function colorsOf(palette: (typeof TABLE_PALETTES)[number]): string[] {
  return [palette.headBackgroundColor, palette.headTextColor, palette.bodyBandColor, palette.borderColor];
}

interface ColumnSum {
  /** The sum of a column of numbers, written as its cells are. */
  sum?: string;
  /** True if the column has amounts that the data holds as texts. */
  isText: boolean;
}

const NO_SUM: ColumnSum = { isText: false };

/** The sum of each column that comes from a list of the document; prices of units are multiplied with their quantities. */
function useSums(field: TableSchema): readonly ColumnSum[] {
  const { bindings, template } = useDesignerData();
  const { data } = useDesignerSample();
  return useMemo(() => {
    const binding = field.sectionId ? undefined : bindings.find((own): own is ArrayBinding => own?.schemaName === field.name && own.type === "array");
    const list = binding && typeof binding.path === "string" ? lookup(data, binding.path) : undefined;
    if (!binding || !Array.isArray(list)) return [];
    return field.head.map((_, index) => {
      const column = binding.columns?.[index];
      const cell = typeof column === "string" ? `{${barePath(column)}}` : (column?.formula ?? field.content?.[0]?.[index]);
      const calculation = typeof cell === "string" && isExtended(template) ? calculationOf(cell, list) : null;
      if (calculation) {
        const sum = `SUMOF(${chainedPath(keysAt(data, binding.path))}, ${calculation.expression})`;
        return { sum: inFormatOf(cell!, sum) ?? `{${sum}}`, isText: false };
      }
      const path = typeof cell === "string" ? columnPath(cell) : null;
      if (path === null) return NO_SUM;
      const values = list.map((item: unknown) => lookup(item, path));
      // Digits alone are as often a code.
      if (areAmounts(values) && values.some((value) => typeof value === "string" && /\D/.test(value.trim()) && numberIn(value) !== null)) return { isText: true };
      if (!values.some((value) => typeof value === "number")) return NO_SUM;
      const keys = [...keysAt(data, binding.path), ...keysAt(list[0], path)];
      const quantity = isExtended(template) ? quantityFor(path, list[0]) : null;
      const sum = quantity === null ? `SUM(${chainedPath(keys)})` : `SUMOF(${chainedPath(keysAt(data, binding.path))}, ${chainedPath([quantity])} * ${chainedPath(keysAt(list[0], path))})`;
      return { sum: inFormatOf(String(cell), sum) ?? `{${sum}}`, isText: false };
    });
  }, [field, bindings, template, data]);
}

/** Totals: one text per column. */
function TableTotals({ field, disabled }: { field: TableSchema; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const { Checkbox } = useUiComponents();
  const footer = Array.isArray(field.footer) ? field.footer : [];
  const on = footer.length > 0;
  const sums = useSums(field);
  const { titles } = useColumnTitles(field);
  const cells = (column: number, text: string) => field.head.map((_, index) => (index === column ? text : String(footer[index] ?? "")));
  // As spreadsheets begin: the last amount is summed. Where that is text, no other column takes its place.
  const begin = () => {
    const last = sums.findLastIndex(({ sum, isText }) => sum !== undefined || isText);
    const first = sums[last]?.sum;
    return field.head.map((_, index) => (first === undefined ? "" : index === last ? first : index === 0 ? t.tableEditor.total : ""));
  };
  const write = (next: string[] | undefined, coalesce?: string) =>
    actions.updateSchema(field.id, { footer: next }, { label: { kind: "edit", name: field.name }, coalesce });
  return (
    <PropertyRow
      property={propertyOf("table", "footer")}
      path="footer"
      label={t.tableEditor.totalsOn}
      differs={false}
      ownLabel
      below={
        on &&
        titles.map(({ name: title }, index) => (
          <div key={index} data-property={`footer/${index}`} className="jpd-totals__cell">
            <span className="jpd-labeled__label" aria-hidden="true" onClick={focusLabelled}>
              {title}
            </span>
            <ExpressionField
              field={field}
              place="totals"
              label={t.tableEditor.totalsCellAria(title)}
              target={t.formulaModal.footerTarget(title)}
              value={String(footer[index] ?? "")}
              multiline={/[\r\n]/.test(String(footer[index] ?? ""))}
              disabled={disabled}
              placeholder={t.table.footerCellPlaceholder(index + 1)}
              onChange={(text) => write(cells(index, text), `footer:${field.id}:${index}`)}
            />
            {sums[index]?.isText && !footer[index] && <p className="jpd-warn">{t.tableEditor.textAmounts(title)}</p>}
            {sums[index]?.sum !== undefined && !footer[index] && (
              <button type="button" className="jpd-linkbtn" aria-label={t.tableEditor.sumAria(title)} disabled={disabled} onClick={() => write(cells(index, sums[index]!.sum!))}>
                {t.tableEditor.sum}
              </button>
            )}
          </div>
        ))
      }
    >
      {({ id }) => (
        <Checkbox
          id={id}
          label={t.tableEditor.totalsOn}
          checked={on}
          disabled={disabled}
          onChange={(event) => write(event.target.checked ? begin() : undefined)}
        />
      )}
    </PropertyRow>
  );
}
