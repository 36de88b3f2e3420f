/** Asks as what a list that was dropped on the page is shown, and which value of an object. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n";
import { mmToPx } from "../../core/page";
import { useEditor } from "../hooks";
import { valuesIn } from "../../panels/data/lookup";
import type { Editor } from "../store/editor";
import { addListAs, dropPath, listKinds } from "./drop";

/** Distance of the menu from the edge of the canvas, in pixels. */
const MARGIN = 8;

function close(editor: Editor): void {
  editor.dropChoice.setState({ payload: null });
  editor.viewport.current?.focus({ preventScroll: true });
}

export function DropChooser() {
  const editor = useEditor();
  const t = useT();
  const choice = useStore(editor.dropChoice);
  const menu = useRef<HTMLDivElement>(null);
  const { payload, at, target, shown } = choice;
  const open = payload !== null;
  useEffect(() => {
    menu.current?.querySelector("button")?.focus();
  }, [payload]);
  // Focus may stay where the drag began.
  useEffect(() => {
    if (!open) return;
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close(editor);
    };
    window.addEventListener("keydown", escape, true);
    return () => window.removeEventListener("keydown", escape, true);
  }, [editor, open]);
  // It stands where the drop was; the whole menu is in sight, also beside a place near the edge.
  useLayoutEffect(() => {
    const element = menu.current;
    const box = editor.viewport.current;
    const sheet = box?.querySelector("[data-sheet]")?.getBoundingClientRect();
    if (!element || !box || !sheet) return;
    element.style.translate = "none";
    const [own, sight] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    const scale = mmToPx(editor.view.getState().zoom);
    const x = Math.min(sheet.left + shown.x * scale, sight.right - MARGIN - own.width) - own.left;
    const y = Math.min(sheet.top + shown.y * scale, sight.bottom - MARGIN - own.height) - own.top;
    element.style.translate = `${x}px ${y}px`;
  }, [editor, payload, shown]);
  if (!payload) return null;
  const values = payload.kind === "scalar" ? valuesIn(editor.sample, payload.path) : null;
  const title = values ? t.editor.dropObject(payload.path) : t.editor.dropList(payload.path);
  const chosen = (run: () => void) => {
    run();
    close(editor);
  };
  return (
    <div
      ref={menu}
      className={values ? "jpd-popover jpd-menu jpd-names" : "jpd-popover jpd-menu"}
      role="menu"
      aria-label={title}
      data-no-gesture=""
      style={{ position: "absolute", zIndex: 6, left: 0, top: 0 }}
      onKeyDown={(event) => {
        event.stopPropagation();
        const buttons = [...(menu.current?.querySelectorAll("button") ?? [])];
        const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
        if (event.key === "ArrowDown") buttons[(index + 1) % buttons.length]?.focus();
        else if (event.key === "ArrowUp") buttons.at(index - 1)?.focus();
      }}
      onBlur={(event) => {
        if (!menu.current?.contains(event.relatedTarget)) editor.dropChoice.setState({ payload: null });
      }}
    >
      <p className="jpd-menu__title">{title}</p>
      {values?.map(({ path, value }) => (
        <Choice key={path} onChoose={() => chosen(() => dropPath(editor, { path, kind: "scalar" }, at, target))}>
          <span>{path.slice(payload.path.length + 1)}</span>
          <span className="jpd-names__value">{String(value ?? "")}</span>
        </Choice>
      ))}
      {!values && listKinds(editor, payload).map((kind) => (
        <Choice key={kind} onChoose={() => chosen(() => addListAs(editor, kind, payload, at))}>
          {kind === "tableWithTotal" ? t.editor.tableWithTotal : t.fieldTypeLabels[kind]}
        </Choice>
      ))}
    </div>
  );
}

function Choice({ onChoose, children }: { onChoose: () => void; children: ReactNode }) {
  return (
    <button type="button" role="menuitem" className="jpd-menuitem" onClick={onChoose}>
      {children}
    </button>
  );
}
