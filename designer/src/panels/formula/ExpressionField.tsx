import { useId, useMemo, useRef, useState, type DragEvent } from "react";
import { CODES } from "../../core/fields";
import type { DataDragPayload, Field } from "../../core/types";
import { useT } from "../../i18n";
import { cx } from "../../ui/cx";
import { useDesignerData, useDesignerSample } from "../../editor/hooks";
import { isUnwritten } from "../../editor/operations/written-text";
import { DATA_MIME, readDragPayload } from "../data/drag";
import { keysAt, valuesIn } from "../data/lookup";
import { useValueTaker } from "../data/taker";
import { diagnose } from "./diagnose";
import { ExpressionEditor, type ExpressionEditorHandle } from "./ExpressionEditor";
import { FormulaDialog } from "./FormulaDialog";
import { givenValue } from "./given";
import { ExpressionResult } from "./result";
import { expressionPath, useScope, type Place } from "./scope";

export interface ExpressionFieldProps {
  field: Field;
  place: Place;
  /** Accessible name of the input. */
  label: string;
  /** Subject of the dialog; default: the label. */
  target?: string;
  value: string;
  onChange: (value: string) => void;
  bare?: boolean;
  multiline?: boolean;
  placeholder?: string;
  disabled?: boolean;
  /** Shows what the text prints, below the input. */
  result?: boolean;
  /** Its line breaks print as such. */
  lines?: boolean;
  /** A form of data type and arguments in the dialog, for columns. */
  hasForm?: boolean;
  className?: string;
}

/** An input for texts with expressions: the editor itself, its findings, its result, and ƒx for the large editor. */
export function ExpressionField(props: ExpressionFieldProps) {
  const { field, place, label, target = label, value, onChange, bare = false, multiline, placeholder, disabled, lines, result = true, hasForm, className } = props;
  const t = useT();
  const scope = useScope(field, place);
  const { data, table } = useDesignerSample();
  const { template } = useDesignerData();
  const editor = useRef<ExpressionEditorHandle>(null);
  const [open, setOpen] = useState(false);
  const messagesId = useId();
  const findings = useMemo(() => diagnose(value, { scope, t, bare }), [value, scope, t, bare]);
  const worst = findings.find((finding) => finding.severity === "error") ?? findings[0];

  const [over, setOver] = useState(false);
  // All but texts are one value.
  const replaces = place !== "text" || isUnwritten(value, t);
  const dragOver = (event: DragEvent) => setOver(!disabled && event.dataTransfer.types.includes(DATA_MIME));

  /** Codes are read by machines: their values go in as they are in the data. */
  const given = (payload: DataDragPayload) => {
    const own = givenValue(template, data, payload, scope, place, table?.rows);
    return CODES.has(field.type) ? { ...own, token: `{${own.path}}` } : own;
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const payload = readDragPayload(event.dataTransfer);
    if (!payload) return;
    event.preventDefault();
    event.stopPropagation();
    if (payload.kind === "scalar" && valuesIn(data, payload.path).length > 0) {
      // An object prints nothing of use: its keys are offered.
      editor.current?.complete(`${value === "" ? "" : " "}{${expressionPath(keysAt(data, payload.path))}.`, "}");
      return;
    }
    const { token } = given(payload);
    onChange(replaces ? token : `${value} ${token}`);
  };

  const row = useRef<HTMLDivElement>(null);
  const taking = useValueTaker({
    root: row,
    isDisabled: disabled ?? false,
    insert(payload) {
      const own = given(payload);
      if (!bare && isUnwritten(value, t)) editor.current?.replace(0, value.length, own.token);
      else editor.current?.insertValue(own);
    },
  });

  return (
    <div className={cx("jpd-fx", className)}>
      <div ref={row} {...taking} className="jpd-fx__row jpd-suggest" data-drop={over || undefined} {...(!bare && { onDropCapture: drop, onDragOverCapture: dragOver, onDragLeave: () => setOver(false) })}>
        <ExpressionEditor
          ref={editor}
          value={value}
          onChange={onChange}
          label={label}
          bare={bare}
          multiline={multiline}
          placeholder={placeholder}
          disabled={disabled}
          invalid={worst?.severity === "error"}
          describedBy={worst ? messagesId : undefined}
          scope={scope}
        />
        <button
          type="button"
          className="jpd-iconbtn jpd-fx__open"
          data-aside
          aria-label={`ƒx: ${t.formulaModal.openAria(target)}`}
          title={t.formulaModal.openTitle}
          disabled={disabled}
          onClick={() => setOpen(true)}
        >
          <i aria-hidden="true">ƒx</i>
        </button>
        {over && <span className="jpd-drop__hint">{replaces ? t.dropHints.value : t.dropHints.addToText}</span>}
      </div>
      <div className={cx(result && scope?.hasData && !disabled && "jpd-fx__below")}>
        <div id={messagesId} aria-live="polite" className="jpd-fx__messages">
          {worst && (
            <p className={worst.severity === "error" ? "jpd-error" : "jpd-warn"}>
              {worst.message}
              {worst.fixes.map((fix) => (
                <button
                  key={fix.label}
                  type="button"
                  className="jpd-linkbtn"
                  data-aside
                  onClick={() => editor.current?.replace(fix.change.from, fix.change.to, fix.change.insert)}
                >
                  {fix.label}
                </button>
              ))}
            </p>
          )}
        </div>
        {result && worst?.severity !== "error" && scope?.hasData && value.trim() !== "" && (bare || value.includes("{")) && (
          <ExpressionResult text={value} scope={scope} bare={bare} lines={lines} />
        )}
      </div>
      {open && (
        <FormulaDialog
          field={field}
          place={place}
          target={target}
          value={value}
          bare={bare}
          hasForm={hasForm}
          onSave={(text) => {
            onChange(text);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
