/** A page of the printed document as a picture, in a resolution that is chosen. */
import { useEffect, useId, useState } from "react";
import { problemLine } from "../../core/problem-text";
import { saveBlob } from "../../core/download";
import { useDesignerData, useDesignerEngine, useDesignerSample } from "../../editor/hooks";
import type { DrawnDocument } from "../../engine/types";
import { useT } from "../../i18n";
import { DialogActions } from "../../ui/DialogActions";
import { useUiComponents } from "../../ui/registry";
import { pixelsOf, pngOf } from "./picture";
import { PreviewPage } from "./PreviewPage";

/** Screen, draft, print and fine print. */
const RESOLUTIONS = [96, 150, 300, 600];
const PRINT = 300;
const NO_DATA = {};
const NONE: ReadonlySet<string> = new Set();

export interface PictureDialogProps {
  /** Name of the file, without page and ending. */
  name: string;
  /** The page that is shown first, from 1. */
  page?: number;
  onClose: () => void;
}

export function PictureDialog({ name, page: first = 1, onClose }: PictureDialogProps) {
  const t = useT();
  const texts = t.pictureDialog;
  const { engine } = useDesignerEngine();
  const { template, bindings } = useDesignerData();
  const { data } = useDesignerSample();
  const { Modal, Select } = useUiComponents();
  const [page, setPage] = useState(first);
  const [dots, setDots] = useState(PRINT);
  const [drawn, setDrawn] = useState<DrawnDocument | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const prefix = `s${useId().replaceAll(/\W/g, "")}-`;

  useEffect(() => {
    if (!engine) return undefined;
    const controller = new AbortController();
    const failed = (error: unknown) => {
      if (!controller.signal.aborted) setFault(problemLine(error, t));
    };
    engine.draw({ template, bindings, data: data ?? NO_DATA }, [page], controller.signal).then((document) => {
      if (controller.signal.aborted) return;
      setFault(null);
      setDrawn(document);
      // The document became shorter since the page was chosen.
      if (document.pageCount > 0 && page > document.pageCount) setPage(document.pageCount);
    }, failed);
    return () => controller.abort();
  }, [engine, template, bindings, data, page, t]);

  const shown = drawn?.pages.find(({ number }) => number === page);
  const size = shown && pixelsOf(shown, dots);
  const save = async () => {
    if (!drawn || !shown) return;
    setBusy(true);
    setFault(null);
    try {
      saveBlob(await pngOf(shown, drawn.images, dots), `${name}${drawn.pageCount > 1 ? `-${page}` : ""}.png`);
      onClose();
    } catch {
      setFault(texts.failed);
      setBusy(false);
    }
  };
  return (
    <Modal
      title={texts.title}
      size="sm"
      onClose={onClose}
      footer={<DialogActions label={texts.save} disabled={!shown || busy} onAction={() => void save()} onCancel={onClose} />}
    >
      <div className="jpd-picture">
        <div className="jpd-picture__page">
          {shown && drawn && <PreviewPage page={shown} images={drawn.images} label={t.previewPanel.canvasAria(page)} selected={NONE} onPick={() => {}} prefix={prefix} />}
        </div>
        <div className="jpd-stack">
          {drawn && drawn.pageCount > 1 && (
            <Select label={texts.page} value={page} onChange={(event) => setPage(Number(event.target.value))}>
              {Array.from({ length: drawn.pageCount }, (_, index) => (
                <option key={index} value={index + 1}>
                  {t.previewPanel.page(index + 1)}
                </option>
              ))}
            </Select>
          )}
          <Select label={texts.resolution} value={dots} onChange={(event) => setDots(Number(event.target.value))}>
            {RESOLUTIONS.map((one) => (
              <option key={one} value={one}>
                {texts.dpi(one)}
              </option>
            ))}
          </Select>
          <p className="jpd-hint" role="status">
            {size ? texts.size(size.width, size.height) : t.previewPanel.rendering}
          </p>
          {fault !== null && (
            <p className="jpd-error" role="alert">
              {fault}
            </p>
          )}
        </div>
      </div>
    </Modal>
  );
}
