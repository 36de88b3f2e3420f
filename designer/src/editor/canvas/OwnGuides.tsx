/** Guides that were dragged out of the rulers. Their lines lie above the fields, what takes hold of them below. */
import { useStore } from "zustand";
import { useT } from "../../i18n";
import { useDesignerPage, useEditor } from "../hooks";
import { guidesAt } from "../store/notes";
import { mm } from "./length";

const GRIP_PX = 9;

/** `grips`: the areas that can be taken hold of instead of the lines. */
export function OwnGuides({ grips = false }: { grips?: boolean }) {
  const editor = useEditor();
  const t = useT().editor;
  const { index } = useDesignerPage();
  const guides = useStore(editor.notes, (notes) => guidesAt(notes, index));
  const size = grips ? GRIP_PX : 1;
  return (
    <>
      {(["x", "y"] as const).flatMap((axis) =>
        guides[axis].map((at, number) => (
          <div
            key={`${axis}${number}`}
            className={grips ? "jpd-ownguide__grip" : "jpd-ownguide"}
            data-dir={axis}
            {...(grips ? { "data-guide": `${axis}:${number}`, title: t.guideAt(at) } : { "data-guide-line": `${axis}:${number}` })}
            aria-hidden="true"
            style={{
              position: "absolute",
              pointerEvents: grips ? "auto" : "none",
              touchAction: "none",
              cursor: axis === "x" ? "ew-resize" : "ns-resize",
              ...(axis === "x"
                ? { left: mm(at), top: 0, bottom: 0, width: size, marginLeft: -(size - 1) / 2 }
                : { top: mm(at), left: 0, right: 0, height: size, marginTop: -(size - 1) / 2 }),
            }}
          />
        )),
      )}
    </>
  );
}
