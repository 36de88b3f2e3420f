import { useMemo, useRef, useState } from "react";
import { readable } from "../../core/formulas";
import type { Field } from "../../core/types";
import { useT, withInlineCode, type Dict } from "../../i18n";
import { IconSearch } from "../../ui/icons";
import { DialogActions } from "../../ui/DialogActions";
import { focusLabelled } from "../../ui/label-focus";
import { useLeaving } from "../../ui/leaving";
import { useUiComponents } from "../../ui/registry";
import { SearchBox } from "../SearchBox";
import { expressionPath, plainName, totalsOf, useScope, type Place, type Scope, type ScopeName } from "./scope";
import { ExpressionEditor, type ExpressionEditorHandle } from "./ExpressionEditor";
import { matchesWords, searchWords } from "./function-words";
import { functionHelp } from "./functions";
import { columnForm, language } from "./language";
import { ExpressionResult } from "./result";
import { diagnose } from "./diagnose";
import { useDesignerSample } from "../../editor/hooks";
import { describeData, preview, walk } from "../data/tree";

export interface FormulaDialogProps {
  field: Field;
  place: Place;
  target: string;
  value: string;
  bare?: boolean;
  /** `true` for a form of data type and arguments above the text. */
  hasForm?: boolean;
  onSave: (value: string) => void;
  onClose: () => void;
}

/** The large editor: names and functions on the left, the whole text on the right, its result below. Nothing is stored before Save. */
export function FormulaDialog({ field, place, target, value, bare = false, hasForm = false, onSave, onClose }: FormulaDialogProps) {
  const t = useT();
  const { Button, Modal } = useUiComponents();
  const scope = useScope(field, place);
  const [draft, setDraft] = useState(value);
  const [search, setSearch] = useState("");
  const editor = useRef<ExpressionEditorHandle>(null);
  const findings = useMemo(() => diagnose(draft, { scope, t, bare }), [draft, scope, t, bare]);
  const blocked = findings.some((finding) => finding.severity === "error");
  const { leave, question } = useLeaving({
    draft,
    isChanged: () => draft !== value,
    onClose,
    action: (
      <Button disabled={blocked} onClick={() => onSave(draft)}>
        {t.formulaModal.save}
      </Button>
    ),
  });

  return (
    <Modal
      title={t.formulaModal.title(target)}
      onClose={leave}
      size="xl"
      footer={
        question ?? (
          <>
            {blocked && <span className="jpd-error jpd-fxdialog__blocked">{t.formulaModal.blockedBySyntax}</span>}
            <DialogActions label={t.formulaModal.save} disabled={blocked} onAction={() => onSave(draft)} onCancel={onClose} />
          </>
        )
      }
    >
      <div className="jpd-fxdialog">
        <div className="jpd-fxdialog__side">
          <SearchBox label={t.formula.search} value={search} onChange={setSearch} />
          <div className="jpd-fxdialog__lists">
            <NameLists scope={scope} search={search} bare={bare} onPick={(name) => editor.current?.insertPath(name)} t={t} />
            <FunctionList
              search={search}
              extended={scope?.extended ?? false}
              t={t}
              onPick={(name) => editor.current?.insertFunction(name)}
            />
          </div>
        </div>
        <div className="jpd-fxdialog__main">
          {hasForm && <ColumnForm value={draft} onChange={setDraft} />}
          <span className="jpd-labeled__label" onClick={focusLabelled}>{t.formulaModal.fieldValue}</span>
          <div className="jpd-suggest">
            <ExpressionEditor
              ref={editor}
              value={draft}
              onChange={setDraft}
              label={t.formula.editorAria(target)}
              bare={bare}
              multiline
              invalid={blocked}
              scope={scope}
              className="jpd-fxdialog__editor"
            />
          </div>
          <ul className="jpd-fxdialog__findings" aria-live="polite">
            {findings.map((finding) => (
              <li key={`${finding.from} ${finding.message}`} className={finding.severity === "error" ? "jpd-error" : "jpd-warn"}>
                {finding.message}
                {finding.fixes.map((fix) => (
                  <button
                    key={fix.label}
                    type="button"
                    className="jpd-linkbtn"
                    onClick={() => editor.current?.replace(fix.change.from, fix.change.to, fix.change.insert)}
                  >
                    {fix.label}
                  </button>
                ))}
              </li>
            ))}
          </ul>
          {!blocked && <ExpressionResult text={draft} scope={scope} bare={bare} />}
          <p className="jpd-hint">{withInlineCode(bare ? t.visibleWhen.hint : t.formulaModal.fieldValueHint)}</p>
          <p className="jpd-hint">
            {scope?.list != null ? t.formula.scopeItem(scope.list) : t.formula.scopeDocument} {scope?.pageTokens && t.formula.scopePage}
          </p>
        </div>
      </div>
    </Modal>
  );
}

