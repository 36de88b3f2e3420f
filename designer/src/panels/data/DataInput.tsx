import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useDesignerConfig, useDesignerData, useDesignerSample, useEditor } from "../../editor/hooks";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import { FileButton } from "../../ui/FileButton";
import { DATA_FILES } from "./file";
import { amountTexts, type Item, isItem, withKind } from "./form/edit";
import { JsonEditor } from "./JsonEditor";
import { formatOfFile, parseData, type DataFormat } from "./parse";
import { useReplaceData } from "./replace";
import { areDocuments, columnNames, documentsOf, type Matches, matchedByName } from "./rows/match";
import { MatchColumns, RowChoice, type RowKind } from "./rows/RowChoice";
import { SheetTable } from "./rows/SheetTable";
import { usedLists, usedValues } from "./usage";
import { useDataLocale } from "./useDataLocale";
import { sheetNotes, useDataFile } from "./useDataFile";

const FORMATS: (DataFormat | "auto")[] = ["auto", "json", "ndjson", "yaml", "csv", "tsv"];

/** The rows of a sheet, and which of its columns hold numbers as text. */
interface Sheet {
  /** Name of the list that they are in the text. */
  list: string;
  items: readonly Item[];
  numeric: readonly string[];
}

export interface DataInputProps {
  /** Chosen or dropped elsewhere. */
  file?: File | null;
  onDone: () => void;
}

/** Sample data as text: pasted, written, or out of a file. Text that cannot be read changes nothing. */
export function DataInput({ file: given, onDone }: DataInputProps) {
  const t = useT();
  const { given: sample } = useDesignerSample();
  const locale = useDataLocale();
  const { replace, question } = useReplaceData(onDone);
  const { Button, Checkbox, Input, Select } = useUiComponents();
  const [text, setText] = useState(() => (sample === undefined || sample === null ? "" : JSON.stringify(sample, null, 2)));
  const [format, setFormat] = useState<DataFormat | "auto">("auto");
  /** The file that the text is of, as long as it begins as that did. */
  const [file, setFile] = useState<{ name: string; head: string } | null>(null);
  const [listName, setListName] = useState("rows");
  const [note, setNote] = useState<{ text: string; fault: boolean } | null>(null);
  const [source, setSource] = useState("documents");
  const [sheet, setSheet] = useState<{ own: Sheet; asNumbers: boolean; text: string } | null>(null);
  /** True if a sheet is shown as the text that its rows become. */
  const [asText, setAsText] = useState(false);
  const show = (own: Sheet, asNumbers: boolean) => {
    const shown = JSON.stringify({ [own.list]: itemsIn(own, asNumbers, locale) }, null, 2);
    setSheet({ own, asNumbers, text: shown });
    setText(shown);
  };
  const { take, target, choice } = useDataFile({
    onText(content, chosen) {
      setText(content);
      setFormat("auto");
      setFile({ name: chosen.name, head: headOf(content) });
      setListName(listNameOf(chosen.name));
      setSource(stemOf(chosen.name));
      setSheet(null);
      setNote(null);
    },
    onSheet(found, chosen, name) {
      show({ list: listNameOf(name ?? chosen.name), items: found.items, numeric: amountTexts(found.items, locale) }, true);
      setSource(stemOf(chosen.name));
      setAsText(false);
      setFormat("json");
      const notes = sheetNotes(t, found);
      setNote(notes.length > 0 ? { text: notes.join(" "), fault: false } : null);
    },
    onFailure: (text) => setNote({ text, fault: true }),
  });
  const taken = useRef<File | null>(null);
  const [isReading, setReading] = useState(Boolean(given));
  useEffect(() => {
    if (!given || taken.current === given) return;
    taken.current = given;
    void take(given).finally(() => setReading(false));
  });
  const guessed = file !== null && headOf(text) === file.head ? formatOfFile(file.name, text) : "auto";
  const parsed = parseData(text, format === "auto" ? guessed : format, listName || "rows", locale);
  const error = "error" in parsed && text.trim() !== "" ? parsed.error : null;
  const table = parsed.format !== "json" && (parsed.format !== "yaml" || text.trimStart().startsWith("-"));
  const faults = t.dataExplorer.faults;
  const stale = error !== null && sample !== undefined && sample !== null;
  const { ui } = useEditor();
  useEffect(() => {
    ui.setState({ dataBroken: stale });
    return () => ui.setState({ dataBroken: false });
  }, [ui, stale]);
  const isTable = parsed.format === "csv" || parsed.format === "tsv" || sheet !== null;
  // Text that was changed by hand is no longer the sheet.
  const unchanged = sheet !== null && sheet.text === text ? sheet : null;
  const rows = useRows("data" in parsed && isTable ? tableIn(parsed.data) : null);
  const apply = () => {
    if ("error" in parsed) return;
    if (rows?.kind !== "document") return replace(parsed.data);
    const documents = rows.documents();
    replace(documents[0], { name: source, rows: documents, at: 0, stored: documents[0] });
  };
  const message = error && t.dataExplorer.broken(error.line, error.column, faults[error.reason]);
  // The text is that of the data before, with a button of its own: nothing of it is asked while a sheet is chosen.
  if (choice || isReading) {
    return (
      <div className="jpd-data__input" {...target}>
        {choice}
      </div>
    );
  }

  // The editor would take a dropped file as text before it.
  return (
    <div className="jpd-data__input" {...target} onDropCapture={target.onDrop}>
      {unchanged && !asText ? (
        <SheetTable items={itemsIn(unchanged.own, unchanged.asNumbers, locale)} />
      ) : (
        <JsonEditor value={text} onChange={setText} label={t.dataExplorer.paste} placeholder={t.dataExplorer.pasteHint} error={error && { ...error, message: message! }} />
      )}
      {message && (
        <p className="jpd-error" role="alert">
          {message}
        </p>
      )}
      {question}
      {note && (
        <p className={note.fault ? "jpd-error" : "jpd-hint"} role={note.fault ? "alert" : "status"}>
          {note.text}
        </p>
      )}
      {stale && <p className="jpd-hint">{t.dataExplorer.stale}</p>}
      {(!unchanged || asText) && (
        <div className="jpd-grid2">
          <Select label={t.dataExplorer.format} value={format} onChange={(event) => setFormat(event.target.value as DataFormat | "auto")}>
            {FORMATS.map((name) => (
              <option key={name} value={name}>
                {t.dataExplorer[name]}
              </option>
            ))}
          </Select>
          {table && rows?.kind !== "document" && <Input label={t.dataExplorer.nameOfList} mono value={listName} onChange={(event) => setListName(event.target.value)} />}
        </div>
      )}
      {unchanged && unchanged.own.numeric.length > 0 && (
        <Checkbox label={t.rows.readAsNumbers(unchanged.own.numeric.join(", "))} checked={unchanged.asNumbers} onChange={(event) => show(unchanged.own, event.target.checked)} />
      )}
      {rows?.choice}
      <div className="jpd-row jpd-data__actions">
        <Button disabled={"error" in parsed || (rows?.kind === "document" && rows.count === 0)} onClick={apply}>
          {t.dataExplorer.apply}
        </Button>
        <FileButton label={t.dataExplorer.open} accept={DATA_FILES} onFile={(chosen) => void take(chosen)} />
        {unchanged && !asText && (
          <Button variant="ghost" onClick={() => setAsText(true)}>
            {t.rows.asText}
          </Button>
        )}
      </div>
    </div>
  );
}

