/** The command line: what it makes of a document. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DocumentOptions } from "../../src/engine/types";
import { program } from "../reportctl";
import type { TestDocument } from "./documents";

/** Options that both sides are given. */
export const OPTIONS: DocumentOptions = { creationDate: "2026-01-31T12:30:00Z", title: "Parity", author: "A test" };

/** The digest of a document, or the code and field of what is wrong with it. */
export type Outcome = string;

export function digest(bytes: Uint8Array): Outcome {
  return `${createHash("sha256").update(bytes).digest("hex")} (${bytes.length} bytes)`;
}

export function refusal(problem: { code: string; field?: string | null }): Outcome {
  // The class of that error is one of json-pdf-designer, and names no field.
  if (problem.code === "tooManyImages") return problem.code;
  return `${problem.code}${problem.field ? ` in ${problem.field}` : ""}`;
}

export async function rendered(document: TestDocument): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "parity-"));
  try {
    const { template, bindings, data, maxPages } = document;
    await writeFile(join(folder, "template.json"), JSON.stringify({ name: "x", template, bindings }));
    await writeFile(join(folder, "data.json"), JSON.stringify(data));
    const options = ["--title", OPTIONS.title as string, "--author", OPTIONS.author as string, "--creation-date", OPTIONS.creationDate as string];
    if (maxPages) options.push("--max-pages", String(maxPages));
    const { code, said } = await run(program, ["render", "template.json", "--data", "data.json", "--output", "out.pdf", "--error-format", "json", ...options], folder);
    if (code === 0) return digest(await readFile(join(folder, "out.pdf")));
    const last = said.trim().split("\n").at(-1) ?? "";
    return refusal(JSON.parse(last) as { code: string; field: string | null });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function run(program: string, args: readonly string[], cwd: string): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, maxBuffer: 1 << 28 }, (error, _, said) => {
      resolve({ code: error ? Number((error as { code?: number }).code ?? 1) : 0, said });
    });
  });
}
