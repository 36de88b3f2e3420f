/** The editor: state, hooks, parts. */
export { DesignerProvider } from "./DesignerProvider";
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
