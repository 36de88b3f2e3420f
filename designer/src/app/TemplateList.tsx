/** The stored templates: search, create, duplicate, rename, delete. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { discardDraft, draftKeys } from "../editor/store/drafts";
import { storeTable } from "../editor/store/kept-tables";
import { useT } from "../i18n";
import { LibraryDialog } from "../library/LibraryDialog";
import { LibraryStore } from "../library/store";
import { Button, Input, Modal } from "../ui";
import { DialogActions } from "../ui/DialogActions";
import { useLeaving } from "../ui/leaving";
import type { TemplateName } from "./api";
import { useApp } from "./context";
import { CreateTemplate } from "./CreateTemplate";
import { draftKey } from "./drafts";
import { Explanation } from "./Explanation";
import { Failure } from "./Failure";
import { useSingleRun } from "./single-run";
import { TemplateCard } from "./TemplateCard";
import { Painting } from "./thumbnails";
import { forgetUnstored } from "./useDataSets";

type Listing = { templates: TemplateName[]; more: boolean };

export function TemplateList({ settings }: { settings: ReactNode }) {
  const { api, session, library, t } = useApp();
  const dict = useT();
  const files = useMemo(() => new LibraryStore(library), [library]);
  const [search, setSearch] = useState("");
  const [listing, setListing] = useState<Listing | null>(null);
  const namesakes = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { name } of listing?.templates ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }, [listing]);
  const [error, setError] = useState<unknown>(null);
  const [dialog, setDialog] = useState<{ kind: "create" | "library" } | { kind: "rename" | "remove"; template: TemplateName } | null>(null);
  const [drafts, setDrafts] = useState<ReadonlySet<string>>(new Set());
  /** Number of the newest request for the list. */
  const newest = useRef(0);
  const mayWrite = session.scopes.includes("templates:write");

  const list = useCallback(async () => {
    const number = ++newest.current;
    try {
      const found = await api.templates(search.trim());
      // The answer to an earlier search may come later.
      if (number !== newest.current) return;
      setListing(found);
      setError(null);
    } catch (failure) {
      if (number === newest.current) setError(failure);
    }
  }, [api, search]);
  useEffect(() => {
    void list();
  }, [list]);
  useEffect(() => {
    if (!listing) return undefined;
    let current = true;
    void draftKeys().then((keys) => current && setDrafts(new Set(keys)));
    return () => {
      current = false;
    };
  }, [listing]);
  useEffect(() => {
    document.title = t.templates;
  }, [t]);

  const duplicate = async ({ id }: TemplateName) => {
    try {
      const { value } = await api.template(id);
      const { id: _, ...document } = value;
      const copy = await api.create({ ...document, name: t.copyOf(value.name) });
      for (const set of await api.dataSets(id)) {
        await api.saveDataSet(copy.id, set.name, (await api.dataSet(id, set.name)).value);
      }
      await list();
    } catch (failure) {
      // The copy may be there without all of its data.
      await list();
      setError(failure);
    }
  };

  const close = () => setDialog(null);
  return (
    <main className="app-list jpd-part">
      <header className="app-header jpd-part">
        <h1>{t.templates}</h1>
        {session.tenant && <span>{t.tenant(session.tenant)}</span>}
        {settings}
      </header>
      <div className="app-tools">
        <Input type="search" aria-label={t.search} placeholder={t.search} value={search} onChange={(event) => setSearch(event.target.value)} />
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setDialog({ kind: "library" })}>
          {dict.library.open}
        </Button>
        {mayWrite && <Button onClick={() => setDialog({ kind: "create" })}>{t.create}</Button>}
      </div>
      {error !== null && <Failure error={error} retry={t.retry} onRetry={list} />}
      {listing === null && error === null && <p role="status">{t.loading}</p>}
      {listing && (
        <>
          <p role="status">{listing.more ? t.firstOnes(listing.templates.length) : listing.templates.length ? "" : search.trim() ? t.nothingFound : t.nothingYet}</p>
          {listing.templates.length === 0 && !search.trim() && <Explanation />}
          <Painting>
            <ul className="app-templates" aria-label={t.templates}>
              {listing.templates.map((template) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  hasNamesake={(namesakes.get(template.name) ?? 0) > 1}
                  isUnsaved={drafts.has(draftKey(session.tenant, template.id))}
                  onDuplicate={mayWrite ? () => void duplicate(template) : undefined}
                  onAsk={(kind) => setDialog({ kind, template })}
                />
              ))}
            </ul>
          </Painting>
        </>
      )}
      {dialog?.kind === "create" && <CreateTemplate onClose={close} />}
      {dialog?.kind === "library" && <LibraryDialog library={files} readOnly={!mayWrite} onClose={close} />}
      {dialog?.kind === "rename" && <Rename template={dialog.template} onClose={close} onDone={list} />}
      {dialog?.kind === "remove" && <Remove template={dialog.template} onClose={close} onDone={list} />}
    </main>
  );
}

interface DialogProps {
  template: TemplateName;
  onClose: () => void;
  onDone: () => void;
}

function Rename({ template, onClose, onDone }: DialogProps) {
  const { api, t } = useApp();
  const [name, setName] = useState(template.name);
  const [error, setError] = useState<unknown>(null);
  const { busy, run } = useSingleRun(setError);
  const { leave, question } = useLeaving({ draft: name, isChanged: () => name.trim() !== template.name, onClose });
  const rename = () =>
    run(async () => {
      const { value, version } = await api.template(template.id);
      await api.save(template.id, { ...value, name: name.trim() }, version);
      onClose();
      onDone();
    });
  return (
    <Modal title={t.rename} size="sm" onClose={leave} footer={question}>
      <form
        className="app-form"
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <Input label={t.name} value={name} autoFocus onChange={(event) => setName(event.target.value)} />
        {error !== null && <Failure error={error} />}
        <Button type="submit" disabled={busy || !name.trim() || name.trim() === template.name}>
          {t.rename}
        </Button>
      </form>
    </Modal>
  );
}

function Remove({ template, onClose, onDone }: DialogProps) {
  const { api, session, t } = useApp();
  const [error, setError] = useState<unknown>(null);
  const { busy, run } = useSingleRun(setError);
  const remove = () =>
    run(async () => {
      await api.remove(template.id);
      // A template that gets its id begins without them.
      const key = draftKey(session.tenant, template.id);
      await Promise.all([storeTable(key, null), discardDraft(key), forgetUnstored(key)]);
      onClose();
      onDone();
    });
  return (
    <Modal
      title={t.askRemove(template.name)}
      size="sm"
      onClose={onClose}
      footer={<DialogActions label={t.remove} variant="danger" disabled={busy} onAction={() => void remove()} onCancel={onClose} />}
    >
      <div className="app-form">
        <p>{t.removeAdvice}</p>
        {error !== null && <Failure error={error} />}
      </div>
    </Modal>
  );
}
