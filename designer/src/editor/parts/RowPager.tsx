/** Number of the row of a table that is shown, with buttons to the previous and the next one. */
import { useRef, useState } from "react";
import { useT } from "../../i18n";
import { cx } from "../../ui/cx";
import { IconChevronLeft, IconChevronRight } from "../../ui/icons";
import { useDesignerSample, useEditor } from "../hooks";

/** Number of rows above which the number of a row can be typed: below it the arrows are enough. */
const MAX_STEPPED_ROWS = 10;

/** `overCanvas`: styled as the bar over the canvas. */
export function RowPager({ overCanvas = false }: { overCanvas?: boolean }) {
  const t = useT().rows;
  const editor = useEditor();
  const { table } = useDesignerSample();
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  if (!table) return null;
  const { at } = table;
  const count = table.rows.length;
  const step = (to: number) => {
    // A button that is disabled would lose the focus to the page.
    if (to === 0 && document.activeElement === previous.current) next.current?.focus();
    if (to === count - 1 && document.activeElement === next.current) previous.current?.focus();
    editor.showRow(to);
  };
  const button = overCanvas ? "jpd-zoombar__btn" : "jpd-iconbtn";
  return (
    <div className={cx("jpd-pager", overCanvas && "jpd-zoombar")} role="group" aria-label={t.pager}>
      <button ref={previous} type="button" className={button} aria-label={t.previous} title={t.previous} disabled={at === 0} onClick={() => step(at - 1)}>
        <IconChevronLeft />
      </button>
      <span className="jpd-pager__place">
        {count > MAX_STEPPED_ROWS ? <RowNumber at={at} count={count} onChange={(to) => editor.showRow(to)} /> : at + 1} {t.of(count)}
      </span>
      <button ref={next} type="button" className={button} aria-label={t.next} title={t.next} disabled={at === count - 1} onClick={() => step(at + 1)}>
        <IconChevronRight />
      </button>
    </div>
  );
}

/** The number of the row, which can be typed. */
function RowNumber({ at, count, onChange }: { at: number; count: number; onChange: (at: number) => void }) {
  const t = useT().rows;
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    const number = Number(draft);
    if (draft !== null && draft.trim() !== "" && Number.isFinite(number)) onChange(number - 1);
    setDraft(null);
  };
  return (
    <input
      className="jpd-pager__number"
      type="number"
      min={1}
      max={count}
      aria-label={t.number}
      value={draft ?? String(at + 1)}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        // The canvas has keys of its own.
        event.stopPropagation();
        if (event.key === "Enter") commit();
        if (event.key === "Escape") setDraft(null);
      }}
    />
  );
}
