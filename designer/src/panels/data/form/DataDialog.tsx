/** The dialog in which sample data is filled in. */
import { useState } from "react";
import { useDesignerSample } from "../../../editor/hooks";
import { useT } from "../../../i18n";
import { DialogActions } from "../../../ui/DialogActions";
import { useUiComponents } from "../../../ui/registry";
import { useReplaceData } from "../replace";
import { DataForm } from "./DataForm";
import { DataGrid } from "./DataGrid";
import { isItem } from "./edit";

export function DataDialog({ onClose }: { onClose: () => void }) {
  const t = useT().dataForm;
  const { given } = useDesignerSample();
  const { Modal } = useUiComponents();
  const [draft, setDraft] = useState<unknown>(given ?? {});
  const { replace, question } = useReplaceData(onClose);
  return (
    <Modal
      title={t.title}
      size="xl"
      onClose={onClose}
      footer={
        <DialogActions
          label={t.apply}
          onAction={() => replace(draft)}
          onCancel={onClose}
        />
      }
    >
      {question}
      {Array.isArray(draft) ? (
        <DataGrid label={t.list} items={draft} depth={0} onChange={setDraft} />
      ) : isItem(draft) ? (
        <DataForm value={draft} onChange={setDraft} />
      ) : (
        <p className="jpd-hint">{t.deeper}</p>
      )}
    </Modal>
  );
}
