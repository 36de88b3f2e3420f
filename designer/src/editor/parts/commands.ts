/** Everything that can be done with the selection and the view, for menus, the command bar and toolbars. */
import { useMemo } from "react";
import { useStore } from "zustand";
import type { Field } from "../../core/types";
import { EXTENSION_KINDS } from "../../panels/properties/description";
import { type Dict, useT } from "../../i18n";
import { useDesignerConfig, useDesignerData, useDesignerHistory, useDesignerPage, useDesignerSelection, useEditor } from "../hooks";
import { boundsOf } from "../operations/geometry";
import { groupOf } from "../operations/groups";
import { angleOf, isTurnable } from "../operations/turning";
import type { Editor } from "../store/editor";
import type { DesignerCommand } from "../types";
import { guidesAt, withGuides } from "../store/notes";

export type Command = DesignerCommand;

const MAC = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.platform ?? "");
const MAC_KEYS: Readonly<Record<string, string>> = { Ctrl: "⌘", Shift: "⇧", Alt: "⌥" };

/** Keys as they are named on the keyboard at hand, in the language of the editor. */
export function keyLabel(keys: string, { keyNames }: Pick<Dict, "keyNames">, isMac = MAC): string {
  const own = isMac ? keys.replace(/(Ctrl|Shift|Alt)\+/g, (_, key: string) => MAC_KEYS[key]!) : keys;
  return own.replace(/[A-Za-z]{2,}/g, (key) => (isMac ? MAC_KEYS[key] : undefined) ?? (keyNames as Readonly<Record<string, string>>)[key] ?? key);
}

/** Guides along the edges of what is selected: the way without a pointer. */
function addGuides(editor: Editor, selected: readonly Field[]): void {
  const { x, y, width, height } = boundsOf(selected);
  editor.notes.setState((notes) => {
    const before = guidesAt(notes, editor.page);
    const added = (list: number[], places: number[]) => [...list, ...places.filter((at) => !list.includes(at))];
    return withGuides(notes, editor.page, { x: added(before.x, [x, x + width]), y: added(before.y, [y, y + height]) });
  }, true);
}

