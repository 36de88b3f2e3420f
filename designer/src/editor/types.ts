/**
 * What the editor offers to panels and hosts: the values of its hooks, its actions, and the properties of its parts.
 *
 * Names and behaviour of everything not marked "addition" are those of json-pdf-designer.
 */
import type { CSSProperties, Dispatch, DragEvent, ReactNode, RefObject, SetStateAction } from "react";
import type {
  Binding,
  DataSourceOption,
  Field,
  FieldType,
  KpiElementKey,
  Orientation,
  PageDesign,
  PageSize,
  SectionColumnDragPayload,
  SectionSchema,
  TableColumnStyle,
  Template,
  Zone,
} from "../core/types";
import type { NamedFonts } from "../core/named-fonts";
import type { SharedTexts } from "../core/texts";
import type { EngineAdapter, Problem } from "../engine/types";
import type { DocumentLibrary } from "../library/types";
import type { StressSet } from "../panels/data/stress";
import type { RowTable } from "./store/rows";

export type TabKey = "campos" | "dados" | "estilo" | "filtro" | "pagina" | "inspetor";

/** What a template consists of; both halves change together. */
export interface DocumentPair {
  template: Template;
  bindings: Binding[];
}

// ---------------------------------------------------------------------------------------------------------- provider

/** Which changes the user may make. */
export interface Permissions {
  /** Add, delete, move, resize, rename, bind. */
  structure: boolean;
  style: boolean;
  /** Contents and bindings. */
  data: boolean;
  page: boolean;
}

export interface DesignerProviderProps {
  template: Template;
  onChangeTemplate: Dispatch<SetStateAction<Template>>;
  bindings: Binding[];
  onChangeBindings: Dispatch<SetStateAction<Binding[]>>;
  /** Gets the drops on the canvas that are not the designer's own; without it the designer handles data paths itself. */
  onCanvasDrop?: (event: DragEvent<HTMLDivElement>) => void;
  /** Known lists; turns inputs of paths into selects. */
  dataSources?: DataSourceOption[];
  /** Default: 5. At most 0: no grid, no snapping to it. */
  gridSizeMm?: number;
  /** True if selecting a field reopens a collapsed sidebar. Default: true. */
  expandOnSelect?: boolean;
  children?: ReactNode;

  // Additions.
  /** Sample or live data: the canvas then shows values. */
  data?: unknown;
  onChangeData?: (data: unknown) => void;
  /**
   * Called with what is shown in the place of `data`, a row of a table or data to test with, whenever it is another; with `null` once that is
   * over. What the host makes of the shown document, such as a file to download, is made of it.
   */
  onShownData?: (shown: ShownData | null) => void;
  /** Name of the file of each document, a text with expressions over its data, such as `payslip-{number}.pdf`. */
  fileName?: string;
  /** Keeps data beside that of the canvas, and shows it there. With it, data that does not fit the template need not take the place of the other. */
  onAddData?: (data: unknown, name: string) => void;
  /** Commands of the host, asked for when the list of commands opens. */
  commands?: () => readonly DesignerCommand[];
  /** Offers templates of the host to start from; with it an empty page has a button for them. */
  onStartFromTemplate?: () => void;
  /** `auto`: `template.pages` is edited as pages where it is present and not empty. */
  pages?: "auto" | "off";
  history?: "auto" | "off" | { limit: number };
  /** Names the document in this browser: with it, unsaved changes, undo history, guides, rows of a table and ignored problems outlive a reload. */
  documentId?: string;
  /** Font files that take the place of Helvetica, in this order. Keep their identity stable. */
  fonts?: readonly { name?: string; bytes: Uint8Array }[];
  /** Fonts by name that several templates with extensions share; the template's own win. */
  namedFonts?: NamedFonts;
  /** `false`: characters that Helvetica and the given fonts lack are reported, as where the document is made so. Default: true. */
  fallbackFont?: boolean;
  /**
   * Who lays out and renders: the engine of the package, the service at the origin of the page (`reportctl serve`), or the
   * host's. Default: `wasm`; without an engine the canvas draws by itself.
   */
  engine?: "wasm" | "http" | EngineAdapter | null;
  assets?: AssetStore;
  /** Files that templates name as `lib:NAME`: the engine prints them, and panels offer them. Keep its identity stable. */
  library?: DocumentLibrary;
  /** Texts by language tag and key that several templates share; the template's own win. */
  texts?: SharedTexts;
  /** BCP 47 tag of the documents on canvas and preview; default: that of the template or the data. */
  documentLocale?: string;
  /** With it the host keeps `documentLocale`; without it the designer does. */
  onChangeDocumentLocale?: (locale: string | undefined) => void;
  readOnly?: boolean;
  permissions?: Partial<Permissions>;
  onProblems?: (problems: readonly Problem[]) => void;
  /** Gets the document to store. Where it returns a promise, that says when it is stored; if it fails, the changes stay unsaved. */
  onSave?: (pair: DocumentPair, reason: "button" | "key") => void;
  renderFieldOverlay?: (field: Field) => ReactNode;
  toolbarExtra?: ReactNode;
}

