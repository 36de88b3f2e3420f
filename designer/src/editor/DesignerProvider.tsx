/**
 * State of a designer. The document belongs to the host; what is selected, shown and remembered lives in a store that is
 * made once. Each context is fed by a component of its own, so that a change re-renders only those that read it.
 */
import { type ReactNode, type SetStateAction, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { useCommitEffect } from "./commit-effect";
import { useT } from "../i18n";
import type { KpiElementKey } from "../core/types";
import { ImportDialog } from "../panels/code/ImportDialog";
import { stressed, type StressSet } from "../panels/data/stress";
import { ProblemsProvider } from "../panels/problems/live";
import {
  ActionsContext,
  ConfigContext,
  DataContext,
  EditorContext,
  EngineContext,
  HistoryContext,
  PageContext,
  SampleContext,
  SelectionContext,
  UiContext,
  ZoomContext,
} from "./contexts";
import { ZOOM_MAX, ZOOM_MIN, ZOOM_STEP } from "../core/page";
import { useConnectedEngine } from "./drawing/connect";
import { designAt, fieldsOf, hasPages } from "./operations/design";
import { sanitizedDesign } from "./operations/sanitize";
import { CommandPalette } from "./parts/CommandPalette";
import { ConfirmDelete } from "./parts/ConfirmDelete";
import { RefusedFile } from "./parts/RefusedFile";
import { PagesOverview } from "./parts/PagesOverview";
import { HelpDialog } from "./parts/HelpDialog";
import { LibraryStore } from "../library/store";
import { LibraryContext } from "../library/useLibrary";
import { useKeyboard } from "./keyboard/useKeyboard";
import { ALL_PERMISSIONS, Editor, type Host, type UiState } from "./store/editor";
import { NOTHING, shownTable } from "./store/rows";
import { useKept } from "./store/useKept";
import { isDefault, loadLetterKeys, loadTabs, moveTab, storeLetterKeys, storeTabs, tabApplies, type TabLayout } from "./store/tabs";
import type {
  DesignerConfigValue,
  DesignerDataValue,
  DesignerHistoryValue,
  DesignerPageValue,
  DesignerProviderProps,
  DesignerSampleValue,
  DesignerSelectionValue,
  DesignerUiValue,
  DesignerZoomValue,
  ShownData,
} from "./types";

// The server renders nothing that depends on effects.

export function DesignerProvider({ children, ...host }: DesignerProviderProps) {
  const id = useId();
  const [editor] = useState(() => new Editor(host, id));
  const dict = useT();
  useCommitEffect(() => {
    editor.host = host;
    editor.dict = dict;
  });
  // Not before the first rendering, which has to be that of a server.
  useCommitEffect(() => {
    const tabs = loadTabs();
    if (!isDefault(tabs)) editor.ui.setState({ tabs });
    if (!loadLetterKeys()) editor.ui.setState({ letterKeys: false });
  }, [editor]);
  const { template, bindings } = host;
  useCommitEffect(() => {
    editor.document.commit({ template, bindings });
  }, [editor, template, bindings]);
  const library = useMemo(() => (host.library ? new LibraryStore(host.library) : null), [host.library]);
  const [ownLocale, setOwnLocale] = useState<string>();
  const locale = host.onChangeDocumentLocale ? host.documentLocale : (ownLocale ?? host.documentLocale);
  const { engine, fonts, texts, namedFonts, fallbackFont } = host;
  useConnectedEngine(editor, { engine, fonts, library, template, texts, namedFonts, fallbackFont, locale });
  useKeyboard(editor);
  useKept(editor, host.documentId);

  return (
    <EditorContext.Provider value={editor}>
      <LibraryContext.Provider value={library}>
        <ActionsContext.Provider value={editor.actions}>
          <ConfigProvider host={host}>
            <DataProvider editor={editor} template={template} bindings={bindings} native={host.pages !== "off"}>
              <SampleProvider
                editor={editor}
                data={host.data}
                onShownData={host.onShownData}
                onChangeData={host.onChangeData}
                onAddData={host.onAddData}
                texts={texts}
                namedFonts={namedFonts}
                locale={locale}
                setLocale={host.onChangeDocumentLocale ?? setOwnLocale}
              >
                <EngineProvider editor={editor}>
                  <ProblemsProvider>
                    <HistoryProvider editor={editor}>
                      <ZoomProvider editor={editor}>
                        {children}
                        <HelpDialog />
                        <CommandPalette />
                        <PagesOverview />
                        <ConfirmDelete />
                        <RefusedFile editor={editor} />
                        <DroppedFile editor={editor} />
                      </ZoomProvider>
                    </HistoryProvider>
                  </ProblemsProvider>
                </EngineProvider>
              </SampleProvider>
            </DataProvider>
          </ConfigProvider>
        </ActionsContext.Provider>
        <LiveRegion editor={editor} />
      </LibraryContext.Provider>
    </EditorContext.Provider>
  );
}

function ConfigProvider({ host, children }: { host: Host; children: ReactNode }) {
  const { dataSources, onCanvasDrop, gridSizeMm = 5, expandOnSelect = true, readOnly = false, permissions, assets } = host;
  const { onSave, onProblems, fileName, commands, renderFieldOverlay, toolbarExtra, documentId } = host;
  const { structure = true, style = true, data = true, page = true } = permissions ?? ALL_PERMISSIONS;
  const value = useMemo<DesignerConfigValue>(
    () => ({
      dataSources,
      onCanvasDrop,
      gridSizeMm,
      expandOnSelect,
      documentId,
      readOnly,
      permissions: {
        structure: structure && !readOnly,
        style: style && !readOnly,
        data: data && !readOnly,
        page: page && !readOnly,
      },
      assets,
      onSave,
      onProblems,
      fileName,
      commands,
      renderFieldOverlay,
      toolbarExtra,
    }),
    [
      dataSources,
      onCanvasDrop,
      gridSizeMm,
      expandOnSelect,
      documentId,
      readOnly,
      structure,
      style,
      data,
      page,
      assets,
      onSave,
      onProblems,
      fileName,
      commands,
      renderFieldOverlay,
      toolbarExtra,
    ],
  );
  return <ConfigContext.Provider value={value}>{children}</ConfigContext.Provider>;
}

type DataProviderProps = DesignerDataValue & { editor: Editor; native: boolean; children: ReactNode };

function DataProvider({ editor, template, bindings, native, children }: DataProviderProps) {
  const data = useMemo<DesignerDataValue>(() => ({ template, bindings }), [template, bindings]);
  const wanted = useStore(editor.ui, (ui) => ui.page);
  const multiple = native && hasPages(template);
  const index = multiple ? Math.min(wanted, template.pages.length - 1) : 0;
  const page = useMemo<DesignerPageValue>(() => {
    const design = designAt(template, index, native);
    const pages = multiple
      ? template.pages.map((own) => ({ id: own.id, name: own.name ?? "", design: own }))
      : [{ id: "single", name: "", design: template }];
    return { design: sanitizedDesign(design), index, pages, multiple };
  }, [template, index, native, multiple]);
  return (
    <DataContext.Provider value={data}>
      <PageContext.Provider value={page}>
        <SelectionProvider editor={editor} page={page}>
          {children}
        </SelectionProvider>
      </PageContext.Provider>
    </DataContext.Provider>
  );
}

function SelectionProvider({ editor, page, children }: { editor: Editor; page: DesignerPageValue; children: ReactNode }) {
  const state = useStore(editor.selection);
  const handlers = useMemo(() => {
    const { selection } = editor;
    const select = (ids: string[]) => editor.select(ids);
    return {
      setSelectedIds: (action: SetStateAction<string[]>) =>
        select(typeof action === "function" ? action(selection.getState().selectedIds) : action),
      setSelectedKpiElement: (action: SetStateAction<KpiElementKey | null>) =>
        selection.setState(({ kpiElement }) => ({ kpiElement: typeof action === "function" ? action(kpiElement) : action })),
      handleSelect: (id: string | null, additive = false) => {
        if (id === null) select([]);
        else editor.toggle(id, additive);
      },
      handleSelectMany: (ids: string[], additive = false) => {
        const before = additive ? selection.getState().selectedIds : [];
        select([...before, ...ids.filter((id) => !before.includes(id))]);
      },
    };
  }, [editor]);
  const { design } = page;
  // Fields that the host removed are selected no more.
  const ids = useStable(
    useMemo(() => {
      const there = new Set(fieldsOf(design).map((field) => field?.id));
      return state.selectedIds.every((id) => there.has(id)) ? state.selectedIds : state.selectedIds.filter((id) => there.has(id));
    }, [design, state.selectedIds]),
  );
  const value = useMemo<DesignerSelectionValue>(
    () => ({ selectedIds: ids, selectedId: ids.at(-1) ?? null, selectedKpiElement: state.kpiElement, ...handlers }),
    [ids, state.kpiElement, handlers],
  );
  const selected = useMemo(() => fieldsOf(design).find((field) => field?.id === ids.at(-1)), [design, ids]);
  const layout = useStore(editor.ui, (ui) => ui.tabs);
  // Which tabs there are depends on the kind of the selected field only, not on each of its changes.
  const kind = selected?.type;
  const visible = useMemo(() => {
    const field = kind === undefined ? undefined : ({ type: kind } as NonNullable<typeof selected>);
    return layout.order.filter((tab) => !layout.hidden.includes(tab) && tabApplies(tab, field));
  }, [layout, kind]);
  return (
    <SelectionContext.Provider value={value}>
      <UiProvider editor={editor} visible={visible}>
        {children}
      </UiProvider>
    </SelectionContext.Provider>
  );
}

function UiProvider({ editor, visible, children }: { editor: Editor; visible: DesignerUiValue["orderedVisibleTabs"]; children: ReactNode }) {
  const ui = useStore(editor.ui);
  const setters = useMemo(() => uiSetters(editor), [editor]);
  // A tab that the selected field lacks shows Fields, and comes back with a field that has it.
  const sidebarTab = visible.includes(ui.tab) ? ui.tab : "campos";
  const { collapsed, tabMenuOpen, isolateBands, backgroundUploadError, tabs, draggedTab, dragOverTab } = ui;
  const { focusRequest, snapping, letterKeys, helpOpen, commandBarOpen } = ui;
  const value = useMemo<DesignerUiValue>(
    () => ({
      sidebarTab,
      sidebarCollapsed: collapsed,
      tabMenuOpen,
      isolateBands,
      backgroundUploadError,
      orderedVisibleTabs: visible,
      addableOptionalTabs: [...tabs.hidden],
      tabsCustomized: !isDefault(tabs),
      draggedTab,
      dragOverTab,
      focusRequest,
      snapping,
      letterKeys,
      helpOpen,
      commandBarOpen,
      ...setters,
    }),
    [
      sidebarTab,
      collapsed,
      tabMenuOpen,
      isolateBands,
      backgroundUploadError,
      visible,
      tabs,
      draggedTab,
      dragOverTab,
      focusRequest,
      snapping,
      letterKeys,
      helpOpen,
      commandBarOpen,
      setters,
    ],
  );
  return <UiContext.Provider value={value}>{children}</UiContext.Provider>;
}

function uiSetters({ ui }: Editor) {
  const setter =
    <K extends keyof UiState>(key: K) =>
    (action: SetStateAction<UiState[K]>) =>
      ui.setState((state) => ({ [key]: typeof action === "function" ? action(state[key]) : action }) as Pick<UiState, K>);
  const setTabs = (change: (tabs: TabLayout) => TabLayout) => {
    const tabs = change(ui.getState().tabs);
    ui.setState({ tabs });
    storeTabs(tabs);
  };
  return {
    setSidebarTab: setter("tab"),
    setSidebarCollapsed: setter("collapsed"),
    setTabMenuOpen: setter("tabMenuOpen"),
    setDraggedTab: setter("draggedTab"),
    setDragOverTab: setter("dragOverTab"),
    setFocusRequest: (focusRequest: UiState["focusRequest"]) => ui.setState({ focusRequest }),
    setSnapping: setter("snapping"),
    setLetterKeys: (letterKeys: boolean) => {
      ui.setState({ letterKeys });
      storeLetterKeys(letterKeys);
    },
    setHelpOpen: setter("helpOpen"),
    setCommandBarOpen: setter("commandBarOpen"),
    reorderTabs: (from: UiState["tab"], to: UiState["tab"]) => setTabs((tabs) => ({ ...tabs, order: moveTab(tabs.order, from, to) })),
    hideOptionalTab: (tab: UiState["tab"]) => {
      if (tab === "campos") return;
      setTabs((tabs) => ({ ...tabs, hidden: [...tabs.hidden.filter((own) => own !== tab), tab] }));
    },
    showOptionalTab: (tab: UiState["tab"]) => {
      setTabs((tabs) => ({ ...tabs, hidden: tabs.hidden.filter((own) => own !== tab) }));
      ui.setState({ tab, collapsed: false, tabMenuOpen: false });
    },
    restoreDefaultTabs: () => {
      setTabs(() => ({ order: ["campos", "dados", "estilo", "filtro", "pagina", "inspetor"], hidden: [] }));
      ui.setState({ tabMenuOpen: false });
    },
  };
}

function isSameShown(one: ShownData, other: ShownData): boolean {
  return Object.is(one.data, other.data) && Object.is(one.row?.data, other.row?.data) && one.row?.index === other.row?.index && one.row?.count === other.row?.count;
}

type SampleProviderProps = Pick<DesignerSampleValue, "data" | "onChangeData" | "onAddData" | "texts" | "namedFonts" | "locale" | "setLocale"> & {
  editor: Editor;
  onShownData: Host["onShownData"];
  children: ReactNode;
};

function SampleProvider({ editor, data: own, onShownData, onChangeData, onAddData, texts, namedFonts, locale, setLocale, children }: SampleProviderProps) {
  const [variant, setVariant] = useState<StressSet>("sample");
  const rows = useStore(editor.rows);
  const table = useMemo(() => shownTable(rows, own), [rows, own]);
  const given = table ? table.rows[table.at] : own;
  useEffect(() => {
    // From then on, what the host had before is other data.
    if (rows.table && rows.over !== NOTHING && !Object.is(rows.over, own)) editor.rows.setState({ over: NOTHING });
  }, [editor, rows, own]);
  const data = useMemo(() => stressed(given, variant), [given, variant]);
  const shown = useRef<ShownData | null>(null);
  useEffect(() => {
    const row = table && { data: table.rows[table.at], index: table.at, count: table.rows.length };
    const now = row || variant !== "sample" ? { data, row } : null;
    const before = shown.current;
    if (now === before || (now && before && isSameShown(now, before))) return;
    shown.current = now;
    onShownData?.(now);
  }, [table, variant, data, onShownData]);
  const value = useMemo<DesignerSampleValue>(
    () => ({ data, given, table, variant, setVariant, onChangeData, onAddData, texts, namedFonts, locale, setLocale }),
    [data, given, table, variant, onChangeData, onAddData, texts, namedFonts, locale, setLocale],
  );
  return <SampleContext.Provider value={value}>{children}</SampleContext.Provider>;
}

function EngineProvider({ editor, children }: { editor: Editor; children: ReactNode }) {
  return <EngineContext.Provider value={useStore(editor.engine)}>{children}</EngineContext.Provider>;
}

function HistoryProvider({ editor, children }: { editor: Editor; children: ReactNode }) {
  const { document } = editor;
  const { history } = document;
  const cache = useRef<DesignerHistoryValue | null>(null);
  const value = useSyncExternalStore(
    document.subscribe,
    () => {
      const dirty = document.dirty();
      const last = cache.current;
      if (last && last.steps === history.steps && last.position === history.position && last.dirty === dirty) return last;
      const fresh: DesignerHistoryValue = {
        canUndo: history.position > 0,
        canRedo: history.position < history.steps.length,
        steps: history.steps,
        position: history.position,
        dirty,
        goTo: (position) => void document.goTo(position),
        markSaved: () => document.markSaved(),
      };
      cache.current = fresh;
      return fresh;
    },
    () => EMPTY_HISTORY,
  );
  return <HistoryContext.Provider value={value}>{children}</HistoryContext.Provider>;
}

const EMPTY_HISTORY: DesignerHistoryValue = {
  canUndo: false,
  canRedo: false,
  steps: [],
  position: 0,
  dirty: false,
  goTo: () => {},
  markSaved: () => {},
};

function ZoomProvider({ editor, children }: { editor: Editor; children: ReactNode }) {
  const zoom = useStore(editor.view, (view) => view.zoom);
  const value = useMemo<DesignerZoomValue>(
    () => ({ zoom, min: ZOOM_MIN, max: ZOOM_MAX, step: ZOOM_STEP, viewportRef: editor.viewport, ...editor.zoom }),
    [zoom, editor],
  );
  return <ZoomContext.Provider value={value}>{children}</ZoomContext.Provider>;
}

/** A template file that was dropped on the canvas. */
function DroppedFile({ editor }: { editor: Editor }) {
  const file = useStore(editor.ui, (ui) => ui.importing);
  return file && <ImportDialog file={file} onClose={() => editor.ui.setState({ importing: null })} />;
}

const HIDDEN = {
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
} as const;

function LiveRegion({ editor }: { editor: Editor }) {
  const { text, n } = useStore(editor.ui as StoreApi<UiState>, (ui) => ui.announcement);
  return (
    <div aria-live="polite" role="status" style={HIDDEN} data-part="announcer">
      {/* A new element for each text, so that a repeated one is said again. */}
      <span key={n}>{text}</span>
    </div>
  );
}

/** The previous list while the new one has the same entries. */
function useStable(list: string[]): string[] {
  const last = useRef(list);
  const same = list === last.current || (list.length === last.current.length && list.every((id, index) => id === last.current[index]));
  const stable = same ? last.current : list;
  useCommitEffect(() => {
    last.current = stable;
  });
  return stable;
}
