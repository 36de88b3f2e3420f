/** A list of the data as a table: cells are typed, pasted from a spreadsheet, or read from a file. */
import { DropdownMenu } from "radix-ui";
import { Fragment, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { keyInWords } from "../../../editor/operations/names";
import { useT } from "../../../i18n";
import { FileButton } from "../../../ui/FileButton";
import { IconChevronDown, IconDots, IconPlus, IconTrash, IconUpload } from "../../../ui/icons";
import { useUiComponents } from "../../../ui/registry";
import { SPREADSHEETS } from "../file";
import { numberIn } from "../numbers";
import { formatOfFile, parseData } from "../parse";
import { useDataLocale } from "../useDataLocale";
import { sheetNotes, useDataFile } from "../useDataFile";
import { CellInput, DataForm } from "./DataForm";
import { RemovedNote } from "./RemovedNote";
import { blankOf, columnsIn, type Item, isItem, isTable, keyOf, numberTexts, shownText, strayTexts, type ValueType, valueType, withKind, withMoved, withPasted } from "./edit";

/** Rows that are shown before somebody asks for more. */
const SHOWN = 100;
/** The column of a list whose items are plain values. */
const PLAIN = "";

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

/** Returns true if no other row has a value in the column, so that this one says what the column holds. */
const isFirst = (rows: readonly Item[], row: number, key: string) => rows.every((own, at) => at === row || isEmpty(own[key]));

/** Letters that the inputs of a column show: as many as the longest line of its values has, in bounds. */
const sizeOf = (values: readonly unknown[]) =>
  values.reduce<number>((size, value) => shownText(value).split("\n").reduce((longest, line) => Math.min(40, Math.max(longest, line.length + 1)), size), 8);

/** Texts that look like a number are one; with leading zeros they are codes. */
const firstValue = (value: unknown, locale: string) => (typeof value === "string" ? numberIn(value, locale) : null);

/** Kinds that a column can be given. */
const KINDS = ["text", "number", "date", "boolean"] as const;

export interface DataGridProps {
  label: string;
  items: readonly unknown[];
  depth: number;
  /** Keys of a value that is to be reached at once: the index of its item, and those inside of it. */
  at?: readonly string[] | undefined;
  onChange: (items: readonly unknown[]) => void;
  onRemove?: () => void;
}

export function DataGrid({ label, items, depth, at: wantedKeys, onChange, onRemove }: DataGridProps) {
  const dict = useT();
  const t = dict.dataForm;
  const { Button, Select } = useUiComponents();
  const locale = useDataLocale();
  /** Types chosen for columns. They count where no value shows the type. */
  const [kinds, setKinds] = useState<Readonly<Record<string, ValueType>>>({});
  const reached = wantedKeys?.[0] !== undefined && /^\d+$/.test(wantedKeys[0]) ? { row: Number(wantedKeys[0]), keys: wantedKeys.slice(1) } : { row: 0, keys: wantedKeys ?? [] };
  const [shown, setShown] = useState(Math.max(SHOWN, reached.row + 1));
  const body = useRef<HTMLTableSectionElement>(null);
  /** Cell that gets the focus once it is there: that of a row that was added, which is written into, or moved. */
  const wanted = useRef<{ row: number; column: number } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { row, column } = wanted.current;
    wanted.current = null;
    const own = [...(body.current?.rows ?? [])].find(({ dataset }) => dataset.key === String(row));
    own?.cells[column + 1]?.querySelector<HTMLElement>("input, textarea, select, button")?.focus();
  });
  /** Keys of the rows, which keep what is typed with its row when rows change places. */
  const keys = useRef<number[]>([]);
  const nextKey = useRef(0);
  while (keys.current.length < items.length) keys.current.push((nextKey.current += 1));
  keys.current.length = items.length;
  /** Row whose number is dragged. */
  const [dragged, setDragged] = useState<number | null>(null);
  /** Key of the row whose inner parts are open: they stay so when rows change places. */
  const [openedKey, setOpenedKey] = useState<number | undefined>(() => (reached.keys.length > 1 ? keys.current[reached.row] : undefined));
  const opened = openedKey === undefined ? -1 : keys.current.indexOf(openedKey);
  const [message, setMessage] = useState<string | null>(null);
  const [removed, setRemoved] = useState<{ item: unknown; at: number; key: number } | null>(null);
  const isPlain = items.length > 0 && !items.some(isItem);
  const rows: readonly Item[] = isPlain ? items.map((value) => ({ [PLAIN]: value })) : items.map((item) => (isItem(item) ? item : {}));
  const found = isPlain ? [{ key: PLAIN, type: valueType(items) }] : columnsIn(items);
  const columns = found.map(({ key, type }) => ({ key, type: rows.every((row) => isEmpty(row[key])) ? (kinds[key] ?? type) : type }));
  const store = (next: readonly Item[]) => onChange(isPlain ? next.map((row) => row[PLAIN] ?? null) : next);
  const setCell = (row: number, key: string, value: unknown) => {
    const next = isFirst(rows, row, key) && kinds[key] === undefined ? (firstValue(value, locale) ?? value) : value;
    store(rows.map((own, at) => (at === row ? { ...own, [key]: next } : own)));
  };
  const removeRow = (at: number) => {
    const [key] = keys.current.splice(at, 1);
    setRemoved({ item: items[at], at, key: key! });
    onChange(items.toSpliced(at, 1));
  };
  const insertRow = (at: number) => {
    wanted.current = { row: at, column: 0 };
    setShown(Math.max(shown, at + 1));
    if (removed && at <= removed.at) setRemoved({ ...removed, at: removed.at + 1 });
    keys.current.splice(at, 0, (nextKey.current += 1));
    store(rows.toSpliced(at, 0, Object.fromEntries(columns.map(({ key, type }) => [key, type === "text" ? "" : type === "parts" ? [] : null]))));
  };
  const moveRow = (from: number, to: number, column = 0) => {
    if (to < 0 || to >= items.length || to === from) return;
    wanted.current = { row: to, column };
    setShown(Math.max(shown, to + 1));
    keys.current = withMoved(keys.current, from, to);
    onChange(withMoved(items, from, to));
  };
  const onRowKey = (event: KeyboardEvent<HTMLTableRowElement>, at: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const cell = (event.target as HTMLElement).closest<HTMLTableCellElement>("td");
    // A menu is in another place of the page.
    if (!cell || !event.currentTarget.contains(cell)) return;
    event.preventDefault();
    moveRow(at, at + by, cell.cellIndex - 1);
  };
  const sizes = columns.map(({ key }) => sizeOf(rows.slice(0, shown).map((row) => row[key])));
  const strays = (key: string, type: ValueType) => (type === "text" ? strayTexts(rows.map((row) => row[key]), locale) : 0);
  const numeric = numberTexts(rows, locale);
  const title = (key: string) => (key === PLAIN ? t.value : keyInWords(key));

  const paste = (text: string, row: number, column: number): boolean => {
    if (!isTable(text)) return false;
    const pasted = withPasted(rows, columns, text, row, column, locale);
    if (pasted === null) return false;
    setMessage(pasted.refused > 0 ? t.refused(pasted.refused) : t.pasted(pasted.items.length));
    store(pasted.items);
    return true;
  };
  const replace = (next: readonly unknown[]) => {
    setKinds({});
    setRemoved(null);
    onChange(next);
  };
  const setKind = (key: string, kind: ValueType) => {
    const changed = withKind(rows, key, kind, locale);
    setKinds({ ...kinds, [key]: kind });
    setMessage(changed.refused > 0 ? t.notOfKind(changed.refused, t.types[kind as (typeof KINDS)[number]]) : null);
    store(changed.items);
  };
  const restore = ({ item, at, key }: NonNullable<typeof removed>) => {
    wanted.current = { row: at, column: 0 };
    keys.current.splice(at, 0, key);
    onChange(items.toSpliced(at, 0, item));
    setRemoved(null);
  };
  const note = removed && (
    <RemovedNote key={removed.key} restore={t.restoreRow(removed.at + 1)} onRestore={() => restore(removed)}>
      {t.removedRow(removed.at + 1)}
    </RemovedNote>
  );
  const noteAt = removed && Math.min(removed.at, rows.length, shown);
  const noteRow = note && (
    <tr>
      <td colSpan={columns.length + 2}>{note}</td>
    </tr>
  );
  const { take, target, choice } = useDataFile({
    onText(text, { name }) {
      const parsed = parseData(text, formatOfFile(name, text), "rows", locale);
      const found = "data" in parsed ? (Array.isArray(parsed.data) ? parsed.data : (parsed.data as { rows?: unknown } | null)?.rows) : undefined;
      setMessage(Array.isArray(found) ? t.pasted(found.length) : t.noList);
      if (Array.isArray(found)) replace(found);
    },
    onSheet(sheet) {
      setMessage([t.pasted(sheet.items.length), ...sheetNotes(dict, sheet)].join(" "));
      replace(sheet.items);
    },
    onFailure: setMessage,
  });

  return (
    <section className="jpd-datagrid" aria-label={label} {...target}>
      <div className="jpd-datagrid__head">
        <h3>{label}</h3>
        <span className="jpd-hint">{t.rows(items.length)}</span>
        <FileButton
          label={t.fromFile}
          inputName={t.fileOf(label)}
          accept={`.csv,.tsv,.txt,.json,.ndjson,text/csv,application/json,${SPREADSHEETS}`}
          icon={<IconUpload />}
          onFile={(chosen) => void take(chosen)}
        />
        {onRemove && (
          <button type="button" className="jpd-iconbtn" aria-label={t.remove(label)} title={t.remove(label)} onClick={onRemove}>
            <IconTrash />
          </button>
        )}
      </div>
      {choice}
      <p className="jpd-hint" role="status">
        {message ?? (columns.length === 0 ? t.pasteFirst : t.pasteHint)}
      </p>
      {columns.length === 0 && note}
      {columns.length === 0 ? (
        <textarea
          className="jpd-textarea"
          rows={3}
          aria-label={t.pasteInto(label)}
          value=""
          readOnly
          onPaste={(event) => {
            event.preventDefault();
            paste(event.clipboardData.getData("text/plain"), 0, 0);
          }}
        />
      ) : (
        <div className="jpd-datagrid__table">
          <table aria-label={t.tableOf(label)}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="jpd-sronly">{t.row}</span>
                </th>
                {columns.map(({ key, type }) => (
                  <th key={key} scope="col" data-type={type}>
                    <span className="jpd-datagrid__title">{title(key)}</span>
                    {type !== "parts" && (
                      <Select aria-label={t.kindOf(title(key))} value={type} onChange={(event) => setKind(key, event.target.value as ValueType)}>
                        {KINDS.map((kind) => (
                          <option key={kind} value={kind}>
                            {t.types[kind]}
                          </option>
                        ))}
                      </Select>
                    )}
                    {numeric.includes(key) && (
                      <button type="button" className="jpd-linkbtn" aria-label={dict.rows.readAsNumbers(title(key))} onClick={() => setKind(key, "number")}>
                        {dict.rows.asNumbers}
                      </button>
                    )}
                    {strays(key, type) > 0 && <span className="jpd-warn">{t.noNumbers(strays(key, type))}</span>}
                  </th>
                ))}
                <th scope="col">
                  <span className="jpd-sronly">{t.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.slice(0, shown).map((row, at) => (
                <Fragment key={keys.current[at]}>
                  {noteAt === at && noteRow}
                  <tr
                    data-key={at}
                    data-dragged={dragged === at || undefined}
                    onKeyDown={(event) => onRowKey(event, at)}
                    onDragOver={(event) => dragged !== null && event.preventDefault()}
                    onDrop={(event) => {
                      if (dragged === null) return;
                      event.preventDefault();
                      moveRow(dragged, at);
                      setDragged(null);
                    }}
                  >
                    <th
                      scope="row"
                      draggable
                      title={t.dragRow}
                      onDragStart={(event) => {
                        event.dataTransfer.effectAllowed = "move";
                        event.dataTransfer.setData("text/plain", String(at + 1));
                        setDragged(at);
                      }}
                      onDragEnd={() => setDragged(null)}
                    >
                      {at + 1}
                    </th>
                    {columns.map(({ key, type }, column) => (
                      <td key={key} data-key={key}>
                        {type === "parts" ? (
                          <Button variant="ghost" size="sm" aria-expanded={opened === at} onClick={() => setOpenedKey(opened === at ? undefined : keys.current[at])}>
                            {Array.isArray(row[key]) ? t.rows(row[key].length) : t.open} <IconChevronDown />
                          </Button>
                        ) : (
                          <CellInput
                            label={t.cell(title(key), at + 1)}
                            type={type}
                            value={row[key]}
                            size={sizes[column]}
                            onChange={(value) => setCell(at, key, value)}
                            onPaste={(text) => paste(text, at, column)}
                          />
                        )}
                      </td>
                    ))}
                    <td>
                      <span className="jpd-datagrid__actions">
                        <RowMenu row={at} rows={rows.length} onInsert={insertRow} onMove={moveRow} onRemove={removeRow} />
                        <button type="button" className="jpd-iconbtn" tabIndex={-1} aria-label={t.removeRow(at + 1)} title={t.removeRow(at + 1)} onClick={() => removeRow(at)}>
                          <IconTrash />
                        </button>
                      </span>
                    </td>
                  </tr>
                </Fragment>
              ))}
              {noteAt === Math.min(rows.length, shown) && noteRow}
            </tbody>
          </table>
        </div>
      )}
      {rows[opened] && (
        <fieldset className="jpd-dataform__object" data-key={opened}>
          <legend>{t.rowOf(label, opened + 1)}</legend>
          <DataForm
            key={openedKey}
            value={Object.fromEntries(columns.filter(({ type }) => type === "parts").map(({ key }) => [key, rows[opened]![key] ?? null]))}
            depth={depth + 1}
            at={opened === reached.row ? reached.keys : undefined}
            onChange={(parts) => store(rows.map((own, at) => (at === opened ? { ...own, ...parts } : own)))}
          />
        </fieldset>
      )}
      <div className="jpd-row jpd-row--wrap">
        {rows.length > shown && (
          <Button variant="outline" size="sm" onClick={() => setShown(shown + SHOWN)}>
            {t.more(Math.min(SHOWN, rows.length - shown))}
          </Button>
        )}
        {columns.length > 0 && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => insertRow(rows.length)}
          >
            <IconPlus /> {t.addRow}
          </Button>
        )}
        {!isPlain && <AddColumn taken={columns.map(({ key }) => key)} onAdd={(key) => store(rows.length > 0 ? rows.map((row) => ({ ...row, [key]: blankOf("text") })) : [{ [key]: blankOf("text") }])} />}
      </div>
    </section>
  );
}

