/** The versions of a template in git: what each changed, compared with what is on the screen, and how to return to one. */
import { useEffect, useState } from "react";
import { useDesignerActions } from "../editor/hooks";
import { withInlineCode } from "../i18n";
import { Button, Modal } from "../ui";
import type { TemplateVersion } from "./api";
import { Compare } from "./Compare";
import { useApp } from "./context";
import { Failure } from "./Failure";
import type { Version } from "./merge";

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
  const [then, setThen] = useState<Version | null>(null);
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    let shown = true;
    api.versions(id).then(
      (found) => {
        if (!shown) return;
        setVersions(found);
        setChosen(found[0] ?? null);
      },
      (failure) => shown && setError(failure),
    );
    return () => {
      shown = false;
    };
  }, [api, id]);

  useEffect(() => {
    if (!chosen) return undefined;
    let shown = true;
    setError(null);
    api.version(id, chosen.commit).then(
      ({ name, template, bindings }) => shown && setThen({ name, template, bindings }),
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
              <Button disabled={!then || !chosen} onClick={() => then && chosen && restore(chosen, then)}>
                {t.restoreVersion}
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      {versions === null && error === null && <p role="status">{t.loading}</p>}
      {versions?.length === 0 && <p className="app-empty">{withInlineCode(t.noVersions)}</p>}
      {error !== null && <Failure error={error} />}
      {versions && versions.length > 0 && (
        <div className="app-history">
          <ol className="app-history__list" aria-label={t.history}>
            {versions.map((version) => (
              <li key={version.commit}>
                <button type="button" className="jpd-menuitem app-history__version" aria-current={version === chosen || undefined} onClick={() => setChosen(version)}>
                  <span className="app-history__subject">{version.subject}</span>
                  <small>
                    {version.author} · <time dateTime={version.date}>{when(version.date)}</time> · <code>{version.commit.slice(0, 7)}</code>
                  </small>
                </button>
              </li>
            ))}
          </ol>
          {chosen && then && <Compare before={then} after={current} data={data} titles={[when(chosen.date), t.onScreen]} />}
        </div>
      )}
    </Modal>
  );
}
