/** A plugin of Vite: `import text from "./file?gzip"` gives the file, compressed, in base64. */
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

export function gzip(): Plugin {
  return {
    name: "gzip",
    enforce: "pre",
    async load(id) {
      const file = /^(.*)\?gzip$/.exec(id)?.[1];
      if (file === undefined) return null;
      this.addWatchFile(file);
      const packed = gzipSync(await readFile(file), { level: 9 });
      return `export default ${JSON.stringify(packed.toString("base64"))};`;
    },
  };
}
