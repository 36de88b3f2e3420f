/**
 * Writes the files of the application compressed: `NAME.br` and `NAME.gz` in the place of `NAME`, for a service that sends the
 * one that the client accepts. What is too small to gain anything stays as it is.
 *
 * The same input gives the same bytes: gzip by a library whose output depends on no processor, without a time in its header;
 * Brotli by Node, whose encoder has no choice left once quality, window and size are fixed.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { gzipSync } from "fflate";
import type { Plugin } from "vite";

/** A file of fewer bytes fits the first packets either way. */
const SMALLEST = 1024;
/** Types that are compressed already gain nothing. */
const COMPRESSIBLE = /\.(?:css|html|js|json|mjs|svg|ttf|txt|wasm)$/;

const brotliOf = promisify(brotliCompress);

export function brotli(bytes: Uint8Array): Promise<Uint8Array> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliOf(bytes, { params });
}

export const gzip = (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 9, mtime: 0 });

export function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error("the bundle has no folder");
      await Promise.all(Object.keys(bundle).map((name) => compressFile(join(dir, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  if (!COMPRESSIBLE.test(path)) return;
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST) return;
  await Promise.all([
    brotli(bytes).then((made) => writeFile(`${path}.br`, made)),
    writeFile(`${path}.gz`, gzip(bytes)),
  ]);
  await rm(path);
}
