import { useEffect, useState } from "react";
import { downloadPdf } from "../core/download";
import { mmToPt } from "../core/page";
import type { PageSize } from "../core/types";
import { useT } from "../i18n";
import { useUiComponents } from "../ui/registry";
import { IconDownload } from "../ui/icons";
import { PdfPreview } from "./PdfPreview";

export interface PdfPreviewModalProps {
  bytes: Uint8Array;
  /** The page that is to fit into the window; other pages keep their own size. */
  page: PageSize;
  /** Name of the file, without its ending. */
  name?: string;
  onClose: () => void;
}

/** Share of the window for the dialog. */
const SHARE = 0.92;
/** Header and padding of the dialog, in px. */
const FRAME = { width: 80, height: 140 };

/** A PDF in a dialog, with download. */
export function PdfPreviewModal({ bytes, page, name, onClose }: PdfPreviewModalProps) {
  const t = useT();
  const { Modal, Button } = useUiComponents();
  const scale = useFittingScale(page);
  const fileName = `${name ?? t.pdfPreviewModal.defaultFileName}.pdf`;
  return (
    <Modal
      title={t.pdfPreviewModal.title}
      onClose={onClose}
      size="full"
      className="jpd-preview-modal"
      footer={
        <Button onClick={() => downloadPdf(bytes, fileName)}>
          <IconDownload /> {t.pdfPreviewModal.download}
        </Button>
      }
    >
      <PdfPreview bytes={bytes} scale={scale} />
    </Modal>
  );
}

function useFittingScale(page: PageSize): number {
  const [scale, setScale] = useState(() => fittingScale(page));
  useEffect(() => {
    const fit = () => setScale(fittingScale(page));
    fit();
    globalThis.addEventListener("resize", fit);
    return () => globalThis.removeEventListener("resize", fit);
  }, [page.width, page.height]);
  return scale;
}

function fittingScale(page: PageSize): number {
  if (typeof window === "undefined") return 1;
  const across = (window.innerWidth * SHARE - FRAME.width) / mmToPt(page.width);
  const down = (window.innerHeight * SHARE - FRAME.height) / mmToPt(page.height);
  return Math.max(0.2, Math.min(across, down));
}
