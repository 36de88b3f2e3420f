/**
 * Reads lists from XLSX files, with fflate, which the designer has anyway. Maintained libraries (read-excel-file 9, MIT) unpack a file
 * before its size is known and leave merged cells empty; SheetJS is larger than the editor of the designer and no longer published in
 * the registry.
 */
import { type CellValue, type Cells, cellsOf, stylesOf, textOf } from "./cells";
import { all, Parts, relationships, SpreadsheetError } from "./package";
import { freeNames } from "../free-names";

export { MOST_BYTES, MOST_UNPACKED, SpreadsheetError, type SpreadsheetFault } from "./package";

export interface SheetItems {
  items: Record<string, CellValue>[];
  withoutResult: number;
  errors: number;
}

export interface Workbook {
  /** Names of the sheets that are shown, in their order. */
  sheets: readonly string[];
  /**
   * The rows of a sheet by the titles above them.
   *
   * @throws {SpreadsheetError} `unpacksTooLarge`, `damaged`, `empty`
   */
  read(sheet: number): SheetItems;
}

/** @throws {SpreadsheetError} */
export function openWorkbook(bytes: Uint8Array): Workbook {
  const parts = new Parts(bytes);
  const main = [...relationships(parts, "").values()].find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  const book = parts.read(main);
  if (book?.documentElement.localName !== "workbook") throw new SpreadsheetError("noSpreadsheet");
  const related = relationships(parts, main);
  const sheets = all(book, "sheet").flatMap((sheet) => {
    // Its namespace depends on the edition of the standard.
    const id = [...sheet.attributes].find(({ localName, namespaceURI }) => localName === "id" && namespaceURI !== null);
    const part = related.get(id?.value ?? "");
    const isShown = (sheet.getAttribute("state") ?? "visible") === "visible";
    return isShown && part?.type === "worksheet" ? [{ name: sheet.getAttribute("name") ?? "", part: part.target }] : [];
  });
  if (sheets.length === 0) throw new SpreadsheetError("empty");
  const since1904 = /^(?:1|true)$/.test(all(book, "workbookPr")[0]?.getAttribute("date1904") ?? "");
  let shared: { strings: string[]; styles: ReturnType<typeof stylesOf> } | null = null;
  return {
    sheets: sheets.map(({ name }) => name),
    read(sheet) {
      const xml = parts.read(sheets[sheet]?.part ?? "");
      if (xml === null) throw new SpreadsheetError("damaged");
      shared ??= { strings: stringsOf(partOf(parts, related, "sharedStrings")), styles: stylesOf(partOf(parts, related, "styles")) };
      return itemsOf(cellsOf(xml, { ...shared, since1904 }));
    },
  };
}

function partOf(parts: Parts, related: ReturnType<typeof relationships>, type: string): Document | null {
  const target = [...related.values()].find((own) => own.type === type)?.target;
  return target === undefined ? null : parts.read(target);
}

function stringsOf(xml: Document | null): string[] {
  return xml ? [...xml.documentElement.children].filter(({ localName }) => localName === "si").map(textOf) : [];
}

/** Maximum number of values of all items together. */
export const MOST_CELLS = 2_000_000;

/**
 * Rows as items. Titles are in the first row that has two cells or more, so that a headline above the table is none; a sheet with one
 * column begins with its title. A column without title gets `columnN`, one without title and values none.
 *
 * @throws {SpreadsheetError} `tooManyCells`, `empty`
 */
export function itemsOf({ rows, withoutResult, errors }: Cells): SheetItems {
  const head = Math.max(0, rows.findIndex((row) => row.size > 1));
  const titles = rows[head];
  if (!titles) throw new SpreadsheetError("empty");
  const body = rows.slice(head + 1);
  const used = new Set(titles.keys());
  for (const row of body) for (const column of row.keys()) used.add(column);
  if (used.size * body.length > MOST_CELLS) throw new SpreadsheetError("tooManyCells");
  const freeName = freeNames();
  const columns = [...used].sort((a, b) => a - b).map((index) => {
    const title = String(titles.get(index) ?? "").trim().replace(/\s+/g, " ");
    const name = freeName(title || `column${index + 1}`);
    // Some programs write days as midnight, which then stands in all rows.
    const isDay = body.every((row) => isMidnight(row.get(index)));
    return { index, name, isDay };
  });
  const valueIn = (value: CellValue, isDay: boolean): CellValue => (isDay && typeof value === "string" ? value.slice(0, 10) : value);
  const items = body.map((row) => Object.fromEntries(columns.map(({ index, name, isDay }) => [name, valueIn(row.get(index) ?? null, isDay)])));
  return { items, withoutResult, errors };
}

const isMidnight = (value: CellValue | undefined): boolean => value === undefined || (typeof value === "string" && /^\d{4}-\d\d-\d\dT00:00:00$/.test(value));
