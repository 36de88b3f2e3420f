import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { downloadPdf } from "../../core/download";
import { describePdfError } from "../../core/errors";
import { loadedPart } from "../../core/loaded-part";
import { formOf, unfinishedOf } from "../../core/payments";
import {
  useDesignerActions,
  useDesignerData,
  useDesignerEngine,
  useDesignerPage,
  useDesignerSample,
  useDesignerSelection,
  useEditor,
} from "../../editor/hooks";
import { usePartRoot } from "../../editor/parts/root";
import { fieldsOf, hasPages } from "../../editor/operations/design";
import type { PartProps } from "../../editor/types";
import type { EngineAdapter, Placement } from "../../engine/types";
import { problemText } from "../../core/problem-text";
import { useLocale, useT, withInlineCode } from "../../i18n";
import { cx } from "../../ui/cx";
import { IconChevronDown, IconChevronUp, IconDownload, IconImage, IconMinus, IconPlus } from "../../ui/icons";
import { useUiComponents } from "../../ui/registry";
import { formatBytes } from "../properties/images";
import { missingText } from "../properties/missing-payment";
import { useIsOnActiveTab } from "../../editor/parts/active-tab";
import { DEFAULT_PROFILE } from "../einvoice/profile";
import { SearchBox } from "../SearchBox";
import { ProblemDetail } from "../problems/ProblemDetail";
import { useFlow } from "./flow";
import { FlowNotes } from "./FlowNotes";
import { PictureDialog } from "./PictureDialog";
import { PreviewPage } from "./PreviewPage";
import { LocaleChoice } from "./LocaleChoice";
import { useHits } from "./search";
import { PreviewSession } from "./session";
import { useEinvoice } from "./useEinvoice";

const EinvoiceView = lazy(async () => ({ default: (await loadedPart(() => import("./EinvoiceView"))).EinvoiceView }));

export interface DesignerPreviewProps extends PartProps {
  /** Name of the downloaded file, without `.pdf`. */
  name?: string;
}

/** The printed document beside the canvas, following every edit. */
export function DesignerPreview({ name, className, style, whenTab }: DesignerPreviewProps) {
  const t = useT();
  const shown = useIsOnActiveTab(whenTab);
  const { engine, status } = useDesignerEngine();
  const editor = useEditor();
  const root = usePartRoot();
  useEffect(() => {
    if (!shown) return undefined;
    editor.ui.setState({ previewed: true });
    return () => editor.ui.setState({ previewed: false });
  }, [editor, shown]);
  if (!shown) return null;
  return (
    <div ref={root} className={cx("jpd-part jpd-livepreview", className)} style={style} data-part="preview" role="region" aria-label={t.previewPanel.title}>
      {engine ? (
        <Document engine={engine} name={name} />
      ) : (
        <p className="jpd-hint jpd-livepreview__note">{status === "loading" ? t.previewPanel.rendering : t.problemsPanel.unavailable}</p>
      )}
    </div>
  );
}

const SCALES = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3];
const PX_PER_MM = 96 / 25.4;
const MARGIN = 24;
/** One object, because what follows the data compares it by identity. */
const NO_DATA = {};

