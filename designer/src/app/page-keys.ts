/** Keys of the designer that act wherever the focus is on the page of a template: saving, and the list of commands. */
import { useEffect } from "react";
import { useEditor } from "../editor/hooks";
import { keyCommand } from "../editor/keyboard/keymap";
import { isTextInput } from "../editor/keyboard/useKeyboard";

export function usePageKeys(): void {
  const editor = useEditor();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Inside its parts the designer has acted already.
      if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey) || !/^[ks]$/i.test(event.key)) return;
      if (document.querySelector("[aria-modal=true], dialog[open]")) return;
      const focused = document.activeElement;
      if (keyCommand(editor, event, isTextInput(focused), focused)) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [editor]);
}
