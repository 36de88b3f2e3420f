/** Buttons above a text that is being written: emphasis and lists. */
import { type ComponentType, useLayoutEffect, useRef } from "react";
import { useT } from "../../i18n";
import { keyLabel } from "../parts/commands";
import { IconBold, IconBullets, IconItalic, IconNumbers, type IconProps } from "../../ui/icons";

export type Emphasis = "bold" | "italic" | "bullets" | "numbers";

const ICONS: Record<Emphasis, ComponentType<IconProps>> = { bold: IconBold, italic: IconItalic, bullets: IconBullets, numbers: IconNumbers };
const KEYS: Partial<Record<Emphasis, string>> = { bold: "Ctrl+B", italic: "Ctrl+I" };

export interface EmphasisBarProps {
  onPress: (emphasis: Emphasis) => void;
  /** Path of the value that is all of the text. */
  source?: string | null;
  /** Opens the sample data at that value, where it can be changed. */
  onFillIn?: (() => void) | undefined;
}

export function EmphasisBar({ onPress, source = null, onFillIn }: EmphasisBarProps) {
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (bar.current ? keepInside(bar.current) : undefined), []);
  return (
    // The text keeps the focus, and what is selected in it.
    <div ref={bar} className="jpd-writing__bar" role="toolbar" aria-label={t.emphasis.label} onMouseDown={(event) => event.preventDefault()}>
      {(Object.keys(ICONS) as Emphasis[]).map((emphasis) => {
        const Icon = ICONS[emphasis];
        const keys = KEYS[emphasis];
        return (
          <button key={emphasis} type="button" className="jpd-iconbtn" aria-label={t.emphasis[emphasis]} title={keys ? `${t.emphasis[emphasis]} (${keyLabel(keys, t)})` : t.emphasis[emphasis]} onClick={() => onPress(emphasis)}>
            <Icon />
          </button>
        );
      })}
      {source !== null && (
        <span className="jpd-writing__source">
          {t.emphasis.fromData(source)}{" "}
          {onFillIn && (
            <button type="button" className="jpd-linkbtn" aria-haspopup="dialog" onClick={onFillIn}>
              {t.dataForm.fill}
            </button>
          )}
        </span>
      )}
    </div>
  );
}

/** Distance of the bar from the edges of the canvas, including the ruler at the left. */
const EDGE_PX = { left: 28, right: 8 };

/** Moves the bar to where the canvas shows all of it, also while that is scrolled or gets another width. */
function keepInside(bar: HTMLElement): (() => void) | undefined {
  const canvas = bar.closest<HTMLElement>("[data-part=canvas]");
  if (!canvas) return undefined;
  const place = () => {
    bar.style.translate = "";
    const area = canvas.getBoundingClientRect();
    const [left, right] = [area.left + EDGE_PX.left, area.left + canvas.clientWidth - EDGE_PX.right];
    bar.style.maxWidth = `${right - left}px`;
    const own = bar.getBoundingClientRect();
    const by = own.right > right ? right - own.right : own.left < left ? left - own.left : 0;
    if (by !== 0) bar.style.translate = `${by}px`;
  };
  place();
  canvas.addEventListener("scroll", place, { passive: true });
  const sized = typeof ResizeObserver === "function" ? new ResizeObserver(place) : null;
  sized?.observe(canvas);
  return () => {
    canvas.removeEventListener("scroll", place);
    sized?.disconnect();
  };
}