function Document({ engine, name }: { engine: EngineAdapter; name: string | undefined }) {
  const t = useT();
  const locale = useLocale();
  const texts = t.previewPanel;
  const { template, bindings } = useDesignerData();
  const { data } = useDesignerSample();
  const given = data ?? NO_DATA;
  const { design } = useDesignerPage();
  const { Button } = useUiComponents();
  const [session, setSession] = useState(() => new PreviewSession());
  const state = useStore(session.store);
  const scroller = useRef<HTMLDivElement>(null);
  const prefix = `p${useId().replaceAll(/\W/g, "")}-`;
  const [scale, setScale] = useState<number | null>(null);
  const [fit, setFit] = useState(1);
  const [current, setCurrent] = useState(1);
  const { selected, pick } = useSelectedPlaces();
  const dataBroken = useStore(useEditor().ui, (ui) => ui.dataBroken);

  useEffect(() => {
    const own = new PreviewSession();
    setSession(own);
    return () => own.dispose();
  }, []);
  useEffect(() => session.update(engine, { template, bindings, data: given }), [session, engine, template, bindings, given]);

  const widest = Math.max(design.page.width, ...[...state.pages.values()].map((page) => page.width));
  useEffect(() => {
    const box = scroller.current;
    if (!box || typeof ResizeObserver === "undefined") return;
    // Beside the XML it has no width.
    const observer = new ResizeObserver(() => box.clientWidth > 0 && setFit(Math.max(0.1, (box.clientWidth - MARGIN) / (widest * PX_PER_MM))));
    observer.observe(box);
    return () => observer.disconnect();
  }, [widest]);

  const { pageCount } = state;
  useEffect(() => {
    const box = scroller.current;
    if (!box || typeof IntersectionObserver === "undefined") return;
    const inView = new Map<number, number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const number = Number((entry.target as HTMLElement).dataset.page);
          if (entry.isIntersecting) inView.set(number, entry.intersectionRatio);
          else inView.delete(number);
        }
        const pages = [...inView.keys()].sort((a, b) => a - b);
        session.show(pages);
        const most = [...inView].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0];
        if (most) setCurrent(most[0]);
      },
      { root: box, rootMargin: "50% 0px", threshold: [0, 0.25, 0.5, 0.75, 1] },
    );
    for (const page of box.querySelectorAll("[data-page]")) observer.observe(page);
    return () => observer.disconnect();
  }, [session, pageCount]);

  const [picturing, setPicturing] = useState(false);
  const [flowing, setFlowing] = useState(false);
  const flow = useFlow(engine, { template, bindings, data: given }, flowing);
  const [isInvoiceWanted, setInvoiceWanted] = useState(false);
  const invoice = useEinvoice(engine, { template, bindings, data: given }, isInvoiceWanted);
  const hasInvoice = invoice.status !== "absent";
  const isInvoice = hasInvoice && isInvoiceWanted;
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const hits = useHits(engine, { template, bindings, data: given }, words);
  const at = hits.length === 0 ? 0 : chosen % hits.length;
  const hit = hits[at];
  useEffect(() => setChosen(0), [words]);
  useEffect(() => {
    if (hit) scroller.current?.querySelector(`[data-page="${hit.page}"]`)?.scrollIntoView({ block: "nearest" });
  }, [hit]);
  const turn = (by: number) => setChosen((at + by + hits.length) % Math.max(1, hits.length));

  const zoom = scale ?? fit;
  const step = (by: 1 | -1) => {
    const next = by > 0 ? SCALES.find((own) => own > zoom + 0.01) : SCALES.findLast((own) => own < zoom - 0.01);
    if (next !== undefined) setScale(next);
  };
  const download = async () => downloadPdf(await session.bytes(), `${name ?? t.pdfPreviewModal.defaultFileName}.pdf`);

  return (
    <>
      <div className="jpd-livepreview__bar">
        <span className="jpd-livepreview__facts" role="status">
          {state.status === "failed"
            ? texts.error
            : pageCount === 0
              ? texts.rendering
              : `${current} / ${texts.pages(pageCount)}${state.pdf ? ` · ${formatBytes(state.pdf.bytes.length, locale)} · ${texts.time(state.pdf.ms)}` : ""}`}
        </span>
        <span className="jpd-row">
          {!isInvoice && (
            <>
              <button type="button" className="jpd-iconbtn" aria-label={texts.zoomOut} title={texts.zoomOut} onClick={() => step(-1)}>
                <IconMinus />
              </button>
              <button type="button" className="jpd-linkbtn jpd-livepreview__zoom" title={texts.fit} onClick={() => setScale(null)}>
                {texts.ratio(Math.round(zoom * 100))}
              </button>
              <button type="button" className="jpd-iconbtn" aria-label={texts.zoomIn} title={texts.zoomIn} onClick={() => step(1)}>
                <IconPlus />
              </button>
            </>
          )}
          {!isInvoice && engine.layout && (
            <Button variant={flowing ? "dark" : "outline"} aria-pressed={flowing} title={t.flowView.title} onClick={() => setFlowing((on) => !on)}>
              {t.flowView.show}
            </Button>
          )}
          <Button variant="outline" disabled={state.status === "failed"} onClick={() => void download()}>
            <IconDownload /> {t.pdfPreviewModal.download}
          </Button>
          <button type="button" className="jpd-iconbtn" disabled={pageCount === 0} aria-label={t.pictureDialog.title} title={t.pictureDialog.title} onClick={() => setPicturing(true)}>
            <IconImage />
          </button>
        </span>
      </div>
      {picturing && <PictureDialog name={name ?? t.pdfPreviewModal.defaultFileName} page={current} onClose={() => setPicturing(false)} />}
      <LocaleChoice />
      {hasInvoice && (
        <div className="jpd-livepreview__views" role="group" aria-label={texts.title}>
          {[false, true].map((own) => (
            <button key={String(own)} type="button" aria-pressed={isInvoice === own} onClick={() => setInvoiceWanted(own)}>
              {own ? t.einvoiceView.show : t.einvoiceView.pages}
            </button>
          ))}
        </div>
      )}
      {isInvoice && (
        <Suspense fallback={null}>
          <EinvoiceView state={invoice} profile={profileOf(template)} name={name ?? t.pdfPreviewModal.defaultFileName} />
        </Suspense>
      )}
      {!isInvoice && engine.layout && (
        <div className="jpd-livepreview__find" role="search">
          <SearchBox
            label={texts.find}
            value={words}
            onChange={setWords}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              turn(event.shiftKey ? -1 : 1);
            }}
          />
          <span className="jpd-livepreview__facts" role="status">
            {words.trim() === "" ? "" : hits.length === 0 ? texts.notFound : texts.found(at + 1, hits.length)}
          </span>
          <button type="button" className="jpd-iconbtn" disabled={hits.length < 2} aria-label={texts.previousHit} title={texts.previousHit} onClick={() => turn(-1)}>
            <IconChevronUp />
          </button>
          <button type="button" className="jpd-iconbtn" disabled={hits.length < 2} aria-label={texts.nextHit} title={texts.nextHit} onClick={() => turn(1)}>
            <IconChevronDown />
          </button>
        </div>
      )}
      {!isInvoice && flowing && state.status !== "failed" && <FlowNotes flow={flow} />}
      {(data === undefined || data === null) && <p className="jpd-hint jpd-livepreview__note">{texts.noData}</p>}
      {dataBroken && (
        <p className="jpd-warn jpd-livepreview__note" role="status">
          {t.dataExplorer.olderData}
        </p>
      )}
      {state.paused && <p className="jpd-hint jpd-livepreview__note">{texts.paused}</p>}
      {state.status === "failed" && <Failure error={state.error} stale={pageCount > 0} />}
      <div ref={scroller} className="jpd-livepreview__scroll" tabIndex={0} role="group" aria-label={texts.title} data-status={state.status} hidden={isInvoice}>
        {Array.from({ length: pageCount }, (_, index) => {
          const number = index + 1;
          const page = state.pages.get(number);
          const size = page ?? state.pages.get(1) ?? design.page;
          return (
            <div
              key={number}
              className="jpd-livepreview__page"
              data-page={number}
              data-stale={state.stale.has(number) || undefined}
              style={{ width: size.width * PX_PER_MM * zoom, height: size.height * PX_PER_MM * zoom }}
            >
              {page && (
                <PreviewPage page={page} images={state.images} label={texts.canvasAria(number)} selected={selected} found={hit?.page === number ? hit : undefined} flow={flowing} onPick={pick} prefix={prefix} />
              )}
            </div>
          );
        })}
      </div>
    </>
  );
}

