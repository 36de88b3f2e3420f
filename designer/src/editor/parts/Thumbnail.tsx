import { memo } from "react";
import { useStore } from "zustand";
import type { PageDesign } from "../../core/types";
import { useEditor } from "../hooks";
import { fieldsOf } from "../operations/design";

/** The first printed page of a design; boxes of its fields while there is no drawing. */
export const Thumbnail = memo(function Thumbnail({ design, index }: { design: PageDesign; index: number }) {
  const editor = useEditor();
  const drawn = useStore(editor.drawing.store, (state) => state.firstPages.get(index));
  const { width, height } = design.page ?? { width: 210, height: 297 };
  return (
    <svg
      className="jpd-pages__sheet"
      viewBox={`0 0 ${width} ${height}`}
      style={{ width: `min(var(--jpd-thumbnail-width, 6.5rem), calc(var(--jpd-thumbnail-height, 8.5rem) * ${width / height}))`, aspectRatio: `${width} / ${height}` }}
      aria-hidden="true"
      focusable="false"
    >
      {drawn ? (
        <g dangerouslySetInnerHTML={{ __html: drawn.background + drawn.placements.map((placement) => placement.svg).join("") }} />
      ) : (
        fieldsOf(design).map(
          (field) => field && <rect key={field.id} x={field.x} y={field.y} width={Math.max(0, field.width) || 0} height={Math.max(0, field.height) || 0} fill="#dbe3ec" />,
        )
      )}
    </svg>
  );
});
