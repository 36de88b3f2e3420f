/** One template: the designer around it, its data sets, saving with comparison of conflicts, drafts. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { saveBlob } from "../core/download";
import { formOf, unfinishedOf } from "../core/payments";
import type { SharedTexts } from "../core/texts";
import type { Binding, Field, Template } from "../core/types";
import { useDesignerActions } from "../editor/hooks";
import { RecoveryBar } from "../editor/parts/RecoveryBar";
import { discardDraft, loadDraft, removeDraft, storeDraft } from "../editor/store/drafts";
import { sameJson } from "../editor/store/same-json";
import type { ShownData } from "../editor/types";
import { useT } from "../i18n";
import { ImportDialog } from "../panels/code/ImportDialog";
import { PictureDialog } from "../panels/preview/PictureDialog";
import { nameOfShown } from "../panels/data/rows/file-names";
import { missingText } from "../panels/properties/missing-payment";
import { Button } from "../ui";
import { type Action, Actions } from "./Actions";
import { type Api, ApiError, type InstalledFonts, mailFolder, type TemplateDocument } from "./api";
import { Conflict } from "./Conflict";
import { useApp } from "./context";
import { DataSets } from "./DataSets";
import { draftKey, type Draft } from "./drafts";
import { helpersReady } from "./engine";
import { Failure } from "./Failure";
import { useMedia } from "./media";
import { FileMenu } from "./FileMenu";
import { History } from "./History";
import { differences, merged, type Version } from "./merge";
import { type MailOptions, MailTexts } from "./MailTexts";
import { SendReport } from "./SendReport";
import { StartFrom } from "./StartFrom";
import type { AppTexts } from "./texts";
import { Tour } from "./Tour";
import { useDataSets } from "./useDataSets";
import { Workspace } from "./Workspace";

/** Changed parts that a version names. */
const MOST_NAMED = 3;
/** Windows where the header has room for the bar of the designer, also with the buttons that arrange several fields. */
const WIDE = "(min-width: 1840px)";

/** The base of a draft that does not say it: every difference from the draft is asked about. */
const UNKNOWN: Version = { name: "", template: { page: { width: 0, height: 0 }, schemas: [] }, bindings: [] };

/** Idle time after which changes are kept as a draft. */
const DRAFT_MS = 1000;

export function TemplateEditor({ id, settings }: { id: string; settings: ReactNode }) {
  const { api, session, t } = useApp();
  const [stored, setStored] = useState<{ document: TemplateDocument; version: string } | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [shared, setShared] = useState<Shared>(NOTHING_SHARED);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    setError(null);
    Promise.all([api.template(id), loadDraft<Draft>(draftKey(session.tenant, id)), loadShared(api), helpersReady()]).then(
      ([loaded, found, shared]) => {
        if (!current) return;
        setShared(shared);
        setStored({ document: loaded.value, version: loaded.version });
        let offered = found;
        while (offered && sameJson(versionOf(offered), versionOf(loaded.value))) offered = offered.earlier;
        setDraft(offered ?? null);
      },
      (failure) => current && setError(failure),
    );
    return () => {
      current = false;
    };
  }, [api, session, id, attempt]);

  if (error !== null) {
    return (
      <main className="app-list jpd-part">
        <BackLink />
        <Failure error={error} retry={t.retry} onRetry={() => setAttempt((count) => count + 1)} />
      </main>
    );
  }
  if (!stored) return <p role="status">{t.loading}</p>;
  return <OpenTemplate key={stored.version} id={id} stored={stored} draft={draft} shared={shared} settings={settings} />;
}

/** Texts and fonts that the templates share, and why some cannot be read. */
interface Shared {
  texts: SharedTexts | undefined;
  fonts: InstalledFonts | undefined;
  fault: unknown;
}

const NOTHING_SHARED: Shared = { texts: undefined, fonts: undefined, fault: null };

/** The template can be opened also where these cannot, and says what it lacks. */
async function loadShared(api: Api): Promise<Shared> {
  const [texts, fonts] = await Promise.allSettled([api.texts(), api.fonts()]);
  const failed = [texts, fonts].find((result) => result.status === "rejected");
  return {
    texts: texts.status === "fulfilled" ? texts.value : undefined,
    fonts: fonts.status === "fulfilled" ? fonts.value : undefined,
    fault: failed === undefined ? null : failed.reason,
  };
}

