/** Sample data as a form: values by their names, lists as tables. Nothing of it has to be written as text. */
import { type ClipboardEvent, Fragment, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { keyInWords } from "../../../editor/operations/names";
import { useT } from "../../../i18n";
import { IconPlus, IconTrash } from "../../../ui/icons";
import { useUiComponents } from "../../../ui/registry";
import { useDataLocale } from "../useDataLocale";
import { blankOf, isItem, keyOf, readText, shownText, type ValueType, valueType } from "./edit";
import { DataGrid } from "./DataGrid";
import { RemovedNote } from "./RemovedNote";

/** Data that is nested deeper is edited as text. */
const DEEPEST = 6;
/** Lines of a text that are shown at once. */
const MAX_LINES = 12;
/** Characters that fit into a line of an input. */
const LINE = 60;
/** Characters that fit into a line of a cell. */
const CELL_LINE = 40;

/** Texts such as addresses have several lines. */
const linesOf = (text: string, width = LINE): number =>
  Math.min(MAX_LINES, text.split(/\r\n?|\n/).reduce((count, line) => count + Math.max(1, Math.ceil(line.length / width)), 0));

export interface DataFormProps {
  value: Readonly<Record<string, unknown>>;
  onChange: (value: Readonly<Record<string, unknown>>) => void;
  /** Number of objects around it. */
  depth?: number;
  /** Keys of a value that is to be reached at once. */
  at?: readonly string[] | undefined;
}

export function DataForm({ value, onChange, depth = 0, at: wanted }: DataFormProps) {
  const t = useT().dataForm;
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  if (depth >= DEEPEST) return <p className="jpd-hint">{t.deeper}</p>;
  const entries = Object.entries(value);
  const restore = (own: Removed) => {
    setRemoved(removed.filter((other) => other !== own));
    onChange(Object.fromEntries(entries.toSpliced(own.at, 0, [own.key, own.value])));
  };
  // A value that was made again under the same name has taken its place.
  const gone = removed.filter(({ key }) => !(key in value));
  const goneAt = (at: number, isLast: boolean) =>
    gone
      .filter((own) => own.at === at || (isLast && own.at > at))
      .map((own) => (
        <RemovedNote key={`removed ${own.key}`} restore={t.restore(keyInWords(own.key))} onRestore={() => restore(own)}>
          {t.removed(keyInWords(own.key))}
        </RemovedNote>
      ));
  return (
    <div className="jpd-dataform">
      {depth === 0 && entries.length === 0 && gone.length === 0 && <p className="jpd-hint">{t.empty}</p>}
      {entries.map(([key, own], at) => {
        const label = keyInWords(key);
        const inside = wanted?.[0] === key ? wanted.slice(1) : undefined;
        const set = (next: unknown) => onChange({ ...value, [key]: next });
        const remove = () => {
          setRemoved([...removed.filter((other) => other.key !== key), { key, value: own, at }]);
          onChange(Object.fromEntries(entries.filter(([other]) => other !== key)));
        };
        let input;
        if (Array.isArray(own)) {
          input = (
            <div data-key={key} className="jpd-dataform__list">
              <DataGrid label={label} items={own} depth={depth} at={inside} onChange={set} onRemove={remove} />
            </div>
          );
        } else if (isItem(own)) {
          input = (
            <fieldset data-key={key} className="jpd-dataform__object">
              <legend>{label}</legend>
              <DataForm value={own} onChange={set} depth={depth + 1} at={inside} />
            </fieldset>
          );
        } else input = <ValueInput name={key} label={label} value={own} onChange={set} onRemove={remove} />;
        return (
          <Fragment key={key}>
            {goneAt(at, false)}
            {input}
          </Fragment>
        );
      })}
      {goneAt(entries.length, true)}
      {depth === 0 && <AddValue taken={Object.keys(value)} onAdd={(key, added) => onChange({ ...value, [key]: added })} />}
    </div>
  );
}

/** A value that was removed, and its place in the order before. */
interface Removed {
  key: string;
  value: unknown;
  at: number;
}

interface ValueInputProps {
  /** Key in the data. */
  name: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  onRemove: () => void;
}

function ValueInput({ name, label, value, onChange, onRemove }: ValueInputProps) {
  const t = useT().dataForm;
  const { Checkbox, Textarea } = useUiComponents();
  const id = useId();
  // An empty value is of no type: the input stays what it was, so that the next key finds it.
  const [filled, setFilled] = useState(value);
  const isFilled = value !== null && value !== "";
  if (isFilled && value !== filled) setFilled(value);
  const type = valueType([isFilled ? value : filled]);
  // Delete in an empty input has nothing else to delete.
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const hasText = type !== "boolean" && (target as HTMLInputElement).value !== "";
    if (event.key !== "Delete" || !isPlain || hasText || !(target instanceof HTMLElement) || !target.matches("input, textarea")) return;
    event.preventDefault();
    onRemove();
  };
  return (
    <div className="jpd-dataform__row" data-key={name} onKeyDown={onKeyDown}>
      {type === "boolean" ? (
        <Checkbox label={label} checked={value === true} onChange={(event) => onChange(event.target.checked)} />
      ) : (
        <>
          <label htmlFor={id} className="jpd-dataform__label">
            {label}
          </label>
          {type === "text" ? (
            <Textarea id={id} className="jpd-dataform__text" rows={linesOf(shownText(value))} value={shownText(value)} onChange={(event) => onChange(event.target.value)} />
          ) : (
            <CellInput id={id} label={label} type={type} value={value} onChange={onChange} />
          )}
        </>
      )}
      <button type="button" className="jpd-iconbtn jpd-dataform__remove" tabIndex={-1} aria-label={t.remove(label)} title={t.remove(label)} onClick={onRemove}>
        <IconTrash />
      </button>
    </div>
  );
}

