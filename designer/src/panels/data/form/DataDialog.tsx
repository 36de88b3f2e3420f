/** The dialog in which sample data is filled in. */
import { useEffect, useRef, useState } from "react";
import { useDesignerSample } from "../../../editor/hooks";
import { withShownRow } from "../../../editor/store/rows";
import { sameJson } from "../../../editor/store/same-json";
import { useT } from "../../../i18n";
import { DialogActions } from "../../../ui/DialogActions";
import { useUiComponents } from "../../../ui/registry";
import { useReplaceData } from "../replace";
import { DataForm } from "./DataForm";
import { DataGrid } from "./DataGrid";
import { isItem } from "./edit";

/** `at`: path of the value that gets the focus, without the numbers of items. */
export function DataDialog({ onClose, at }: { onClose: () => void; at?: string }) {
  const t = useT().dataForm;
  const { given, table } = useDesignerSample();
  const { Button, Modal } = useUiComponents();
  const [first] = useState<unknown>(given ?? {});
  const [draft, setDraft] = useState<unknown>(first);
  const [leaving, setLeaving] = useState(false);
  const { replace, question } = useReplaceData(onClose);
  const use = () => replace(draft, table && withShownRow(table, draft));
  const change = (next: unknown) => {
    setLeaving(false);
    setDraft(next);
  };
  // A press beside the dialog, or Esc, is easily made by mistake.
  const leave = () => {
    if (sameJson(draft, first)) onClose();
    else setLeaving(true);
  };
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (at === undefined) return undefined;
    // The dialog gives the focus to its first control as it opens.
    const frame = requestAnimationFrame(() => {
      const input = inputAt(form.current, at);
      input?.focus();
      input?.scrollIntoView?.({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [at]);
  return (
    <Modal
      title={t.title}
      size="xl"
      onClose={leave}
      footer={
        leaving ? (
          <>
            <p className="jpd-warn" role="alert">
              {t.unused}
            </p>
            <Button variant="outline" onClick={onClose}>
              {t.discard}
            </Button>
            <Button variant="outline" autoFocus onClick={() => setLeaving(false)}>
              {t.goOn}
            </Button>
            <Button onClick={use}>{t.apply}</Button>
          </>
        ) : (
          <DialogActions label={t.apply} onAction={use} onCancel={leave} />
        )
      }
    >
      {question}
      <div ref={form}>
        {Array.isArray(draft) ? (
          <DataGrid label={t.list} items={draft} depth={0} onChange={change} />
        ) : isItem(draft) ? (
          <DataForm value={draft} onChange={change} />
        ) : (
          <p className="jpd-hint">{t.deeper}</p>
        )}
      </div>
    </Modal>
  );
}

/** The input of a value, or the first one of the nearest part around it. */
function inputAt(form: HTMLElement | null, path: string): HTMLElement | null {
  let part = form;
  for (const key of path.split(".")) {
    const inner: HTMLElement | undefined = [...(part?.querySelectorAll<HTMLElement>("[data-key]") ?? [])].find((own) => own.dataset.key === key);
    if (!inner) break;
    part = inner;
  }
  return part === form ? null : (part?.querySelector<HTMLElement>("textarea, input") ?? null);
}
