/**
 * The parts of an XLSX file (ECMA-376, part 2): a ZIP archive of XML. Only the parts that are asked for are unpacked, each into the
 * size that the directory of the archive states, and all of them together into a limit: an archive that claims less than it holds is
 * damaged, one that claims more than the limit is refused before anything is unpacked.
 */
import { unzipSync } from "fflate";
import { encodingOf } from "../encoding";
import { isArchive, isCompound } from "./signature";

/** Bytes of a file that is read. */
export const MOST_BYTES = 25_000_000;
/** Bytes of its unpacked parts together; a browser needs about ten times as much to read them. */
export const MOST_UNPACKED = 64_000_000;

/** Why a file cannot be read as a spreadsheet; the dictionaries have the sentence. */
export type SpreadsheetFault = "tooLarge" | "unpacksTooLarge" | "oldFormat" | "noSpreadsheet" | "damaged" | "tooManyCells" | "empty";

export class SpreadsheetError extends Error {
  override name = "SpreadsheetError";
  constructor(readonly reason: SpreadsheetFault) {
    super(reason);
  }
}

export class Parts {
  #unpacked = 0;

  /** @throws {SpreadsheetError} `tooLarge`, `oldFormat`, `noSpreadsheet` */
  constructor(readonly bytes: Uint8Array) {
    if (bytes.length > MOST_BYTES) throw new SpreadsheetError("tooLarge");
    if (isCompound(bytes)) throw new SpreadsheetError("oldFormat");
    if (!isArchive(bytes)) throw new SpreadsheetError("noSpreadsheet");
  }

  /**
   * A part as XML; `null` where the file has none of that name. Names are those of relationships, without the slash at the beginning.
   *
   * @throws {SpreadsheetError} `unpacksTooLarge`, `damaged`
   */
  read(name: string): Document | null {
    const bytes = this.#unpack(name);
    if (bytes === null) return null;
    let text: string;
    try {
      text = new TextDecoder(encodingOf(bytes) ?? "utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new SpreadsheetError("damaged");
    }
    // Spreadsheets have no document types; their entities could grow without a limit.
    if (/<!DOCTYPE/i.test(text)) throw new SpreadsheetError("damaged");
    const xml = new DOMParser().parseFromString(text, "application/xml");
    if (xml.getElementsByTagName("parsererror").length > 0) throw new SpreadsheetError("damaged");
    return xml;
  }

  #unpack(name: string): Uint8Array | null {
    const wanted = name.toLowerCase();
    let found: string | null = null;
    try {
      const files = unzipSync(this.bytes, {
        filter: (file) => {
          // Names of parts do not depend on case; of two of the same name the first counts.
          if (found !== null || file.name.toLowerCase() !== wanted) return false;
          found = file.name;
          this.#unpacked += file.originalSize;
          if (this.#unpacked > MOST_UNPACKED) throw new SpreadsheetError("unpacksTooLarge");
          return true;
        },
      });
      return found === null ? null : (files[found] ?? null);
    } catch (error) {
      throw error instanceof SpreadsheetError ? error : new SpreadsheetError("damaged");
    }
  }
}

/** Elements of a local name below a node, whichever edition of the standard their namespace is of. */
export const all = (node: Document | Element, name: string): Element[] => [...node.getElementsByTagNameNS("*", name)];

/** The first of the children of a local name. */
export function child(node: Element, name: string): Element | undefined {
  for (let own = node.firstElementChild; own !== null; own = own.nextElementSibling) if (own.localName === name) return own;
  return undefined;
}

export interface Relationship {
  /** The last step of its type, such as `worksheet`. */
  type: string;
  /** The part that it names. */
  target: string;
}

/** Relationships of a part by their ids; `""` is the package itself. */
export function relationships(parts: Parts, part: string): Map<string, Relationship> {
  const slash = part.lastIndexOf("/") + 1;
  const xml = parts.read(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
  const entries = (xml ? all(xml, "Relationship") : []).filter((element) => element.getAttribute("TargetMode") !== "External");
  return new Map(
    entries.map((element) => {
      const type = (element.getAttribute("Type") ?? "").split("/").at(-1)!;
      return [element.getAttribute("Id") ?? "", { type, target: partNamed(element.getAttribute("Target") ?? "", part) }];
    }),
  );
}

/** The part that a reference names, seen from another part. */
function partNamed(reference: string, from: string): string {
  try {
    return decodeURIComponent(new URL(reference, `file:///${from}`).pathname.slice(1));
  } catch {
    throw new SpreadsheetError("damaged");
  }
}