function NameLists({ scope, search, bare, onPick, t }: { scope: Scope | null; search: string; bare: boolean; onPick: (name: string) => void; t: Dict }) {
  const { data } = useDesignerSample();
  const wanted = search.trim().toLowerCase();
  const names = (scope?.names ?? []).filter((own) => `${own.name}\n${plainName(own, t)}`.toLowerCase().includes(wanted));
  // Lists of the document cannot be reached from inside an item, so they are shown but cannot be picked.
  const paths = useMemo<ScopeName[]>(() => {
    if (scope?.list == null) return [];
    return [...walk(describeData(data))].map((node) => ({ name: expressionPath(node.keys), node, sample: preview(node.sample) }));
  }, [scope, data]);
  const known = useMemo(() => (scope ? totalsOf(scope, t, bare) : []), [scope, t, bare]);
  if (scope === null || (names.length === 0 && wanted === "")) return <p className="jpd-hint">{t.formulaModal.noFields}</p>;
  const totals = known.filter(({ label }) => label.toLowerCase().includes(wanted));
  return (
    <>
      {totals.length > 0 && (
        <section aria-label={t.formula.totals}>
          <div className="jpd-grouplabel">{t.formula.totals}</div>
          <ul className="jpd-list">
            {totals.map(({ label, formula }) => (
              <li key={formula}>
                <button type="button" className="jpd-menuitem jpd-name" onClick={() => onPick(formula)}>
                  <span>{label}</span> <span className="jpd-name__value">{readable(formula)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={scope.list != null ? t.formulaModal.itemFields(scope.list) : t.formulaModal.arrayPaths}>
        <div className="jpd-grouplabel">{scope.list != null ? t.formulaModal.itemFields(scope.list) : t.formulaModal.arrayPaths}</div>
        <ul className="jpd-list">
          {names.map((entry) => (
            <li key={entry.name}>
              <NameButton entry={entry} onPick={onPick} t={t} />
            </li>
          ))}
        </ul>
      </section>
      {paths.length > 0 && (
        <section aria-label={t.formulaModal.arrayPaths}>
          <div className="jpd-grouplabel">{t.formulaModal.arrayPaths}</div>
          <ul className="jpd-list">
            {paths
              .filter(({ name }) => name.toLowerCase().includes(wanted))
              .map((entry) => (
                <li key={entry.name}>
                  <NameButton entry={entry} onPick={onPick} t={t} disabled />
                </li>
              ))}
          </ul>
        </section>
      )}
    </>
  );
}

function NameButton({ entry, onPick, t, disabled }: { entry: ScopeName; onPick: (name: string) => void; t: Dict; disabled?: boolean }) {
  const { name, node, sample } = entry;
  const value = node?.type === "array" ? t.dataExplorer.items(node.items ?? 0) : sample;
  return (
    <button
      type="button"
      className="jpd-menuitem jpd-name"
      aria-label={t.formulaModal.insertFieldAria(`${plainName(entry, t)} ${value}`.trim())}
      disabled={disabled}
      onClick={() => onPick(name)}
    >
      <span className="jpd-name__path">{plainName(entry, t)}</span> <span className="jpd-name__value">{value}</span>
    </button>
  );
}

interface FunctionListProps {
  search: string;
  extended: boolean;
  onPick: (name: string) => void;
  t: Dict;
}

function FunctionList({ search, extended, onPick, t }: FunctionListProps) {
  const found = useMemo(() => functionHelp(extended, t), [extended, t]).filter(({ name, help }) => matchesWords(search, name, help, searchWords(name)));
  const groups = [
    { title: t.formula.functions, functions: found.filter(({ extension }) => !extension) },
    { title: t.formula.furtherFunctions, functions: found.filter(({ extension }) => extension) },
  ];
  return (
    <>
      {groups
        .filter(({ functions }) => functions.length > 0)
        .map(({ title, functions }) => (
          <section key={title} aria-label={title}>
            <div className="jpd-grouplabel">{title}</div>
            <ul className="jpd-list">
              {functions.map(({ name, call, help }) => (
                <li key={name}>
                  <button
                    type="button"
                    className="jpd-menuitem jpd-function"
                    onClick={() => onPick(name)}
                  >
                    <span className="jpd-function__call">{call}</span>{" "}
                    <span className="jpd-function__help">{withInlineCode(help)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}

const FUNCTIONS = ["", "NUMBER", "CURRENCY", "DATE", "UPPER", "LOWER", "TRIM"] as const;

/** The way of writing amounts and numbers where the column has them from the data, in the place of the functions of the choice. */
const WRITTEN_BY: Record<string, (typeof FUNCTIONS)[number]> = { DECIMAL: "NUMBER", MONEY: "CURRENCY" };

/** Data type and arguments of a formula that is one value or one calculation. */
function ColumnForm({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  const { Select, Input } = useUiComponents();
  const form = columnForm(value);
  if (form === null) return null;
  const label: Record<(typeof FUNCTIONS)[number], string> = {
    "": t.table.plainText,
    NUMBER: t.table.number,
    CURRENCY: t.table.currency,
    DATE: t.table.date,
    UPPER: t.table.uppercase,
    LOWER: t.table.lowercase,
    TRIM: t.table.trimEdges,
  };
  const set = (patch: Partial<typeof form>) => {
    const next = { ...form, ...patch };
    if (patch.fn !== undefined) delete next.rest;
    if (next.fn === "CURRENCY" && next.symbol === "") next.symbol = t.schemaDefaults.currencySymbol;
    if (next.fn === "DATE" && next.outFormat === "") next.outFormat = "DD/MM/YYYY";
    onChange(next.path === "" ? "" : language.buildFormula(next));
  };
  return (
    <div className="jpd-grid2 jpd-subcard">
      <Select label={t.table.dataType} value={form.fn} onChange={(event) => set({ fn: event.target.value })}>
        {FUNCTIONS.map((fn) => (
          <option key={fn} value={WRITTEN_BY[form.fn] === fn ? form.fn : fn}>
            {label[fn]}
          </option>
        ))}
      </Select>
      <Input label={t.table.fieldPath} mono value={form.path} onChange={(event) => set({ path: event.target.value })} />
      {form.fn === "CURRENCY" && (
        <Input label={t.table.symbol} value={form.symbol} onChange={(event) => set({ symbol: event.target.value })} />
      )}
      {(form.fn === "CURRENCY" || form.fn === "NUMBER") && (
        <Input
          label={t.table.decimalPlaces}
          inputMode="numeric"
          value={form.decimals}
          placeholder="2"
          onChange={(event) => /^\d*$/.test(event.target.value) && set({ decimals: event.target.value })}
        />
      )}
      {form.fn === "DATE" && (
        <>
          <Input label={t.table.outputFormat} value={form.outFormat} onChange={(event) => set({ outFormat: event.target.value })} />
          <Input
            label={t.table.inputFormat}
            value={form.inFormat}
            placeholder={t.table.inputFormatPlaceholder}
            onChange={(event) => set({ inFormat: event.target.value })}
          />
        </>
      )}
    </div>
  );
}
