import { memo, useEffect, useRef, useState, type CSSProperties } from "react";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useT } from "../i18n";
import { cx } from "../ui/cx";
import { openPdf } from "./documents";

export interface PdfPreviewProps {
  bytes: Uint8Array | null;
  /** Pixels per point. */
  scale?: number;
  className?: string;
  style?: CSSProperties;
}

type Size = { width: number; height: number };
type Opened = { document: PDFDocumentProxy; firstPage: Size };

/** A PDF as it prints: one canvas per page, painted when it comes into view. */
export function PdfPreview({ bytes, scale = 1.4, className, style }: PdfPreviewProps) {
  const t = useT();
  const { opened, error } = useDocument(bytes);
  const count = opened?.document.numPages ?? 0;
  return (
    <div className={cx("jpd-preview", className)} style={style} aria-busy={bytes !== null && !opened && error === undefined}>
      {error !== undefined && (
        <p className="jpd-preview__error" role="alert">
          {t.pdfPreview.renderError(error)}
        </p>
      )}
      {count > 1 && <p className="jpd-preview__count">{t.pdfPreview.pageCount(count)}</p>}
      {opened &&
        Array.from({ length: count }, (_, i) => (
          <Page key={i + 1} document={opened.document} number={i + 1} scale={scale} expected={opened.firstPage} />
        ))}
    </div>
  );
}

/** The document of some bytes; the one before stays until it is there. */
function useDocument(bytes: Uint8Array | null): { opened: Opened | undefined; error: string | undefined } {
  const [opened, setOpened] = useState<Opened>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (bytes === null) {
      setOpened(undefined);
      setError(undefined);
      return;
    }
    let outdated = false;
    let document: PDFDocumentProxy | undefined;
    openPdf(bytes)
      .then(async (loaded) => {
        document = loaded;
        const { width, height } = (await loaded.getPage(1)).getViewport({ scale: 1 });
        if (outdated) return;
        setOpened({ document: loaded, firstPage: { width, height } });
        setError(undefined);
      })
      .catch((reason: unknown) => {
        if (!outdated) setError(reason instanceof Error ? reason.message : String(reason));
      });
    return () => {
      outdated = true;
      // The pages that are still shown may be painting.
      setTimeout(() => void document?.loadingTask.destroy(), 1000);
    };
  }, [bytes]);
  return { opened, error };
}

interface PageProps {
  document: PDFDocumentProxy;
  number: number;
  scale: number;
  /** Probable size of the page, in points, until it is known. */
  expected: Size;
}

const Page = memo(function Page({ document, number, scale, expected }: PageProps) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const seen = useSeen(canvas);
  const [size, setSize] = useState<Size>(expected);
  useEffect(() => {
    if (!seen) return;
    let outdated = false;
    let cancel = () => {};
    void (async () => {
      const page = await document.getPage(number);
      if (outdated) return;
      const density = globalThis.devicePixelRatio || 1;
      const viewport = page.getViewport({ scale: scale * density });
      // Painted aside, so that the page before stays visible meanwhile.
      const aside = globalThis.document.createElement("canvas");
      aside.width = Math.ceil(viewport.width);
      aside.height = Math.ceil(viewport.height);
      const task = page.render({ canvas: aside, viewport });
      cancel = () => task.cancel();
      await task.promise;
      const target = canvas.current;
      if (outdated || !target) return;
      setSize({ width: viewport.width / (scale * density), height: viewport.height / (scale * density) });
      target.width = aside.width;
      target.height = aside.height;
      target.getContext("2d")?.drawImage(aside, 0, 0);
      target.dataset.painted = "true";
    })().catch(() => {
      // Cancelled, or the document was replaced: the effect of the next one paints.
    });
    return () => {
      outdated = true;
      cancel();
    };
  }, [document, number, scale, seen]);
  return (
    <canvas
      ref={canvas}
      className="jpd-preview__page"
      role="img"
      aria-label={t.pdfPreview.pageLabel(number)}
      style={{
        width: size.width * scale,
        height: size.height * scale,
        boxShadow: "var(--jpd-shadow-page-preview)",
      }}
    />
  );
});

/** Returns true if an element has been in view. */
function useSeen(element: React.RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target || typeof IntersectionObserver === "undefined") {
      setSeen(true);
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: "100%" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return seen;
}