interface OpenProps {
  id: string;
  stored: { document: TemplateDocument; version: string };
  draft: Draft | null;
  shared: Shared;
  settings: ReactNode;
}

function OpenTemplate({ id, stored, draft, shared, settings }: OpenProps) {
  const { api, session, library, t, locale } = useApp();
  const dict = useT();
  const [template, setTemplate] = useState<Template>(stored.document.template);
  const [bindings, setBindings] = useState<Binding[]>(stored.document.bindings);
  const [name, setName] = useState(stored.document.name);
  /** The version of the service, as far as it is known here. */
  const [base, setBase] = useState(stored);
  const [recovery, setRecovery] = useState<Draft | null>(draft);
  const [conflict, setConflict] = useState<{ theirs: TemplateDocument; version: string } | null>(null);
  const [state, setState] = useState<"idle" | "saving">("idle");
  const [error, setError] = useState<unknown>(shared.fault);
  const [documentLocale, setDocumentLocale] = useState<string>();
  // The state, not its words: the language may change.
  const [note, setNote] = useState<(texts: AppTexts) => string>(() => () => "");
  const [sending, setSending] = useState(false);
  const [mailing, setMailing] = useState(false);
  const [history, setHistory] = useState(false);
  /** The payment whose form is opened. */
  const [filling, setFilling] = useState<Field | null>(null);
  const [starting, setStarting] = useState(false);
  const [importing, setImporting] = useState<File | null>(null);
  const [picturing, setPicturing] = useState(false);
  const sets = useDataSets(id, setError);
  useEffect(() => {
    if (sets.state === "stored") setNote(() => (texts: AppTexts) => texts.dataSaved);
  }, [sets.state]);
  /** Data on the canvas in the place of the data set. */
  const [shown, setShown] = useState<ShownData | null>(null);
  /** The data set or a row: data to test with is for the canvas and its document alone. */
  const data = shown?.row ? shown.row.data : sets.data;
  /** Data on its way is no empty data: no file or mail is made before it is here. */
  const isLoading = data === undefined;
  const fontFiles = shared.fonts?.files.length ? shared.fonts.files : undefined;
  const readOnly = !session.scopes.includes("templates:write");
  const current = useMemo<Version>(() => ({ name, template, bindings }), [name, template, bindings]);
  const dirty = useMemo(() => !sameJson(versionOf(base.document), current), [base, current]);
  const key = draftKey(session.tenant, id);

  useEffect(() => {
    document.title = name;
  }, [name]);

  // A draft is written when nothing was changed for a moment, and goes when there is nothing to keep.
  const drafted = useRef<Version | null>(null);
  /** The draft of now; one that is offered stays in it until somebody has chosen. */
  const keep = useRef<() => Promise<void>>(async () => {});
  keep.current = async () => {
    if (readOnly) return;
    if (dirty) {
      if (await storeDraft(key, { ...draftOf(current, base), ...(recovery && { earlier: recovery }) })) drafted.current = current;
    } else if (!recovery) await removeDraft(key);
    // Changes were made beside it, and undone.
    else if (drafted.current) await storeDraft(key, recovery);
  };
  useEffect(() => {
    const timer = setTimeout(() => void keep.current(), DRAFT_MS);
    return () => clearTimeout(timer);
  }, [readOnly, recovery, dirty, key, current, base]);
  /** True if closing the page now would lose changes. */
  const losing = useRef<() => boolean>(() => false);
  losing.current = () => dirty && drafted.current !== current;
  /** Work that waits for idle time, for when the template is left for the list before that. */
  const leave = useRef<() => void>(() => {});
  leave.current = () => {
    if (!dirty || losing.current()) void keep.current();
  };
  useEffect(() => () => leave.current(), []);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (losing.current()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);

  /** Names that the template had, by its states: undo brings back the name with the state. */
  const names = useRef(new WeakMap<Template, string>());
  const named = useRef<Template | null>(null);
  useEffect(() => {
    const own = named.current === template ? undefined : names.current.get(template);
    named.current = template;
    if (own === undefined) names.current.set(template, name);
    else setName(own);
  }, [template, name]);

  const show = (version: Version) => {
    // Undo of earlier steps keeps a name that others gave it.
    names.current = new WeakMap();
    setName(version.name);
    setTemplate(version.template);
    setBindings(version.bindings);
  };

  const saving = useRef(false);
  const save = useCallback(
    async (version: Version = current) => {
      if (saving.current || readOnly) return;
      saving.current = true;
      setState("saving");
      setError(null);
      setNote(() => () => "");
      try {
        const document = { ...base.document, ...version };
        const before = versionOf(base.document);
        const saved = await api.save(id, document, base.version, noteOf(before, version, t));
        setBase({ document, version: saved.version });
        const { notKept } = saved;
        setNote(() => (texts: AppTexts) => (notKept === undefined ? texts.saved : texts.notKept(notKept)));
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 412) {
          try {
            const theirs = await api.template(id);
            setConflict({ theirs: theirs.value, version: theirs.version });
          } catch (second) {
            setError(second);
          }
        } else {
          setError(failure);
        }
      } finally {
        saving.current = false;
        setState("idle");
      }
    },
    [api, base, current, id, readOnly, t],
  );

  const settle = (chosen: Version) => {
    if (!conflict) return;
    // Nothing beside the version is edited here: what somebody else stored there stays.
    setBase({ document: conflict.theirs, version: conflict.version });
    show(chosen);
    setConflict(null);
  };

  const download = async () => {
    setError(null);
    try {
      saveBlob(await api.pdf(template, bindings, shown ? shown.data : data, documentLocale), nameOfShown(id, shown?.row ?? null));
    } catch (failure) {
      setError(failure);
    }
  };

  /** Beside the template as it is stored: what is not saved yet stays so. */
  const saveBeside = async (key: "mail" | "strict", value: unknown) => {
    const { [key]: _, ...others } = base.document;
    const document = (value === undefined ? others : { ...others, [key]: value }) as TemplateDocument;
    setBase({ document, version: (await api.save(id, document, base.version)).version });
    setNote(() => (texts: AppTexts) => texts.saved);
  };
  const saveMail = (mail: MailOptions | undefined) => saveBeside("mail", mail);
  const saveStrict = (strict: boolean) => void saveBeside("strict", strict || undefined).catch(setError);

  const isWide = useMedia(WIDE);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const said = readOnly ? t.readOnly : state === "saving" || sets.state === "storing" ? t.saving : dirty ? t.unsaved : note(t);
  const unfinished = error instanceof ApiError ? unfinishedOf(error.refusal, template) : undefined;
  const maySend = session.mail !== null && session.scopes.includes("reports:send");
  const actions: Action[] = [
    { label: t.history, run: () => setHistory(true) },
    { label: t.download, main: true, disabled: isLoading, title: isLoading ? t.loading : undefined, run: () => void download() },
    ...(maySend ? [{ label: t.send, disabled: dirty || isLoading, title: dirty ? t.saveFirst : isLoading ? t.loading : undefined, run: () => setSending(true) }] : []),
  ];

  const offered = useRef<Action[]>(actions);
  offered.current = actions;
  const commands = useCallback(() => offered.current.map(({ label, disabled = false, run }) => ({ id: `host-${label}`, label, disabled, run })), []);

  return (
    <div className="app-editor">
      <header className="app-header jpd-part">
        <BackLink />
        <h1 title={name}>{name}</h1>
        <span role="status" className="app-state" title={said}>
          {said}
        </span>
        {isWide && <div ref={setBar} className="app-header__bar" />}
        <DataSets sets={sets} readOnly={readOnly} />
        <Actions actions={actions} inMenu={isWide}>
          <FileMenu
            id={id}
            document={{ ...base.document, ...current }}
            data={data}
            onImport={readOnly ? undefined : setImporting}
            onPicture={() => setPicturing(true)}
            strict={base.document.strict === true}
            onStrict={readOnly ? undefined : saveStrict}
            onMailTexts={session.mail !== null && !readOnly ? () => setMailing(true) : undefined}
          />
        </Actions>
        {!readOnly && (
          <Button disabled={!dirty || state === "saving"} onClick={() => save()}>
            {t.save}
          </Button>
        )}
        {settings}
      </header>
      {recovery && (
        <RecoveryBar
          time={recovery.time}
          note={recovery.version === base.version ? undefined : t.draftOlder}
          onRestore={() => {
            void storeDraft(key, recovery);
            // Saving compares with the document that the changes were made to.
            if (recovery.version !== base.version) setBase({ document: recovery.base ?? { ...base.document, ...UNKNOWN }, version: recovery.version });
            // Changes that were made meanwhile are offered in its place.
            setRecovery((dirty ? { ...draftOf(current, base), ...(recovery.earlier && { earlier: recovery.earlier }) } : recovery.earlier) ?? null);
            drafted.current = null;
            show(versionOf(recovery));
          }}
          onDiscard={() => {
            void (recovery.earlier ? storeDraft(key, recovery.earlier) : discardDraft(key));
            drafted.current = null;
            setRecovery(recovery.earlier ?? null);
          }}
        />
      )}
      {error !== null &&
        (unfinished ? (
          <Failure
            error={`${dict.payment.unfinished(unfinished.name)}. ${missingText((unfinished as { payload?: unknown }).payload, dict, locale)}`}
            retry={dict.payment.fill}
            onRetry={() => {
              setError(null);
              setFilling(unfinished);
            }}
          />
        ) : (
          <Failure error={error} />
        ))}
      <Workspace
        header={isWide ? bar : null}
        documentId={key}
        template={template}
        onChangeTemplate={setTemplate}
        bindings={bindings}
        onChangeBindings={setBindings}
        data={sets.data}
        onChangeData={readOnly ? undefined : sets.change}
        onShownData={setShown}
        commands={commands}
        fileName={(base.document.mail as MailOptions | undefined)?.filename ?? undefined}
        onAddData={readOnly ? undefined : (data, name) => void sets.add(data, name)}
        onStartFromTemplate={readOnly ? undefined : () => setStarting(true)}
        library={library}
        texts={shared.texts}
        fonts={fontFiles}
        namedFonts={shared.fonts?.named}
        fallbackFont={shared.fonts?.fallback === false ? false : undefined}
        documentLocale={documentLocale}
        onChangeDocumentLocale={setDocumentLocale}
        readOnly={readOnly}
        onSave={readOnly ? undefined : (pair) => void save({ name, ...pair })}
        dialog={
          <>
            {history && (
              <History id={id} current={current} data={data} readOnly={readOnly} onName={setName} onClose={() => setHistory(false)} />
            )}
            {filling !== null && <FormOf field={filling} onShown={() => setFilling(null)} />}
            {starting && (
              <StartFrom
                onData={(data, set) => void sets.add(data, set)}
                // A name that was given stays.
                onName={(own) => name === t.blankName && setName(own)}
                onClose={() => setStarting(false)}
              />
            )}
            {importing && <ImportDialog file={importing} onClose={() => setImporting(null)} />}
            {picturing && <PictureDialog name={id} onClose={() => setPicturing(false)} />}
          </>
        }
      />
      <Tour />
      {conflict && (
        <Conflict
          title={t.conflictTitle}
          hint={t.conflictHint}
          base={base.document}
          mine={{ ...base.document, ...current }}
          theirs={conflict.theirs}
          differences={differences}
          merged={merged}
          onClose={() => setConflict(null)}
          onChoose={settle}
        />
      )}
      {mailing && <MailTexts mail={base.document.mail as MailOptions | undefined} onSave={saveMail} onClose={() => setMailing(false)} />}
      {sending && <SendReport id={id} data={data} locale={documentLocale} onClose={() => setSending(false)} onSent={(address) => setNote(() => (texts: AppTexts) => (mailFolder(session) !== null ? texts.filed(address) : texts.sent(address)))} />}
    </div>
  );
}

/** Leads to the form of a payment. */
function FormOf({ field, onShown }: { field: Field; onShown: () => void }) {
  const { reveal } = useDesignerActions();
  useEffect(() => {
    reveal(formOf(field));
    onShown();
  }, [reveal, field, onShown]);
  return null;
}

function BackLink() {
  const { t } = useApp();
  return <a href="#/">{t.back}</a>;
}

/** Summary of a save for the list of versions; the service words it where the design stayed the same. */
function noteOf(before: Version, after: Version, t: AppTexts): string {
  const labels = [...new Set(differences(before, after, before).map(({ kind, label }) => label || t.kinds[kind]))];
  return labels.length === 0 ? "" : t.versionNote(labels.slice(0, MOST_NAMED).join(", "), Math.max(0, labels.length - MOST_NAMED));
}

function draftOf(current: Version, base: { document: TemplateDocument; version: string }): Draft {
  return { ...versionOf(current), base: base.document, version: base.version, time: Date.now() };
}

function versionOf({ name, template, bindings }: Pick<Version, "name" | "template" | "bindings">): Version {
  return { name, template, bindings };
}
