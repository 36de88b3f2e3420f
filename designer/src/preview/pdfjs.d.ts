declare module "pdfjs-dist/build/pdf.min.mjs" {
  export * from "pdfjs-dist";
}
