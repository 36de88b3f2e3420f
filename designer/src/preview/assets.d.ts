declare module "*.ttf" {
  /** An address, or the file as base64. */
  const file: string;
  export default file;
}
