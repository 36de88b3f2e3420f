/** Pictures for fields: their facts, limits of the engine, conversion, and scaling to the size they are printed at. */
import { bytesOf, dataUri } from "../../core/base64";
import type { Dict, Locale } from "../../i18n";
import { formatTenths } from "./numbers";

export const MAX_BYTES = 15 * 1024 * 1024;
export const MAX_PIXELS = 64_000_000;
/** Resolution of printers; more pixels only make files larger. */
export const PRINT_DPI = 300;
const MM_PER_INCH = 25.4;

export interface ImageFacts {
  format: "PNG" | "JPEG";
  width: number;
  height: number;
  bytes: number;
}

function decode(uri: string, limit?: number): Uint8Array | null {
  const match = /^data:[^,]*;base64,/i.exec(uri);
  if (!match) return null;
  try {
    const base64 = uri.slice(match[0].length, limit === undefined ? undefined : match[0].length + Math.ceil(limit / 3) * 4);
    return bytesOf(base64.slice(0, base64.length - (base64.length % 4)));
  } catch {
    return null;
  }
}

/** Facts in the header of a picture; `null` for other formats than PNG and JPEG. */
export function imageFacts(uri: string): ImageFacts | null {
  // Headers of photos can be long: their previews come first.
  const head = decode(uri, 1 << 18);
  if (head === null) return null;
  const comma = uri.indexOf(",") + 1;
  const padding = uri.endsWith("==") ? 2 : uri.endsWith("=") ? 1 : 0;
  const bytes = Math.floor(((uri.length - comma) * 3) / 4) - padding;
  return factsOf(head, bytes);
}

/** Facts in the beginning of a file of `bytes` bytes; `null` for other formats than PNG and JPEG. */
export function factsOf(head: Uint8Array, bytes: number): ImageFacts | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length >= 24 && view.getUint32(0) === 0x89504e47) {
    return { format: "PNG", width: view.getUint32(16), height: view.getUint32(20), bytes };
  }
  if (head.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < head.length; ) {
    if (head[at] !== 0xff) return null;
    const marker = head[at + 1]!;
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return { format: "JPEG", width: view.getUint16(at + 7), height: view.getUint16(at + 5), bytes };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

export function formatBytes(bytes: number, locale: Locale): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${formatTenths(bytes / 1024 / 1024, locale)} MB`;
}

/** Pixels per inch where they are fewest. */
export function dpiAt(facts: { width: number; height: number }, box: { width: number; height: number }): number {
  return Math.round(Math.min((facts.width / box.width) * MM_PER_INCH, (facts.height / box.height) * MM_PER_INCH));
}

/** Size in pixels that printing in the box needs; `null` when the picture has hardly more. */
export function scaledSize(facts: ImageFacts, box: { width: number; height: number }): { width: number; height: number } | null {
  const needed = Math.max((box.width / MM_PER_INCH) * PRINT_DPI / facts.width, (box.height / MM_PER_INCH) * PRINT_DPI / facts.height);
  if (needed > 0.75) return null;
  return { width: Math.max(1, Math.round(facts.width * needed)), height: Math.max(1, Math.round(facts.height * needed)) };
}

export type ImageFault = "size" | "unreadable" | { pixels: number };
/** `size`: as browsers show it, which turns photos as their camera says. */
export type ReadImage = { uri: string; facts: ImageFacts; size: { width: number; height: number } } | { error: ImageFault };

/** The fault of a file that is no picture, or none that can be printed. */
export function imageFaultText(fault: ImageFault, { errors, images }: Dict): string {
  const { imageUploadTooLarge: large, imageUploadUnreadable: unreadable } = errors;
  if (fault === "size") return `${large.title(MAX_BYTES / 1024 / 1024)}. ${large.action}`;
  if (fault === "unreadable") return `${unreadable.title}. ${unreadable.action}`;
  return images.tooManyPixels(Math.ceil(fault.pixels / 1e6), MAX_PIXELS / 1e6);
}

const DECLARED: ReadonlySet<string> = new Set(["image/png", "image/jpeg"]);

/** A file as PNG or JPEG in a data URI, as its bytes are, not its name; other formats that the browser knows are converted. */
export async function readImage(file: Blob): Promise<ReadImage> {
  try {
    const isLarge = file.size > MAX_BYTES * 4;
    if (isLarge && DECLARED.has(file.type)) return { error: "size" };
    const read = isLarge ? "" : await dataUri(file);
    const facts = imageFacts(read);
    if (facts !== null) {
      if (facts.width * facts.height > MAX_PIXELS) return { error: { pixels: facts.width * facts.height } };
      const uri = read.replace(/^data:[^;,]*/, `data:image/${facts.format.toLowerCase()}`);
      // Behind a header of a picture anything may follow.
      const size = typeof createImageBitmap === "function" ? await sizeOf(file) : facts;
      return { uri, facts, size };
    }
    const bitmap = await createImageBitmap(file);
    if (bitmap.width * bitmap.height > MAX_PIXELS) return { error: { pixels: bitmap.width * bitmap.height } };
    const size = { width: bitmap.width, height: bitmap.height };
    const uri = await draw(bitmap, bitmap.width, bitmap.height, "image/png");
    return { uri, facts: imageFacts(uri)!, size };
  } catch {
    return { error: "unreadable" };
  }
}

/** @throws for bytes that are no picture */
async function sizeOf(file: Blob): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

/** The picture at another size, in its own format. */
export async function scaleImage(uri: string, facts: ImageFacts, size: { width: number; height: number }): Promise<string> {
  const bytes = decode(uri);
  if (bytes === null) throw new Error("the picture is not a data URI");
  const type = facts.format === "PNG" ? "image/png" : "image/jpeg";
  const bitmap = await createImageBitmap(new Blob([bytes as BlobPart], { type }), {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: "high",
  });
  return draw(bitmap, size.width, size.height, type);
}

async function draw(bitmap: ImageBitmap, width: number, height: number, type: "image/png" | "image/jpeg"): Promise<string> {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no drawing context");
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  if (blob === null) throw new Error("the browser made no picture");
  return dataUri(blob);
}
