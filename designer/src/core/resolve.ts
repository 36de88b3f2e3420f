/** Values that bindings take from data. */
import { CHART_COLORS } from "./palettes";
import { helpers, jsonOf, parsed } from "./helpers";
import type { ArrayBinding, Binding, ChartBinding, ChartItem, ChartSortBy, KpiBinding, TableColumn } from "./types";

const thisYear = () => new Date().getUTCFullYear();

/** The text of each binding by the name of its field, rows as JSON; sections, charts and cards have none. */
export function buildInputs(data: unknown, bindings: Binding[]): Record<string, string> {
  return parsed(helpers((engine) => engine.buildInputs(jsonOf(bindings), jsonOf(data), thisYear())));
}

/** The rows that columns make of a list. */
export function rowsFromArrayBinding(list: unknown[], columns: TableColumn[]): string[][] {
  return parsed(helpers((engine) => engine.rowsOf(jsonOf(list), jsonOf(columns), thisYear())));
}

/** Label and value of each item that passes the filters, in the order of the data. */
export function resolveChartItems(binding: ChartBinding, data: unknown): ChartItem[] {
  return parsed(helpers((engine) => engine.chartItems(jsonOf(binding), jsonOf(data))));
}

/** The items as charts draw them: sorted, those past `topN` as one, coloured. */
export function aggregateChartItems(
  items: ChartItem[],
  topN = 7,
  sortBy: ChartSortBy = "value_desc",
  palette: string[] = CHART_COLORS,
): { items: (ChartItem & { color: string })[]; total: number } {
  return parsed(helpers((engine) => engine.aggregateItems(jsonOf({ items, top: topN, sort: sortBy, colors: palette }))));
}

/** The figure of a card; 0 where there are no numbers. */
export function resolveKpiValue(binding: KpiBinding, data: unknown): number {
  return helpers((engine) => engine.kpiValue(jsonOf(binding), jsonOf(data)));
}

/** The places of the items that pass the filters of a binding; `null` where the data has no such list. */
export function passingItems(binding: ArrayBinding | ChartBinding | KpiBinding, data: unknown): number[] | null {
  return parsed(helpers((engine) => engine.passingItems(jsonOf(binding), jsonOf(data))));
}