/** What canvas and preview show in the place of the data of the host. */
export interface ShownData {
  data: unknown;
  /** The row that is shown, also where `data` is a variant of it to test with. */
  row: ShownRow | null;
}

/** A row of a table that is the data of a document of its own. */
export interface ShownRow {
  data: unknown;
  /** From 0. */
  index: number;
  count: number;
}

/** Keeps uploaded pictures elsewhere than in the template. */
export interface AssetStore {
  /** Returns what the template holds in place of the picture. */
  save(file: Blob): Promise<string>;
}

// ------------------------------------------------------------------------------------------------------ hook values

export interface DesignerDataValue {
  template: Template;
  bindings: Binding[];
}

/** Addition: the page design that is being edited, for templates with and without `pages`. */
export interface DesignerPageValue {
  /** The template itself, or an entry of `template.pages`. */
  design: PageDesign;
  index: number;
  pages: readonly { id: string; name: string; design: PageDesign }[];
  /** True if the template stores `pages`. */
  multiple: boolean;
}

export interface DesignerSelectionValue {
  selectedIds: string[];
  setSelectedIds: Dispatch<SetStateAction<string[]>>;
  /** The last of `selectedIds`: the one that panels show. */
  selectedId: string | null;
  selectedKpiElement: KpiElementKey | null;
  setSelectedKpiElement: Dispatch<SetStateAction<KpiElementKey | null>>;
  handleSelect: (id: string | null, additive?: boolean) => void;
  handleSelectMany: (ids: string[], additive?: boolean) => void;
}

export interface DesignerUiValue {
  sidebarTab: TabKey;
  setSidebarTab: Dispatch<SetStateAction<TabKey>>;
  sidebarCollapsed: boolean;
  setSidebarCollapsed: Dispatch<SetStateAction<boolean>>;
  tabMenuOpen: boolean;
  setTabMenuOpen: Dispatch<SetStateAction<boolean>>;
  /** Only the bands are edited. */
  isolateBands: boolean;
  backgroundUploadError: string | null;
  orderedVisibleTabs: TabKey[];
  addableOptionalTabs: TabKey[];
  tabsCustomized: boolean;
  reorderTabs: (from: TabKey, to: TabKey) => void;
  hideOptionalTab: (tab: TabKey) => void;
  showOptionalTab: (tab: TabKey) => void;
  restoreDefaultTabs: () => void;
  draggedTab: TabKey | null;
  setDraggedTab: Dispatch<SetStateAction<TabKey | null>>;
  dragOverTab: TabKey | null;
  setDragOverTab: Dispatch<SetStateAction<TabKey | null>>;

