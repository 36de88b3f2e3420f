/** The repeating bands of the page: tinted, labelled, with an edge that can be dragged. */
import { useStore } from "zustand";
import { useT } from "../../i18n";
import type { PageDesign } from "../../core/types";
import { useEditor } from "../hooks";
import { zoneRect } from "../../core/page";
import { box, mm } from "./length";

const BANDS = [
  { zone: "header", key: "headerHeight", label: "headerBand", edge: "bottom" },
  { zone: "footer", key: "footerHeight", label: "footerBand", edge: "top" },
  { zone: "marginLeft", key: "marginLeft", label: "marginLeftBand", edge: "right" },
  { zone: "marginRight", key: "marginRight", label: "marginRightBand", edge: "left" },
] as const;

export function Bands({ design, active }: { design: PageDesign; active: boolean }) {
  const t = useT();
  return (
    <>
      {BANDS.map(({ zone, key, label }) => {
        const size = design[key] ?? 0;
        if (!(size > 0)) return null;
        return (
          <div
            key={key}
            className="jpd-band"
            data-band={zone}
            data-active={active || undefined}
            style={{ position: "absolute", ...box(zoneRect(zone, design.page, design)), pointerEvents: "none" }}
          >
            <span className="jpd-band__label">{t.pageCanvas[label]}</span>
          </div>
        );
      })}
    </>
  );
}

/** The edges lie above the fields, so that they can be taken hold of. */
export function BandEdges({ design }: { design: PageDesign }) {
  const editor = useEditor();
  const t = useT();
  const change = useStore(editor.bandChange);
  if (!editor.permissions.page) return null;
  return (
    <>
      {BANDS.map(({ zone, key, edge, label }) => {
        const size = design[key] ?? 0;
        if (!(size > 0)) return null;
        const area = zoneRect(zone, design.page, design);
        const vertical = edge === "left" || edge === "right";
        const at = edge === "bottom" ? area.y + area.height : edge === "top" ? area.y : edge === "right" ? area.x + area.width : area.x;
        return (
          <div
            key={key}
            className="jpd-band__edge"
            data-band-edge={key}
            aria-hidden="true"
            data-dir={vertical ? "x" : "y"}
            title={t.pageCanvas[label]}
            style={{
              position: "absolute",
              touchAction: "none",
              cursor: vertical ? "ew-resize" : "ns-resize",
              ...(vertical
                ? { left: mm(at), top: 0, bottom: 0, width: 8, marginLeft: -4 }
                : { top: mm(at), left: 0, right: 0, height: 8, marginTop: -4 }),
            }}
          >
            {change.band === key && (
              <span className="jpd-readout" style={{ position: "absolute", left: 8, top: 8, whiteSpace: "nowrap" }}>
                {`${change.size} mm`}
                {change.changed > 0 && ` · ${t.editor.zoneChanges(change.changed)}`}
              </span>
            )}
          </div>
        );
      })}
    </>
  );
}
