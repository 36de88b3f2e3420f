import { useStore } from "zustand";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui";
import { DialogActions } from "../../ui/DialogActions";
import { useEditor } from "../hooks";

/** Asks before fields are deleted of which some are locked. */
export function ConfirmDelete() {
  const t = useT();
  const editor = useEditor();
  const removing = useStore(editor.ui, (ui) => ui.removing);
  const { Modal } = useUiComponents();
  const locked = removing.flatMap((id) => editor.field(id) ?? []).filter((field) => field.locked);
  const [only] = locked;
  if (!only) return null;
  const onClose = () => editor.ui.setState({ removing: [] });
  const onConfirm = () => {
    editor.actions.removeFields(removing);
    onClose();
  };
  return (
    <Modal
      title={t.editor.remove}
      size="sm"
      onClose={onClose}
      footer={<DialogActions label={t.editor.remove} variant="danger" onAction={onConfirm} onCancel={onClose} />}
    >
      <p>{locked.length === 1 ? t.editor.removeLocked(only.name) : t.editor.removeLockedMany(locked.length)}</p>
    </Modal>
  );
}
