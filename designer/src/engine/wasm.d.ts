/** The address of a module. */
declare module "*.wasm?url" {
  const address: string;
  export default address;
}

/** A file, compressed by gzip, in base64. See `build/gzip.ts`. */
declare module "*?gzip" {
  const packed: string;
  export default packed;
}
