import { useT } from "../../i18n";
import { useUiComponents } from "../../ui";

interface Props {
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDelete({ name, onConfirm, onClose }: Props) {
  const t = useT();
  const { Modal, Button } = useUiComponents();
  return (
    <Modal
      title={t.editor.remove}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t.fieldsPanel.cancel}
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            {t.editor.remove}
          </Button>
        </>
      }
    >
      <p>{t.editor.removeLocked(name)}</p>
    </Modal>
  );
}
