/** One field on the sheet. */
import { memo, type ReactNode } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n";
import { isWaitingForValue } from "../../core/kpi";
import type { Binding, Field } from "../../core/types";
import { useEditor } from "../hooks";
import { DrawnByHand, legendOf } from "./DrawnByHand";
import { FieldDrawing } from "./FieldDrawing";
import { InlineEditor } from "./InlineEditor";
import { box, mm } from "./length";
import type { Stage } from "../operations/stage";
import { StretchMark } from "./StretchMark";
import { ValueToChoose } from "./ValueToChoose";

interface Props {
  field: Field;
  binding: Binding | undefined;
  selected: boolean;
  primary: boolean;
  /** Belongs to the zone that is not edited now. */
  wrongMode: boolean;
  editing: boolean;
  /** Another field is printed at its place. */
  behind: boolean;
  /** Of a section: other fields lie on its bar. */
  covered: boolean;
  /** By how many degrees it is turned. */
  angle: number;
  /** The printed pages; `null` where the canvas shows the layout. */
  stage: Stage | null;
  warnings: number;
  /** Texts of the warnings. */
  description: string | undefined;
  /** Drawing of the host on the field. */
  overlay: ((field: Field) => ReactNode) | undefined;
}

/** Sections are taken hold of by this bar only, so that fields inside them can be. */
export const SECTION_BAR_PX = 16;
/** Fields smaller than this get a larger area to click on. */
const SMALL_MM = 3;
const TARGET_PX = 24;
/** Above everything that is printed on the pages. */
const EDITED_Z = 1_000_000;

export const FieldView = memo(function FieldView({ field, binding, selected, primary, wrongMode, editing, behind, covered, angle, stage, warnings, description, overlay }: Props) {
  const editor = useEditor();
  const t = useT();
  const drawing = useStore(editor.drawing.store, (state) => state.byField.get(field.id));
  const drawn = useStore(editor.drawing.store, (state) => state.drawn);
  const mode = useStore(editor.ui, (ui) => (ui.isolateBands ? "bands" : "body"));
  const section = field.type === "section";
  const small = field.width < SMALL_MM || field.height < SMALL_MM;
  // A text whose value is empty prints no glyph: its token says what is there.
  const empty = drawn && field.type === "text" && !(drawing?.svg.includes("<use") || drawing?.svg.includes("<path"));
  const shown = stage ? stage.place(field, drawing) : field;
  const sheet = stage && drawing ? stage.sheet(drawing.page) : undefined;
  // On the pages there is only what is printed; what is not is seen while it is selected.
  const handMade = (!drawing || empty) && (!stage || selected);
  // What the engine draws is turned already; what is drawn by hand is turned as a whole.
  const turnedBox = angle !== 0 && drawing !== undefined;
  const broken = ![field.x, field.y, field.width, field.height].every(Number.isFinite);
  return (
    <div
      className={section ? "jpd-field jpd-section" : "jpd-field"}
      id={`${editor.drawing.prefix}${field.id}`}
      data-field-id={field.id}
      data-type={field.type}
      data-selected={selected || undefined}
      data-primary={primary || undefined}
      data-locked={field.locked || undefined}
      data-wrongmode={wrongMode || undefined}
      data-editing={editing || undefined}
      data-behind={(behind && !stage) || undefined}
      data-covered={covered || undefined}
      data-absent={(drawn && !drawing && !section) || undefined}
      data-turned={turnedBox || undefined}
      data-broken={broken || undefined}
      data-warning={warnings > 0 || undefined}
      role={editing ? "group" : "img"}
      aria-label={editor.fieldLabel(field, warnings)}
      aria-description={description}
      style={{
        position: "absolute",
        ...box(shown),
        rotate: angle !== 0 && !turnedBox ? `${angle}deg` : undefined,
        opacity: wrongMode && !(stage && mode === "body") ? 0.55 : undefined,
        pointerEvents: wrongMode || section || turnedBox ? "none" : "auto",
        zIndex: stage ? (editing ? EDITED_Z : drawing?.order) : undefined,
        visibility: stage && !drawing && !selected && drawn ? "hidden" : undefined,
      }}
    >
      {section && (
        <div
          className="jpd-section__bar"
          data-section-bar=""
          style={{ position: "absolute", left: 0, top: 0, right: 0, height: SECTION_BAR_PX, pointerEvents: wrongMode ? "none" : "auto" }}
        >
          <span className="jpd-section__name">{field.repeat === "once" ? field.name : t.editor.sectionBar(field.name, binding && "path" in binding ? binding.path : "")}</span>
        </div>
      )}
      {turnedBox && !editing && <div className="jpd-field__turned" style={{ position: "absolute", inset: 0, rotate: `${angle}deg`, pointerEvents: wrongMode ? "none" : "auto" }} />}
      {small && !section && (
        <div
          className="jpd-field__hit"
          style={{
            position: "absolute",
            left: "50%",
            top: "50%",
            width: `max(100%, ${TARGET_PX}px)`,
            height: `max(100%, ${TARGET_PX}px)`,
            translate: "-50% -50%",
          }}
        />
      )}
      {(!editing || (stage && field.type === "table")) && drawing && (
        <FieldDrawing
          drawing={drawing}
          type={field.type}
          legend={legendOf(field)}
          page={sheet}
          clip={field.type === "table" && !stage ? { width: Math.max(field.width, drawing.box.width), height: Math.max(field.height, 7) } : null}
        />
      )}
      {!editing && handMade && (
        <DrawnByHand field={empty && drawing ? withoutFrame(field) : field} binding={binding} ghost={drawn} imageHint={t.image.dropHint} />
      )}
      {!stage && drawing && field.type === "table" && drawing.box.height > field.height + 0.5 && (
        <div className="jpd-field__more" style={{ position: "absolute", left: 0, right: 0, bottom: 0, height: mm(4), pointerEvents: "none" }} />
      )}
      {field.type === "kpi" && (!stage || selected) && isWaitingForValue(field, [binding]) && <ValueToChoose card={field} />}
      {field.type === "image" && <StretchMark field={field} drawing={drawing} />}
      {editing && <InlineEditor field={field} binding={binding} />}
      {overlay?.(field)}
    </div>
  );
});

/** The frame is drawn by the engine already. */
function withoutFrame(field: Field): Field {
  if (field.type !== "text") return field;
  const { backgroundColor: _, borderColor: __, borderWidth: ___, ...rest } = field;
  return rest as Field;
}
