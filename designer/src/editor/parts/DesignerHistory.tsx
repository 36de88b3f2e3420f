/** Undo, redo, and the list of steps. */
import { useEffect, useRef, useState } from "react";
import { useT } from "../../i18n";
import { cx } from "../../ui";
import { IconChevronDown, IconRedo, IconUndo } from "../../ui/icons";
import { useDesignerHistory, useEditor } from "../hooks";
import type { PartProps } from "../types";
import { useIsOnActiveTab } from "./active-tab";
import { menuKeys } from "./menu-keys";
import { usePartRoot } from "./root";

export function DesignerHistory({ className, style, whenTab }: PartProps) {
  const shown = useIsOnActiveTab(whenTab);
  const t = useT().editor;
  const editor = useEditor();
  const { canUndo, canRedo, steps, position, goTo } = useDesignerHistory();
  const root = usePartRoot();
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) list.current?.querySelector<HTMLElement>("[aria-current=step]")?.focus();
  }, [open]);
  if (!shown || editor.host.history === "off") return null;
  const back = steps[position - 1];
  const forth = steps[position];
  const entry = (index: number, label: string) => (
    <button
      key={index}
      type="button"
      className="jpd-menuitem"
      data-absent={index > position || undefined}
      aria-current={index === position ? "step" : undefined}
      onClick={() => goTo(index)}
    >
      {label}
    </button>
  );
  return (
    <div ref={root} className={cx("jpd-part jpd-history", className)} data-part="history" style={style}>
      <button
        type="button"
        className="jpd-iconbtn"
        aria-label={t.undo}
        title={t.undoTitle(back ? t.historyLabel(back.label) : "")}
        disabled={!canUndo}
        onClick={editor.actions.undo}
      >
        <IconUndo width={16} height={16} />
      </button>
      <button
        type="button"
        className="jpd-iconbtn"
        aria-label={t.redo}
        title={t.redoTitle(forth ? t.historyLabel(forth.label) : "")}
        disabled={!canRedo}
        onClick={editor.actions.redo}
      >
        <IconRedo width={16} height={16} />
      </button>
      <span className="jpd-history__more">
        <button type="button" className="jpd-iconbtn" aria-label={t.history} title={t.history} aria-expanded={open} onClick={() => setOpen((on) => !on)}>
          <IconChevronDown />
        </button>
        {open && (
          <div
            ref={list}
            className="jpd-popover jpd-menu jpd-history__list"
            role="group"
            aria-label={t.history}
            {...menuKeys(list, () => setOpen(false))}
          >
            {steps.map((step, index) => entry(index + 1, t.historyLabel(step.label))).reverse()}
            {entry(0, t.historyStart)}
          </div>
        )}
      </span>
    </div>
  );
}
