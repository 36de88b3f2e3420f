/** Drawings of a gesture: guides, marquee, position and size. */
import { useStore } from "zustand";
import { useLocale, useT } from "../../i18n";
import { formatTenths } from "../../panels/properties/numbers";
import { useEditor } from "../hooks";
import { box, mm } from "./length";

export function GestureOverlay() {
  const editor = useEditor();
  const t = useT();
  const locale = useLocale();
  const { guides, readout, angle, at, corner, marquee, dropSection, drop } = useStore(editor.overlay);
  const beside = at ?? readout;
  const section = editor.field(dropSection);
  return (
    <div className="jpd-canvas__overlay" aria-hidden="true" style={{ position: "absolute", inset: 0, pointerEvents: "none" }}>
      {section && <div className="jpd-section-drop" style={{ position: "absolute", ...box(editor.shownRect(section)) }} />}
      {drop?.box && <div className="jpd-drop" style={{ position: "absolute", ...box(drop.box) }} />}
      {drop && (
        <span
          className="jpd-drop__hint"
          style={{ position: "absolute", left: mm(drop.box?.x ?? drop.at?.x ?? 0), top: mm(drop.box ? drop.box.y + drop.box.height : (drop.at?.y ?? 0)) }}
        >
          {t.dropHints[drop.kind]}
        </span>
      )}
      {guides.map(({ axis, at, from, to, gap }, index) => (
        <div
          key={index}
          className="jpd-guide"
          data-dir={axis}
          style={{
            position: "absolute",
            ...(axis === "x" ? { left: mm(corner.x + at), top: mm(corner.y + from), height: mm(to - from), width: 1 } : { top: mm(corner.y + at), left: mm(corner.x + from), width: mm(to - from), height: 1 }),
          }}
        >
          {gap !== undefined && <span className="jpd-guide__label">{formatTenths(gap, locale)}</span>}
        </div>
      ))}
      {marquee && <div className="jpd-marquee" style={{ position: "absolute", ...box(marquee) }} />}
      {readout && beside && (
        <span
          className="jpd-readout"
          style={{ position: "absolute", left: mm(beside.x), top: mm(beside.y + beside.height), marginTop: 6, whiteSpace: "nowrap" }}
        >
          {angle === undefined ? t.editor.readout(readout.x, readout.y, readout.width, readout.height) : t.gestures.angle(angle)}
        </span>
      )}
    </div>
  );
}