  // Additions.
  /** A control that wants the focus; panels focus it when they show it, then call `setFocusRequest(null)`. */
  focusRequest: FocusRequest | null;
  setFocusRequest: (request: FocusRequest | null) => void;
  snapping: boolean;
  setSnapping: Dispatch<SetStateAction<boolean>>;
  /** True if letters without Ctrl or Alt are keys of the canvas. */
  letterKeys: boolean;
  setLetterKeys: (on: boolean) => void;
  helpOpen: boolean;
  setHelpOpen: Dispatch<SetStateAction<boolean>>;
  commandBarOpen: boolean;
  setCommandBarOpen: Dispatch<SetStateAction<boolean>>;
}

export interface FocusRequest {
  fieldId?: string;
  /** JSON pointer inside the field, its binding (`binding/…`) or the page design, such as `content` or `footer/2`. */
  property: string;
}

/** A line of the list of commands. */
export interface DesignerCommand {
  id: string;
  label: string;
  /** On a keyboard of a PC, such as `Ctrl+S`. */
  keys?: string;
  disabled?: boolean;
  run: () => void;
}

export interface DesignerConfigValue {
  dataSources: DataSourceOption[] | undefined;
  onCanvasDrop: ((event: DragEvent<HTMLDivElement>) => void) | undefined;
  gridSizeMm: number;
  expandOnSelect: boolean;

  // Additions.
  documentId: string | undefined;
  readOnly: boolean;
  permissions: Permissions;
  assets: AssetStore | undefined;
  onSave: ((pair: DocumentPair, reason: "button" | "key") => void) | undefined;
  onProblems: ((problems: readonly Problem[]) => void) | undefined;
  fileName: string | undefined;
  commands: (() => readonly DesignerCommand[]) | undefined;
  renderFieldOverlay: ((field: Field) => ReactNode) | undefined;
  toolbarExtra: ReactNode;
}

export interface DesignerZoomValue {
  zoom: number;
  min: number;
  max: number;
  step: number;
  setZoom: Dispatch<SetStateAction<number>>;
  zoomIn: () => void;
  zoomOut: () => void;
  reset: () => void;
  fitWidth: () => void;
  fitHeight: () => void;
  /** The scrolling box of the mounted canvas. */
  viewportRef: RefObject<HTMLDivElement | null>;

  // Additions.
  fitPage: () => void;
  fitSelection: () => void;
}

export interface DesignerSelectedSchemaValue {
  selected: Field | undefined;
  /** The first binding of the selected field's name. */
  selectedBinding: Binding | undefined;
}

export interface DesignerBulkEditValue {
  selectedSchemas: Field[];
  /** More than one field is selected, all of one kind out of text, kpi and chart. */
  bulkEditActive: boolean;
}

export interface DesignerTabWarningsValue {
  dadosWarning: boolean;
  filtroWarning: boolean;
}

/** Addition: sample data, and who may change it. */
export interface DesignerSampleValue {
  /** What canvas, preview and checks show: the host's data, or a variant of it. */
  data: unknown;
  /** The data as the host gave it, or the row of a table that is shown in its place. */
  given: unknown;
  /** The table of whose rows one is shown; `null` where the data is the host's. */
  table: RowTable | null;
  variant: StressSet;
  setVariant: (variant: StressSet) => void;
  onChangeData: ((data: unknown) => void) | undefined;
  onAddData: ((data: unknown, name: string) => void) | undefined;
  /** Texts that several templates share. */
  texts: SharedTexts | undefined;
  /** Fonts by name that several templates share. */
  namedFonts: NamedFonts | undefined;
  /** Locale of the documents that are shown; nothing: that of the template or the data. */
  locale: string | undefined;
  setLocale: (locale: string | undefined) => void;
}

/** Addition. */
export interface DesignerHistoryValue {
  canUndo: boolean;
  canRedo: boolean;
  /** Oldest first. */
  steps: readonly HistoryStepValue[];
  /** How many of `steps` are in effect. */
  position: number;
  /** Undoes or redoes until `position` steps are in effect. */
  goTo: (position: number) => void;
  /** True if the document differs from the one last given by `markSaved`, at first the one mounted. */
  dirty: boolean;
  markSaved: () => void;
}

