/** The minified build of PDF.js, which has no types of its own. */
declare module "pdfjs-dist/build/pdf.min.mjs" {
  export * from "pdfjs-dist";
}
