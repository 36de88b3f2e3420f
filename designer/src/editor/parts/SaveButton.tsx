import { useT } from "../../i18n";
import { useUiComponents } from "../../ui";
import { useDesignerHistory, useEditor } from "../hooks";
import { keyLabel } from "./commands";

/** Saving belongs to the host; the button shows whether there is something to save. */
export function SaveButton() {
  const editor = useEditor();
  const dict = useT();
  const t = dict.editor;
  const { Button } = useUiComponents();
  const { dirty } = useDesignerHistory();
  return (
    <Button size="sm" variant={dirty ? "primary" : "outline"} title={`${t.save} (${keyLabel("Ctrl+S", dict)})`} onClick={() => editor.actions.save("button")}>
      {t.save}
    </Button>
  );
}
