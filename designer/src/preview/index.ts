/** The entry `./preview`: PDF files on the screen. */
export { configurePdfWorker } from "./worker-address";
export { PdfPreview, type PdfPreviewProps } from "./PdfPreview";
export { PdfPreviewModal, type PdfPreviewModalProps } from "./PdfPreviewModal";
