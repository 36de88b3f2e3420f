/**
 * The keys of a designer. The listeners are on the document, so that they work after a click on the canvas, which takes
 * no focus everywhere, but act only for the designer that was used last: focus inside one of its parts, or nowhere after
 * the last press of a pointer was inside one.
 */
import { useEffect } from "react";
import { CLIPBOARD_MIME, clipOf, parseClip, shareClip, sharedClip, unmirroredClip } from "../operations/clipboard";
import { pastedCells } from "../operations/pasted-cells";
import type { Editor } from "../store/editor";
import { keyCommand } from "./keymap";

let lastUsed: Editor | null = null;
/** The same, also after the focus went to the rest of the page: undo is expected there too. */
let lastEdited: Editor | null = null;

/** Returns true if typing goes into the element. */
export function isTextInput(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element.isContentEditable) return true;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return element instanceof HTMLInputElement && !["button", "checkbox", "radio", "color", "file", "range", "submit"].includes(element.type);
}

function contains(editor: Editor, node: EventTarget | null): boolean {
  if (!(node instanceof Node)) return false;
  for (const root of editor.roots) if (root.contains(node)) return true;
  return false;
}

function active(editor: Editor): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return lastUsed === editor;
  return contains(editor, focused);
}

export function useKeyboard(editor: Editor): void {
  useEffect(() => {
    const use = (event: Event) => {
      if (event.target instanceof Element) editor.isCanvasUsed = event.target.closest("[data-part=canvas]") !== null;
      if (contains(editor, event.target)) lastUsed = lastEdited = editor;
      else if (lastUsed === editor) lastUsed = null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !active(editor)) return;
      const focused = document.activeElement;
      const typing = isTextInput(focused);
      if (keyCommand(editor, event, typing, focused)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    };
    /** Undo and redo outside the designer, unless the page has a use for the key, or shows a dialog. */
    const onKeyElsewhere = (event: KeyboardEvent) => {
      if (event.defaultPrevented || lastEdited !== editor || active(editor)) return;
      const focused = document.activeElement;
      const undo = (event.ctrlKey || event.metaKey) && !event.altKey && /^[zy]$/i.test(event.key);
      if (!undo || isTextInput(focused) || document.querySelector("[role=dialog], dialog[open]")) return;
      if (keyCommand(editor, event, false, focused)) event.preventDefault();
    };
    const mine = (event: ClipboardEvent) => active(editor) && !isTextInput(document.activeElement) && !hasTextSelection() && !event.defaultPrevented;
    const onCopy = (event: ClipboardEvent) => {
      if (!mine(event)) return;
      const clip = clipOf(editor.design(), editor.document.current().bindings, editor.selectedIds());
      if (!clip) return;
      const text = JSON.stringify(clip);
      shareClip(clip, event.clipboardData !== null);
      event.clipboardData?.setData("text/plain", text);
      event.clipboardData?.setData(CLIPBOARD_MIME, text);
      event.preventDefault();
      if (event.type === "cut") editor.actions.cut();
      else editor.announce(editor.dict.editor.announceCopied(clip.fields.length));
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!mine(event)) return;
      const inPlace = editor.pasteInPlace;
      editor.pasteInPlace = false;
      const data = event.clipboardData;
      const own = parseClip(data?.getData(CLIPBOARD_MIME) || data?.getData("text/plain") || "");
      if (own) shareClip(own, true);
      else if (data && data.types.length > 0 && pasteForeign(editor, data)) return event.preventDefault();
      if (!own && !(data && data.types.length > 0 ? unmirroredClip() : sharedClip())) return;
      event.preventDefault();
      editor.actions.paste(inPlace);
    };
    // The one that was opened last, until one is used.
    lastEdited ??= editor;
    document.addEventListener("pointerdown", use, true);
    document.addEventListener("focusin", use, true);
    // On the window, so that it comes before listeners that hosts put there later, in the capture phase only for undo.
    window.addEventListener("keydown", onKeyDown, true);
    window.addEventListener("keydown", onKeyElsewhere);
    document.addEventListener("copy", onCopy);
    document.addEventListener("cut", onCopy);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("pointerdown", use, true);
      document.removeEventListener("focusin", use, true);
      window.removeEventListener("keydown", onKeyDown, true);
      window.removeEventListener("keydown", onKeyElsewhere);
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("cut", onCopy);
      document.removeEventListener("paste", onPaste);
      if (lastUsed === editor) lastUsed = null;
      if (lastEdited === editor) lastEdited = null;
    };
  }, [editor]);
}

/** Name of pasted texts in messages. */
const CLIPBOARD_NAME = "clipboard.json";

/** Returns true if a text is a template, alone or with its bindings. */
function isTemplateText(text: string): boolean {
  if (!text.trimStart().startsWith("{")) return false;
  try {
    const value = JSON.parse(text) as { template?: unknown; schemas?: unknown; pages?: unknown };
    const template = (typeof value.template === "object" && value.template !== null ? value.template : value) as { schemas?: unknown; pages?: unknown };
    return Array.isArray(template.schemas) || Array.isArray(template.pages);
  } catch {
    return false;
  }
}

/** Text marked on the page is what people want to copy. */
function hasTextSelection(): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== "";
}

/** Pictures become image fields, tab-separated text becomes a table; a template takes the place of the design after asking. */
function pasteForeign(editor: Editor, data: DataTransfer): boolean {
  const picture = [...data.files].find((file) => file.type.startsWith("image/"));
  if (picture) {
    void editor.insertPicture(picture);
    return true;
  }
  const text = data.getData("text/plain");
  if (isTemplateText(text)) {
    if (Object.values(editor.permissions).every(Boolean)) editor.ui.setState({ importing: new File([text], CLIPBOARD_NAME, { type: "application/json" }) });
    return true;
  }
  const [head, ...content] = pastedCells(text) ?? [];
  if (!head) return false;
  const table = editor.newField("table");
  if (table.type !== "table") return false;
  editor.actions.addSchema({ ...table, head, content: content.length > 0 ? content : [head.map(() => "")] });
  return true;
}
