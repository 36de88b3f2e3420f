/** The list of fields that are printed nowhere with this data, with the reason. */
import { Popover } from "radix-ui";
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Field } from "../../core/types";
import { useT } from "../../i18n";
import { useDesignerData, useDesignerPage, useEditor } from "../hooks";
import { fieldsOf } from "../operations/design";
import { type Reason, reasonOf } from "./nowhere";

/** While the canvas shows the printed pages; the layout shows these fields too. */
export function Nowhere() {
  const editor = useEditor();
  const t = useT().editor;
  const { bindings } = useDesignerData();
  const { pages } = useDesignerPage();
  const { stage } = useStore(editor.stage);
  const nowhere = useStore(editor.drawing.store, (state) => state.nowhere);
  const runs = useStore(editor.drawing.store, (state) => state.runs);
  const [open, setOpen] = useState(false);
  const list = useMemo(
    () =>
      pages.flatMap(({ design }, index) => {
        const fields = fieldsOf(design);
        const printed = runs.some((run) => run.design === index && run.pages > 0);
        return fields.flatMap((field) => (field && nowhere.has(field.id) ? [{ field, reason: reasonOf(field, { fields, bindings, nowhere, printed }) }] : []));
      }),
    [pages, bindings, nowhere, runs],
  );
  if (!stage || list.length === 0) return null;
  const why = (reason: Reason): string => {
    switch (reason.kind) {
      case "condition":
        return t.nowhereCondition(reason.condition);
      case "section":
        return t.nowhereSection(reason.name);
      case "list":
        return t.nowhereList(reason.path);
      case "unbound":
        return t.nowhereUnbound;
      case "page":
        return t.nowherePage;
      case "other":
        return t.nowhereOther;
    }
  };
  const show = (field: Field) => {
    setOpen(false);
    editor.actions.reveal({ fieldId: field.id });
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button type="button" className="jpd-status__text jpd-status__btn" data-tone="note" data-nowhere="" title={t.nowhereTitle}>
          {t.nowhereCount(list.length)}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="jpd-popover jpd-menu jpd-nowhere" side="top" align="start" sideOffset={6} aria-label={t.nowhereTitle}>
          <p className="jpd-nowhere__title">{t.nowhereTitle}</p>
          {list.map(({ field, reason }) => (
            <button key={field.id} type="button" className="jpd-menuitem" data-nowhere-field={field.id} onClick={() => show(field)}>
              <span>
                {field.name}
                <span className="jpd-nowhere__reason">{why(reason)}</span>
              </span>
            </button>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
