/** The status line: the edited document, snapping, and the state of the engine. */
import { useRef } from "react";
import { useStore } from "zustand";
import { problemLine } from "../../core/problem-text";
import { useT } from "../../i18n";
import { useProblems } from "../../panels/problems/live";
import { useDesignerEngine, useDesignerPage, useDesignerUi, useEditor } from "../hooks";
import { Nowhere } from "./Nowhere";
import { ViewChoice } from "./ViewChoice";

export function StatusLine() {
  const editor = useEditor();
  const words = useT();
  const t = words.editor;
  const { isolateBands, snapping, setSnapping } = useDesignerUi();
  const { design } = useDesignerPage();
  const { status } = useDesignerEngine();
  const pageCount = useStore(editor.drawing.store, (state) => state.pageCount);
  const { problems } = useProblems();
  const serious = problems.filter((problem) => problem.severity !== "info").length;
  const error = useStore(editor.drawing.store, (state) => state.error);
  const dataBroken = useStore(editor.ui, (ui) => ui.dataBroken);
  const counts = words.pdfPreview;
  const { olderData } = words.dataExplorer;
  // Without a list of them each click leads to the next one.
  const next = useRef(0);
  const show = () => {
    if (editor.showProblems) return editor.showProblems();
    const listed = problems.filter((problem) => problem.severity !== "info" && problem.pointer !== undefined);
    const problem = listed[next.current++ % Math.max(1, listed.length)];
    if (problem?.pointer !== undefined) editor.actions.reveal({ pointer: problem.pointer });
  };
  return (
    <div className="jpd-status">
      <ViewChoice />
      <button
        type="button"
        className="jpd-status__btn jpd-status__mode"
        aria-pressed={isolateBands}
        title={t.toggleBands}
        onClick={() => editor.actions.toggleIsolateBands()}
      >
        {isolateBands ? t.modeBands : t.modeBody}
      </button>
      <button type="button" className="jpd-status__btn jpd-status__snap" aria-pressed={snapping} title={snapping ? t.snapOn : t.snapOff} onClick={() => setSnapping((on) => !on)}>
        {snapping ? t.snapOn : t.snapOff}
      </button>
      <Nowhere />
      {serious > 0 && (
        <button type="button" className="jpd-status__text jpd-status__btn" data-tone="warn" title={t.showProblems} onClick={show}>
          {t.problemCount(serious)}
        </button>
      )}
      {dataBroken && (
        <span className="jpd-status__text" data-tone="warn" role="status">
          {olderData}
        </span>
      )}
      {error !== null && (
        <span className="jpd-status__text" data-tone="danger" title={problemLine(error, words).replaceAll("`", "")}>
          {t.drawingFailed}
        </span>
      )}
      {status === "loading" && <span className="jpd-status__text">{t.engineLoading}</span>}
      {/* What the panels say too gives way first. */}
      <span className="jpd-status__facts">
        {status === "ready" && pageCount > 0 && <span className="jpd-status__text">{counts.pageCount(pageCount)}</span>}
        <span className="jpd-status__text">{t.pageSize(design.page?.width ?? 0, design.page?.height ?? 0)}</span>
      </span>
    </div>
  );
}
