/** Files of spreadsheets for tests. */
import { strToU8, zipSync } from "fflate";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

interface Sheet {
  name: string;
  rows: string;
  after?: string;
  state?: string;
}

/** The bytes of a file with these sheets; rows are XML. */
export function file(sheets: Sheet[], { strings = "", styles = "", properties = "", more = {} as Record<string, string> } = {}): Uint8Array {
  const relationship = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
  const relationships = (all: string) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;
  const parts: Record<string, string> = {
    "_rels/.rels": relationships(relationship("a", "officeDocument", "/xl/workbook.xml")),
    "xl/workbook.xml": `<workbook ${MAIN} xmlns:r="${RELATIONSHIPS}"><workbookPr ${properties}/><sheets>${sheets.map(({ name, state }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"${state ? ` state="${state}"` : ""}/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships(sheets.map((_, index) => relationship(`s${index}`, "worksheet", `worksheets/sheet${index}.xml`)).join("") + relationship("t", "sharedStrings", "sharedStrings.xml") + relationship("y", "styles", "styles.xml")),
    "xl/sharedStrings.xml": `<sst ${MAIN}>${strings}</sst>`,
    "xl/styles.xml": `<styleSheet ${MAIN}>${styles}</styleSheet>`,
    ...Object.fromEntries(sheets.map(({ rows, after = "" }, index) => [`xl/worksheets/sheet${index}.xml`, `<worksheet ${MAIN}><sheetData>${rows}</sheetData>${after}</worksheet>`])),
    ...more,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

export const inline = (text: string, place = "") => `<c ${place && `r="${place}"`} t="inlineStr"><is><t>${text}</t></is></c>`;
export const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;
