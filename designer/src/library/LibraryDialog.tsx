/** The files of a library: choose one, upload, replace, delete. */
import { useEffect, useId, useMemo, useRef, useState, type DragEvent, type ReactNode } from "react";
import { problemText, sentence } from "../core/problem-text";
import { type Dict, useLocale, useT } from "../i18n";
import { formatBytes } from "../panels/properties/images";
import { FileInput } from "../ui/FileButton";
import { IconTrash, IconUpload } from "../ui/icons";
import { useUiComponents } from "../ui/registry";
import { ENDINGS, freeName, isLibraryName, kindOf, libraryName } from "./names";
import type { LibraryStore } from "./store";
import type { LibraryFile, LibraryKind } from "./types";
import { usePicture, useStoreValue } from "./useLibrary";
import { useUploads, type Upload } from "./useUploads";

export interface LibraryDialogProps {
  library: LibraryStore;
  /** Only files of this kind are shown and taken; default: all. */
  kind?: Exclude<LibraryKind, "other">;
  /** Names that the open template has. */
  used?: readonly string[];
  /** The one that is chosen now. */
  chosen?: string | null;
  /** Without it the files are only kept. */
  onChoose?: (name: string) => void;
  readOnly?: boolean;
  onClose: () => void;
}

/** Larger pictures are not read to be shown small. */
const THUMBNAIL_BYTES = 2 << 20;

