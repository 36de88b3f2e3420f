/** The versions of a template: what each changed, compared with what is on the screen, how to return to one, and how to begin with them. */
import { useEffect, useState } from "react";
import { useDesignerActions } from "../editor/hooks";
import { withInlineCode } from "../i18n";
import { Button, Modal } from "../ui";
import type { KeptVersions, TemplateVersion } from "./api";
import { Compare } from "./Compare";
import { useApp } from "./context";
import { Failure } from "./Failure";
import type { Version } from "./merge";
import { useSingleRun } from "./single-run";

export interface HistoryProps {
  id: string;
  current: Version;
  data: unknown;
  readOnly: boolean;
  /** The name of the template belongs to it, but not to the document. */
  onName: (name: string) => void;
  onClose: () => void;
}

export function History({ id, current, data, readOnly, onName, onClose }: HistoryProps) {
  const { api, t, locale } = useApp();
  const actions = useDesignerActions();
  const [versions, setVersions] = useState<TemplateVersion[] | null>(null);
  const [chosen, setChosen] = useState<TemplateVersion | null>(null);
  /** The version that is shown: the chosen one, once it is here. */
  const [then, setThen] = useState<{ of: TemplateVersion; version: Version } | null>(null);
  const [kept, setKept] = useState<KeptVersions["kept"] | "unknown">("unknown");
  const [notPushed, setNotPushed] = useState<string>();
  const [error, setError] = useState<unknown>(null);
  const { busy, run } = useSingleRun(setError);

  useEffect(() => {
    let shown = true;
    Promise.all([api.versions(id), api.keptVersions()]).then(
      ([found, { kept, notPushed }]) => {
        if (!shown) return;
        setVersions(found);
        setChosen(found[0] ?? null);
        setKept(kept);
        setNotPushed(notPushed);
      },
      (failure) => shown && setError(failure),
    );
    return () => {
      shown = false;
    };
  }, [api, id]);

  const start = () =>
    run(async () => {
      const { kept } = await api.keepVersions();
      const found = await api.versions(id);
      setKept(kept);
      setVersions(found);
      setChosen(found[0] ?? null);
    });

  useEffect(() => {
    if (!chosen) return undefined;
    let shown = true;
    setError(null);
    api.version(id, chosen.commit).then(
      ({ name, template, bindings }) => shown && setThen({ of: chosen, version: { name, template, bindings } }),
      (failure) => {
        if (!shown) return;
        setThen(null);
        setError(failure);
      },
    );
    return () => {
      shown = false;
    };
  }, [api, id, chosen]);

  // One step, so that it can be undone.
  const restore = ({ subject }: TemplateVersion, { name, template, bindings }: Version) => {
    actions.change({ kind: "custom", name: t.restored(subject) }, () => ({ template, bindings }));
    onName(name);
    onClose();
  };
  const when = (date: string) => new Date(date).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Modal
      title={t.history}
      size={versions?.length === 0 ? "sm" : "full"}
      onClose={onClose}
      footer={
        versions && versions.length > 0 ? (
          <>
            <Button variant="outline" onClick={onClose}>
              {t.close}
            </Button>
            {!readOnly && (
              <Button disabled={!then || then.of !== chosen} onClick={() => then && restore(then.of, then.version)}>
                {t.restoreVersion}
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      {versions === null && error === null && <p role="status">{t.loading}</p>}
      {error !== null && <Failure error={error} />}
      {notPushed !== undefined && (
        <div className="app-failure jpd-part" role="alert">
          <p>{withInlineCode(t.notPushed(notPushed))}</p>
        </div>
      )}
      {versions && kept === null && !readOnly && (
        <div className="app-history__start">
          <p>{t.keepVersionsHint}</p>
          <Button disabled={busy} onClick={() => void start()}>
            {t.keepVersions}
          </Button>
        </div>
      )}
      {versions?.length === 0 && (kept !== null || readOnly) && <p className="app-empty">{kept === null ? t.noVersions : t.noVersionsYet}</p>}
      {versions && versions.length > 0 && (
        <div className="app-history">
          <ol className="app-history__list" aria-label={t.history}>
            {versions.map((version) => (
              <li key={version.commit}>
                <button type="button" className="jpd-menuitem app-history__version" aria-current={version === chosen || undefined} onClick={() => setChosen(version)}>
                  <span className="app-history__subject">{version.subject}</span>
                  <small>
                    {version.author} · <time dateTime={version.date}>{when(version.date)}</time>
                  </small>
                </button>
              </li>
            ))}
          </ol>
          {then && <Compare before={then.version} after={current} data={data} titles={[when(then.of.date), t.onScreen]} />}
        </div>
      )}
    </Modal>
  );
}
