/** Offers a PDF for download, as the browser does with links. */
export function downloadPdf(bytes: Uint8Array, filename = "relatorio.pdf"): void {
  saveBlob(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" }), filename);
}

/** Some browsers read the address only some time after the click. */
const READ_MS = 10_000;

/** Offers any content for download. */
export function saveBlob(content: Blob, filename: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
