/** Puts the template of a file in the place of the one on the screen, after asking; one step, which can be undone. */
import { useEffect, useState } from "react";
import { describePdfError } from "../../core/errors";
import { useDesignerActions } from "../../editor/hooks";
import { designsOf, fieldsOf } from "../../editor/operations/design";
import { type Dict, useT } from "../../i18n";
import { DialogActions } from "../../ui/DialogActions";
import { useUiComponents } from "../../ui/registry";
import { readTemplate, type TemplateFile, TemplateFileError } from "./template-file";

/** Fault of a file in words; `null` for errors that have nothing to do with it. */
export function fileFault(error: unknown, t: Dict, fileName?: string): string | null {
  const { notTemplate, notJson, notImportable } = t.codePanel;
  // A place in the text helps only who wrote it as JSON.
  if (error instanceof TemplateFileError && error.place && fileName !== undefined && !/\.json$/i.test(fileName)) return notImportable;
  if (error instanceof TemplateFileError) return error.place ? notJson(error.place.line, error.place.column) : notTemplate;
  const described = describePdfError(error, t);
  return described && [described.title, described.action].filter(Boolean).join(" ");
}

export interface ImportDialogProps {
  file: File;
  onClose: () => void;
}

export function ImportDialog({ file, onClose }: ImportDialogProps) {
  const t = useT();
  const texts = t.codePanel;
  const actions = useDesignerActions();
  const { Button, Modal } = useUiComponents();
  const [read, setRead] = useState<TemplateFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    setRead(null);
    setFault(null);
    file
      .text()
      .then((text) => readTemplate(text, file.name))
      .then(
        (found) => current && setRead(found),
        (error: unknown) => current && setFault(fileFault(error, t, file.name) ?? String(error)),
      );
    return () => {
      current = false;
    };
  }, [file, t]);

  const replace = () => {
    if (!read) return;
    const { template, bindings } = read;
    actions.replaceDocument({ template, bindings });
    onClose();
  };
  return (
    <Modal
      title={texts.importTitle}
      size="sm"
      onClose={onClose}
      footer={
        fault === null ? (
          <DialogActions label={texts.importReplace} disabled={!read} onAction={replace} onCancel={onClose} />
        ) : (
          <Button variant="primary" onClick={onClose}>
            {t.modal.close}
          </Button>
        )
      }
    >
      {fault !== null && (
        <p className="jpd-error" role="alert">
          {file.name}: {fault}
        </p>
      )}
      {read && (
        <p>
          {texts.importAsk(file.name, designsOf(read.template).reduce((count, design) => count + fieldsOf(design).length, 0), designsOf(read.template).length)}
        </p>
      )}
    </Modal>
  );
}