export function LibraryDialog({ library, kind, used = [], chosen = null, onChoose, readOnly = false, onClose }: LibraryDialogProps) {
  const t = useT();
  const locale = useLocale();
  const texts = t.library;
  const { Modal, Button, Input } = useUiComponents();
  const files = useStoreValue(library, (state) => state.files, null);
  const failure = useStoreValue(library, (state) => state.error, null);
  const [words, setWords] = useState("");
  const [removing, setRemoving] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const input = useRef<HTMLInputElement>(null);
  /** The file that the next upload takes the place of. */
  const replaced = useRef<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => void library.refresh(), [library]);

  const mayStore = library.source.save !== undefined && !readOnly;
  const mayRemove = library.source.remove !== undefined && !readOnly;
  const endings = kind ? ENDINGS[kind] : null;
  const shown = useMemo(() => {
    const wanted = words.trim().toLowerCase();
    return (files ?? []).filter(({ name }) => (!kind || kindOf(name) === kind) && name.toLowerCase().includes(wanted));
  }, [files, kind, words]);
  const uploads = useUploads(library, (name, alone) => {
    setNote(texts.stored(name));
    if (alone) onChoose?.(name);
  });

  const take = (chosenFiles: Iterable<File>, place: string | null = null) => {
    setNote("");
    const taken = (files ?? []).map(({ name }) => name);
    const all = [...chosenFiles];
    for (const file of all) {
      const name = place ?? libraryName(file.name);
      const limit = library.source.maxBytes;
      // The name stays, so what takes its place has to be of its kind.
      const wanted = place !== null ? kindOf(place) : kind;
      const fault =
        limit !== undefined && file.size > limit
          ? texts.tooLarge(formatBytes(limit, locale))
          : wanted !== undefined && wanted !== "other" && kindOf(libraryName(file.name)) !== wanted
            ? texts.wrongKind(ENDINGS[wanted].join(", "))
            : null;
      const clash = place !== null ? "replace" : taken.includes(name) ? "taken" : null;
      uploads.add({ file, name, clash, fault, alone: all.length === 1 });
    }
  };
  const pick = (place: string | null) => {
    replaced.current = place;
    input.current?.click();
  };
  const drop = (event: DragEvent) => {
    if (!mayStore || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    take(event.dataTransfer.files);
  };
  const remove = async (name: string) => {
    setNote("");
    try {
      await library.remove(name);
      setNote(texts.removed(name));
      setRemoving(null);
      list.current?.focus();
    } catch (error) {
      setRemoving(null);
      uploads.fail(name, error);
    }
  };

  const title = kind ? texts.titles[kind] : texts.title;
  return (
    <Modal title={title} onClose={onClose} className="jpd-library">
      <div className="jpd-stack jpd-part" onDrop={drop} onDragOver={(event) => mayStore && event.dataTransfer.types.includes("Files") && event.preventDefault()}>
        <div className="jpd-row jpd-library__bar">
          <Input type="search" aria-label={texts.search} placeholder={texts.search} value={words} onChange={(event) => setWords(event.target.value)} />
          {mayStore && (
            <Button onClick={() => pick(null)}>
              <IconUpload /> {texts.upload}
            </Button>
          )}
          <FileInput
            ref={input}
            label={texts.upload}
            accept={endings?.map((ending) => `.${ending}`).join()}
            multiple
            onFiles={(all) => {
              const place = replaced.current;
              replaced.current = null;
              take(place === null ? all : all.slice(0, 1), place);
            }}
          />
        </div>
        {mayStore && <p className="jpd-hint">{texts.hint(endings?.join(", ") ?? "", library.source.maxBytes === undefined ? "" : formatBytes(library.source.maxBytes, locale))}</p>}
        <p role="status" className="jpd-hint jpd-library__note">
          {note}
        </p>
        {uploads.all.length > 0 && (
          <ul className="jpd-library__uploads" aria-label={texts.uploads}>
            {uploads.all.map((upload) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                onReplace={() => uploads.send(upload.id, { replace: true })}
                onKeepBoth={() => uploads.send(upload.id, { name: freeName(upload.name, (files ?? []).map(({ name }) => name)), replace: false })}
                onDismiss={() => uploads.dismiss(upload.id)}
              />
            ))}
          </ul>
        )}
        {failure !== null && (
          <div className="jpd-callout" data-tone="danger" role="alert">
            <p>{libraryFault(failure, t)}</p>
            <Button variant="outline" onClick={() => void library.refresh()}>
              {texts.retry}
            </Button>
          </div>
        )}
        {files === null && failure === null && <p className="jpd-hint">{texts.loading}</p>}
        {files !== null && shown.length === 0 && (
          <p className="jpd-library__empty jpd-hint">{words.trim() !== "" ? texts.nothingFound : mayStore ? texts.empty : texts.emptyReadOnly}</p>
        )}
        <ul ref={list} className="jpd-library__files" aria-label={title} tabIndex={-1}>
          {shown.map((file) => (
            <FileRow
              key={file.name}
              file={file}
              library={library}
              used={used.includes(file.name)}
              chosen={chosen === file.name}
              onChoose={onChoose}
              onReplace={mayStore ? () => pick(file.name) : undefined}
              onRemove={mayRemove ? () => setRemoving(file.name) : undefined}
              confirm={
                removing === file.name && (
                  <Confirm
                    text={texts.askRemove(file.name)}
                    advice={used.includes(file.name) ? texts.removeUsed : texts.removeAdvice}
                    yes={texts.remove}
                    onYes={() => void remove(file.name)}
                    onNo={() => setRemoving(null)}
                  />
                )
              }
            />
          ))}
        </ul>
      </div>
    </Modal>
  );
}

interface FileRowProps {
  file: LibraryFile;
  library: LibraryStore;
  used: boolean;
  chosen: boolean;
  onChoose: ((name: string) => void) | undefined;
  onReplace: (() => void) | undefined;
  onRemove: (() => void) | undefined;
  confirm: ReactNode;
}

