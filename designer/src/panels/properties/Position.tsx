import { useStore } from "zustand";
import type { Field } from "../../core/types";
import { useDesignerActions, useDesignerData, useDesignerPage, useEditor } from "../../editor/hooks";
import { withRatio } from "../../editor/operations/pictures";
import { useLocale, useT } from "../../i18n";
import { NumberControl } from "./controls";
import { propertyOf } from "./description";
import { shownProperty, useExtensions } from "./extensions";
import { POSITION, TURN } from "./layout";
import { formatTenths } from "./numbers";
import { PropertyField } from "./PropertyField";
import { PropertyRow } from "./PropertyRow";
import type { Target } from "./target";

/** Place and size of the selected fields: two by two, as they are thought of. */
export function Position({ target, disabled }: { target: Target; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const { design } = useDesignerPage();
  const { template } = useDesignerData();
  const kind = target.kind ?? "text";
  const set = (key: (typeof POSITION)[number], value: number) => {
    const [only] = target.fields;
    if (only && target.fields.length === 1) return actions.setGeometry(only.id, withRatio(only, template, { [key]: value }));
    actions.transaction({ kind: key === "x" || key === "y" ? "move" : "resize", count: target.fields.length }, () => {
      for (const field of target.fields) actions.setGeometry(field.id, { [key]: value });
    });
  };
  const outside = target.fields.some(
    ({ x, y, width, height }) => x < -0.005 || y < -0.005 || x + width > design.page.width + 0.005 || y + height > design.page.height + 0.005,
  );
  const rules = t.inPrint as Record<string, string>;
  return (
    <div className="jpd-position">
      {POSITION.map((key) => {
        const { value, mixed } = target.read(key);
        const property = propertyOf(kind, key);
        const label = t.properties[key];
        return (
          <PropertyRow key={key} property={property} path={key} label={label} differs={false} inPrint={rules[`${kind}.${key}`]}>
            {({ id }) => (
              <NumberControl
                id={id}
                label={label}
                property={property}
                value={typeof value === "number" ? value : undefined}
                mixed={mixed}
                disabled={disabled}
                onChange={(number) => set(key, number)}
              />
            )}
          </PropertyRow>
        );
      })}
      <Turn target={target} disabled={disabled} />
      {target.fields.length === 1 && <Printed field={target.fields[0]!} />}
      {outside && <p className="jpd-warn jpd-position__warn">{t.control.outsidePage}</p>}
    </div>
  );
}

/** Rotation of a field, beside its place. */
function Turn({ target, disabled }: { target: Target; disabled: boolean }) {
  const { on } = useExtensions();
  const { value } = target.read(TURN);
  const { kind } = target;
  if (kind === null || !shownProperty(propertyOf(kind, TURN), on, value)) return null;
  return <PropertyField property={{ ...propertyOf(kind, TURN), unit: "°" }} target={target} disabled={disabled} />;
}

/** Less is not seen on the rulers. */
const SEEN_MM = 0.05;

/** Place of the field on the canvas and the rulers, where that is not its place in the template. */
function Printed({ field }: { field: Field }) {
  const t = useT().control;
  const locale = useLocale();
  const editor = useEditor();
  const { stage } = useStore(editor.stage);
  const drawing = useStore(editor.drawing.store, ({ byField }) => byField.get(field.id));
  if (!stage || !drawing) return null;
  const page = drawing.page === stage.origin.number ? null : drawing.page;
  const { y } = drawing.shift;
  if (Math.abs(y) >= SEEN_MM) return <p className="jpd-hint jpd-position__printed">{t.printedAt(formatTenths(field.y + y, locale), page)}</p>;
  return page === null ? null : <p className="jpd-hint jpd-position__printed">{t.printedOn(page)}</p>;
}
