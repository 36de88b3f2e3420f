/** Files of data: texts, and spreadsheets, whose reader is loaded when one is chosen. */
import { loadedPart } from "../../core/loaded-part";
import { decoded } from "./encoding";
import type { SpreadsheetFault, Workbook } from "./xlsx";
import { isSpreadsheet } from "./xlsx/signature";

export type DataFile = { text: string } | { workbook: Workbook } | { fault: SpreadsheetFault };

/** Spreadsheets among the files that an input offers. */
export const SPREADSHEETS = ".xlsx,.xlsm,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Files of data that an input offers. */
export const DATA_FILES = `.json,.ndjson,.jsonl,.yaml,.yml,.csv,.tsv,.txt,application/json,text/csv,${SPREADSHEETS}`;

export async function readDataFile(file: File): Promise<DataFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isSpreadsheet(bytes)) return { text: decoded(bytes) };
  const { openWorkbook, SpreadsheetError } = await loadedPart(() => import("./xlsx"));
  try {
    return { workbook: openWorkbook(bytes) };
  } catch (error) {
    if (error instanceof SpreadsheetError) return { fault: error.reason };
    throw error;
  }
}
