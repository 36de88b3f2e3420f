/** The entry `.`: the designer, and everything of `./server`. */
import { loadBrowserEngine } from "./core/browser-engine";
import { generatorWith } from "./core/generate";

/** Makes a PDF, in a worker where there is one. */
export const generatePdf = generatorWith(loadBrowserEngine, () => typeof window !== "undefined" && typeof Worker === "function");

export * from "./core";
export { filterIncomplete } from "./core/bindings";
export { downloadPdf } from "./core/download";
export { makeBoundTable } from "./core/fields";
export { clampZoom, ZOOM_MAX, ZOOM_MIN, ZOOM_STEP } from "./core/page";
export { columnFormulaFor } from "./core/tables";
export { fieldWarning } from "./core/warnings";
export { I18nProvider, useLocale, useT, withInlineCode, type I18nProviderProps } from "./i18n";

export { Designer, type DesignerProps } from "./editor/Designer";
export { DesignerProvider } from "./editor/DesignerProvider";
export { DesignerCanvas } from "./editor/canvas/DesignerCanvas";
export { DesignerCommandBar } from "./editor/parts/DesignerCommandBar";
export { DesignerFieldList } from "./editor/parts/DesignerFieldList";
export { DesignerHistory } from "./editor/parts/DesignerHistory";
export { DesignerInspector } from "./editor/parts/DesignerInspector";
export { DesignerPages } from "./editor/parts/DesignerPages";
export { DesignerRecovery } from "./editor/parts/DesignerRecovery";
export { DesignerSidebar } from "./editor/parts/DesignerSidebar";
export { DesignerTabBar } from "./editor/parts/DesignerTabBar";
export { DesignerToolbar } from "./editor/parts/DesignerToolbar";
export {
  useDesignerActions,
  useDesignerBulkEdit,
  useDesignerConfig,
  useDesignerData,
  useDesignerEngine,
  useDesignerFieldListSchemas,
  useDesignerFilterColumns,
  useDesignerHistory,
  useDesignerPage,
  useDesignerSample,
  useDesignerSelectedSchema,
  useDesignerSelection,
  useDesignerTabWarnings,
  useDesignerUi,
  useDesignerZoom,
} from "./editor/hooks";
export type {
  AlignEdge,
  AssetStore,
  ChangeOptions,
  DesignerActionsValue,
  DesignerBindingEditorProps,
  DesignerBulkEditValue,
  DesignerCanvasProps,
  DesignerConfigValue,
  DesignerDataValue,
  DesignerEngineValue,
  DesignerFieldListProps,
  DesignerFilterPanelProps,
  DesignerHistoryValue,
  DesignerInspectorProps,
  DesignerPageSettingsProps,
  DesignerPageValue,
  DesignerPropertyPanelProps,
  DesignerProviderProps,
  DesignerSampleValue,
  DesignerSelectedSchemaValue,
  DesignerSelectionValue,
  DesignerSidebarProps,
  DesignerTabBarProps,
  DesignerTabWarningsValue,
  DesignerToolbarProps,
  DesignerUiValue,
  DesignerZoomValue,
  DocumentPair,
  FieldPatch,
  HistoryStepValue,
  PartStyle,
  Permissions,
  ShownData,
  ShownRow,
  StepKind,
  StepLabel,
  TabGate,
  TabKey,
} from "./editor/types";
export {
  DesignerBindingEditor,
  DesignerCode,
  DesignerDataExplorer,
  DesignerFilterPanel,
  DesignerPageSettings,
  DesignerPreview,
  DesignerProblems,
  DesignerPropertyPanel,
  type DesignerCodeProps,
  type DesignerDataExplorerProps,
  type DesignerPreviewProps,
  type DesignerProblemsProps,
} from "./panels";
export type { EngineAdapter, Problem } from "./engine/types";

export {
  Badge,
  Button,
  Card,
  CardHeader,
  CardTitle,
  Checkbox,
  ClearFieldButton,
  CollapsibleSection,
  ColorInput,
  defaultUiComponents,
  IconAlertTriangle,
  IconArrowsHorizontal,
  IconArrowsVertical,
  IconBringToFront,
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconDownload,
  IconFolderUp,
  IconGrip,
  IconLink,
  IconLock,
  IconLockOpen,
  IconMinus,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconSendToBack,
  IconTrash,
  IconUpload,
  IconX,
  Input,
  MaterialIcon,
  Modal,
  PalettePicker,
  PaletteSwatches,
  Select,
  TabPanel,
  Textarea,
  UiComponentsProvider,
  useUiComponents,
  type BadgeProps,
  type ButtonProps,
  type CardHeaderProps,
  type CardProps,
  type CardTitleProps,
  type CheckboxProps,
  type ClearFieldButtonProps,
  type CollapsibleSectionProps,
  type ColorInputProps,
  type InputProps,
  type MaterialIconProps,
  type ModalProps,
  type PaletteGroup,
  type PaletteGroupItem,
  type PalettePickerProps,
  type PaletteSwatchesProps,
  type SelectProps,
  type TabPanelProps,
  type TextareaProps,
  type UiComponents,
  type UiComponentsOverride,
  type UiComponentsProviderProps,
} from "./ui";
export type { NamedFonts } from "./core/named-fonts";
export type { SharedTexts } from "./core/texts";
export type { DocumentLibrary, LibraryFile, LibrarySaveOptions } from "./library/types";
export type { ClassValue } from "./ui/cx";
export type { IconProps } from "./ui/icons";
export type { LabeledParts } from "./ui/Labeled";
