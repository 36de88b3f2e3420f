/** Says of a file that was chosen, dropped or pasted why it is not used. */
import { useStore } from "zustand";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import type { Editor } from "../store/editor";

export function RefusedFile({ editor }: { editor: Editor }) {
  const t = useT();
  const refused = useStore(editor.ui, (ui) => ui.refused);
  const { Button, Modal } = useUiComponents();
  if (!refused) return null;
  const { file, reason } = refused;
  const onClose = () => editor.ui.setState({ refused: null });
  return (
    <Modal
      title={t.codePanel.fileRefused}
      size="sm"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t.modal.close}
        </Button>
      }
    >
      <p className="jpd-error" role="alert">
        {file === "" ? reason : `${file}: ${reason}`}
      </p>
    </Modal>
  );
}
