import { useT } from "../../i18n";
import { IconArrowsHorizontal, IconArrowsVertical, IconMinus, IconPlus } from "../../ui";
import { useDesignerZoom } from "../hooks";

export function ZoomBar() {
  const { zoom, min, max, zoomIn, zoomOut, reset, fitWidth, fitHeight } = useDesignerZoom();
  const t = useT().pageCanvas;
  const percent = `${Math.round(zoom * 100)}%`;
  const button = (label: string, onClick: () => void, content: React.ReactNode, disabled = false, title = label) => (
    <button type="button" className="jpd-zoombar__btn" aria-label={label} title={title} onClick={onClick} disabled={disabled}>
      {content}
    </button>
  );
  return (
    <div className="jpd-zoombar">
      {button(t.zoomOut, zoomOut, <IconMinus />, zoom <= min)}
      <button type="button" className="jpd-zoombar__value" aria-label={`${percent}: ${t.resetZoom}`} title={t.resetZoomTitle} onClick={reset}>
        {percent}
      </button>
      {button(t.zoomIn, zoomIn, <IconPlus />, zoom >= max)}
      <span className="jpd-zoombar__divider" aria-hidden="true" />
      {button(t.fitWidth, fitWidth, <IconArrowsHorizontal />)}
      {button(t.fitHeight, fitHeight, <IconArrowsVertical />)}
    </div>
  );
}
