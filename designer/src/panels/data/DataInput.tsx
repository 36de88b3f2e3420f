import { useEffect, useRef, useState } from "react";
import { useDesignerSample, useEditor } from "../../editor/hooks";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import { JsonEditor } from "./JsonEditor";
import { parseData, type DataFormat } from "./parse";

const FORMATS: (DataFormat | "auto")[] = ["auto", "json", "ndjson", "yaml", "csv", "tsv"];

/** Sample data as text: pasted, written, or out of a file. Text that cannot be read changes nothing. */
export function DataInput({ onDone }: { onDone: () => void }) {
  const t = useT();
  const { given, onChangeData } = useDesignerSample();
  const { Button, Input, Select } = useUiComponents();
  const [text, setText] = useState(() => (given === undefined || given === null ? "" : JSON.stringify(given, null, 2)));
  const [format, setFormat] = useState<DataFormat | "auto">("auto");
  const [listName, setListName] = useState("rows");
  const file = useRef<HTMLInputElement>(null);
  const parsed = parseData(text, format, listName || "rows");
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

  return (
    <div className="jpd-data__input">
      <JsonEditor value={text} onChange={setText} label={t.dataExplorer.paste} placeholder={t.dataExplorer.pasteHint} error={error && { ...error, message: message! }} />
      {message && (
        <p className="jpd-error" role="alert">
          {message}
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
            if ("error" in parsed) return;
            onChangeData?.(parsed.data);
            onDone();
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
          accept=".json,.ndjson,.jsonl,.yaml,.yml,.csv,.tsv,.txt,application/json,text/csv"
          hidden
          aria-label={t.dataExplorer.open}
          onChange={(event) => {
            const { target } = event;
            const chosen = target.files?.[0];
            if (!chosen) return;
            void chosen.text().then((content) => {
              setText(content);
              setFormat("auto");
              setListName(chosen.name.replace(/\.[^.]+$/, "").replace(/[^\p{L}\p{N}_]+/gu, "_") || "rows");
              target.value = "";
            });
          }}
        />
      </div>
    </div>
  );
}
