import { useEffect, useRef, useState } from "react";
import { useDesignerSample, useEditor } from "../../editor/hooks";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import { SPREADSHEETS } from "./file";
import { JsonEditor } from "./JsonEditor";
import { parseData, type DataFormat } from "./parse";
import { useReplaceData } from "./replace";
import { useDataLocale } from "./useDataLocale";
import { sheetNotes, useDataFile } from "./useDataFile";

const FORMATS: (DataFormat | "auto")[] = ["auto", "json", "ndjson", "yaml", "csv", "tsv"];

/** Sample data as text: pasted, written, or out of a file. Text that cannot be read changes nothing. */
export function DataInput({ onDone }: { onDone: () => void }) {
  const t = useT();
  const { given } = useDesignerSample();
  const { replace, question } = useReplaceData(onDone);
  const { Button, Input, Select } = useUiComponents();
  const [text, setText] = useState(() => (given === undefined || given === null ? "" : JSON.stringify(given, null, 2)));
  const [format, setFormat] = useState<DataFormat | "auto">("auto");
  const [listName, setListName] = useState("rows");
  const [note, setNote] = useState<{ text: string; fault: boolean } | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const { take, target, choice } = useDataFile({
    onText(content, chosen) {
      setText(content);
      setFormat("auto");
      setListName(listNameOf(chosen.name));
      setNote(null);
    },
    onSheet(sheet, chosen, name) {
      setText(JSON.stringify({ [listNameOf(name ?? chosen.name)]: sheet.items }, null, 2));
      setFormat("json");
      const notes = sheetNotes(t, sheet);
      setNote(notes.length > 0 ? { text: notes.join(" "), fault: false } : null);
    },
    onFailure: (text) => setNote({ text, fault: true }),
  });
  const parsed = parseData(text, format, listName || "rows", useDataLocale());
  const error = "error" in parsed && text.trim() !== "" ? parsed.error : null;
  const table = parsed.format !== "json" && (parsed.format !== "yaml" || text.trimStart().startsWith("-"));
  const faults = t.dataExplorer.faults;
  const stale = error !== null && given !== undefined && given !== null;
  const { ui } = useEditor();
  useEffect(() => {
    ui.setState({ dataBroken: stale });
    return () => ui.setState({ dataBroken: false });
  }, [ui, stale]);
  const message = error && t.dataExplorer.broken(error.line, error.column, faults[error.reason]);

  // The editor would take a dropped file as text before it.
  return (
    <div className="jpd-data__input" {...target} onDropCapture={target.onDrop}>
      <JsonEditor value={text} onChange={setText} label={t.dataExplorer.paste} placeholder={t.dataExplorer.pasteHint} error={error && { ...error, message: message! }} />
      {message && (
        <p className="jpd-error" role="alert">
          {message}
        </p>
      )}
      {choice}
      {question}
      {note && (
        <p className={note.fault ? "jpd-error" : "jpd-hint"} role={note.fault ? "alert" : "status"}>
          {note.text}
        </p>
      )}
      {stale && <p className="jpd-hint">{t.dataExplorer.stale}</p>}
      <div className="jpd-grid2">
        <Select label={t.dataExplorer.format} value={format} onChange={(event) => setFormat(event.target.value as DataFormat | "auto")}>
          {FORMATS.map((name) => (
            <option key={name} value={name}>
              {t.dataExplorer[name]}
            </option>
          ))}
        </Select>
        {table && <Input label={t.dataExplorer.nameOfList} mono value={listName} onChange={(event) => setListName(event.target.value)} />}
      </div>
      <div className="jpd-row">
        <Button
          disabled={"error" in parsed}
          onClick={() => {
            if (!("error" in parsed)) replace(parsed.data);
          }}
        >
          {t.dataExplorer.apply}
        </Button>
        <Button variant="outline" onClick={() => file.current?.click()}>
          {t.dataExplorer.open}
        </Button>
        <input
          ref={file}
          type="file"
          accept={`.json,.ndjson,.jsonl,.yaml,.yml,.csv,.tsv,.txt,application/json,text/csv,${SPREADSHEETS}`}
          hidden
          aria-label={t.dataExplorer.open}
          onChange={({ target: input }) => {
            const chosen = input.files?.[0];
            // The same file can be chosen again.
            if (chosen) void take(chosen).finally(() => (input.value = ""));
          }}
        />
      </div>
    </div>
  );
}

/** The name of a list, by the name of its file or sheet. */
function listNameOf(name: string): string {
  return name.replace(/\.[^.\s]+$/, "").replace(/[^\p{L}\p{N}_]+/gu, "_") || "rows";
}
