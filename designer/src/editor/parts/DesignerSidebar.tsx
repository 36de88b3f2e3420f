/** The tabs and what they show. */
import { useT } from "../../i18n";
import { cx, useUiComponents } from "../../ui";
import { part } from "../../ui/parts";
import { DesignerFilterPanel, DesignerPageSettings, DesignerPropertyPanel } from "../../panels";
import { useDesignerUi } from "../hooks";
import type { DesignerSidebarProps } from "../types";
import { DesignerFieldList } from "./DesignerFieldList";
import { DesignerInspector } from "./DesignerInspector";
import { DesignerTabBar, useTabLabels } from "./DesignerTabBar";
import { DesignerToolbar } from "./DesignerToolbar";
import { ErrorBoundary } from "./ErrorBoundary";
import { usePartRoot } from "./root";

export function DesignerSidebar({ className, style, parts }: DesignerSidebarProps) {
  const { sidebarTab, sidebarCollapsed } = useDesignerUi();
  const labels = useTabLabels();
  const t = useT();
  const { TabPanel } = useUiComponents();
  const root = usePartRoot<HTMLElement>();
  const tabBar = parts?.tabBar;
  return (
    <aside
      ref={root}
      className={cx("jpd-card jpd-sidebar", className)}
      data-part="sidebar"
      data-collapsed={sidebarCollapsed || undefined}
      aria-label={t.editor.sidebarLabel}
      style={style}
    >
      <DesignerTabBar {...(typeof tabBar === "string" ? { className: tabBar } : tabBar)} />
      <TabPanel collapsed={sidebarCollapsed} role="tabpanel" aria-label={labels[sidebarTab]} {...part("jpd-sidebar__content", parts?.panel)}>
        <ErrorBoundary key={sidebarTab} name={labels[sidebarTab]}>
          {sidebarTab === "campos" && (
            <>
              <DesignerFieldList />
              <DesignerToolbar />
            </>
          )}
          {sidebarTab === "dados" && <DesignerPropertyPanel section="dados" />}
          {sidebarTab === "estilo" && <DesignerPropertyPanel section="estilo" />}
          {sidebarTab === "filtro" && <DesignerFilterPanel />}
          {sidebarTab === "pagina" && <DesignerPageSettings />}
          {sidebarTab === "inspetor" && <DesignerInspector />}
        </ErrorBoundary>
      </TabPanel>
    </aside>
  );
}

