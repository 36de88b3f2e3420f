/** Contexts of the editor, split by how often their values change. */
import { createContext } from "react";
import type { Editor } from "./store/editor";
import type {
  DesignerActionsValue,
  DesignerConfigValue,
  DesignerDataValue,
  DesignerEngineValue,
  DesignerHistoryValue,
  DesignerPageValue,
  DesignerSampleValue,
  DesignerSelectionValue,
  DesignerUiValue,
  DesignerZoomValue,
} from "./types";

export const DataContext = createContext<DesignerDataValue | null>(null);
export const PageContext = createContext<DesignerPageValue | null>(null);
export const ActionsContext = createContext<DesignerActionsValue | null>(null);
export const SelectionContext = createContext<DesignerSelectionValue | null>(null);
export const UiContext = createContext<DesignerUiValue | null>(null);
export const ConfigContext = createContext<DesignerConfigValue | null>(null);
export const ZoomContext = createContext<DesignerZoomValue | null>(null);
export const SampleContext = createContext<DesignerSampleValue | null>(null);
export const HistoryContext = createContext<DesignerHistoryValue | null>(null);
export const EngineContext = createContext<DesignerEngineValue | null>(null);
/** The store behind the others, for the parts of the editor itself. */
export const EditorContext = createContext<Editor | null>(null);
