/**
 * Keeps unsaved changes of a document that the host names by `documentId`, and offers them after a reload or a crash.
 * Changes count as saved when `onSave` succeeded. The bar stays hidden on hosts that store every change.
 */
import { useEffect, useState } from "react";
import { useT } from "../../i18n";
import { useDesignerConfig, useDesignerData, useEditor } from "../hooks";
import { discardDraft, type Draft, loadDraft, mark, removeDraft, storeDraft } from "../store/drafts";
import type { Editor } from "../store/editor";
import { sameJson } from "../store/same-json";
import type { DocumentPair, PartProps } from "../types";
import { useIsOnActiveTab } from "./active-tab";
import { RecoveryBar } from "./RecoveryBar";

/** Idle time after which changes are kept. */
const IDLE_MS = 1000;

export function DesignerRecovery({ className, style, whenTab }: PartProps) {
  const shown = useIsOnActiveTab(whenTab);
  const editor = useEditor();
  const t = useT().editor;
  const { documentId, permissions, readOnly } = useDesignerConfig();
  const { template, bindings } = useDesignerData();
  const editable = !readOnly && Object.values(permissions).every(Boolean);
  const [found, setFound] = useDraft(editor, editable ? documentId : undefined);
  if (!shown || !found || documentId === undefined || sameJson(pairOf(found), { template, bindings })) return null;
  return (
    <RecoveryBar
      time={found.time}
      note={found.version === mark({ template, bindings }) ? undefined : t.draftOlder}
      onRestore={() => {
        setFound(null);
        void storeDraft(documentId, found);
        editor.document.restore(pairOf(found));
      }}
      onDiscard={() => {
        setFound(null);
        void discardDraft(documentId);
      }}
      className={className}
      style={style}
    />
  );
}

const pairOf = ({ template, bindings }: DocumentPair): DocumentPair => ({ template, bindings });

/** The draft of an earlier visit, until it is restored or discarded; from then on changes are kept. */
function useDraft(editor: Editor, documentId: string | undefined) {
  const [found, setFound] = useState<Draft | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    setFound(null);
    setLoaded(false);
    if (documentId === undefined || typeof indexedDB === "undefined") return undefined;
    let current = true;
    void loadDraft(documentId).then((draft) => {
      if (!current) return;
      setFound(draft && !sameJson(pairOf(draft), editor.document.current()) ? draft : null);
      setLoaded(true);
    });
    return () => {
      current = false;
    };
  }, [editor, documentId]);

  const keeping = isLoaded && found === null;
  useEffect(() => {
    if (documentId === undefined || !keeping) return undefined;
    const { document } = editor;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      timer = undefined;
      if (document.edited()) void storeDraft(documentId, { ...document.current(), version: mark(document.stored()), time: Date.now() });
      else void removeDraft(documentId);
    };
    const stop = document.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, IDLE_MS);
    });
    const ask = (event: BeforeUnloadEvent) => {
      if (timer !== undefined && document.edited()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => {
      stop();
      removeEventListener("beforeunload", ask);
      if (timer === undefined) return;
      clearTimeout(timer);
      keep();
    };
  }, [editor, documentId, keeping]);
  return [found, setFound] as const;
}