const itemsIn = ({ items, numeric }: Sheet, asNumbers: boolean, locale: string): readonly Item[] =>
  asNumbers ? numeric.reduce<readonly Item[]>((own, column) => withKind(own, column, "number", locale).items, items) : items;

/** The rows of a table that was read; `null` for what is no list of items, such as a text that was changed by hand. */
function tableIn(data: unknown): readonly Item[] | null {
  const [items, ...others] = isItem(data) ? Object.values(data) : [];
  return others.length === 0 && Array.isArray(items) && items.every(isItem) ? items : null;
}

interface Rows {
  kind: RowKind;
  count: number;
  /** The data of each document. */
  documents: () => Record<string, unknown>[];
  choice: ReactNode;
}

/** Use of the rows of a table, and the places of the template's values in them; `null` without a table. */
function useRows(items: readonly Item[] | null): Rows | null {
  const t = useT().rows;
  const pair = useDesignerData();
  const { fileName } = useDesignerConfig();
  const [chosen, setChosen] = useState<RowKind | null>(null);
  const [byHand, setByHand] = useState<{ columns: string; matches: Matches } | null>(null);
  const values = useMemo(() => usedValues(pair, fileName === undefined ? [] : [fileName]), [pair, fileName]);
  const lists = useMemo(() => usedLists(pair), [pair]);
  if (!items) return null;
  const columns = columnNames(items);
  const named = matchedByName(values, columns);
  // Matches are those of these columns and this template.
  const key = JSON.stringify([columns, values]);
  const matches = byHand?.columns === key ? byHand.matches : named;
  const kind = chosen ?? (areDocuments(named, lists.map((list) => matchedByName(list, columns))) ? "document" : "table");
  return {
    kind,
    count: items.length,
    documents: () => documentsOf(items, columns, values, matches),
    choice: (
      <>
        <RowChoice kind={kind} onChange={setChosen} />
        {kind === "document" && items.length === 0 && (
          <p className="jpd-warn" role="status">
            {t.noRows}
          </p>
        )}
        {kind === "document" && items.length > 0 && values.length > 0 && (
          <MatchColumns values={values} columns={columns} matches={matches} onChange={(next) => setByHand({ columns: key, matches: next })} />
        )}
      </>
    ),
  };
}

/** First line of a text. */
const headOf = (text: string): string => /^.*/.exec(text)?.[0] ?? "";

const stemOf = (name: string): string => name.replace(/\.[^.\s]+$/, "") || "documents";

/** The name of a list, by the name of its file or sheet. */
function listNameOf(name: string): string {
  return stemOf(name).replace(/[^\p{L}\p{N}_]+/gu, "_") || "rows";
}
