/** Projects of hosts, with the package installed. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { MISSING, missing, program } from "../reportctl";

export const repository = fileURLToPath(new URL("../../../", import.meta.url));

export class Project {
  readonly folder: string;

  /** A project with the package and others beside it. */
  constructor(name: string, ...packages: string[]) {
    this.folder = join(inject("projects"), name);
    mkdirSync(this.folder);
    this.write("package.json", JSON.stringify({ name, private: true, type: "commonjs" }));
    const args = ["install", "--silent", "--no-audit", "--no-fund", "--prefer-offline", inject("tarball"), ...packages];
    execFileSync("npm", args, { cwd: this.folder, stdio: ["ignore", "ignore", "inherit"] });
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  read(name: string): Buffer {
    return readFileSync(join(this.folder, name));
  }

  /** Runs a script and gives what it printed as JSON. */
  run(name: string, script: string, node = process.execPath): unknown {
    this.write(name, script);
    const { status, stdout, stderr } = spawnSync(node, [name], { cwd: this.folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`${name} ended with ${status}:\n${stderr}`);
    return JSON.parse(stdout);
  }
}

/** The invoice of the samples as a host has it. */
export const invoice = {
  file: JSON.parse(readFileSync(join(repository, "templates/invoice.json"), "utf8")),
  data: JSON.parse(readFileSync(join(repository, "samples/invoice.json"), "utf8")),
};

/** What is written into the file besides the document; the command line has other defaults. */
export const METADATA = { title: "Invoice", author: "A host", creationDate: "2026-01-31T12:30:00Z" };

/** The same through the command line. */
export function renderedByProgram(out: string): Buffer {
  if (missing) throw new Error(MISSING);
  const args = ["render", "templates/invoice.json", "--data", "samples/invoice.json", "-o", out];
  args.push("--title", METADATA.title, "--author", METADATA.author, "--creation-date", METADATA.creationDate);
  execFileSync(program, args, { cwd: repository, stdio: ["ignore", "ignore", "inherit"] });
  return readFileSync(out);
}
