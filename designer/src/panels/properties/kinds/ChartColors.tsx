import { CHART_PALETTE_NAMES, resolveChartColors } from "../../../core/palettes";
import type { ChartSchema } from "../../../core/types";
import { useDesignerActions } from "../../../editor/hooks";
import { useT } from "../../../i18n";
import { PalettePicker } from "../../../ui/PalettePicker";
import { ColorControl } from "../controls";
import type { Target } from "../target";

export function ChartColors({ target, disabled }: { target: Target; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const field = target.fields[target.fields.length - 1] as ChartSchema;
  const ids = target.fields.map(({ id }) => id);
  const name = typeof field.colorPalette === "string" ? field.colorPalette : "default";
  const colors = resolveChartColors(name, field.customPaletteColors);
  const labels = t.chartPaletteLabels as Record<string, string>;
  return (
    <section className="jpd-group">
      <div data-property="colorPalette">
        <PalettePicker
          label={t.chart.paletteLabel}
          currentName={name}
          currentLabel={labels[name] ?? name}
          currentColors={colors}
          onSelect={(chosen) => {
            if (disabled) return;
            const patch = chosen === "custom" && !field.customPaletteColors ? { customPaletteColors: [...colors] } : {};
            actions.updateSchemas(ids, { colorPalette: chosen, ...patch });
          }}
          groups={[
            {
              label: "",
              items: CHART_PALETTE_NAMES.map((own) => ({ name: own, label: labels[own], colors: resolveChartColors(own, field.customPaletteColors) })),
            },
          ]}
        />
      </div>
      <div className="jpd-colorgrid" data-property="customPaletteColors" hidden={name !== "custom"}>
        {name === "custom" &&
          colors.map((color, index) => (
            <div key={index} data-property={`customPaletteColors/${index}`}>
              <ColorControl
                label={`${t.properties.customPaletteColors} ${index + 1}`}
                value={color}
                disabled={disabled}
                onChange={(next) =>
                  actions.updateSchemas(
                    ids,
                    { customPaletteColors: colors.map((own, at) => (at === index ? next : own)) },
                    { coalesce: `palette:${index}` },
                  )
                }
              />
            </div>
          ))}
      </div>
    </section>
  );
}
