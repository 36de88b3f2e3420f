/** Actions of the keys. Returns true if the key has one. */
import type { Editor } from "../store/editor";
import { neighbour } from "../operations/reading-order";
import { inBand } from "../operations/zones";
import { focusPart } from "./parts";

const NUDGE_MM = 0.5;

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const MODIFIERS: ReadonlySet<string> = new Set(["Shift", "CapsLock", "AltGraph", "Dead"]);

const NEW_FIELD = { t: "text", b: "table", i: "image", s: "section", c: "chart", k: "kpi" } as const;

export function keyCommand(editor: Editor, event: KeyboardEvent, typing: boolean, focused: Element | null): boolean {
  const { actions } = editor;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const onCanvas = focused instanceof HTMLElement ? focused.closest("[data-part=canvas]") !== null : true;
  const nowhere = !focused || focused === document.body;
  const canvas = (onCanvas || nowhere) && !typing;

  // As in editors of text: Esc, then Tab.
  const leaving = editor.leaving;
  editor.leaving = canvas && key === "Escape";
  if (key === "F6" && !command && !event.altKey) return focusPart(editor, focused, event.shiftKey);
  if (key === "Escape" && editor.gesture) {
    editor.gesture.cancel();
    return true;
  }

  if (command && key === "s" && editor.host.onSave) {
    actions.save("key");
    return true;
  }
  if (command && key === "k") {
    editor.ui.setState({ commandBarOpen: true });
    return true;
  }
  if (command && (key === "z" || key === "y") && !event.altKey) {
    // In a text input the browser's own undo acts.
    if (typing) return false;
    if (key === "y" || event.shiftKey) actions.redo();
    else actions.undo();
    return true;
  }
  if (canvas && event.altKey && event.key === "Enter") return showPanel(editor);
  if (typing || event.altKey) return false;
  if (command) return canvas || inEditorList(focused) ? commandKey(editor, key, event, canvas) : false;

  if (key === "Delete" || key === "Backspace") {
    if (editor.selectedIds().length === 0 || isControl(focused) || inPanel(focused)) return false;
    editor.askRemoval(editor.selectedIds());
    return true;
  }
  if (canvas && key.length > 1 && !MODIFIERS.has(key)) editor.typingOver();
  if (key.length === 1 && canvas && editor.stillTyping()) return true;
  const letters = editor.ui.getState().letterKeys;
  if (key === "?" && letters && !isControlWithKeys(focused)) {
    editor.ui.setState({ helpOpen: true });
    return true;
  }
  if (!canvas) return false;

  const arrow = ARROWS[event.key];
  if (arrow) {
    if (editor.selectedIds().length === 0) return false;
    const step = event.shiftKey ? editor.grid || 5 : NUDGE_MM;
    const { kpiElement } = editor.selection.getState();
    if (kpiElement) return editor.nudgeKpiElement(kpiElement, arrow[0] * step, arrow[1] * step);
    actions.moveBy(arrow[0] * step, arrow[1] * step);
    return true;
  }
  // A click on a label or an empty place of a panel takes the focus from everything; letters are no commands there.
  if (key.length === 1 && (!letters || (nowhere && !editor.isCanvasUsed))) return false;
  // Writing after Ctrl+A means to replace all, as in a text; more fields are no answer to that.
  const selected = editor.selectedIds();
  if (key.length === 1 && selected.length > 0 && selected === editor.allSelected) return true;
  // Its buttons are in the order of the page, and are pressed as others are.
  if ((key === "Tab" || key === "Enter") && !nowhere && focused?.closest("button")) return false;
  switch (key) {
    case "Escape":
      if (editor.selection.getState().kpiElement) {
        editor.selection.setState({ kpiElement: null });
        return true;
      }
      if (editor.selectedIds().length > 0) {
        editor.selection.setState({ selectedIds: [], kpiElement: null });
        editor.announce(editor.dict.editor.announceNothing);
        return true;
      }
      if (editor.ui.getState().isolateBands) {
        actions.setIsolateBands(false);
        return true;
      }
      return false;
    case "Tab":
      // From a button of the bars on the canvas it goes to the next one.
      return !leaving && !(focused instanceof HTMLElement && focused.matches("button, select")) && nextField(editor, event.shiftKey);
    case "Enter":
    case "F2":
      return editor.editContent(editor.selectedIds().at(-1) ?? null);
    case "h":
      actions.toggleIsolateBands();
      return true;
    case "t":
    case "b":
    case "i":
    case "c":
    case "k":
      if (!editor.permissions.structure) return false;
      editor.insertField(NEW_FIELD[key]);
      return true;
    case "s":
      if (!editor.permissions.structure) return false;
      actions.createSection();
      return true;
    default:
      return false;
  }
}

