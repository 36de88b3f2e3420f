/** Use of the rows of a table, and the columns for the values of the template. */
import { type ReactNode, useId } from "react";
import { useT } from "../../../i18n";
import { useUiComponents } from "../../../ui/registry";
import type { Matches, ValueKeys } from "./match";

export type RowKind = "table" | "document";

export function RowChoice({ kind, onChange }: { kind: RowKind; onChange: (kind: RowKind) => void }) {
  const t = useT().rows;
  const name = useId();
  return (
    <fieldset className="jpd-rowchoice">
      <legend>{t.question}</legend>
      <Choice name={name} kind="table" chosen={kind} hint={t.asTableHint} onChange={onChange}>
        {t.asTable}
      </Choice>
      <Choice name={name} kind="document" chosen={kind} hint={t.asDocumentHint} onChange={onChange}>
        {t.asDocument}
      </Choice>
    </fieldset>
  );
}

interface ChoiceProps {
  /** Of the group. */
  name: string;
  kind: RowKind;
  chosen: RowKind;
  hint: string;
  onChange: (kind: RowKind) => void;
  children: ReactNode;
}

function Choice({ name, kind, chosen, hint, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <label className="jpd-checkline">
        <input type="radio" className="jpd-checkline__box" name={name} checked={kind === chosen} aria-describedby={id} onChange={() => onChange(kind)} />
        <span className="jpd-checkline__label">{children}</span>
      </label>
      <p className="jpd-hint jpd-rowchoice__hint" id={id}>
        {hint}
      </p>
    </div>
  );
}

interface MatchColumnsProps {
  values: readonly ValueKeys[];
  columns: readonly string[];
  matches: Matches;
  onChange: (matches: Matches) => void;
}

export function MatchColumns({ values, columns, matches, onChange }: MatchColumnsProps) {
  const t = useT().rows;
  const { Select } = useUiComponents();
  const names = values.map((keys) => keys.join("."));
  const missing = names.filter((_, index) => matches[index] === null);
  return (
    <section className="jpd-stack" aria-label={t.match}>
      <div className="jpd-grouplabel">{t.match}</div>
      <p role="status" className={missing.length > 0 ? "jpd-warn" : "jpd-hint"}>
        {t.matched(values.length - missing.length, values.length)}
        {missing.length > 0 && ` ${t.unmatched(missing.join(", "))}`}
      </p>
      <div className="jpd-matches">
        {names.map((name, index) => (
          <Select key={name} label={name} value={matches[index] ?? ""} data-unmatched={matches[index] === null || undefined} onChange={(event) => onChange(matches.with(index, event.target.value || null))}>
            <option value="">{t.noColumn}</option>
            {columns.map((column) => (
              <option key={column} value={column}>
                {column}
              </option>
            ))}
          </Select>
        ))}
      </div>
    </section>
  );
}
