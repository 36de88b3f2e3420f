import { useT } from "../../i18n";
import { useUiComponents } from "../../ui";
import { DialogActions } from "../../ui/DialogActions";

interface Props {
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDelete({ name, onConfirm, onClose }: Props) {
  const t = useT();
  const { Modal } = useUiComponents();
  return (
    <Modal
      title={t.editor.remove}
      size="sm"
      onClose={onClose}
      footer={<DialogActions label={t.editor.remove} variant="danger" onAction={onConfirm} onCancel={onClose} />}
    >
      <p>{t.editor.removeLocked(name)}</p>
    </Modal>
  );
}
