/** The tabs of the sidebar: reordered by dragging or by keys, hidden, shown again. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useCommitEffect } from "../commit-effect";
import { useT } from "../../i18n";
import { cx } from "../../ui";
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconDots, IconFold } from "../../ui/icons";
import { part } from "../../ui/parts";
import { useDesignerTabWarnings, useDesignerUi } from "../hooks";
import type { DesignerTabBarProps, TabKey } from "../types";
import { useIsOnActiveTab } from "./active-tab";
import { menuKeys } from "./menu-keys";
import { usePartRoot } from "./root";
import { scrollWithin } from "./scroll-within";

export function useTabLabels(): Record<TabKey, string> {
  const { tabBar } = useT();
  return { campos: tabBar.fields, dados: tabBar.data, estilo: tabBar.style, filtro: tabBar.filter, pagina: tabBar.page, inspetor: tabBar.inspector };
}

export function DesignerTabBar({ className, style, whenTab, parts }: DesignerTabBarProps) {
  const shown = useIsOnActiveTab(whenTab);
  return shown ? <TabBar className={className} style={style} parts={parts} /> : null;
}

function TabBar({ className, style, parts }: Omit<DesignerTabBarProps, "whenTab">) {
  const t = useT();
  const labels = useTabLabels();
  const ui = useDesignerUi();
  const { sidebarTab, orderedVisibleTabs, addableOptionalTabs, tabsCustomized } = ui;
  const { dadosWarning, filtroWarning } = useDesignerTabWarnings();
  const root = usePartRoot();
  const strip = useRef<HTMLDivElement>(null);
  const overflow = useOverflow(strip, orderedVisibleTabs.length);

  useCommitEffect(() => {
    scrollWithin(strip.current?.querySelector(`[data-tab="${sidebarTab}"]`));
  }, [sidebarTab, orderedVisibleTabs]);

  const scroll = (side: -1 | 1) => {
    const element = strip.current;
    element?.scrollBy({ left: side * element.clientWidth * 0.8, behavior: "smooth" });
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const at = orderedVisibleTabs.indexOf(sidebarTab);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const target =
      step !== undefined
        ? orderedVisibleTabs[(at + step + orderedVisibleTabs.length) % orderedVisibleTabs.length]
        : event.key === "Home"
          ? orderedVisibleTabs[0]
          : event.key === "End"
            ? orderedVisibleTabs.at(-1)
            : undefined;
    if (!target) return;
    event.preventDefault();
    if ((event.ctrlKey || event.metaKey) && event.shiftKey && step !== undefined) {
      // Moving to the right is moving the next one before this.
      if (step > 0) ui.reorderTabs(target, sidebarTab);
      else ui.reorderTabs(sidebarTab, target);
      return;
    }
    ui.setSidebarTab(target);
    strip.current?.querySelector<HTMLElement>(`[data-tab="${target}"]`)?.focus();
  };

  return (
    <div ref={root} className={cx("jpd-tabs", className)} data-part="tab-bar" style={style}>
      {overflow.left && (
        <button type="button" className="jpd-iconbtn" aria-label={t.tabBar.scrollTabsLeft} onClick={() => scroll(-1)}>
          <IconChevronLeft />
        </button>
      )}
      <div ref={strip} {...part("jpd-tabs__strip", parts?.strip)} role="tablist" aria-label={t.editor.sidebarLabel} onKeyDown={onKeyDown}>
        {orderedVisibleTabs.map((tab) => {
          const active = tab === sidebarTab;
          const warning = (tab === "dados" && dadosWarning) || (tab === "filtro" && filtroWarning);
          return (
            <span
              key={tab}
              role="presentation"
              className="jpd-tab"
              data-active={active || undefined}
              data-dragging={ui.draggedTab === tab || undefined}
              data-joiner={(ui.dragOverTab === tab && ui.draggedTab !== tab) || undefined}
              onDragOver={(event) => {
                if (!ui.draggedTab) return;
                event.preventDefault();
                if (ui.dragOverTab !== tab) ui.setDragOverTab(tab);
              }}
              onDrop={(event) => {
                if (!ui.draggedTab) return;
                event.preventDefault();
                ui.reorderTabs(ui.draggedTab, tab);
                ui.setDraggedTab(null);
                ui.setDragOverTab(null);
              }}
            >
              <button
                type="button"
                role="tab"
                className="jpd-tab__label"
                data-tab={tab}
                aria-selected={active}
                tabIndex={active ? 0 : -1}
                title={t.tabBar.dragToReorder}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData("text/plain", tab);
                  ui.setDraggedTab(tab);
                }}
                onDragEnd={() => {
                  ui.setDraggedTab(null);
                  ui.setDragOverTab(null);
                }}
                onClick={() => {
                  ui.setSidebarTab(tab);
                  ui.setSidebarCollapsed(false);
                }}
                onDoubleClick={() => active && ui.setSidebarCollapsed(true)}
              >
                {labels[tab]}
                {warning && <IconAlertTriangle className="jpd-warnicon" aria-hidden={false} role="img" aria-label={tab === "dados" ? t.warnings.missingBinding : t.warnings.incompleteFilter} />}
              </button>
            </span>
          );
        })}
      </div>
      {overflow.right && (
        <button type="button" className="jpd-iconbtn" aria-label={t.tabBar.scrollTabsRight} onClick={() => scroll(1)}>
          <IconChevronRight />
        </button>
      )}
      {(sidebarTab !== "campos" || tabsCustomized || addableOptionalTabs.length > 0) && (
        <span className="jpd-tabs__more">
          <button
            type="button"
            className="jpd-iconbtn"
            aria-label={t.tabBar.reopenOrRestoreTitle}
            title={t.tabBar.reopenOrRestoreTitle}
            aria-haspopup="menu"
            aria-expanded={ui.tabMenuOpen}
            onClick={() => ui.setTabMenuOpen((open) => !open)}
          >
            <IconDots />
          </button>
          {ui.tabMenuOpen && <TabMenu labels={labels} />}
        </span>
      )}
      <button
        type="button"
        className="jpd-iconbtn jpd-tabs__fold"
        aria-label={ui.sidebarCollapsed ? t.tabBar.unfold : t.tabBar.fold}
        title={ui.sidebarCollapsed ? t.tabBar.unfold : t.tabBar.fold}
        aria-expanded={!ui.sidebarCollapsed}
        onClick={() => ui.setSidebarCollapsed((collapsed) => !collapsed)}
      >
        <IconFold />
      </button>
    </div>
  );
}

function TabMenu({ labels }: { labels: Record<TabKey, string> }) {
  const t = useT();
  const ui = useDesignerUi();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    menu.current?.querySelector("button")?.focus();
  }, []);
  return (
    <div
      ref={menu}
      className="jpd-popover jpd-menu jpd-tabs__menu"
      role="menu"
      {...menuKeys(menu, () => ui.setTabMenuOpen(false))}
    >
      {ui.sidebarTab !== "campos" && (
        <button type="button" role="menuitem" className="jpd-menuitem" onClick={() => ui.hideOptionalTab(ui.sidebarTab)}>
          {t.tabBar.hide(labels[ui.sidebarTab])}
        </button>
      )}
      {ui.addableOptionalTabs.map((tab) => (
        <button key={tab} type="button" role="menuitem" className="jpd-menuitem" onClick={() => ui.showOptionalTab(tab)}>
          {t.tabBar.show(labels[tab])}
        </button>
      ))}
      {ui.tabsCustomized && (
        <button type="button" role="menuitem" className="jpd-menuitem" onClick={ui.restoreDefaultTabs}>
          {t.tabBar.restoreDefault}
        </button>
      )}
    </div>
  );
}

function useOverflow(strip: React.RefObject<HTMLDivElement | null>, count: number): { left: boolean; right: boolean } {
  const [overflow, setOverflow] = useState({ left: false, right: false });
  const measure = useCallback(() => {
    const element = strip.current;
    if (!element) return;
    const left = element.scrollLeft > 1;
    const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
    setOverflow((before) => (before.left === left && before.right === right ? before : { left, right }));
  }, [strip]);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(measure);
    observer?.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      observer?.disconnect();
    };
  }, [strip, measure, count]);
  return overflow;
}
