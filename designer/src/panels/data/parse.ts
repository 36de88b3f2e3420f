/** Data out of text: JSON, JSON lines, YAML, CSV and TSV. */
import { jsonLanguage } from "@codemirror/lang-json";
import { CORE_SCHEMA, load, YAMLException } from "js-yaml";
import { freeNames } from "./free-names";
import { numberReader } from "./numbers";

export type DataFormat = "json" | "ndjson" | "yaml" | "csv" | "tsv";

/** Both from 1. */
export interface Place {
  line: number;
  column: number;
}

export type ParsedData = { data: unknown; format: DataFormat } | { error: Place & { reason: DataFault }; format: DataFormat };

export type DataFault = "empty" | "json" | "yaml" | "line" | "quote" | "cells";

/** A first line that no table begins with: a mark, an entry of a list, or a key with its value. */
const YAML_START = /^(?:---|%YAML|-\s|[^\s,;|"']+:(?:\s|$))/;

/** The format of a text of which nothing else is known. */
export function detectFormat(text: string): DataFormat {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  if (/^[[{]/.test(start)) return areJsonLines(start) ? "ndjson" : "json";
  const [head = "", ...rest] = start.split(/\r?\n/);
  // Titles of tables begin with these, too.
  if (/^["#]/.test(head)) return isYamlObject(start) ? "yaml" : tableFormat(head);
  if (YAML_START.test(head)) return "yaml";
  const isTable = /[\t,;|]/.test(head) || rest.some((line) => line.trim() !== "");
  return isTable ? tableFormat(head) : "json";
}

const tableFormat = (head: string): "csv" | "tsv" => (head.includes("\t") ? "tsv" : "csv");

function areJsonLines(start: string): boolean {
  const [first, second] = start.split(/\r?\n/).filter((line) => line.trim() !== "");
  return first !== undefined && second !== undefined && /^\{.*\}\s*$/.test(first) && /^\{/.test(second.trimStart());
}

function isYamlObject(text: string): boolean {
  try {
    const value: unknown = load(text, { schema: CORE_SCHEMA });
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

/** The format of a file, by the ending of its name, and by its text where that leaves a choice. */
export function formatOfFile(name: string, text: string): DataFormat {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  switch (/\.([^.]*)$/.exec(name.toLowerCase())?.[1]) {
    case "json":
      return areJsonLines(start) ? "ndjson" : "json";
    case "ndjson":
    case "jsonl":
      return "ndjson";
    case "yaml":
    case "yml":
      return "yaml";
    case "csv": {
      const [head = ""] = start.split(/\r?\n/);
      return /[,;|]/.test(head) ? "csv" : tableFormat(head);
    }
    case "tsv":
      return "tsv";
    default:
      return detectFormat(text);
  }
}

/**
 * Lists that are not inside an object get one, with `listName` as their key, so that they can be bound by name. Numbers of tables are
 * in the notation of `locale`, unless their column allows only another.
 */
export function parseData(text: string, format: DataFormat | "auto", listName = "rows", locale?: string): ParsedData {
  const chosen = format === "auto" ? detectFormat(text) : format;
  if (text.trim() === "") return { error: { line: 1, column: 1, reason: "empty" }, format: chosen };
  if (chosen === "json") return parseJson(text);
  if (chosen === "yaml") return parseYaml(text, listName);
  if (chosen === "ndjson") return parseLines(text, listName);
  return parseTable(text, chosen, listName, locale);
}

function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

/** Place where JSON stops being JSON: browsers word and place that differently, the grammar does not. */
function firstFault(text: string): number {
  let at = text.length;
  jsonLanguage.parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) at = Math.min(at, node.from);
    },
  });
  return at;
}

/** Place where a text stops being JSON. */
export function jsonFault(text: string): Place {
  return placeOf(text, firstFault(text));
}

function parseJson(text: string): ParsedData {
  try {
    return { data: JSON.parse(text.replace(/^\uFEFF/, "")) as unknown, format: "json" };
  } catch {
    return { error: { ...jsonFault(text), reason: "json" }, format: "json" };
  }
}

/** Values as JSON has them: dates stay texts. */
function parseYaml(text: string, listName: string): ParsedData {
  try {
    const value: unknown = load(text.replace(/^\uFEFF/, ""), { schema: CORE_SCHEMA });
    const data = JSON.parse(JSON.stringify(value ?? null)) as unknown;
    return { data: Array.isArray(data) ? { [listName]: data } : data, format: "yaml" };
  } catch (error) {
    const mark = error instanceof YAMLException ? error.mark : undefined;
    return { error: { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1, reason: "yaml" }, format: "yaml" };
  }
}

function parseLines(text: string, listName: string): ParsedData {
  const items: unknown[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    try {
      items.push(JSON.parse(line));
    } catch {
      return { error: { line: index + 1, column: firstFault(line) + 1, reason: "line" }, format: "ndjson" };
    }
  }
  return { data: { [listName]: items }, format: "ndjson" };
}

export interface Row {
  /** From 1. */
  line: number;
  cells: string[];
}

/** The rows of a table as text, with quotes as spreadsheets write them. */
export function rowsOf(text: string, separator: string): Row[] | Place {
  const rows: Row[] = [];
  let cells: string[] = [];
  let cell = "";
  let line = 1;
  let start = 1;
  let quoteAt = -1;
  const end = () => {
    cells.push(cell);
    cell = "";
    if (cells.length > 1 || cells[0]!.trim() !== "") rows.push({ line: start, cells });
    cells = [];
  };
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]!;
    if (quoteAt >= 0) {
      if (char === '"' && text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else if (char === '"') quoteAt = -1;
      else {
        if (char === "\n") line += 1;
        cell += char;
      }
    } else if (char === '"' && cell.trim() === "") {
      cell = "";
      quoteAt = i;
    } else if (char === separator) {
      cells.push(cell);
      cell = "";
    } else if (char === "\n") {
      end();
      line += 1;
      start = line;
    } else if (char !== "\r") cell += char;
  }
  if (quoteAt >= 0) return placeOf(text, quoteAt);
  if (cell !== "" || cells.length > 0) end();
  return rows;
}

function parseTable(source: string, format: "csv" | "tsv", listName: string, locale?: string): ParsedData {
  const text = source.replace(/^\uFEFF/, "");
  const head = text.split(/\r?\n/).find((line) => line.trim() !== "") ?? "";
  const count = (mark: string) => head.split(mark).length;
  const separator = format === "tsv" ? "\t" : [",", ";", "|"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
  const rows = rowsOf(text, separator);
  if (!Array.isArray(rows)) return { error: { ...rows, reason: "quote" }, format };
  const [titles, ...body] = rows;
  const freeName = freeNames();
  const names = titles!.cells.map((title, index) => freeName(title.trim() || `column${index + 1}`));
  for (const row of body) {
    if (row.cells.length > names.length) return { error: { line: row.line, column: 1, reason: "cells" }, format };
  }
  const columns = names.map((_, index) => readerOf(body.map((row) => row.cells[index] ?? ""), locale));
  const items = body.map((row) => Object.fromEntries(names.map((name, index) => [name, columns[index]!(row.cells[index] ?? "")])));
  return { data: { [listName]: items }, format };
}

/** Converter of the cells of a column: to numbers or yes/no only when all of them are. */
export function readerOf(cells: readonly string[], locale?: string): (cell: string) => unknown {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const orNull = (read: (cell: string) => unknown) => (cell: string) => (cell.trim() === "" ? null : read(cell.trim()));
  // In one column the point means the same everywhere.
  const number = numberReader(filled, locale);
  if (number) return orNull(number);
  if (filled.length > 0 && filled.every((cell) => /^(?:true|false)$/i.test(cell))) return orNull((cell) => cell.toLowerCase() === "true");
  return (cell) => cell;
}