interface RowMenuProps {
  /** Index of the row. */
  row: number;
  /** Number of rows. */
  rows: number;
  onInsert: (at: number) => void;
  onMove: (from: number, to: number) => void;
  onRemove: (at: number) => void;
}

/** The actions on a row. */
function RowMenu({ row, rows, onInsert, onMove, onRemove }: RowMenuProps) {
  const t = useT().dataForm;
  // A new row, a moved one or the way back takes the focus, which the menu would give to its button.
  const isTaken = useRef(false);
  const entries = [
    { label: t.insertAbove, run: () => onInsert(row) },
    { label: t.insertBelow, run: () => onInsert(row + 1) },
    { label: t.moveUp, keys: "Alt+↑", run: () => onMove(row, row - 1), isOff: row === 0 },
    { label: t.moveDown, keys: "Alt+↓", run: () => onMove(row, row + 1), isOff: row === rows - 1 },
    { label: t.removeThisRow, run: () => onRemove(row), tone: "danger" },
  ];
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="jpd-iconbtn" aria-label={t.rowMenu(row + 1)} title={t.rowMenu(row + 1)}>
        <IconDots />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="jpd-popover jpd-menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (isTaken.current) event.preventDefault();
            isTaken.current = false;
          }}
        >
          {entries.map(({ label, keys, run, isOff, tone }) => (
            <DropdownMenu.Item
              key={label}
              className="jpd-menuitem"
              data-tone={tone}
              disabled={isOff}
              onSelect={() => {
                isTaken.current = true;
                run();
              }}
            >
              {label}
              {keys && <kbd className="jpd-menuitem__keys">{keys}</kbd>}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function AddColumn({ taken, onAdd }: { taken: readonly string[]; onAdd: (key: string) => void }) {
  const t = useT().dataForm;
  const { Button, Input } = useUiComponents();
  const [name, setName] = useState("");
  const key = keyOf(name);
  const add = () => {
    if (key === "" || taken.includes(key)) return;
    onAdd(key);
    setName("");
  };
  return (
    <span className="jpd-row">
      <Input aria-label={t.columnName} placeholder={t.columnName} value={name} onChange={(event) => setName(event.target.value)} onKeyDown={(event) => event.key === "Enter" && add()} />
      <Button variant="outline" size="sm" disabled={key === "" || taken.includes(key)} onClick={add}>
        <IconPlus /> {t.addColumn}
      </Button>
    </span>
  );
}
