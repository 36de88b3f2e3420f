/** Replaces the sample data. A change is a step of the history; data that fits the template in nothing asks first. */
import { useState, type ReactNode } from "react";
import { useDesignerData, useDesignerSample, useEditor } from "../../editor/hooks";
import { withColumnKinds } from "../../editor/operations/column-kinds";
import type { RowTable } from "../../editor/store/rows";
import type { DocumentPair } from "../../editor/types";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import { isItem } from "./form/edit";
import { usedPaths } from "./usage";

/** Names that the question lists. */
const MOST_NAMES = 5;

const namesOf = (data: unknown): string[] => (isItem(data) ? Object.keys(data) : []);

/** The names that the template uses of the data and other data lacks; empty where the other data has one of them. */
export function lostNames(pair: DocumentPair, data: unknown, other: unknown): string[] {
  const paths = [...usedPaths(pair).keys()];
  const isUsed = (name: string) => paths.some((path) => path === name.toLowerCase() || path.startsWith(`${name.toLowerCase()}.`));
  const used = namesOf(data).filter(isUsed);
  const has = new Set(namesOf(other).map((name) => name.toLowerCase()));
  return used.some((name) => has.has(name.toLowerCase())) ? [] : used;
}

export interface DataReplacement {
  /** `table`: that of whose rows the data is one. */
  replace: (data: unknown, table?: RowTable | null) => void;
  /** The question that is open, if any. */
  question: ReactNode;
}

/** `onDone` is called once the data is in use, or kept as a new data set. */
export function useReplaceData(onDone: () => void): DataReplacement {
  const t = useT().dataForm;
  const editor = useEditor();
  const pair = useDesignerData();
  const { given, onAddData } = useDesignerSample();
  const { Button, Modal } = useUiComponents();
  const [asked, setAsked] = useState<{ data: unknown; table: RowTable | null; lost: string[] } | null>(null);
  const use = (data: unknown, table: RowTable | null) => {
    setAsked(null);
    const { tables } = withColumnKinds(editor.document.current(), given, data);
    const label = { kind: "data", ...(tables.length > 0 && { name: tables.join(", ") }) } as const;
    editor.document.changeData(label, data, (own) => withColumnKinds(own, given, data).pair, table);
    onDone();
  };
  const replace = (data: unknown, table: RowTable | null = null) => {
    const lost = lostNames(pair, given, data);
    if (lost.length > 0) setAsked({ data, table, lost });
    else use(data, table);
  };
  const onClose = () => setAsked(null);
  const names = asked && [...asked.lost.slice(0, MOST_NAMES), ...(asked.lost.length > MOST_NAMES ? ["…"] : [])].join(", ");
  const question = asked && (
    <Modal
      title={t.otherData}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={() => use(asked.data, asked.table)}>
            {t.useOther}
          </Button>
          {onAddData && (
            <Button
              variant="outline"
              onClick={() => {
                setAsked(null);
                onAddData(asked.data, asked.table?.name ?? namesOf(asked.data)[0] ?? "data");
                editor.keepTable(asked.table);
                onDone();
              }}
            >
              {t.keepAsNew}
            </Button>
          )}
          <Button autoFocus onClick={onClose}>
            {t.keepOld}
          </Button>
        </>
      }
    >
      <p>{t.otherDataHint(names!)}</p>
    </Modal>
  );
  return { replace, question };
}