function commandKey(editor: Editor, key: string, event: KeyboardEvent, canvas: boolean): boolean {
  const { actions } = editor;
  const arrow = ARROWS[event.key];
  if (arrow && canvas) {
    if (editor.selectedIds().length === 0 || event.shiftKey) return false;
    actions.resizeBy(arrow[0] * NUDGE_MM, arrow[1] * NUDGE_MM);
    return true;
  }
  const [id] = editor.selectedIds().slice(-1);
  switch (key) {
    case "a":
      actions.selectAll();
      return true;
    case "d":
      actions.duplicate();
      return true;
    case "g":
      if (event.shiftKey) actions.ungroup();
      else actions.group();
      return true;
    case "v":
      // The paste event that follows brings the contents of the system's clipboard.
      editor.pasteInPlace = event.shiftKey;
      return false;
    case "0":
      editor.zoom.fitPage();
      return true;
    case "1":
      editor.zoom.reset();
      return true;
    case "2":
      editor.zoom.fitSelection();
      return true;
    case "+":
    case "=":
      editor.zoom.zoomIn();
      return true;
    case "-":
      editor.zoom.zoomOut();
      return true;
    case "]":
      if (id) event.shiftKey ? actions.bringToFront(id) : actions.bringForward(id);
      return id !== undefined;
    case "[":
      if (id) event.shiftKey ? actions.sendToBack(id) : actions.sendBackward(id);
      return id !== undefined;
    default:
      return false;
  }
}

/** From the canvas to what the selected field has: the way to its panel without a pointer. */
function showPanel(editor: Editor): boolean {
  if (editor.selectedIds().length === 0) return false;
  editor.ui.setState({ tab: "dados", collapsed: false });
  requestAnimationFrame(() => {
    for (const root of editor.roots) {
      const tab = root.querySelector<HTMLElement>("[data-tab=dados]");
      if (tab) return tab.focus();
    }
  });
  return true;
}

/** Tab walks through the fields in reading order, and leaves the canvas behind the last. */
function nextField(editor: Editor, backwards: boolean): boolean {
  const own = editor.design();
  const mode = editor.ui.getState().isolateBands;
  const fields = editor.fields().filter((field) => field && inBand(field, own) === mode);
  const selected = editor.selectedIds();
  let next = neighbour(fields, selected.at(-1) ?? null, backwards);
  // A group is one stop.
  while (next && selected.includes(next.id)) next = neighbour(fields, next.id, backwards);
  editor.enteredGroup = null;
  editor.selection.setState({ selectedIds: next ? editor.withGroup(next.id) : [], kpiElement: null });
  if (!next) return false;
  editor.announceField(next);
  editor.revealField(next);
  return true;
}

function inEditorList(focused: Element | null): boolean {
  return focused instanceof HTMLElement && focused.closest("[role=listbox], [role=option], [data-part=inspector]") !== null;
}

/** Panels that show something else than the fields: a key there is not meant for these. */
function inPanel(focused: Element | null): boolean {
  return focused?.closest("[data-part=data-explorer], [data-part=problems], [data-part=preview], [data-part=code]") != null;
}

/** Keys that delete mean something else on links and controls of the host's shell. */
function isControl(focused: Element | null): boolean {
  return focused instanceof HTMLElement && focused.matches("a[href], summary, [role=slider], [role=spinbutton]");
}

function isControlWithKeys(focused: Element | null): boolean {
  return focused instanceof HTMLElement && focused.matches("[role=listbox], [role=option], [role=combobox]");
}