export interface HistoryStepValue {
  id: number;
  label: StepLabel;
  /** Milliseconds since the epoch. */
  time: number;
}

/** What a step did; `historyLabel` of the dictionary words it. */
export interface StepLabel {
  kind: StepKind;
  /** Number of fields, where there are several. */
  count?: number;
  /** Name of the field, page or property. */
  name?: string;
}

export type StepKind =
  | "add"
  | "align"
  | "background"
  | "bands"
  | "bind"
  | "column"
  | "cut"
  | "data"
  | "delete"
  | "distribute"
  | "duplicate"
  | "edit"
  | "import"
  | "lock"
  | "matchSize"
  | "move"
  | "order"
  | "outside"
  | "pageAdd"
  | "pageDelete"
  | "pageMove"
  | "pageRename"
  | "pageSize"
  | "paste"
  | "rename"
  | "resize"
  | "restore"
  | "section"
  | "style"
  | "unbind"
  | "unlock"
  | "custom";

/** Addition: the engine, once it is there. */
export interface DesignerEngineValue {
  engine: EngineAdapter | null;
  status: "loading" | "ready" | "none";
}

// ---------------------------------------------------------------------------------------------------------- actions

/** A change of a field: keys set to `undefined` are removed. */
export type FieldPatch = { [key: string]: unknown };

export type AlignEdge = "left" | "center" | "right" | "top" | "middle" | "bottom";

/** Coalescing: changes with the same key within 800 ms are one step of the history. */
export interface ChangeOptions {
  label?: StepLabel;
  coalesce?: string;
}

/** All functions keep their identity for the life of the provider. */
export interface DesignerActionsValue {
  updateSchema: (id: string, patch: FieldPatch, options?: ChangeOptions) => void;
  updateSchemas: (ids: string[], patch: FieldPatch, options?: ChangeOptions) => void;
  /** Trims; ignores empty, equal and taken names. Returns whether the name was free (addition). */
  renameSchema: (id: string, name: string) => boolean;
  moveGroup: (positions: { id: string; x: number; y: number }[]) => void;
  bringToFront: (id: string) => void;
  sendToBack: (id: string) => void;
  addSchema: (field: Field) => Field;
  createSection: (path?: string) => SectionSchema;
  dropSectionColumn: (payload: SectionColumnDragPayload, x: number, y: number) => void;
  removeSchema: (id: string) => void;
  setBinding: (name: string, binding: Binding | null) => void;
  /** As `setBinding`; the first list of a table also makes its columns. */
  handleChangeBinding: (name: string, binding: Binding | null) => void;
  renameTableColumn: (index: number, label: string) => void;
  setTableHead: (names: string[]) => void;
  addTableColumn: (key: string) => void;
  removeTableColumn: (index: number) => void;
  reorderTableColumn: (from: number, to: number) => void;
  setColumnStyle: (index: number, patch: { [K in keyof TableColumnStyle]?: TableColumnStyle[K] | undefined }) => void;
  setColumnWidth: (index: number, width: number | undefined) => void;
  setColumnFormula: (index: number, text: string) => void;
  updatePageBand: (patch: FieldPatch) => void;
  setPagePreset: (name: string) => void;
  setPageOrientation: (orientation: Orientation) => void;
  setBackgroundImage: (uri: string | undefined) => void;
  toggleIsolateBands: () => void;
  handleBackgroundUpload: (event: { target: HTMLInputElement }) => Promise<void>;

