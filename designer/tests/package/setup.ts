/** Builds the package and packs it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The packed package. */
    tarball: string;
    /** A folder for projects that install it. */
    projects: string;
  }
}

const designer = fileURLToPath(new URL("../../", import.meta.url));

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "reportctl-package-"));
  const npm = (...args: string[]) => execFileSync("npm", args, { cwd: designer, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  npm("run", "--silent", "build");
  npm("pack", "--silent", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack wrote nothing");
  project.provide("tarball", join(folder, tarball));
  project.provide("projects", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