export interface CellInputProps {
  id?: string;
  label: string;
  type: ValueType;
  value: unknown;
  /** Letters that it has room for. */
  size?: number;
  onChange: (value: unknown) => void;
  /** A table from a spreadsheet; `true` where it was taken. */
  onPaste?: (text: string) => boolean;
}

/**
 * A value in a cell. What is no value of its type is marked, and the old one stays. A text with line breaks, which an input of one line
 * would drop, and one that is longer than the cell are in a box of several lines.
 */
export function CellInput({ id, label, type, value, size, onChange, onPaste }: CellInputProps) {
  const t = useT().dataForm;
  const { Input, Textarea } = useUiComponents();
  const locale = useDataLocale();
  const [draft, setDraft] = useState<string | null>(null);
  /** `isOpen`: true once it has several lines while it is typed, so that the control does not change back and forth. */
  const [typing, setTyping] = useState<{ isOpen: boolean } | null>(null);
  const cell = useRef<HTMLSpanElement>(null);
  /** Place of the caret after a line break or in a text that became long, in the control that takes the place of the one before. */
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    const control = cell.current?.querySelector<HTMLTextAreaElement>("textarea");
    control?.focus();
    control?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const messageId = useId();
  const shown = draft ?? shownText(value, type === "number" ? locale : undefined);
  // What is half typed is no mistake yet.
  const isWrong = typing === null && draft !== null && readText(draft, type, locale) === undefined;
  const isBroken = /[\r\n]/.test(shown);
  const isOpen = type === "text" && (isBroken || typing?.isOpen === true || shown.length > CELL_LINE);
  const change = (text: string, at?: number | null) => {
    if (type === "text" && typing && !typing.isOpen && text.length > CELL_LINE) {
      // It stays open while it is typed, also when it becomes shorter again.
      setTyping({ isOpen: true });
      caret.current ??= at ?? text.length;
    }
    const next = readText(text, type, locale);
    setDraft(text);
    if (next !== undefined) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (type !== "text" || event.key !== "Enter" || !event.altKey) return;
    event.preventDefault();
    const { value: text, selectionStart, selectionEnd } = event.currentTarget;
    const from = selectionStart ?? text.length;
    caret.current = from + 1;
    change(`${text.slice(0, from)}\n${text.slice(selectionEnd ?? from)}`);
  };
  const common = {
    id,
    "aria-label": id === undefined ? label : undefined,
    "data-type": type,
    value: shown,
    onChange: (event: { target: { value: string; selectionEnd?: number | null } }) => change(event.target.value, event.target.selectionEnd),
    onKeyDown,
    // A number is shown as it is stored once it is left.
    onFocus: () => setTyping({ isOpen }),
    onBlur: () => {
      setTyping(null);
      if (draft !== null && readText(draft, type, locale) !== undefined) setDraft(null);
    },
    onPaste: (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const text = event.clipboardData.getData("text/plain");
      // Lines belong into a text of several lines; cells of a spreadsheet have tabs between them, or quotes around line breaks.
      if ((isBroken && !/\t|^"/.test(text)) || !onPaste?.(text)) return;
      event.preventDefault();
      setDraft(null);
    },
  };
  return (
    <span className="jpd-dataform__cell" ref={cell}>
      {isOpen ? (
        <Textarea {...common} className="jpd-dataform__text jpd-dataform__lines" style={{ width: `${size ?? CELL_LINE}ch`, minWidth: "100%" }} cols={size ?? CELL_LINE} rows={linesOf(shown, size)} />
      ) : (
        <Input
          {...common}
          type={type === "date" ? "date" : "text"}
          inputMode={type === "number" ? "decimal" : undefined}
          size={size}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? messageId : undefined}
        />
      )}
      {isWrong && (
        <span className="jpd-error" id={messageId} role="alert">
          {type === "number" ? t.noNumber : type === "date" ? t.noDate : t.noBoolean}
        </span>
      )}
    </span>
  );
}

const TYPES = ["text", "number", "date", "boolean", "list"] as const;

function AddValue({ taken, onAdd }: { taken: readonly string[]; onAdd: (key: string, value: unknown) => void }) {
  const t = useT().dataForm;
  const { Button, Input, Select } = useUiComponents();
  const [name, setName] = useState("");
  const [type, setType] = useState<(typeof TYPES)[number]>("text");
  const key = keyOf(name);
  const isTaken = taken.includes(key);
  const add = () => {
    if (key === "" || isTaken) return;
    onAdd(key, type === "date" ? new Date().toISOString().slice(0, 10) : blankOf(type));
    setName("");
    // The list that was just added is filled first; what comes after it is seldom another.
    if (type === "list") setType("text");
  };
  return (
    <div className="jpd-dataform__add" role="group" aria-label={t.add}>
      <Input label={t.name} value={name} placeholder={t.namePlaceholder} aria-invalid={isTaken || undefined} onChange={(event) => setName(event.target.value)} onKeyDown={(event) => event.key === "Enter" && add()} />
      <Select label={t.type} value={type} onChange={(event) => setType(event.target.value as typeof type)}>
        {TYPES.map((own) => (
          <option key={own} value={own}>
            {t.types[own]}
          </option>
        ))}
      </Select>
      <Button variant="outline" disabled={key === "" || isTaken} onClick={add}>
        <IconPlus /> {t.add}
      </Button>
      {isTaken && (
        <p className="jpd-error" role="alert">
          {t.taken}
        </p>
      )}
    </div>
  );
}
