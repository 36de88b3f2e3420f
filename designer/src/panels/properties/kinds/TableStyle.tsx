import { TABLE_PALETTES } from "../../../core/palettes";
import type { TableSchema } from "../../../core/types";
import { useDesignerActions } from "../../../editor/hooks";
import { useLocale, useT } from "../../../i18n";
import { PalettePicker } from "../../../ui/PalettePicker";
import { useUiComponents } from "../../../ui/registry";
import { ExpressionField } from "../../formula/ExpressionField";
import { contrast } from "../contrast";
import { sixDigits } from "../controls";
import { propertyOf } from "../description";
import { formatTenths } from "../numbers";
import { PropertyRow } from "../PropertyRow";
import type { Target } from "../target";

const GROUPS = ["default", "light", "medium", "dark"] as const;
const COLORS = ["headBackgroundColor", "headTextColor", "borderColor"] as const;

/** Palette and striped rows: both write the colours that are printed. */
export function TablePalette({ target, disabled }: { target: Target; disabled: boolean }) {
  const t = useT();
  const locale = useLocale();
  const actions = useDesignerActions();
  const { Checkbox } = useUiComponents();
  const field = target.fields[target.fields.length - 1] as TableSchema;
  const chosen = TABLE_PALETTES.find(({ name }) => name === field.colorPalette);
  const striped = Boolean(field.bodyBandColor);
  const ids = target.fields.map(({ id }) => id);

  const choose = (name: string) => {
    const palette = TABLE_PALETTES.find((own) => own.name === name);
    if (!palette) return actions.updateSchemas(ids, { colorPalette: "custom" });
    const colors = Object.fromEntries(COLORS.map((key) => [key, palette[key]]));
    actions.updateSchemas(ids, { ...colors, ...(striped && { bodyBandColor: palette.bodyBandColor }), colorPalette: name });
  };
  const ratio = contrast(
    sixDigits(field.headTextColor) ?? (propertyOf("table", "headTextColor").default as string),
    sixDigits(field.headBackgroundColor) ?? (propertyOf("table", "headBackgroundColor").default as string),
  );
  const names: Record<(typeof GROUPS)[number], string> = {
    default: "",
    light: t.table.paletteGroupLight,
    medium: t.table.paletteGroupMedium,
    dark: t.table.paletteGroupDark,
  };

  return (
    <section className="jpd-group">
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
      {ratio < 4.5 && <p className="jpd-warn">{t.tableEditor.contrast(formatTenths(ratio, locale))}</p>}
    </section>
  );
}

function colorsOf(palette: (typeof TABLE_PALETTES)[number]): string[] {
  return [palette.headBackgroundColor, palette.headTextColor, palette.bodyBandColor, palette.borderColor];
}

/** Totals: one text per column. */
export function TableTotals({ field, disabled }: { field: TableSchema; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const { Checkbox } = useUiComponents();
  const footer = Array.isArray(field.footer) ? field.footer : [];
  const on = footer.length > 0;
  const write = (next: string[] | undefined, coalesce?: string) =>
    actions.updateSchema(field.id, { footer: next }, { label: { kind: "edit", name: field.name }, coalesce });
  return (
    <PropertyRow
      property={propertyOf("table", "footer")}
      path="footer"
      label={t.tableEditor.totalsOn}
      differs={on}
      ownLabel
      below={
        on &&
        field.head.map((title, index) => (
          <div key={index} data-property={`footer/${index}`} className="jpd-totals__cell">
            <span className="jpd-labeled__label" aria-hidden="true">
              {String(title)}
            </span>
            <ExpressionField
              field={field}
              place="totals"
              label={t.tableEditor.totalsCellAria(String(title))}
              target={t.formulaModal.footerTarget(String(title))}
              value={String(footer[index] ?? "")}
              disabled={disabled}
              placeholder={t.table.footerCellPlaceholder(index + 1)}
              onChange={(text) =>
                write(
                  field.head.map((_, column) => (column === index ? text : String(footer[column] ?? ""))),
                  `footer:${field.id}:${index}`,
                )
              }
            />
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
          onChange={(event) => write(event.target.checked ? field.head.map(() => "") : undefined)}
        />
      )}
    </PropertyRow>
  );
}
