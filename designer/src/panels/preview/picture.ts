/** A printed page as picture: the drawing of the engine, painted by the browser. */
import { pictureElement } from "../../engine/picture-element";
import type { DrawnPage } from "../../engine/types";

const MM_PER_INCH = 25.4;

/** Widths and heights that browsers paint everywhere; above they give an empty picture. */
const MAX_SIDE = 16_384;
const MAX_PIXELS = 120_000_000;

export interface PixelSize {
  width: number;
  height: number;
}

/** Size of a page of these millimetres in pixels. */
export function pixelsOf({ width, height }: { width: number; height: number }, dotsPerInch: number): PixelSize {
  const pixels = (mm: number) => Math.max(1, Math.round((mm / MM_PER_INCH) * dotsPerInch));
  return { width: pixels(width), height: pixels(height) };
}

export function isPaintable({ width, height }: PixelSize): boolean {
  return width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS;
}

/** The page as an SVG file of its own. */
export function svgOf(page: DrawnPage, images: Readonly<Record<number, string>>, { width, height }: PixelSize): string {
  const pictures = page.pictures.map((number) => pictureElement(`image-${number}`, images[number] ?? ""));
  const drawing = [page.background, ...page.placements.map((placement) => placement.svg)].join("");
  const box = `width="${width}" height="${height}" viewBox="0 0 ${page.width} ${page.height}" preserveAspectRatio="none"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}><defs>${page.defs}${pictures.join("")}</defs>${drawing}</svg>`;
}

/**
 * The page as PNG on white, which says its resolution, so that it is printed in its size.
 *
 * @throws RangeError where the browser cannot paint a picture of this size
 */
export async function pngOf(page: DrawnPage, images: Readonly<Record<number, string>>, dotsPerInch: number): Promise<Blob> {
  const size = pixelsOf(page, dotsPerInch);
  if (!isPaintable(size)) throw tooLarge(size);
  const address = URL.createObjectURL(new Blob([svgOf(page, images, size)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, size);
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) throw tooLarge(size);
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, size.width, size.height);
    context.drawImage(image, 0, 0, size.width, size.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw tooLarge(size);
    return new Blob([withResolution(new Uint8Array(await blob.arrayBuffer()), dotsPerInch)], { type: "image/png" });
  } finally {
    URL.revokeObjectURL(address);
  }
}

function tooLarge({ width, height }: PixelSize): RangeError {
  return new RangeError(`the browser cannot paint ${width} by ${height} pixels`);
}

/** After the signature (8 bytes) and `IHDR`, which always has 13 bytes of data (PNG, 5.2 and 11.2.1). */
const AFTER_HEADER = 8 + 12 + 13;

/** The PNG with its resolution (`pHYs`; PNG, 11.3.4.3). */
export function withResolution(png: Uint8Array, dotsPerInch: number): Uint8Array<ArrayBuffer> {
  const perMetre = Math.round((dotsPerInch / MM_PER_INCH) * 1000);
  const chunk = new Uint8Array(12 + 9);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set([0x70, 0x48, 0x59, 0x73], 4);
  view.setUint32(8, perMetre);
  view.setUint32(12, perMetre);
  // The unit is the metre.
  view.setUint8(16, 1);
  view.setUint32(17, crc(chunk.subarray(4, 17)));
  const result = new Uint8Array(png.length + chunk.length);
  result.set(png.subarray(0, AFTER_HEADER));
  result.set(chunk, AFTER_HEADER);
  result.set(png.subarray(AFTER_HEADER), AFTER_HEADER + chunk.length);
  return result;
}

/** CRC-32 of chunks (PNG, 5.5). */
function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}
