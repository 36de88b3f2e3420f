/** A file, compressed by gzip, in base64. See `build/gzip.ts`. */
declare module "*?gzip" {
  const packed: string;
  export default packed;
}
