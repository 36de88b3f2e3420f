/** Keeps notes, the zoom, the history and the rows of a document that the host names, and finds them again after a reload. */
import { useEffect } from "react";
import type { Editor } from "./editor";
import { kept } from "./kept";
import { loadTable, storeTable } from "./kept-tables";
import type { Notes } from "./notes";
import type { KeptHistory } from "./document";
import { NOTHING } from "./rows";

const notes = kept<Notes>("notes");
const histories = kept<KeptHistory>("histories");

/** Idle time after which the history is kept, as drafts are. */
const REST_MS = 1000;

export function useKept(editor: Editor, documentId: string | undefined): void {
  useEffect(() => {
    if (documentId === undefined || typeof indexedDB === "undefined") return undefined;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let zoomTimer: ReturnType<typeof setTimeout> | undefined;
    let stopZoom = () => {};
    void notes.load(documentId).then((found) => {
      if (left) return;
      if (found) editor.notes.setState(found, true);
      if (found?.zoom === undefined) editor.zoom.fitWider();
      else editor.zoom.setZoom(found.zoom);
      stopZoom = editor.view.subscribe(({ zoom }, before) => {
        if (zoom === before.zoom || editor.zoom.isFollowing()) return;
        clearTimeout(zoomTimer);
        zoomTimer = setTimeout(() => editor.notes.setState({ zoom }), REST_MS);
      });
    });
    void histories.load(documentId).then((found) => {
      if (found && !left) editor.document.offer(found);
    });
    void loadTable(documentId).then((found) => {
      // Shown where the host has the data that the table was left with.
      if (found && !left && editor.rows.getState().table === null) editor.rows.setState({ table: found, over: NOTHING });
    });
    let rowTimer: ReturnType<typeof setTimeout> | undefined;
    const keepRows = () => {
      rowTimer = undefined;
      void storeTable(documentId, editor.rows.getState().table);
    };
    const stopRows = editor.rows.subscribe(({ table }, before) => {
      if (table === before.table) return;
      clearTimeout(rowTimer);
      // The host stores what it was given at once, too; a row that is looked at can wait.
      if (table?.rows !== before.table?.rows || table?.stored !== before.table?.stored) keepRows();
      else rowTimer = setTimeout(keepRows, REST_MS);
    });
    const keep = () => {
      timer = undefined;
      const history = editor.document.toKeep();
      if (history) void histories.store(documentId, history);
    };
    const stopNotes = editor.notes.subscribe((state) => void notes.store(documentId, state));
    const stopDocument = editor.document.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, REST_MS);
    });
    return () => {
      left = true;
      stopNotes();
      stopZoom();
      clearTimeout(zoomTimer);
      stopDocument();
      stopRows();
      if (rowTimer !== undefined) {
        clearTimeout(rowTimer);
        keepRows();
      }
      if (timer !== undefined) {
        clearTimeout(timer);
        keep();
      }
    };
  }, [editor, documentId]);
}
