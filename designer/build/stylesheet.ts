/** A stylesheet with the files that it imports in place of the imports, for hosts without a bundler of CSS. */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

export async function stylesheet(file: string): Promise<string> {
  const text = await readFile(file, "utf8");
  const parts = text.split(/^@import "(\.[^"]+)";\n/m);
  // Every second part is the path of an import.
  const resolved = parts.map((part, i) => (i % 2 === 0 ? part : stylesheet(resolve(dirname(file), part))));
  return (await Promise.all(resolved)).join("");
}
