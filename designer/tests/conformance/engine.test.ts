/** The vectors of expressions, bindings, charts, cards, tables, findings and versions through the published functions. */
import { expect } from "vitest";
import { dictFor } from "../../src/i18n/dictionaries";
import { syntaxFault } from "../../src/core/expressions";
import * as formulas from "../../src/core/formulas";
import * as fields from "../../src/core/fields";
import { helpers, parsed } from "../../src/core/helpers";
import { tablePalette } from "../../src/core/palettes";
import { passingItems } from "../../src/core/resolve";
import { columnFormulaFor } from "../../src/core/tables";
import { fieldWarning } from "../../src/core/warnings";
import * as core from "../../src/core";
import type { ArrayBinding, Binding, Schema, TableSchema } from "../../src/core";
import { type Operation, run } from "./vectors";

/** What a call throws, in the words of the vectors. */
function caught(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return { error: { ...(error as object), message: (error as Error).message } };
  }
}

const expressions: Record<string, Operation> = { "": ({ template, data }) => core.renderTemplate(template, data) };

/** A condition shows what it guards. */
const conditions: Record<string, Operation> = {
  "": ({ condition, data }) => {
    // An empty condition holds; IF has no empty argument.
    if (condition.trim() === "") return true;
    const fault = syntaxFault(condition);
    return fault !== null || core.resolveToken(`IF(${condition}, "yes", "no")`, data) === "yes";
  },
};

const faults: Record<string, Operation> = {
  "": (input) => {
    if (input.template !== undefined) return { badTokens: core.templateExpressionErrors(input.template).map(({ token }) => token) };
    const fault = syntaxFault(input.expression);
    const message = core.expressionError(input.expression, dictFor(input.locale ?? "en"));
    return fault && { ...fault, message };
  },
  braces: ({ template }) => parsed<unknown[]>(helpers((engine) => engine.looseBraces(template)))[0],
};

const bindings: Record<string, Operation> = {
  inputs: ({ data, bindings }) =>
    Object.fromEntries(
      Object.entries(core.buildInputs(data, bindings)).map(([name, text]) => {
        return [name, text.startsWith("[[") ? JSON.parse(text) : text];
      }),
    ),
  rows: ({ list, columns }) => core.rowsFromArrayBinding(list, columns),
  matchesFilters: ({ item, filters }) => passing([item], "", filters).length === 1,
  filteredArray: ({ data, path, filters }) => passing(data, path, filters),
};

/** The items of a list that pass; nothing where there is no list. */
function passing(data: unknown, path: string, filters: ArrayBinding["filters"]): unknown[] {
  const binding: ArrayBinding = { schemaName: "t", type: "array", path, columns: [], ...(filters ? { filters } : {}) };
  const places = passingItems(binding, data);
  if (places === null) return null as unknown as unknown[];
  const list = path === "" ? data : path.split(".").reduce((at, key) => (at as Record<string, unknown>)[key], data);
  return places.map((place) => (list as unknown[])[place]);
}

const charts: Record<string, Operation> = {
  items: ({ binding, data }) => core.resolveChartItems(binding, data),
  aggregate: ({ items, topN, sort }) => {
    const { items: shown, total } = core.aggregateChartItems(items, topN, sort);
    const labels = shown.map(({ label }) => label);
    const hasOthers = labels.some((label) => label.startsWith("Outros"));
    return { labels, count: labels.length, hasOthers, item: shown, total };
  },
  palette: ({ name, customColors }) => core.resolveChartColors(name, customColors),
};

const cards: Record<string, Operation> = { value: ({ binding, data }) => core.resolveKpiValue(binding, data) };

const tables: Record<string, Operation> = {
  tokenFor: ({ key }) => core.tokenFor(key),
  segmentFor: ({ key }) => core.segmentFor(key),
  columnFormulaFor: ({ content, columns, index }) => columnFormulaFor(content, columns, index),
  normalizeColumns: ({ template, bindings }) => {
    const before = JSON.stringify([template, bindings]);
    const normalized = core.normalizeTableColumns(template, bindings);
    expect(JSON.stringify([template, bindings])).toBe(before);
    expect(core.normalizeTableColumns(normalized.template, normalized.bindings)).toEqual(normalized);
    const { content } = normalized.template.schemas[0] as TableSchema;
    return { content, columns: (normalized.bindings[0] as ArrayBinding).columns };
  },
  preset: ({ name }) => {
    const palette = tablePalette(name);
    return palette && { ...palette, bandColor: palette.bodyBandColor };
  },
};

const lint: Record<string, Operation> = {
  suspiciousOperator: ({ expression }) => {
    const [first] = parsed<{ operator: string; name: string }[]>(helpers((engine) => engine.suspiciousOperators(expression)));
    expect(core.suspiciousOperator(expression) !== null).toBe(first !== undefined);
    return { suspicious: first !== undefined, operator: first?.operator, ident: first?.name };
  },
  templateSuspiciousOperators: ({ template }) => ({
    tokens: core.templateSuspiciousOperators(template).map(({ token }) => token),
  }),
  schemaProblems: ({ schema, binding }) => core.expressionErrors(schema, binding),
  fieldWarning: ({ schema, binding }) => kindOf(schema, binding),
};

/** Which warning a field has, and for which of its texts. */
function kindOf(schema: Schema, binding: Binding | undefined): unknown {
  const warning = fieldWarning(schema, binding);
  if (warning === null) return null;
  const t = dictFor("en").warnings;
  if (warning === t.missingBinding) return { kind: "missingBinding" };
  if (warning === t.incompleteFilter) return { kind: "incompleteFilter" };
  const [first] = core.expressionErrors(schema, binding);
  const kind = first?.severity === "error" ? "expressionSyntax" : "suspiciousOperator";
  return { kind, field: first?.field };
}

const editor: Record<string, Operation> = {
  makeBoundTable: ({ y, path, columns }) => {
    const { schema, binding } = fields.makeBoundTable(y, path, columns);
    const columnFormulas = columns.map((_: string, i: number) => columnFormulaFor(schema.content, binding.columns, i));
    return { ...schema, binding, columnFormulas, bindingNameEqualsTableName: binding.schemaName === schema.name };
  },
  newSchema: ({ type, y, locale }) => fields.makeSchema(type, y, dictFor(locale)),
  nextFreeY: ({ schemas }) => fields.nextFreeY(schemas),
  sectionColumnPair: ({ sectionId, column, x, y }) => {
    const { header, value } = core.makeSectionColumnPair(sectionId, column, x, y);
    const beside = value.x === header.x + header.width + 5;
    return { header, value, "value.x": beside ? "header.x + header.width + 5" : value.x };
  },
  columnPath: ({ cell }) => formulas.columnPath(cell),
  displayCell: ({ cell }) => formulas.displayCell(cell),
  parseFormula: ({ formula }) => formulas.parseFormula(formula),
  buildFormula: ({ fn, path, ...values }) => formulas.buildFormula(fn, path, values),
};

const versions: Record<string, Operation> = {
  "": ({ template }) => {
    const before = JSON.stringify(template);
    const result = caught(() => ({ template: core.migrateTemplate(template) }));
    expect(JSON.stringify(template)).toBe(before);
    return result;
  },
};

run("expressions", expressions, 86);
run("conditions", conditions, 15);
run("expression-errors", faults, 22);
run("bindings", bindings, 11);
run("charts", charts, 13);
run("kpi", cards, 6);
run("tables", tables, 24);
run("lint", lint, 28);
run("editor-helpers", editor, 31);
run("template-version", versions, 8);
