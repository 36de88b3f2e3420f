/** A plugin of Rolldown: writes `dist/LICENSES.md`, the licences of everything that the package carries. */
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";

const root = fileURLToPath(new URL("../", import.meta.url));

/** A part of the package that others wrote. */
export type Part = { name: string; version: string; license: string; text: string };

/** What `build/crates.mjs` writes: crates with the number of their text. */
type Crates = { crates: (Omit<Part, "text"> & { text: number })[]; texts: string[] };

export function licenses(): Plugin {
  return {
    name: "licenses",
    async writeBundle() {
      const folders = new Set<string>();
      for (const id of this.getModuleIds()) {
        const folder = /^\0?(?:inline-worker:)?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
        if (folder !== undefined) folders.add(folder);
      }
      const packages = await Promise.all([...folders].map(packageAt));
      const listed = JSON.parse(await readFile(join(root, "build/crates.json"), "utf8")) as Crates;
      const crates = listed.crates.map((crate) => ({ ...crate, text: listed.texts[crate.text] ?? "" }));
      await writeFile(join(root, "dist/LICENSES.md"), document(packages, crates, await drawings()));
    },
  };
}

async function drawings(): Promise<Part[]> {
  const crates = join(root, "../crates");
  const part = async (name: string, license: string, file: string) => {
    return { name, version: "", license, text: (await readFile(join(crates, file), "utf8")).trim() };
  };
  return Promise.all([
    part("Liberation Sans Regular", "OFL-1.1", "fonts/src/data/LiberationSans-OFL.txt"),
    part("metrics of Helvetica", "see the text", "fonts/src/data/Helvetica-NOTICE.txt"),
    part("outlines of Material Symbols", "Apache-2.0", "format/src/data/icons.LICENSE"),
  ]);
}

async function packageAt(folder: string): Promise<Part> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Part;
  return { name, version, license, text: await licenseText(folder) };
}

/** The licence files of a folder. */
export async function licenseText(folder: string): Promise<string> {
  if (!existsSync(folder)) return "";
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n");
}

function document(packages: Part[], crates: Part[], drawings: Part[]): string {
  const byName = (a: Part, b: Part) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1);
  const lines = [
    "# Licences",
    "",
    "This package carries the work of others. `npm run build` writes this list.",
    "",
    "## JavaScript",
    "",
    ...table(packages.sort(byName)),
    "## Rust, in the WebAssembly modules",
    "",
    ...table(crates.sort(byName)),
    "## Fonts and drawings",
    "",
    "| what | licence |",
    "| --- | --- |",
    ...drawings.map(({ name, license }) => `| ${name} | ${license} |`),
    "",
    "## Texts",
    "",
  ];
  // Many parts share one text.
  const owners = new Map<string, string[]>();
  for (const { name, version, text } of [...packages, ...crates, ...drawings]) {
    if (text !== "") owners.set(text, [...(owners.get(text) ?? []), `${name} ${version}`.trim()]);
  }
  for (const [text, names] of owners) lines.push(`### ${names.join(", ")}`, "", "```text", text, "```", "");
  return lines.join("\n");
}

function table(parts: Part[]): string[] {
  const rows = parts.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  return ["| name | version | licence |", "| --- | --- | --- |", ...rows, ""];
}
