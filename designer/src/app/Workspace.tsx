/** The designer with what the application adds: data, problems and preview beside it. */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { loadedPart } from "../core/loaded-part";
import { DesignerCanvas, DesignerCommandBar, DesignerHistory, DesignerPages, DesignerProvider, useDesignerPage } from "../editor";
import { useDesignerUi, useEditor } from "../editor/hooks";
import { ErrorBoundary } from "../editor/parts/ErrorBoundary";
import { usePanelsOverPage, usePanelWidth } from "../editor/parts/panel-room";
import { PanelEdge } from "../editor/parts/PanelEdge";
import { panelStyle, ResizableSidebar } from "../editor/parts/ResizableSidebar";
import type { DesignerProviderProps } from "../editor/types";
import { DesignerDataExplorer, DesignerPreview, DesignerProblems } from "../panels";
import { useT } from "../i18n";
import { Button } from "../ui";
import { useApp } from "./context";
import { useMedia } from "./media";
import { usePageKeys } from "./page-keys";

type Dock = "data" | "problems" | "preview" | "code";

const DOCKS: Dock[] = ["data", "problems", "preview", "code"];

/** Loaded when it is opened. */
const DesignerCode = lazy(async () => ({ default: (await loadedPart(() => import("../panels/code/DesignerCode"))).DesignerCode }));

/** Narrower windows open with the page and the sidebar alone. */
const NARROW_PX = 1440;

export interface WorkspaceProps extends Omit<DesignerProviderProps, "children"> {
  /** A dialog that works on the document. */
  dialog?: ReactNode;
  /** The place of the bar in a header above, where both have room in one row. */
  header?: HTMLElement | null;
}

export function Workspace({ dialog, header = null, ...props }: WorkspaceProps) {
  return (
    <DesignerProvider {...props}>
      <Layout header={header} />
      {dialog}
    </DesignerProvider>
  );
}

function Layout({ header }: { header: HTMLElement | null }) {
  const { t } = useApp();
  const dict = useT();
  const { multiple } = useDesignerPage();
  // Where the page would have little room, panels open when they are asked for.
  const [dock, setDock] = useState<Dock | null>(() => (innerWidth < NARROW_PX ? null : "data"));
  const root = useRef<HTMLElement>(null);
  const editor = useEditor();
  usePageKeys();
  const { sidebarCollapsed, setSidebarCollapsed, focusRequest } = useDesignerUi();
  const covers = usePanelsOverPage();
  // Panels for reading are wider than those for filling in.
  const [width, setWidth] = usePanelWidth(dock === "preview" || dock === "code" ? "reading" : "data");
  // Of panels that lie over the page the one that was opened last is shown.
  useEffect(() => {
    if (covers && !sidebarCollapsed) setDock(null);
  }, [covers, sidebarCollapsed]);
  useEffect(() => {
    if (covers && dock !== null) setSidebarCollapsed(true);
  }, [covers, dock, setSidebarCollapsed]);
  // There the panel takes the place of the sidebar, in which a control was asked for.
  const isOneAtATime = useMedia("(max-width: 600px)");
  useEffect(() => {
    if (isOneAtATime && focusRequest !== null) setDock(null);
  }, [isOneAtATime, focusRequest]);
  useEffect(() => {
    editor.showProblems = () => setDock("problems");
    return () => {
      editor.showProblems = null;
    };
  }, [editor]);
  // Keys act at once; what the user has put the focus on keeps it.
  useEffect(() => {
    if (document.activeElement !== document.body) return undefined;
    const box = root.current;
    box?.querySelector<HTMLElement>("[data-part=canvas]")?.focus({ preventScroll: true });
    // A focus that was not moved yet is marked from the first key on.
    const mark = () => box?.removeAttribute("data-quiet");
    box?.setAttribute("data-quiet", "");
    addEventListener("keydown", mark, { capture: true, once: true });
    return () => removeEventListener("keydown", mark, { capture: true });
  }, []);
  const labels = { data: t.data, problems: t.problems, preview: t.preview, code: t.code };
  const bar = (
    <div className="jpd-designer__bar">
      <DesignerHistory />
      <DesignerCommandBar />
      <div className="app-docks" role="group" aria-label={t.panels}>
        {DOCKS.map((one) => (
          <Button key={one} variant={dock === one ? "dark" : "outline"} aria-pressed={dock === one} onClick={() => setDock(dock === one ? null : one)}>
            {labels[one]}
          </Button>
        ))}
      </div>
    </div>
  );
  return (
    <main ref={root} className="jpd-designer app-workspace">
      {header ? createPortal(bar, header) : bar}
      <div className="jpd-designer__columns">
        {multiple && <DesignerPages />}
        <ErrorBoundary name={dict.editor.canvasLabel}>
          <DesignerCanvas />
        </ErrorBoundary>
        {dock !== null && <PanelEdge key={`edge-${dock}`} name={labels[dock]} width={width} onWidth={setWidth} />}
        {dock !== null && (
          <div className="app-dock" data-dock={dock} style={panelStyle(width)}>
            <ErrorBoundary key={dock} name={labels[dock]}>
              {dock === "data" && <DesignerDataExplorer />}
              {dock === "problems" && <DesignerProblems />}
              {dock === "preview" && <DesignerPreview />}
              {dock === "code" && (
                <Suspense fallback={<p role="status">{t.loading}</p>}>
                  <DesignerCode />
                </Suspense>
              )}
            </ErrorBoundary>
          </div>
        )}
        <ResizableSidebar />
      </div>
    </main>
  );
}
