/** Hooks of the editor. Outside a provider each throws. */
import { type Context, useContext, useMemo } from "react";
import type { Binding, Field } from "../core/types";
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
import { filterIncomplete } from "../core/bindings";
import { sanitizedBinding } from "./operations/sanitize";
import { inBand } from "./operations/zones";
import type { Editor } from "./store/editor";
import type {
  DesignerActionsValue,
  DesignerBulkEditValue,
  DesignerConfigValue,
  DesignerDataValue,
  DesignerEngineValue,
  DesignerHistoryValue,
  DesignerPageValue,
  DesignerSampleValue,
  DesignerSelectedSchemaValue,
  DesignerSelectionValue,
  DesignerTabWarningsValue,
  DesignerUiValue,
  DesignerZoomValue,
} from "./types";

function useInside<T>(context: Context<T | null>, hook: string): T {
  const value = useContext(context);
  if (value === null) throw new Error(`${hook} must be used inside <DesignerProvider>`);
  return value;
}

export const useDesignerData = (): DesignerDataValue => useInside(DataContext, "useDesignerData");
export const useDesignerPage = (): DesignerPageValue => useInside(PageContext, "useDesignerPage");
export const useDesignerActions = (): DesignerActionsValue => useInside(ActionsContext, "useDesignerActions");
export const useDesignerSelection = (): DesignerSelectionValue => useInside(SelectionContext, "useDesignerSelection");
export const useDesignerUi = (): DesignerUiValue => useInside(UiContext, "useDesignerUi");
export const useDesignerConfig = (): DesignerConfigValue => useInside(ConfigContext, "useDesignerConfig");
export const useDesignerZoom = (): DesignerZoomValue => useInside(ZoomContext, "useDesignerZoom");
export const useDesignerSample = (): DesignerSampleValue => useInside(SampleContext, "useDesignerSample");
export const useDesignerHistory = (): DesignerHistoryValue => useInside(HistoryContext, "useDesignerHistory");
export const useDesignerEngine = (): DesignerEngineValue => useInside(EngineContext, "useDesignerEngine");
/** Only for the parts of the editor itself. */
export const useEditor = (): Editor => useInside(EditorContext, "useEditor");

export function useDesignerSelectedSchema(): DesignerSelectedSchemaValue {
  const { bindings } = useDesignerData();
  const { design } = useDesignerPage();
  const { selectedId } = useDesignerSelection();
  return useMemo(() => {
    const selected = design.schemas.find((field) => field?.id === selectedId);
    const selectedBinding = selected && bindings.find((binding) => binding?.schemaName === selected.name);
    return { selected, selectedBinding: selectedBinding && sanitizedBinding(selectedBinding) };
  }, [bindings, design, selectedId]);
}

/** The fields that the list shows: those of the bands while only these are edited, else those of the body. */
export function useDesignerFieldListSchemas(): Field[] {
  const { design } = useDesignerPage();
  const { isolateBands } = useDesignerUi();
  return useMemo(
    () => design.schemas.filter((field) => field && inBand(field, design) === isolateBands),
    [design, isolateBands],
  );
}

const BULK_KINDS = ["text", "kpi", "chart"];

export function useDesignerBulkEdit(): DesignerBulkEditValue {
  const { design } = useDesignerPage();
  const { selectedIds } = useDesignerSelection();
  return useMemo(() => {
    const selectedSchemas = selectedIds.flatMap((id) => design.schemas.find((field) => field?.id === id) ?? []);
    const kinds = new Set(selectedSchemas.map((field) => field.type));
    const [kind] = kinds;
    const bulkEditActive = selectedSchemas.length > 1 && kinds.size === 1 && BULK_KINDS.includes(kind as string);
    return { selectedSchemas, bulkEditActive };
  }, [design, selectedIds]);
}

export function useDesignerTabWarnings(): DesignerTabWarningsValue {
  const { bindings } = useDesignerData();
  const { selected } = useDesignerSelectedSchema();
  return useMemo(() => {
    const own = selected && bindings.find((binding) => binding?.schemaName === selected.name && matches(binding, selected));
    const needs = selected?.type === "section" || selected?.type === "chart";
    return { dadosWarning: needs && !own, filtroWarning: own !== undefined && filterIncomplete(own) };
  }, [bindings, selected]);
}

function matches(binding: Binding, field: Field): boolean {
  return field.type === "table" ? binding.type === "array" : binding.type === field.type;
}

/** Columns of the list that the selected field is bound to, where `dataSources` says them. */
export function useDesignerFilterColumns(): string[] {
  const { dataSources } = useDesignerConfig();
  const { selectedBinding } = useDesignerSelectedSchema();
  return useMemo(() => {
    const path = selectedBinding && "path" in selectedBinding ? selectedBinding.path : undefined;
    return dataSources?.find((source) => source.path === path)?.columns ?? [];
  }, [dataSources, selectedBinding]);
}
