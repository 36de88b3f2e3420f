/** The dialog in which sample data is filled in. */
import { useEffect, useRef, useState } from "react";
import { useDesignerSample } from "../../../editor/hooks";
import { withShownRow } from "../../../editor/store/rows";
import { sameJson } from "../../../editor/store/same-json";
import { useT } from "../../../i18n";
import { DialogActions } from "../../../ui/DialogActions";
import { useLeaving } from "../../../ui/leaving";
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
  const { replace, question } = useReplaceData(onClose);
  const use = () => replace(draft, table && withShownRow(table, draft));
  const { leave, question: leaving } = useLeaving({ draft, isChanged: () => !sameJson(draft, first), onClose, action: <Button onClick={use}>{t.apply}</Button> });
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
      footer={leaving ?? <DialogActions label={t.apply} onAction={use} onCancel={leave} />}
    >
      {question}
      <div ref={form}>
        {Array.isArray(draft) ? (
          <DataGrid label={t.list} items={draft} depth={0} onChange={setDraft} />
        ) : isItem(draft) ? (
          <DataForm value={draft} onChange={setDraft} />
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
