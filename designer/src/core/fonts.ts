/** Fonts packed for the web. */
import { helpers } from "./helpers";

/** The plain font inside a WOFF or WOFF2 file; anything else as it is. */
export async function normalizeFontBytes(bytes: Uint8Array | ArrayBuffer): Promise<Uint8Array> {
  const font = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const signature = String.fromCharCode(...font.subarray(0, 4));
  if (signature !== "wOFF" && signature !== "wOF2") return font;
  return helpers((engine) => engine.unpackFont(font));
}
