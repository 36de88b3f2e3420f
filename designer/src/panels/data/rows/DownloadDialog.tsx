/** Makes the documents of all rows, says how far it is, which rows failed, and which documents have warnings. */
import { useEffect, useState } from "react";
import { saveBlob } from "../../../core/download";
import { chainedPath } from "../../../core/formulas";
import { problemText } from "../../../core/problem-text";
import { useDesignerConfig, useDesignerData, useEditor } from "../../../editor/hooks";
import type { RowTable } from "../../../editor/store/rows";
import type { EngineAdapter } from "../../../engine/types";
import { useLocale, useT, withInlineCode } from "../../../i18n";
import { useUiComponents } from "../../../ui/registry";
import { type RowProblem, type ZippedRows, ZipTooLarge, zipOf, MOST_DOCUMENTS } from "./zip";
import { defaultNames, safeStem } from "./file-names";

/** Rows of a list of problems. */
const MOST_LISTED = 20;

export interface DownloadDialogProps {
  table: RowTable;
  engine: EngineAdapter;
  onClose: () => void;
}

export function DownloadDialog({ table, engine, onClose }: DownloadDialogProps) {
  const dict = useT();
  const t = dict.rows;
  const { Button, Modal } = useUiComponents();
  const editor = useEditor();
  const { fileName: given, documentId } = useDesignerConfig();
  const { template, bindings } = useDesignerData();
  // What is edited while the files are made is not in them.
  const [job] = useState(() => {
    const { prefix, rule } = defaultNames(table.rows, documentId?.split("/").at(-1) || table.name);
    return { engine, pair: { template, bindings }, rows: table.rows, fileName: given ?? rule ?? undefined, prefix };
  });
  const count = job.rows.length;
  const isTooMany = count > MOST_DOCUMENTS;
  const [done, setDone] = useState(0);
  const [zipped, setZipped] = useState<ZippedRows | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    if (isTooMany) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    zipOf({ ...job, onProgress: (made) => !signal.aborted && setDone(made), signal }).then(
      (made) => {
        if (signal.aborted) return;
        if (made.file) saveBlob(made.file, `${safeStem(table.name) || "documents"}.zip`);
        setZipped(made);
      },
      (error: unknown) => !signal.aborted && setFault(error),
    );
    return () => controller.abort();
  }, [job, isTooMany]);
  const show = (index: number) => {
    editor.showRow(index);
    onClose();
  };
  const isWorking = !zipped && fault === null && !isTooMany;
  const made = count - (zipped?.failed.length ?? 0);
  return (
    <Modal
      title={t.downloadAll}
      size="md"
      onClose={onClose}
      footer={
        <Button variant={isWorking ? "outline" : "primary"} onClick={onClose}>
          {isWorking ? dict.fieldsPanel.cancel : dict.modal.close}
        </Button>
      }
    >
      <div className="jpd-stack">
        {isWorking && (
          <>
            <p>{t.making(count)}</p>
            <progress className="jpd-progress" max={count} value={done} aria-label={t.downloadAll} />
            <p className="jpd-hint">{t.progress(done, count)}</p>
          </>
        )}
        <p role="status">{zipped ? t.made(made, count) : ""}</p>
        {isTooMany && <p role="alert">{t.tooMany(MOST_DOCUMENTS)}</p>}
        {fault !== null && <Fault error={fault} />}
        {zipped && zipped.failed.length > 0 && <RowProblems title={t.failed(zipped.failed.length)} rows={zipped.failed} isError onShow={show} />}
        {zipped && zipped.warned.length > 0 && <RowProblems title={t.warned(zipped.warned.length)} rows={zipped.warned} onShow={show} />}
        <CommandLine table={table} fileName={job.fileName} />
      </div>
    </Modal>
  );
}

function Fault({ error }: { error: unknown }) {
  const dict = useT();
  const locale = useLocale();
  if (error instanceof ZipTooLarge) return <>{dict.rows.full}</>;
  const { text, action, lang } = problemText(error, dict, locale);
  return <span lang={lang}>{withInlineCode([text, action].filter(Boolean).join(" "))}</span>;
}

interface RowProblemsProps {
  title: string;
  rows: readonly RowProblem[];
  isError?: boolean;
  onShow: (index: number) => void;
}

/** The first rows with a problem, each with the way to it. */
function RowProblems({ title, rows, isError = false, onShow }: RowProblemsProps) {
  const t = useT().rows;
  return (
    <div role={isError ? "alert" : "group"} aria-label={title}>
      <p className={isError ? "jpd-error" : "jpd-warn"}>{title}</p>
      <ul className="jpd-failedrows">
        {rows.slice(0, MOST_LISTED).map(({ index, problem }) => (
          <li key={index}>
            <button type="button" className="jpd-linkbtn" onClick={() => onShow(index)}>
              {t.showRow(index + 1)}
            </button>{" "}
            <Fault error={problem} />
          </li>
        ))}
      </ul>
      {rows.length > MOST_LISTED && <p className="jpd-hint">{t.moreRows(rows.length - MOST_LISTED)}</p>}
    </div>
  );
}

/** The command that does the same, with the file that it reads. */
function CommandLine({ table, fileName }: { table: RowTable; fileName: string | undefined }) {
  const t = useT().rows;
  const { Button } = useUiComponents();
  const name = (safeStem(table.name) || "documents").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const [first] = Object.keys((table.rows[0] ?? {}) as object);
  const rule = fileName ?? (first === undefined ? "documents.pdf" : `{${chainedPath([first])}}.pdf`);
  const save = () => {
    const lines = table.rows.map((row) => `${JSON.stringify(row)}\n`);
    saveBlob(new Blob(lines, { type: "application/x-ndjson" }), `${name}.ndjson`);
  };
  return (
    <details className="jpd-stack">
      <summary>{t.commandLine}</summary>
      <p className="jpd-hint">{t.commandLineHint}</p>
      <pre className="jpd-code">{`reportctl batch TEMPLATE --data ${name}.ndjson --out-dir ${name} --filename '${rule.replaceAll("'", "'\\''")}'`}</pre>
      <div>
        <Button variant="outline" size="sm" onClick={save}>
          {t.saveRows(`${name}.ndjson`)}
        </Button>
      </div>
    </details>
  );
}