const profileOf = (template: object): string => {
  const profile = (template as { pdf?: { einvoice?: { profile?: unknown } } }).pdf?.einvoice?.profile;
  return typeof profile === "string" ? profile : DEFAULT_PROFILE;
};

/** Pointers of the selected fields, and selecting what was clicked in the print. */
function useSelectedPlaces() {
  const { template } = useDesignerData();
  const { index, multiple } = useDesignerPage();
  const { selectedIds, handleSelect } = useDesignerSelection();
  const actions = useDesignerActions();
  const selected = useMemo(() => {
    const designs = hasPages(template) ? template.pages : [template];
    const ids = new Set(selectedIds);
    const pointers = designs.flatMap((own, page) =>
      fieldsOf(own).flatMap((field, at) =>
        field && ids.has(field.id) ? [hasPages(template) ? `/template/pages/${page}/schemas/${at}` : `/template/schemas/${at}`] : [],
      ),
    );
    return new Set(pointers);
  }, [template, selectedIds]);
  const live = useRef({ template, index, multiple });
  live.current = { template, index, multiple };
  const [pick] = useState(() => (placement: Placement) => {
    const { template: now, index: shown, multiple: several } = live.current;
    const match = /^\/template(?:\/pages\/(\d+))?\/schemas\/(\d+)$/.exec(placement.pointer);
    if (!match) return;
    const page = match[1] === undefined ? 0 : Number(match[1]);
    const design = hasPages(now) ? now.pages[page] : now;
    const field = design && fieldsOf(design)[Number(match[2])];
    if (!field) return;
    if (several && page !== shown) actions.setPage(page);
    handleSelect(field.id);
  });
  return { selected, pick };
}

function Failure({ error, stale }: { error: unknown; stale: boolean }) {
  const t = useT();
  const { Button } = useUiComponents();
  const actions = useDesignerActions();
  const { template } = useDesignerData();
  const described = describePdfError(error, t);
  const { text, action, lang, detail } = problemText(error, t);
  // What has no text of its own follows a title that has.
  const title = detail === undefined ? t.previewPanel.error : text;
  const designs = hasPages(template) ? template.pages : [template];
  const locale = useLocale();
  const unfinished = unfinishedOf(error, template);
  if (unfinished) {
    return (
      <div className="jpd-callout jpd-livepreview__error" role="alert">
        <p className="jpd-livepreview__errortitle">{t.payment.unfinished(unfinished.name)}</p>
        <p>{missingText((unfinished as { payload?: unknown }).payload, t, locale)}</p>
        <Button onClick={() => actions.reveal(formOf(unfinished))}>{t.payment.fill}</Button>
        {stale && <p className="jpd-hint">{t.previewPanel.stale}</p>}
      </div>
    );
  }
  const field = described?.field ? designs.flatMap(fieldsOf).find((own) => own?.name === described.field) : undefined;
  return (
    <div className="jpd-callout jpd-livepreview__error" data-tone="danger" role="alert">
      <p className="jpd-livepreview__errortitle">{title}</p>
      {title !== text && <p lang={lang}>{withInlineCode(text)}</p>}
      {action !== undefined && <p lang={lang}>{withInlineCode(action)}</p>}
      {field && (
        <button type="button" className="jpd-linkbtn" onClick={() => actions.reveal({ fieldId: field.id, property: "content" })}>
          {t.previewPanel.showField(field.name)}
        </button>
      )}
      {stale && <p className="jpd-hint">{t.previewPanel.stale}</p>}
      <ProblemDetail detail={detail} />
    </div>
  );
}