export function useCommands(): Command[] {
  const editor = useEditor();
  const t = useT();
  const { selectedIds } = useDesignerSelection();
  const { design, multiple, pages } = useDesignerPage();
  const { template } = useDesignerData();
  const { permissions, onSave, commands } = useDesignerConfig();
  const { canUndo, canRedo } = useDesignerHistory();
  const view = useStore(editor.ui, (ui) => ui.view);
  const readingOrder = useStore(editor.ui, (ui) => ui.readingOrder);
  return useMemo(() => {
    const { actions, zoom } = editor;
    const e = t.editor;
    const selected = design.schemas.filter((field) => field && selectedIds.includes(field.id));
    const none = selected.length === 0 || !permissions.structure;
    const few = selected.length < 2 || !permissions.structure;
    const id = selectedIds.at(-1) ?? "";
    const list: Command[] = [
      { id: "undo", label: e.undo, keys: "Ctrl+Z", disabled: !canUndo, run: actions.undo },
      { id: "redo", label: e.redo, keys: "Ctrl+Shift+Z", disabled: !canRedo, run: actions.redo },
      ...(onSave ? [{ id: "save", label: e.save, keys: "Ctrl+S", run: () => actions.save() }] : []),
      ...(["text", "table", "image", "chart", "kpi"] as const).map((type) => ({
        id: `add-${type}`,
        label: e.addField(t.fieldTypeLabels[type]),
        keys: { text: "T", table: "B", image: "I", chart: "C", kpi: "K" }[type],
        disabled: !permissions.structure,
        run: () => editor.insertField(type),
      })),
      {
        id: "add-section",
        label: e.addField(t.fieldTypeLabels.section),
        keys: "S",
        disabled: !permissions.structure,
        run: () => void actions.createSection(),
      },
      ...EXTENSION_KINDS.map((type) => ({
        id: `add-${type}`,
        label: e.addField(t.fieldTypeLabels[type] ?? type),
        disabled: !permissions.structure,
        run: () => void actions.addField(type as "text"),
      })),
      { id: "cut", label: e.cut, keys: "Ctrl+X", disabled: none, run: actions.cut },
      { id: "copy", label: e.copy, keys: "Ctrl+C", disabled: selected.length === 0, run: actions.copy },
      { id: "paste", label: e.paste, keys: "Ctrl+V", disabled: !permissions.structure, run: () => actions.paste() },
      { id: "pasteInPlace", label: e.pasteInPlace, keys: "Ctrl+Shift+V", disabled: !permissions.structure, run: () => actions.paste(true) },
      { id: "duplicate", label: e.duplicate, keys: "Ctrl+D", disabled: none, run: actions.duplicate },
      { id: "remove", label: e.remove, keys: "Del", disabled: none, run: () => editor.askRemoval(selectedIds) },
      { id: "group", label: t.gestures.group, keys: "Ctrl+G", disabled: few, run: actions.group },
      { id: "ungroup", label: t.gestures.ungroup, keys: "Ctrl+Shift+G", disabled: none || !selected.some((field) => groupOf(field)), run: actions.ungroup },
      { id: "turnRight", label: t.gestures.turnRight, disabled: none || selected.length > 1 || !selected.every((field) => isTurnable(field, template)), run: () => actions.turn([id], (angleOf(selected[0], template) + 90) % 360) },
      { id: "selectAll", label: e.selectAll, keys: "Ctrl+A", run: actions.selectAll },
      { id: "alignLeft", label: e.alignLeft, disabled: none, run: () => actions.align("left") },
      { id: "alignCenter", label: e.alignCenter, disabled: none, run: () => actions.align("center") },
      { id: "alignRight", label: e.alignRight, disabled: none, run: () => actions.align("right") },
      { id: "alignTop", label: e.alignTop, disabled: none, run: () => actions.align("top") },
      { id: "alignMiddle", label: e.alignMiddle, disabled: none, run: () => actions.align("middle") },
      { id: "alignBottom", label: e.alignBottom, disabled: none, run: () => actions.align("bottom") },
      { id: "distributeHorizontal", label: e.distributeHorizontal, disabled: few || selected.length < 3, run: () => actions.distribute("horizontal") },
      { id: "distributeVertical", label: e.distributeVertical, disabled: few || selected.length < 3, run: () => actions.distribute("vertical") },
      { id: "sameWidth", label: e.sameWidth, disabled: few, run: () => actions.matchSize("width") },
      { id: "sameHeight", label: e.sameHeight, disabled: few, run: () => actions.matchSize("height") },
      { id: "centerHorizontal", label: e.centerHorizontal, disabled: none, run: () => actions.centerInBody("horizontal") },
      { id: "centerVertical", label: e.centerVertical, disabled: none, run: () => actions.centerInBody("vertical") },
      { id: "bringToFront", label: e.bringToFront, keys: "Ctrl+Shift+]", disabled: none, run: () => actions.bringToFront(id) },
      { id: "bringForward", label: e.bringForward, keys: "Ctrl+]", disabled: none, run: () => actions.bringForward(id) },
      { id: "sendBackward", label: e.sendBackward, keys: "Ctrl+[", disabled: none, run: () => actions.sendBackward(id) },
      { id: "sendToBack", label: e.sendToBack, keys: "Ctrl+Shift+[", disabled: none, run: () => actions.sendToBack(id) },
      { id: "lock", label: e.lock, disabled: none || selected.every((field) => field.locked), run: () => actions.setLocked(selectedIds, true) },
      { id: "unlock", label: e.unlock, disabled: none || !selected.some((field) => field.locked), run: () => actions.setLocked(selectedIds, false) },
      { id: "toggleView", label: view === "document" ? e.showLayout : e.showDocument, run: () => editor.setView(view === "document" ? "layout" : "document") },
      { id: "readingOrder", label: readingOrder ? e.hideReadingOrder : e.showReadingOrder, run: () => editor.ui.setState({ readingOrder: !readingOrder }) },
      { id: "toggleBands", label: e.toggleBands, keys: "H", run: actions.toggleIsolateBands },
      { id: "guidesAtSelection", label: e.guidesAtSelection, disabled: selected.length === 0, run: () => addGuides(editor, selected) },
      { id: "removeGuides", label: e.removeGuides, run: () => editor.notes.setState((notes) => withGuides(notes, editor.page, { x: [], y: [] }), true) },
      { id: "addPage", label: e.addPage, disabled: !permissions.page || !editor.native, run: () => actions.addPage() },
      ...(multiple ? [{ id: "overview", label: e.overview, run: () => editor.ui.setState({ overviewOpen: true }) }] : []),
      ...(multiple
        ? pages.map((page, index) => ({
            id: `page-${index}`,
            label: page.name || e.pageName(index + 1),
            run: () => actions.setPage(index),
          }))
        : []),
      { id: "zoomIn", label: t.pageCanvas.zoomIn, keys: "Ctrl++", run: zoom.zoomIn },
      { id: "zoomOut", label: t.pageCanvas.zoomOut, keys: "Ctrl+-", run: zoom.zoomOut },
      { id: "resetZoom", label: t.pageCanvas.resetZoom, keys: "Ctrl+1", run: zoom.reset },
      { id: "fitPage", label: e.fitPage, keys: "Ctrl+0", run: zoom.fitPage },
      { id: "fitWidth", label: t.pageCanvas.fitWidth, run: zoom.fitWidth },
      { id: "fitSelection", label: e.fitSelection, keys: "Ctrl+2", disabled: selected.length === 0, run: zoom.fitSelection },
      { id: "help", label: e.helpTitle, keys: "?", run: () => editor.ui.setState({ helpOpen: true }) },
      ...(commands?.() ?? []),
    ];
    return list.map((command) => (command.keys ? { ...command, keys: keyLabel(command.keys, t) } : command));
  }, [editor, t, selectedIds, template, design, multiple, pages, permissions, onSave, commands, canUndo, canRedo, view, readingOrder]);
}
