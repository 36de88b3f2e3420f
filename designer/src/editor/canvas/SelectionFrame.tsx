/** The frame around the selection: handles, edges of columns, parts of a card. */
import { useT } from "../../i18n";
import type { Field, KpiSchema, PageDesign } from "../../core/types";
import { KPI_DEFAULT_SIZES, KPI_ELEMENTS, kpiDefaultPositions, kpiElementLocked, kpiElementPresent } from "../../core/kpi";
import { mmToPx } from "../../core/page";
import { columnEdges } from "../gestures/snap";
import { useDesignerData, useDesignerSelection, useDesignerZoom, useEditor } from "../hooks";
import { boundsOf } from "../operations/geometry";
import { fieldsOf } from "../operations/design";
import { angleOf, isTurnable } from "../operations/turning";
import { box, mm, pt } from "./length";
import { useShownRects } from "./useStage";

const SIDES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;
const CURSORS = { nw: "nwse-resize", n: "ns-resize", ne: "nesw-resize", e: "ew-resize", se: "nwse-resize", s: "ns-resize", sw: "nesw-resize", w: "ew-resize" };
const HANDLE_PX = 9;
/** Distance of the handle for turning above the frame. */
const TURN_PX = 26;
/** On a side shorter than this, the handles in the middle lie outside: between them the field is still taken hold of. */
const ROOMY_PX = 36;
const AT = { n: "0%", w: "0%", s: "100%", e: "100%" } as const;

export function SelectionFrame({ design, editing }: { design: PageDesign; editing: string | null }) {
  const { selectedIds, selectedKpiElement } = useDesignerSelection();
  const { zoom } = useDesignerZoom();
  const { template } = useDesignerData();
  const editor = useEditor();
  const t = useT();
  const shownRects = useShownRects();
  const selected = fieldsOf(design).filter((field): field is Field => field !== null && selectedIds.includes(field?.id));
  if (selected.length === 0 || editing !== null) return null;
  const bounds = boundsOf(shownRects(selected));
  const [single] = selected;
  const only = selected.length === 1 ? single : undefined;
  const [short, narrow] = [bounds.height, bounds.width].map((length) => mmToPx(length) * zoom < ROOMY_PX);
  /** Distance of a handle from the frame. */
  const out = (side: string, before: string, after: string, tight: boolean | undefined) => (!tight || side.length > 1 ? 0 : side === before ? -HANDLE_PX : side === after ? HANDLE_PX : 0);
  const angle = angleOf(only, template);
  const movable = editor.permissions.structure && selected.some((field) => !field.locked);
  return (
    <div
      className="jpd-selection"
      data-selection-frame=""
      data-multiple={selected.length > 1 || undefined}
      data-locked={only?.locked || undefined}
      style={{ position: "absolute", ...box(bounds), rotate: angle === 0 ? undefined : `${angle}deg`, pointerEvents: "none" }}
    >
      {only && movable && isTurnable(only, template) && (
        <div
          className="jpd-turn"
          data-turn-handle=""
          title={t.gestures.turnHandle(only.name)}
          style={{
            position: "absolute",
            left: "50%",
            top: -TURN_PX,
            width: HANDLE_PX + 2,
            height: HANDLE_PX + 2,
            marginLeft: -(HANDLE_PX + 2) / 2,
            pointerEvents: "auto",
            touchAction: "none",
          }}
        />
      )}
      {only?.type === "table" &&
        editor.permissions.structure &&
        columnEdges({ ...only, x: 0 }).map((at, index) => (
          <div
            key={index}
            className="jpd-selection__column"
            data-column-edge={index}
            style={{
              position: "absolute",
              left: mm(at),
              top: 0,
              width: 8,
              marginLeft: -4,
              height: mm(Math.min(7, only.height)),
              cursor: "col-resize",
              pointerEvents: "auto",
              touchAction: "none",
            }}
          />
        ))}
      {only?.type === "kpi" && <CardParts card={only} active={selectedKpiElement} />}
      {movable &&
        SIDES.map((side) => (
          <div
            key={side}
            className="jpd-handle"
            data-handle={side}
            title={t.editor.resizeHandle(only?.name ?? "", side)}
            style={{
              position: "absolute",
              left: side.includes("w") ? AT.w : side.includes("e") ? AT.e : "50%",
              top: side.includes("n") ? AT.n : side.includes("s") ? AT.s : "50%",
              width: HANDLE_PX,
              height: HANDLE_PX,
              margin: -HANDLE_PX / 2,
              translate: `${out(side, "w", "e", narrow)}px ${out(side, "n", "s", short)}px`,
              cursor: CURSORS[side],
              pointerEvents: "auto",
              touchAction: "none",
            }}
          />
        ))}
    </div>
  );
}

/** Invisible boxes over the parts of a card: a click selects the part, dragging moves an unlocked one. */
function CardParts({ card, active }: { card: KpiSchema; active: string | null }) {
  const sizes = {
    icon: card.iconSize ?? KPI_DEFAULT_SIZES.icon,
    title: card.titleFontSize ?? KPI_DEFAULT_SIZES.title,
    value: card.valueFontSize ?? KPI_DEFAULT_SIZES.value,
    subtitle: card.subtitleFontSize ?? KPI_DEFAULT_SIZES.subtitle,
  };
  const inMm = { icon: pt(sizes.icon), title: pt(sizes.title), value: pt(sizes.value), subtitle: pt(sizes.subtitle) };
  const places = kpiDefaultPositions(card.width, card.height, inMm);
  return (
    <>
      {KPI_ELEMENTS.filter((part) => kpiElementPresent(card, part)).map((part) => {
        const own = card[`${part}Offset`];
        const at = own ? { x: own.x ?? 0, y: own.y ?? 0 } : places[part];
        const text = part === "icon" ? "" : String(card[part] ?? "");
        const width = part === "icon" ? inMm.icon : Math.min(card.width - at.x, Math.max(6, text.length * inMm[part] * 0.62));
        const height = inMm[part] * (part === "icon" ? 1 : 1.15);
        return (
          <div
            key={part}
            className="jpd-kpi__part"
            data-kpi-part={part}
            data-active={active === part || undefined}
            data-draggable={!kpiElementLocked(card, part) || undefined}
            data-x={at.x}
            data-y={at.y}
            data-w={width}
            data-h={height}
            style={{
              position: "absolute",
              ...box({ ...at, width, height }),
              pointerEvents: "auto",
              cursor: kpiElementLocked(card, part) ? "pointer" : "move",
              touchAction: "none",
            }}
          />
        );
      })}
    </>
  );
}
