/** Marks a picture whose sides are printed in another ratio than its own. */
import { useMemo } from "react";
import type { ImageSchema } from "../../core/types";
import { useLocale, useT } from "../../i18n";
import { imageFacts } from "../../panels/properties/images";
import { formatTenths } from "../../panels/properties/numbers";
import { IconAlertTriangle } from "../../ui/icons";
import { useDesignerData, useEditor } from "../hooks";
import type { FieldDrawing } from "../drawing/drawing-store";

/** Less than this is not seen. */
const TOLERANCE = 0.02;

/** Width by height of the picture in pixels, where it is stretched. */
export function stretchedPicture(uri: string, box: { width: number; height: number }): { width: number; height: number } | null {
  const facts = imageFacts(uri);
  if (!facts || !(box.width > 0) || !(box.height > 0)) return null;
  const ratio = (facts.width / facts.height) * (box.height / box.width);
  return Math.abs(ratio - 1) > TOLERANCE ? { width: facts.width, height: facts.height } : null;
}

export function StretchMark({ field, drawing }: { field: ImageSchema; drawing: FieldDrawing | undefined }) {
  const editor = useEditor();
  const t = useT().editor;
  const locale = useLocale();
  const { template } = useDesignerData();
  const { fit } = field as { fit?: unknown };
  const fitted = template.extensions !== undefined && typeof fit === "string" && fit !== "stretch";
  const { content, width, height } = field;
  const picture = useMemo(() => {
    if (fitted) return null;
    const uri = (drawing && editor.drawing.pictureOf(drawing.svg)) || (typeof content === "string" ? content : "");
    return uri ? stretchedPicture(uri, { width, height }) : null;
  }, [editor, drawing, content, width, height, fitted]);
  if (!picture) return null;
  const text = t.imageStretched(`${formatTenths(width, locale)} × ${formatTenths(height, locale)}`, `${picture.width} × ${picture.height}`);
  return (
    <span className="jpd-field__mark" data-stretched="" title={text} style={{ position: "absolute", right: 2, top: 2, lineHeight: 0 }}>
      <IconAlertTriangle role="img" aria-hidden={undefined} aria-label={text} />
    </span>
  );
}
