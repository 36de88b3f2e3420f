/** Two versions of a template beside each other: what changed, and the same page of both with the same data. */
import { useEffect, useId, useMemo, useState } from "react";
import { useDesignerEngine } from "../editor/hooks";
import type { DrawnDocument } from "../engine/types";
import { problemText } from "../core/problem-text";
import { useT, withInlineCode } from "../i18n";
import { PreviewPage } from "../panels/preview/PreviewPage";
import { ProblemDetail } from "../panels/problems/ProblemDetail";
import { Button } from "../ui";
import { IconChevronLeft, IconChevronRight } from "../ui/icons";
import { useApp } from "./context";
import { differences, fieldPointers, type Difference, type Version } from "./merge";

export interface CompareProps {
  before: Version;
  after: Version;
  data: unknown;
  /** Names of the two. */
  titles: readonly [before: string, after: string];
}

export function Compare({ before, after, data, titles }: CompareProps) {
  const { t } = useApp();
  const changes = useMemo(() => differences(before, after, before), [before, after]);
  const [page, setPage] = useState(1);
  const drawnBefore = useDrawing(before, data, page);
  const drawnAfter = useDrawing(after, data, page);
  const pages = Math.max(drawnBefore.drawn?.pageCount ?? 1, drawnAfter.drawn?.pageCount ?? 1);
  useEffect(() => setPage((shown) => Math.min(shown, pages)), [pages]);
  const marked = useMemo(() => {
    const keys = new Set(changes.flatMap(({ kind, key }) => (kind === "field" || kind === "page" ? [key] : [])));
    return [before, after].map((shown) => fieldPointers(before, after, shown, keys)) as [ReadonlySet<string>, ReadonlySet<string>];
  }, [changes, before, after]);

  return (
    <div className="app-compare" role="group" aria-label={titles.join(" / ")} tabIndex={0}>
      <Changes changes={changes} />
      <div className="app-compare__bar">
        <Button variant="ghost" size="icon" aria-label={t.previousPage} disabled={page <= 1} onClick={() => setPage(page - 1)}>
          <IconChevronLeft />
        </Button>
        <span role="status">{t.pageOf(page, pages)}</span>
        <Button variant="ghost" size="icon" aria-label={t.nextPage} disabled={page >= pages} onClick={() => setPage(page + 1)}>
          <IconChevronRight />
        </Button>
      </div>
      <div className="app-compare__pages">
        <Side title={titles[0]} marked={marked[0]} page={page} {...drawnBefore} />
        <Side title={titles[1]} marked={marked[1]} page={page} {...drawnAfter} />
      </div>
    </div>
  );
}

function Changes({ changes }: { changes: readonly Difference[] }) {
  const { t } = useApp();
  if (changes.length === 0) return <p>{t.noChanges}</p>;
  return (
    <ul className="app-compare__changes" aria-label={t.whatChanged}>
      {changes.map(({ key, kind, label, mine }) => (
        <li key={key} data-change={mine}>
          <span className="jpd-badge">{t.changes[mine]}</span> {t.kinds[kind]} <code>{label}</code>
        </li>
      ))}
    </ul>
  );
}

interface Drawing {
  drawn: DrawnDocument | null;
  /** As it was thrown; `null` for none. */
  error: unknown;
}

/** A page of a version as it prints; what was drawn stays until its successor is there. */
function useDrawing({ template, bindings }: Version, data: unknown, page: number): Drawing {
  const { engine } = useDesignerEngine();
  const [drawing, setDrawing] = useState<Drawing>({ drawn: null, error: null });
  useEffect(() => {
    if (!engine) return undefined;
    const controller = new AbortController();
    engine.draw({ template, bindings, data: data ?? {} }, [page], controller.signal).then(
      (drawn) => !controller.signal.aborted && setDrawing({ drawn, error: null }),
      (error: unknown) => !controller.signal.aborted && setDrawing({ drawn: null, error }),
    );
    return () => controller.abort();
  }, [engine, template, bindings, data, page]);
  return drawing;
}

function Fault({ error }: { error: unknown }) {
  const { text, lang, detail } = problemText(error, useT());
  return (
    <div>
      <p className="jpd-error" lang={lang}>
        {withInlineCode(text)}
      </p>
      <ProblemDetail detail={detail} />
    </div>
  );
}

interface SideProps extends Drawing {
  title: string;
  /** Places of the fields that changed. */
  marked: ReadonlySet<string>;
  page: number;
}

function Side({ title, marked, page, drawn, error }: SideProps) {
  const { t } = useApp();
  const prefix = `c${useId().replaceAll(/\W/g, "")}-`;
  const shown = drawn?.pages.find(({ number }) => number === page);
  return (
    <figure className="app-compare__side">
      <figcaption>{title}</figcaption>
      {error !== null ? (
        <Fault error={error} />
      ) : shown && drawn ? (
        <div className="app-compare__page">
          <PreviewPage page={shown} images={drawn.images} label={`${title}: ${t.pageOf(page, drawn.pageCount)}`} selected={marked} onPick={() => {}} prefix={prefix} />
        </div>
      ) : (
        <p className="jpd-hint">{drawn ? t.noSuchPage : t.loading}</p>
      )}
    </figure>
  );
}
