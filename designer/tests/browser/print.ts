/** Pages of the PDF as pictures, and how much of the canvas differs from them. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { program } from "../reportctl";

/** Painted so many times larger and made smaller again: how edges fall on pixels is up to the program. */
export const LARGER = 4;
/** The PDF once more as large: its letters are put on whole pixels, those of the canvas where they are. */
export const PRINT_LARGER = 2 * LARGER;

interface Document {
  template: unknown;
  bindings: unknown;
  data: unknown;
}

/** The first pages of the PDF as PNG, at 96 dots per inch times `larger`. */
export function printed({ data, ...pair }: Document, pages = 1, larger = PRINT_LARGER): string[] {
  const folder = mkdtempSync(join(tmpdir(), "canvas-"));
  try {
    const file = (name: string) => join(folder, name);
    writeFileSync(file("template.json"), JSON.stringify({ name: "canvas", ...pair }));
    writeFileSync(file("data.json"), JSON.stringify(data));
    execFileSync(program, ["render", file("template.json"), "--data", file("data.json"), "-o", file("out.pdf")], { stdio: "pipe" });
    const fonts = fileURLToPath(new URL("../../../crates/fonts/src/data", import.meta.url));
    // Helvetica is the face that drawings take for it.
    writeFileSync(
      file("fonts.conf"),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${file("cache")}</cachedir>
       <alias binding="same"><family>Helvetica</family><prefer><family>ReportSans</family></prefer></alias></fontconfig>`,
    );
    return Array.from({ length: pages }, (_, index) => {
      const number = String(index + 1);
      execFileSync("pdftocairo", ["-r", String(96 * larger), "-f", number, "-l", number, "-png", "-singlefile", file("out.pdf"), file("page")], {
        env: { ...process.env, FONTCONFIG_FILE: file("fonts.conf") },
      });
      return `data:image/png;base64,${readFileSync(file("page.png")).toString("base64")}`;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The share of pixels of a box that differ clearly between two pictures of the sheet. */
export async function different(page: Page, canvas: string, print: string, box: { x: number; y: number; width: number; height: number }, printLarger = PRINT_LARGER): Promise<number> {
  return page.evaluate(
    async ([first, second, area, canvasLarger, secondLarger]) => {
      const pixels = async (uri: string, larger: number) => {
        const bitmap = await createImageBitmap(await (await fetch(uri)).blob());
        const own = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
        own.drawImage(bitmap, 0, 0);
        const scale = (96 / 25.4) * larger;
        const round = (mm: number) => Math.round(mm * scale);
        const place = { x: round(area.x), y: round(area.y), w: round(area.width / larger), h: round(area.height / larger) };
        const { data } = own.getImageData(place.x, place.y, place.w * larger, place.h * larger);
        // Sums of the values of the pixels that become one.
        const sums = new Uint32Array(place.w * place.h * 3);
        for (let y = 0, from = 0; y < place.h * larger; y++) {
          for (let x = 0, to = Math.floor(y / larger) * place.w * 3; x < place.w; x++, to += 3) {
            for (let part = 0; part < larger; part++, from += 4) {
              sums[to]! += data[from]!;
              sums[to + 1]! += data[from + 1]!;
              sums[to + 2]! += data[from + 2]!;
            }
          }
        }
        return { sums, of: larger ** 2 };
      };
      const [a, b] = [await pixels(first, canvasLarger), await pixels(second, secondLarger)];
      // A quarter of the range: what a shift of part of a pixel at an edge does not reach.
      const differs = (at: number) => Math.abs(a.sums[at]! / a.of - b.sums[at]! / b.of) > 64;
      let count = 0;
      for (let at = 0; at < a.sums.length; at += 3) if (differs(at) || differs(at + 1) || differs(at + 2)) count += 1;
      return count / (a.sums.length / 3);
    },
    [canvas, print, box, LARGER, printLarger] as const,
  );
}
