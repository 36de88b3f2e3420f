/** Panels of the designer, to be placed by hosts. */
export { DesignerBindingEditor } from "./binding/BindingEditor";
export { DesignerFilterPanel } from "./binding/FilterPanel";
export { DesignerCode, type DesignerCodeProps } from "./code/DesignerCode";
export { DesignerDataExplorer, type DesignerDataExplorerProps } from "./data/DataExplorer";
export { DesignerPageSettings } from "./page/PageSettings";
export { DesignerPreview, type DesignerPreviewProps } from "./preview/Preview";
export { DesignerProblems, type DesignerProblemsProps } from "./problems/Problems";
export { ProblemsProvider, useProblems, type LiveProblems } from "./problems/live";
export { DesignerPropertyPanel } from "./properties/PropertyPanel";
