/**
 * Writes `build/crates.json`: the crates inside the WebAssembly modules, with their licences. Run it after a change of
 * `Cargo.lock`; `tests/package` says when.
 *
 * usage: node build/crates.mjs [--check]
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const designer = fileURLToPath(new URL("../", import.meta.url));
const file = join(designer, "build/crates.json");
const target = "wasm32-unknown-unknown";

const args = ["metadata", "--format-version", "1", "--locked", "--filter-platform", target];
const metadata = JSON.parse(
  execFileSync("cargo", args, { cwd: join(designer, ".."), encoding: "utf8", maxBuffer: 1 << 28 }),
);
const packages = new Map(metadata.packages.map((pkg) => [pkg.id, pkg]));
const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));

/** What ends up in a module: dependencies that are neither for tests nor for building. */
const found = new Set();
const visit = (id) => {
  if (found.has(id)) return;
  found.add(id);
  for (const { pkg, dep_kinds } of nodes.get(id).deps) {
    // Procedural macros run on the machine that builds.
    const macro = packages.get(pkg).targets.some(({ kind }) => kind.includes("proc-macro"));
    if (!macro && dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
  }
};
visit(metadata.packages.find(({ name }) => name === "reportctl-wasm").id);

const crates = [...found]
  .map((id) => packages.get(id))
  .filter(({ source }) => source !== null)
  .map(({ name, version, license, manifest_path }) => ({ name, version, license, text: textIn(dirname(manifest_path), license) }))
  .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));

/** The licence of a crate; MIT alone where it offers several. */
function textIn(folder, license) {
  let names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort();
  const mit = names.filter((name) => /mit/i.test(name));
  if (/MIT/.test(license) && !/AND/.test(license) && mit.length > 0) names = mit;
  const texts = names.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
  return texts.join("\n\n");
}

const texts = [...new Set(crates.map((crate) => crate.text))];
const list = crates.map(({ text, ...crate }) => ({ ...crate, text: texts.indexOf(text) }));
const text = `${JSON.stringify({ crates: list, texts }, null, 1)}\n`;
if (!process.argv.includes("--check")) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
  console.error("build/crates.json is not that of Cargo.lock: run `node build/crates.mjs`");
  process.exit(1);
}
