import { useState } from "react";
import { buildChartBinding, buildKpiBinding, buildSectionBinding, describeBinding } from "../../core/bindings";
import { isExtended } from "../../core/fields";
import type { Binding, ChartBinding, Field, KpiAggregation, KpiBinding } from "../../core/types";
import { useDesignerActions, useDesignerData } from "../../editor/hooks";
import { sanitizedBinding } from "../../editor/operations/sanitize";
import { useT, withInlineCode } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import { useSources, type Sources } from "../data/sources";
import { ExpressionField } from "../formula/ExpressionField";
import { functionHelp } from "../formula/functions";
import { ColumnInput, firstNumber, firstText, ListInput } from "./ListInput";
import { TableForm } from "./TableForm";

export interface BindingFormProps {
  field: Field;
  disabled: boolean;
  /** Texts and images too; in the property panel their content is enough unless they are bound. */
  texts?: boolean;
}

/** The binding of a field. Values are always those of the document, so that undo shows. */
export function BindingForm({ field, disabled, texts = false }: BindingFormProps) {
  const t = useT();
  const actions = useDesignerActions();
  const { bindings } = useDesignerData();
  const sources = useSources(field);
  const given = bindings.find((own) => own?.schemaName === field.name);
  const binding = given && sanitizedBinding(given);
  const write = (next: Binding | null) => {
    // Filters belong to the list, not to what is made of it.
    if (next !== null) actions.handleChangeBinding(field.name, binding?.type === next.type ? ({ ...binding, ...next } as Binding) : next);
  };
  const props = { field, binding, sources, write, disabled };
  return (
    <div className="jpd-stack jpd-binding" data-property="binding">
      {field.type === "section" ? (
        <SectionForm {...props} />
      ) : field.type === "chart" ? (
        <ChartForm {...props} />
      ) : field.type === "kpi" ? (
        <KpiForm {...props} />
      ) : field.type === "table" ? (
        <TableForm {...props} field={field} />
      ) : texts || binding || field.type === "image" ? (
        <TextForm {...props} />
      ) : (
        <p className="jpd-hint">{withInlineCode(t.formulaModal.fieldValueHint)}</p>
      )}
      {binding && (
        <div className="jpd-binding__state">
          <span className="jpd-binding__words">{t.bindingEditor.boundLabel(describeBinding(binding, t))}</span>
          <button type="button" className="jpd-linkbtn" disabled={disabled} onClick={() => actions.handleChangeBinding(field.name, null)}>
            {t.bindingEditor.removeBinding}
          </button>
        </div>
      )}
    </div>
  );
}

export interface FormProps {
  field: Field;
  binding: Binding | undefined;
  sources: Sources;
  /** Ignores `null`, which is incomplete input. */
  write: (binding: Binding | null) => void;
  disabled: boolean;
}

function SectionForm({ field, binding, sources, write, disabled }: FormProps) {
  const t = useT();
  return (
    <>
      <ListInput
        path={binding?.type === "section" ? binding.path : ""}
        sources={sources}
        placeholder={t.bindingEditor.sectionPlaceholder}
        disabled={disabled}
        onPick={(path) => write(buildSectionBinding(field.name, path))}
      />
      <p className="jpd-hint">{withInlineCode(t.bindingEditor.sectionHelp)}</p>
    </>
  );
}

function ChartForm({ field, binding, sources, write, disabled }: FormProps) {
  const t = useT();
  const own: ChartBinding | undefined = binding?.type === "chart" ? binding : undefined;
  // Kept until the binding is complete.
  const [draft, setDraft] = useState({ path: "", labelColumn: "", valueColumn: "" });
  const { path, labelColumn, valueColumn } = own ?? draft;
  const list = sources.lists.find((source) => source.path === path);
  const set = (patch: Partial<typeof draft>) => {
    const next = { path, labelColumn, valueColumn, ...patch };
    setDraft(next);
    write(buildChartBinding(field.name, next.path, next.labelColumn, next.valueColumn));
  };
  const pick = (next: string) => {
    const chosen = sources.lists.find((source) => source.path === next);
    set({ path: next, labelColumn: firstText(chosen) || labelColumn, valueColumn: firstNumber(chosen) || valueColumn });
  };
  const { chartHelp, chartHelpDefaultLabel, chartHelpDefaultValue } = t.bindingEditor;
  return (
    <>
      <ListInput path={path} sources={sources} placeholder={t.bindingEditor.chartPathPlaceholder} disabled={disabled} onPick={pick} />
      <ColumnInput
        label={t.bindingExtra.labelColumn}
        value={labelColumn}
        list={list}
        placeholder={list ? t.bindingEditor.labelColumnPlaceholder : t.bindingEditor.labelColumnInputPlaceholder}
        property="binding/labelColumn"
        disabled={disabled}
        onChange={(column) => set({ labelColumn: column })}
      />
      <ColumnInput
        label={t.bindingExtra.valueColumn}
        value={valueColumn}
        list={list}
        numeric
        placeholder={list ? t.bindingEditor.valueColumnPlaceholder : t.bindingEditor.valueColumnInputPlaceholder}
        property="binding/valueColumn"
        disabled={disabled}
        onChange={(column) => set({ valueColumn: column })}
      />
      <p className="jpd-hint">{withInlineCode(chartHelp(labelColumn || chartHelpDefaultLabel, valueColumn || chartHelpDefaultValue))}</p>
    </>
  );
}

