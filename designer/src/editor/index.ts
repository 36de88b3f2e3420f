/** The editor: state, hooks, parts. */
export { Designer, type DesignerProps } from "./Designer";
export { DesignerCanvas } from "./canvas/DesignerCanvas";
export { DesignerProvider } from "./DesignerProvider";
export { DesignerCommandBar } from "./parts/DesignerCommandBar";
export { DesignerFieldList } from "./parts/DesignerFieldList";
export { DesignerHistory } from "./parts/DesignerHistory";
export { DesignerInspector } from "./parts/DesignerInspector";
export { DesignerPages } from "./parts/DesignerPages";
export { DesignerSidebar } from "./parts/DesignerSidebar";
export { DesignerTabBar } from "./parts/DesignerTabBar";
export { DesignerToolbar } from "./parts/DesignerToolbar";
export { setEngineLoader, type EngineLoader } from "./drawing/connect";
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
} from "./hooks";
export type * from "./types";
