/** All fields of the page by zone, to read; a click selects. */
import { useMemo } from "react";
import { useLocale, useT } from "../../i18n";
import { cx } from "../../ui";
import type { Zone } from "../../core/types";
import { describeBindingShort } from "../../core/bindings";
import { formatTenths } from "../../panels/properties/numbers";
import { additive } from "../gestures/surface";
import { useDesignerData, useDesignerPage, useDesignerSelection, useEditor } from "../hooks";
import { fieldsOf } from "../operations/design";
import { classifyZone } from "../../core/page";
import { sanitizedBinding } from "../operations/sanitize";
import { inBand } from "../operations/zones";
import type { DesignerInspectorProps } from "../types";
import { useIsOnActiveTab } from "./active-tab";
import { usePartRoot } from "./root";

const ZONES = ["header", "marginLeft", "marginRight", "body", "footer"] as const;

export function DesignerInspector({ className, style, whenTab }: DesignerInspectorProps) {
  const shown = useIsOnActiveTab(whenTab);
  const t = useT();
  const locale = useLocale();
  const editor = useEditor();
  const { bindings } = useDesignerData();
  const { design } = useDesignerPage();
  const { selectedIds, handleSelect } = useDesignerSelection();
  const root = usePartRoot();
  const fields = fieldsOf(design);
  const groups = useMemo(() => {
    const zones = new Map<Zone, { field: (typeof fields)[number]; z: number }[]>();
    fields.forEach((field, z) => {
      if (!field) return;
      const zone = field.sectionId ? "body" : classifyZone(field, design.page, design);
      zones.set(zone, [...(zones.get(zone) ?? []), { field, z }]);
    });
    return zones;
  }, [fields, design]);
  if (!shown) return null;
  const titles: Record<Zone, string> = {
    header: t.templateInspector.zoneHeader,
    footer: t.templateInspector.zoneFooter,
    marginLeft: t.templateInspector.zoneMarginLeft,
    marginRight: t.templateInspector.zoneMarginRight,
    body: t.templateInspector.zoneBody,
  };
  const short = (value: number) => (Number.isFinite(value) ? formatTenths(value, locale) : "?");
  return (
    <div ref={root} className={cx("jpd-part jpd-inspector", className)} data-part="inspector" style={style}>
      <h2 className="jpd-sronly">{t.tabBar.inspector}</h2>
      {fields.length === 0 && <p className="jpd-hint">{t.templateInspector.empty}</p>}
      {ZONES.map((zone) => {
        const own = groups.get(zone);
        if (!own) return null;
        return (
          <section key={zone} className="jpd-inspector__zone" data-zone={zone}>
            <h3 className="jpd-eyebrow">{titles[zone]}</h3>
            <table className="jpd-inspector__table">
              <thead>
                <tr>
                  <th scope="col">{t.templateInspector.columnName}</th>
                  <th scope="col">{t.templateInspector.columnType}</th>
                  <th scope="col">{t.templateInspector.columnBinding}</th>
                  <th scope="col">X</th>
                  <th scope="col">Y</th>
                  <th scope="col">{t.templateInspector.columnZIndex}</th>
                </tr>
              </thead>
              <tbody>
                {own.map(({ field, z }) => {
                  const binding = bindings.find((candidate) => candidate?.schemaName === field.name);
                  const section = field.sectionId ? fields.find((other) => other?.id === field.sectionId)?.name : undefined;
                  return (
                    <tr key={field.id} data-selected={selectedIds.includes(field.id) || undefined}>
                      <th scope="row">
                        <button
                          type="button"
                          className="jpd-rowname"
                          aria-pressed={selectedIds.includes(field.id)}
                          onClick={(event) => {
                            editor.actions.setIsolateBands(inBand(field, design));
                            handleSelect(field.id, additive(event));
                          }}
                        >
                          {field.name}
                        </button>
                        {section && <span className="jpd-meta">{`${t.templateInspector.columnSection}: ${section}`}</span>}
                      </th>
                      <td>{t.fieldTypeLabels[field.type] ?? field.type}</td>
                      <td className="jpd-inspector__binding">{binding ? describeBindingShort(sanitizedBinding(binding), t) : "–"}</td>
                      <td>{short(field.x)}</td>
                      <td>{short(field.y)}</td>
                      <td>{z}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </section>
        );
      })}
    </div>
  );
}
