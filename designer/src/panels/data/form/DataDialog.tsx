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

export interface DataDialogProps {
  onClose: () => void;
  /** Keys of the value that gets the focus, from the top; an item of a list by its index, the first one where there is none. */
  at?: readonly string[];
  /** Leaves the form for the text around the value. */
  onWrite?: (() => void) | undefined;
}

export function DataDialog({ onClose, at, onWrite }: DataDialogProps) {
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
      footer={
        leaving ?? (
          <>
            {onWrite && Object.is(draft, first) && (
              <Button variant="ghost" className="jpd-dataform__write" onClick={onWrite}>
                {t.writeAround}
              </Button>
            )}
            <DialogActions label={t.apply} onAction={use} onCancel={leave} />
          </>
        )
      }
    >
      {question}
      <div ref={form}>
        {Array.isArray(draft) ? (
          <DataGrid label={t.list} items={draft} depth={0} at={at} onChange={setDraft} />
        ) : isItem(draft) ? (
          <DataForm value={draft} at={at} onChange={setDraft} />
        ) : (
          <p className="jpd-hint">{t.deeper}</p>
        )}
      </div>
    </Modal>
  );
}

/** The input of a value, or the first one of the nearest part around it. */
function inputAt(form: HTMLElement | null, keys: readonly string[]): HTMLElement | null {
  /** Elements of the same part: a row of a list and the form of what is inside of it. */
  let parts = form ? [form] : [];
  for (const key of keys) {
    const inside = parts.flatMap(partsIn);
    const named = (own: readonly HTMLElement[]) => own.filter(({ dataset }) => dataset.key === key);
    const inner = named(inside);
    const found = inner.length > 0 ? inner : named(inside.filter(({ dataset }) => dataset.key === "0").flatMap(partsIn));
    if (found.length === 0) break;
    parts = found;
  }
  if (parts[0] === form) return null;
  return parts.map((part) => part.querySelector<HTMLElement>("textarea, input:not([hidden])")).find((input) => input !== null) ?? null;
}

/** The parts of a part that are in none of the others. */
function partsIn(part: HTMLElement): HTMLElement[] {
  const inside = [...part.querySelectorAll<HTMLElement>("[data-key]")];
  return inside.filter((own) => {
    const around = own.parentElement?.closest<HTMLElement>("[data-key]");
    return around === part || !around || !part.contains(around);
  });
}