function FileRow({ file, library, used, chosen, onChoose, onReplace, onRemove, confirm }: FileRowProps) {
  const t = useT();
  const locale = useLocale();
  const texts = t.library;
  const { Button, Badge } = useUiComponents();
  const picture = usePicture(library, kindOf(file.name) === "picture" && file.bytes <= THUMBNAIL_BYTES ? `lib:${file.name}` : "");
  const ending = file.name.slice(file.name.lastIndexOf(".") + 1).toUpperCase();
  return (
    <li className="jpd-library__file" data-chosen={chosen || undefined}>
      <span className="jpd-library__thumbnail" aria-hidden="true">
        {picture === null ? ending.slice(0, 5) : <img src={picture} alt="" />}
      </span>
      <span className="jpd-library__name">
        <span>{file.name}</span>
        <span className="jpd-hint">
          {formatBytes(file.bytes, locale)} {used && <Badge>{texts.used}</Badge>}
        </span>
      </span>
      <span className="jpd-row jpd-library__actions">
        {onChoose && (
          <Button variant={chosen ? "dark" : "outline"} aria-pressed={chosen} aria-label={texts.useFile(file.name)} onClick={() => onChoose(file.name)}>
            {texts.use}
          </Button>
        )}
        {onReplace && (
          <Button variant="ghost" aria-label={texts.replaceFile(file.name)} onClick={onReplace}>
            {texts.replace}
          </Button>
        )}
        {onRemove && (
          <Button variant="ghost" size="icon" aria-label={texts.removeFile(file.name)} title={texts.removeFile(file.name)} onClick={onRemove}>
            <IconTrash />
          </Button>
        )}
      </span>
      {confirm}
    </li>
  );
}

interface UploadRowProps {
  upload: Upload;
  onReplace: () => void;
  onKeepBoth: () => void;
  onDismiss: () => void;
}

function UploadRow({ upload, onReplace, onKeepBoth, onDismiss }: UploadRowProps) {
  const t = useT();
  const locale = useLocale();
  const texts = t.library;
  const { Button } = useUiComponents();
  const id = useId();
  const { name, state, part, file } = upload;
  if (state === "asking") {
    return (
      <li>
        <Confirm
          text={upload.clash === "replace" ? texts.askReplace(name, file.name, formatBytes(file.size, locale)) : texts.askTaken(name)}
          advice={texts.replaceAdvice}
          yes={texts.replace}
          onYes={onReplace}
          further={
            upload.clash === "taken" && (
              <Button variant="outline" onClick={onKeepBoth}>
                {texts.keepBoth}
              </Button>
            )
          }
          onNo={onDismiss}
        />
      </li>
    );
  }
  if (state === "failed") {
    return (
      <li className="jpd-callout" data-tone="danger" role="alert">
        <p>
          <strong>{name}</strong>: {upload.conflict ? texts.changedMeanwhile : upload.fault}
        </p>
        <div className="jpd-row">
          {upload.conflict && isLibraryName(name) && (
            <Button variant="danger" onClick={onReplace}>
              {texts.replace}
            </Button>
          )}
          <Button variant="outline" onClick={onDismiss}>
            {texts.dismiss}
          </Button>
        </div>
      </li>
    );
  }
  return (
    <li className="jpd-library__sending">
      <label htmlFor={id}>{texts.sending(name)}</label>
      <progress id={id} max={1} value={part} />
      <Button variant="ghost" aria-label={texts.cancelUpload(name)} onClick={onDismiss}>
        {t.fieldsPanel.cancel}
      </Button>
    </li>
  );
}

interface ConfirmProps {
  text: string;
  advice: string;
  yes: string;
  onYes: () => void;
  onNo: () => void;
  further?: ReactNode;
}

/** Asks before something is lost. The focus goes to the answer that loses nothing. */
function Confirm({ text, advice, yes, onYes, onNo, further }: ConfirmProps) {
  const t = useT();
  const { Button } = useUiComponents();
  return (
    <div className="jpd-callout jpd-library__confirm" data-tone="danger" role="group" aria-label={text}>
      <p>{text}</p>
      <p className="jpd-library__advice">{advice}</p>
      <div className="jpd-row">
        <Button variant="danger" onClick={onYes}>
          {yes}
        </Button>
        {further}
        <Button variant="outline" autoFocus onClick={onNo}>
          {t.fieldsPanel.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Reason why a file cannot be listed or stored, with advice. */
export function libraryFault(error: unknown, t: Dict): string {
  const { text, action } = problemText(error, t);
  return [text, ...(action === undefined ? [] : [action])].map(sentence).join(" ");
}