const AGGREGATIONS: KpiAggregation[] = ["sum", "count", "avg", "min", "max"];

function KpiForm({ field, binding, sources, write, disabled }: FormProps) {
  const t = useT();
  const { Select } = useUiComponents();
  const own: KpiBinding | undefined = binding?.type === "kpi" ? binding : undefined;
  const [draft, setDraft] = useState({ path: "", aggregation: "sum" as KpiAggregation, valueColumn: "" });
  const current = own ? { path: own.path, aggregation: own.aggregation ?? "sum", valueColumn: own.valueColumn ?? "" } : draft;
  const list = sources.lists.find((source) => source.path === current.path);
  const set = (patch: Partial<typeof draft>) => {
    const next = { ...current, ...patch };
    setDraft(next);
    write(buildKpiBinding(field.name, next.path, next.valueColumn, next.aggregation));
  };
  return (
    <>
      <ListInput
        path={current.path}
        sources={sources}
        placeholder={t.bindingEditor.kpiPathPlaceholder}
        disabled={disabled}
        onPick={(path) => set({ path, valueColumn: firstNumber(sources.lists.find((source) => source.path === path)) || current.valueColumn })}
      />
      <div data-property="binding/aggregation">
        <Select
          label={t.bindingExtra.aggregation}
          value={current.aggregation}
          disabled={disabled}
          onChange={(event) => set({ aggregation: event.target.value as KpiAggregation })}
        >
          {AGGREGATIONS.map((name) => (
            <option key={name} value={name}>
              {t.choices[name]}
            </option>
          ))}
        </Select>
      </div>
      {current.aggregation !== "count" && (
        <ColumnInput
          label={t.bindingExtra.valueColumn}
          value={current.valueColumn}
          list={list}
          numeric
          placeholder={list ? t.bindingEditor.valueColumnPlaceholder : t.bindingEditor.valueColumnInputPlaceholder}
          property="binding/valueColumn"
          disabled={disabled}
          onChange={(valueColumn) => set({ valueColumn })}
        />
      )}
    </>
  );
}

/** Texts and images: one text with expressions, and which of content and binding prints. */
function TextForm({ field, binding, write, disabled }: FormProps) {
  const t = useT();
  const actions = useDesignerActions();
  const { Select, Button } = useUiComponents();
  const { template } = useDesignerData();
  const bound = binding?.type === "template" ? binding.template : binding?.type === "scalar" ? `{${binding.path}}` : "";
  const content = "content" in field && typeof field.content === "string" ? field.content : "";
  const set = (text: string) => {
    if (text.trim() !== "") write({ schemaName: field.name, type: "template", template: text });
  };
  return (
    <>
      <div data-property={binding?.type === "scalar" ? "binding/path" : "binding/template"}>
        <ExpressionField
          field={field}
          place="text"
          label={t.bindingExtra.template}
          value={bound}
          placeholder={t.bindingEditor.genericPlaceholder}
          disabled={disabled}
          onChange={set}
        />
      </div>
      <Select aria-label={t.bindingEditor.insertFunction} value="" disabled={disabled} onChange={(event) => set(`${bound}{${event.target.value}}`)}>
        <option value="">{t.bindingEditor.insertFunction}</option>
        {functionHelp(isExtended(template), t).map(({ name, call, insert, extension }) => (
          <option key={name} value={extension ? `${insert})` : call}>
            {call}
          </option>
        ))}
      </Select>
      {binding && content !== "" && field.type === "text" && (
        <div className="jpd-callout">
          <p>{t.bindingExtra.prints(t.bindingExtra.printsBinding)}</p>
          <Button
            variant="outline"
            disabled={disabled}
            onClick={() =>
              actions.transaction({ kind: "unbind", name: field.name }, () => {
                actions.updateSchema(field.id, { content: bound });
                actions.setBinding(field.name, null);
              })
            }
          >
            {t.bindingExtra.merge}
          </Button>
        </div>
      )}
    </>
  );
}
