import { isWaitingForValue, KPI_ELEMENTS, kpiElementPresent, kpiLockedPatch, kpiOffsetPatch, kpiRestorePatch } from "../../../core/kpi";
import type { KpiElementKey, KpiSchema } from "../../../core/types";
import { useDesignerActions, useDesignerSelectedSchema, useDesignerSelection } from "../../../editor/hooks";
import { useT, withInlineCode, type Dict } from "../../../i18n";
import { IconPlus, IconTrash } from "../../../ui/icons";
import { useUiComponents } from "../../../ui/registry";
import { propertyOf } from "../description";
import { IconPicker } from "../IconPicker";
import { Group } from "../PropertyPanel";
import { PropertyField } from "../PropertyField";
import { PropertyRow } from "../PropertyRow";
import type { Target } from "../target";

export function elementLabel(element: KpiElementKey, t: Dict): string {
  return { icon: t.kpi.elementIcon, title: t.kpi.title, value: t.kpi.elementValue, subtitle: t.kpi.subtitle }[element];
}

/** The texts of a card; a part that is taken away loses its key. */
export function KpiContent({ field, target, disabled }: { field: KpiSchema; target: Target; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const { selectedBinding } = useDesignerSelectedSchema();
  const bound = selectedBinding?.type === "kpi";
  return (
    <Group title={t.groups.content}>
      {KPI_ELEMENTS.map((element) =>
        kpiElementPresent(field, element) ? (
          <div key={element} className="jpd-kpi__part">
            {element === "icon" ? (
              <PropertyRow property={propertyOf("kpi", "icon")} path="icon" label={t.properties.icon} differs={false}>
                {({ id }) => <IconPicker id={id} value={field.icon} disabled={disabled} onChange={(icon) => target.write("icon", icon)} />}
              </PropertyRow>
            ) : (
              <div className="jpd-kpi__text">
                <PropertyField property={propertyOf("kpi", element)} target={target} disabled={disabled} />
                {element === "value" && isWaitingForValue(field, [selectedBinding]) && <p className="jpd-hint">{withInlineCode(t.kpi.chooseValueHint)}</p>}
                {element === "value" && bound && <p className="jpd-hint">{t.kpi.boundOverridesValueHint}</p>}
              </div>
            )}
            <button
              type="button"
              className="jpd-iconbtn jpd-kpi__remove"
              data-tone="danger"
              aria-label={`${t.kpi.removeElement}: ${elementLabel(element, t)}`}
              title={`${t.kpi.removeElement}: ${elementLabel(element, t)}`}
              disabled={disabled}
              onClick={() => actions.updateSchema(field.id, { [element]: undefined })}
            >
              <IconTrash />
            </button>
          </div>
        ) : (
          <div key={element} data-property={element}>
            <button
              type="button"
              className="jpd-addlink"
              disabled={disabled}
              onClick={() => actions.updateSchema(field.id, { ...kpiRestorePatch(element, t) })}
            >
              <IconPlus /> {t.kpi.addElement}: {elementLabel(element, t)}
            </button>
          </div>
        ),
      )}
      <p className="jpd-hint">{withInlineCode(t.kpi.hint)}</p>
    </Group>
  );
}

/** Size and place of the parts of a card, one at a time. */
export function KpiParts({ target, disabled }: { target: Target; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const { Button } = useUiComponents();
  const { selectedKpiElement, setSelectedKpiElement } = useDesignerSelection();
  const shown = selectedKpiElement;
  return (
    <Group title={t.groups.parts}>
      <div className="jpd-segments" role="group" aria-label={t.groups.parts}>
        {KPI_ELEMENTS.map((element) => (
          <Button
            key={element}
            variant="ghost"
            aria-pressed={shown === element}
            onClick={() => setSelectedKpiElement(shown === element ? null : element)}
          >
            {elementLabel(element, t)}
          </Button>
        ))}
      </div>
      {shown === null && <p className="jpd-hint">{t.kpi.elementStyleHint}</p>}
      {KPI_ELEMENTS.map((element) => {
        const keys = [element === "icon" ? "iconSize" : `${element}FontSize`, `${element}Offset`, `${element}Locked`];
        if (shown !== element) return null;
        return (
          <div key={element} className="jpd-stack">
            {keys.map((key) => (
              <PropertyField key={key} property={propertyOf("kpi", key)} target={target} disabled={disabled} />
            ))}
            <div className="jpd-row">
              <button
                type="button"
                className="jpd-linkbtn"
                disabled={disabled}
                onClick={() =>
                  actions.updateSchemas(
                    target.fields.map(({ id }) => id),
                    { ...kpiOffsetPatch(element, undefined), ...kpiLockedPatch(element, true) },
                  )
                }
              >
                {t.kpi.resetPosition}
              </button>
              <button type="button" className="jpd-linkbtn" onClick={() => setSelectedKpiElement(null)}>
                {t.kpi.backToCardStyle}
              </button>
            </div>
          </div>
        );
      })}
    </Group>
  );
}
