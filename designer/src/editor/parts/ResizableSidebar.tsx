/** The sidebar beside the canvas, with its edge; its width is kept. Where it lies over the page it begins collapsed. */
import { type CSSProperties, useEffect } from "react";
import { useCommitEffect } from "../commit-effect";
import { useT } from "../../i18n";
import { useDesignerUi, useEditor } from "../hooks";
import { DesignerSidebar } from "./DesignerSidebar";
import { panelsOverPage, usePanelsOverPage, usePanelWidth } from "./panel-room";
import { PanelEdge } from "./PanelEdge";

export function ResizableSidebar() {
  const t = useT();
  const editor = useEditor();
  const { sidebarCollapsed, setSidebarCollapsed } = useDesignerUi();
  const [width, setWidth] = usePanelWidth("sidebar");
  const covers = usePanelsOverPage();
  useCommitEffect(() => {
    if (covers) setSidebarCollapsed(true);
  }, [covers, setSidebarCollapsed]);
  useEffect(() => {
    editor.sidebarCovers = panelsOverPage;
    return () => {
      editor.sidebarCovers = () => false;
    };
  }, [editor]);
  return (
    <>
      {!sidebarCollapsed && <PanelEdge name={t.editor.sidebarLabel} width={width} onWidth={setWidth} />}
      <DesignerSidebar style={panelStyle(width)} />
    </>
  );
}

/** The chosen width, as the stylesheet takes it. */
export const panelStyle = (width: number | null): CSSProperties => (width === null ? {} : ({ "--panel-width": `${width}px` } as CSSProperties));
