/** Asks as what a list that was dropped on the page is shown. */
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n";
import { mm } from "../canvas/length";
import { useEditor } from "../hooks";
import { addListAs } from "./drop";

const KINDS = ["table", "section", "chart", "kpi"] as const;

export function DropChooser() {
  const editor = useEditor();
  const t = useT();
  const choice = useStore(editor.dropChoice);
  const menu = useRef<HTMLDivElement>(null);
  const open = choice.payload !== null;
  useEffect(() => {
    if (open) menu.current?.querySelector("button")?.focus();
  }, [open]);
  if (!choice.payload) return null;
  const { payload, at } = choice;
  const close = () => {
    editor.dropChoice.setState({ payload: null });
    editor.viewport.current?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={menu}
      className="jpd-popover jpd-menu"
      role="menu"
      aria-label={t.editor.dropList(payload.path)}
      data-no-gesture=""
      style={{ position: "absolute", zIndex: 6, left: `calc(60px + ${mm(at.x)})`, top: `calc(60px + ${mm(at.y)})` }}
      onKeyDown={(event) => {
        event.stopPropagation();
        const buttons = [...(menu.current?.querySelectorAll("button") ?? [])];
        const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
        if (event.key === "Escape") close();
        else if (event.key === "ArrowDown") buttons[(index + 1) % buttons.length]?.focus();
        else if (event.key === "ArrowUp") buttons.at(index - 1)?.focus();
      }}
      onBlur={(event) => {
        if (!menu.current?.contains(event.relatedTarget)) editor.dropChoice.setState({ payload: null });
      }}
    >
      <p className="jpd-menu__title">{t.editor.dropList(payload.path)}</p>
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          role="menuitem"
          className="jpd-menuitem"
          onClick={() => {
            addListAs(editor, kind, payload, at);
            close();
          }}
        >
          {t.fieldTypeLabels[kind]}
        </button>
      ))}
    </div>
  );
}
