/** A ZIP file with a document for each row. One that fails does not stop the others. */
import { Zip, ZipPassThrough } from "fflate";
import { isExtended } from "../../../core/fields";
import type { Template } from "../../../core/types";
import type { EngineAdapter, Problem } from "../../../engine/types";
import type { DocumentPair } from "../../../editor/types";
import { FileNames, numberName, safeStem } from "./file-names";

/** Entries that a ZIP file without extensions has. */
export const MOST_DOCUMENTS = 65_535;
/** Its bytes, with room for its directory. */
const MOST_BYTES = 4_000_000_000;

/** The ZIP file would be larger than 4 GB. */
export class ZipTooLarge extends Error {
  override name = "ZipTooLarge";
}

/** A row with the error that kept it from a document, or with the first problem of its document. */
export interface RowProblem {
  /** From 0. */
  index: number;
  problem: unknown;
}

export interface ZippedRows {
  /** `null` where no row made a document. */
  file: Blob | null;
  failed: RowProblem[];
  /** Documents with a problem that comes from their data, such as a missing value, or with a warning of the engine. */
  warned: RowProblem[];
}

export interface ZipJob {
  engine: EngineAdapter;
  pair: DocumentPair;
  rows: readonly unknown[];
  /** A text with expressions over the row. */
  fileName: string | undefined;
  /** Beginning of the names that are numbers. */
  prefix?: string;
  /** Called after each row with how many are done. */
  onProgress: (done: number) => void;
  signal: AbortSignal;
}

/** @throws {DOMException} `AbortError`: it was cancelled */
export async function zipOf({ engine, pair, rows, fileName, prefix = "", onProgress, signal }: ZipJob): Promise<ZippedRows> {
  const { template, bindings } = pair;
  const parts: Blob[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    // Browsers keep large blobs out of memory.
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
  });
  const names = new FileNames();
  const failed: RowProblem[] = [];
  const warned: RowProblem[] = [];
  const dataProblem = await dataProblemsOf(engine, pair, signal);
  let size = 0;
  for (const [index, data] of rows.entries()) {
    signal.throwIfAborted();
    try {
      const { bytes, warnings } = await engine.render({ template, bindings, data }, signal);
      size += bytes.length;
      if (size > MOST_BYTES) throw new ZipTooLarge();
      const stem = fileName === undefined ? "" : await stemOf(engine, template, fileName, data);
      // PDF files are compressed.
      const entry = new ZipPassThrough(names.free(stem || `${prefix === "" ? "" : `${prefix}-`}${numberName(index, rows.length)}`));
      zip.add(entry);
      entry.push(bytes, true);
      const problem = (await dataProblem(data)) ?? warnings[0];
      if (problem !== undefined) warned.push({ index, problem });
    } catch (error) {
      signal.throwIfAborted();
      failed.push({ index, problem: error });
    }
    onProgress(index + 1);
  }
  signal.throwIfAborted();
  zip.end();
  return { file: failed.length < rows.length ? new Blob(parts, { type: "application/zip" }) : null, failed, warned };
}

/**
 * The first problem that comes from the data of a row, errors before warnings. What `check` finds in the template alone concerns no row.
 * A check that fails finds nothing, because the document was made.
 */
async function dataProblemsOf(engine: EngineAdapter, { template, bindings }: DocumentPair, signal: AbortSignal): Promise<(data: unknown) => Promise<Problem | undefined>> {
  const check = async (input: { data?: unknown }): Promise<Problem[]> => {
    try {
      return await engine.check({ template, bindings, ...input }, signal);
    } catch {
      signal.throwIfAborted();
      return [];
    }
  };
  const idOf = ({ code, pointer, message }: Problem) => JSON.stringify([code, pointer, message]);
  const ofTemplate = new Set((await check({})).map(idOf));
  return async (data) => {
    const found = (await check({ data })).filter((problem) => problem.severity !== "info" && !ofTemplate.has(idOf(problem)));
    return found.find(({ severity }) => severity === "error") ?? found[0];
  };
}

/** Name of a row by the rule. A wrong rule, or one that gives an empty name, makes it a number. */
async function stemOf(engine: EngineAdapter, template: Template, fileName: string, data: unknown): Promise<string> {
  const { text, error } = await engine.evaluate(fileName, data, undefined, isExtended(template));
  return error ? "" : safeStem(text);
}