  // Additions.
  /** Copies of the selected fields at a distance. */
  duplicateBy: (dx: number, dy: number) => void;
  /** The selected fields as one: what selects one of them selects all. */
  group: () => void;
  ungroup: () => void;
  /** Returns whether the name was free. */
  renameGroup: (from: string, to: string) => boolean;
  /** The fields together at a place of the order, and into or out of a group. */
  moveInOrder: (ids: string[], index: number, group?: { name: string | undefined }) => void;
  /** To an angle in degrees clockwise, where the template has the extensions. */
  turn: (ids: string[], degrees: number) => void;
  undo: () => void;
  redo: () => void;
  /** All changes that `change` makes are one step; later ones with the same `coalesce` become part of it. */
  transaction: (label: StepLabel | string, change: () => void, coalesce?: string) => void;
  /** Any change of the pair, as one step; `change` must be pure. */
  change: (label: StepLabel, change: (pair: DocumentPair) => DocumentPair, coalesce?: string) => void;
  addField: (type: Exclude<FieldType, "section">, at?: { x: number; y: number }) => Field;
  /** Replaces the source of a table and rebuilds its columns, keeping those whose key is in `columns`. */
  rebuildTable: (id: string, path: string, columns: string[]) => void;
  removeSelected: () => void;
  removeFields: (ids: readonly string[]) => void;
  duplicate: () => void;
  copy: () => void;
  cut: () => void;
  paste: (inPlace?: boolean) => void;
  align: (edge: AlignEdge) => void;
  distribute: (axis: "horizontal" | "vertical") => void;
  matchSize: (dimension: "width" | "height") => void;
  centerInBody: (axis: "horizontal" | "vertical") => void;
  moveBy: (dx: number, dy: number) => void;
  resizeBy: (dWidth: number, dHeight: number) => void;
  /** Geometry typed in a panel: not snapped, not clamped; membership follows. */
  setGeometry: (id: string, geometry: Partial<Record<"x" | "y" | "width" | "height", number>>) => void;
  setLocked: (ids: string[], locked: boolean) => void;
  bringForward: (id: string) => void;
  sendBackward: (id: string) => void;
  /** Moves the field before the one now at `index` of the page's `schemas`. */
  reorderSchema: (id: string, index: number) => void;
  selectAll: () => void;
  setIsolateBands: (on: boolean) => void;
  setPageSize: (width: number, height: number) => void;
  setPage: (index: number) => void;
  addPage: (size?: PageSize) => void;
  duplicatePage: (index: number) => void;
  renamePage: (index: number, name: string) => void;
  removePage: (index: number) => void;
  movePage: (from: number, to: number) => void;
  moveToPage: (ids: string[], page: number) => void;
  /** Copies size, bands and background of the current page to all others. */
  copyPageSettings: () => void;
  replaceDocument: (pair: DocumentPair, label?: StepLabel) => void;
  /** Selects the field, opens its tab and focuses the control of the property. */
  reveal: (target: { pointer?: string; fieldId?: string; property?: string }) => void;
  save: (reason?: "button" | "key") => void;
}

// ------------------------------------------------------------------------------------------------------------ parts

export type PartStyle = string | { className?: string; style?: CSSProperties };

export interface TabGate {
  /** Shows the part only while one of these tabs is active; without it always. */
  whenTab?: TabKey | TabKey[];
}

export interface PartProps extends TabGate {
  className?: string;
  style?: CSSProperties;
}

export interface DesignerCanvasProps extends PartProps {
  hideZoombar?: boolean;
}
export interface DesignerTabBarProps extends PartProps {
  parts?: { strip?: PartStyle };
}
export interface DesignerFieldListProps extends PartProps {
  heading?: boolean;
  parts?: { heading?: PartStyle; scroll?: PartStyle };
}
export interface DesignerToolbarProps extends PartProps {
  hint?: boolean;
}
export type DesignerPageSettingsProps = PartProps;
export interface DesignerPropertyPanelProps extends PartProps {
  section?: "dados" | "estilo";
  /** Shows position and size; default: only in `dados`. */
  position?: boolean;
  header?: boolean;
  parts?: { banner?: PartStyle };
}
export interface DesignerFilterPanelProps extends PartProps {
  header?: boolean;
  parts?: { banner?: PartStyle };
}
export type DesignerBindingEditorProps = PartProps;
export type DesignerInspectorProps = PartProps;
export interface DesignerSidebarProps {
  className?: string;
  style?: CSSProperties;
  parts?: { tabBar?: PartStyle; panel?: PartStyle };
}

/** Zone of a field as the print sees it. */
export type FieldZone = Zone;
