/** The vectors that speak of editors, through the functions that editors call. */
import { dictFor } from "../../src/i18n/dictionaries";
import * as bindings from "../../src/core/bindings";
import * as kpi from "../../src/core/kpi";
import * as page from "../../src/core/page";
import * as suggestions from "../../src/core/suggestions";
import { type Operation, run } from "./vectors";

const editor: Record<string, Operation> = {
  splitDelimited: ({ text }) => bindings.splitDelimited(text),
  parseColumns: ({ text }) => bindings.parseColumns(text),
  stringifyColumns: ({ columns }) => bindings.stringifyColumns(columns),
  buildSection: ({ name, path }) => bindings.buildSectionBinding(name, path),
  buildChart: ({ name, path, label, value, existing }) => bindings.buildChartBinding(name, path, label, value, existing),
  buildTable: ({ name, path, columns, existing }) => bindings.buildTableBinding(name, path, columns, existing),
  buildKpi: ({ name, path, value, aggregation, existing }) =>
    bindings.buildKpiBinding(name, path, value, aggregation, existing),
  buildTemplate: ({ name, template }) => bindings.buildTemplateBinding(name, template),
  columnLabel: ({ column }) => bindings.columnLabel(column),
  columnKey: ({ column }) => bindings.columnKey(column),
  describeBinding: ({ binding, locale }) => bindings.describeBinding(binding, dictFor(locale)),
  describeBindingShort: ({ binding, locale }) => bindings.describeBindingShort(binding, dictFor(locale)),
  suggest: ({ text, caret }) => suggestions.suggestAt(text, caret).map(({ name }) => name),
  wordAtCaret: ({ text, caret }) => suggestions.wordAtCaret(text, caret),
  applySuggestion: ({ text, caret, name }) => {
    const suggestion = suggestions.ALL_SUGGESTIONS.find((one) => one.name === name);
    return suggestion && suggestions.applySuggestion(text, caret, suggestion);
  },
  insertAtCaret: ({ text, caret, insert }) => suggestions.insertAtCaret(text, caret, insert),
  tokenAtCaret: ({ text, caret }) => suggestions.tokenAtCaret(text, caret),
  kpiLockedPatch: ({ element, locked }) => kpi.kpiLockedPatch(element, locked),
  kpiOffsetPatch: ({ element, offset }) => kpi.kpiOffsetPatch(element, offset),
  kpiRestorePatch: ({ element, locale }) => kpi.kpiRestorePatch(element, dictFor(locale)),
};

const pages: Record<string, Operation> = {
  orientation: (input) => page.orientationOf(input.page),
  applyOrientation: (input) => page.applyOrientation(input.page, input.orientation),
  matchPreset: (input) => page.matchPreset(input.page)?.name,
  classifyZone: (input) => page.classifyZone(input.field, input.page, input.bands),
  repeats: ({ zone }) => page.isRedZone(zone),
  clampToZone: (input) =>
    page.clampToZone(input.zone, input.x, input.y, input.width, input.height, input.page, input.bands),
  mmToPx: ({ value }) => page.mmToPx(value),
  mmToPt: ({ value }) => page.mmToPt(value),
  ptToPx: ({ value }) => page.ptToPx(value),
  ptToMm: ({ value }) => page.ptToMm(value),
  snapToGrid: ({ value, grid }) => page.snapToGrid(value, grid),
  roundTrip: ({ steps, value }) => steps.reduce((result: number, step: string) => pages[step]?.({ value: result }), value),
  pxToMm: ({ value }) => page.pxToMm(value),
};

const cards: Record<string, Operation> = {
  present: (input) => kpi.kpiElementPresent(input.kpi, input.element),
  locked: (input) => kpi.kpiElementLocked(input.kpi, input.element),
  offset: (input) => kpi.kpiElementOffset(input.kpi, input.element),
  defaultPositions: ({ width, height, sizesMm }) => kpi.kpiDefaultPositions(width, height, sizesMm),
};

run("editor-helpers", editor, 63);
run("page", pages, 34);
run("kpi", cards, 18);
run("lint", { filterIncomplete: ({ binding }) => bindings.filterIncomplete(binding) }, 5);
