/** Fields that are inserted ready for what they are for: headings, payment codes, page numbers, dates, signature lines. */
import type { Field, PageDesign, TextSchema } from "../../core/types";
import { isExtended } from "../../core/fields";
import { chainedPath } from "../../core/formulas";
import { type DataNode, describeData, walk } from "../../panels/data/tree";
import type { Editor } from "../store/editor";
import { allNames, roundMm } from "./design";
import { unusedName } from "./names";
import { defaultLook, lookAround } from "./text-look";

export const READY_MADE = ["heading", "payment", "pageNumber", "signatureLine"] as const;
export type ReadyMade = (typeof READY_MADE)[number];

export const isReadyMade = (kind: string): kind is ReadyMade => (READY_MADE as readonly string[]).includes(kind);

/** Names that the format reserves, each with the text that prints its value (20.0.5), and whether the extensions have it. */
export const RESERVED = {
  pageNumber: { token: "{pageNumber}", extension: false },
  pageCount: { token: "{pageCount}", extension: false },
  documentDate: { token: "{DATE($doc.date)}", extension: true },
} as const;
export type ReservedValue = keyof typeof RESERVED;

/** Returns true if it consists of what only the extensions of the format have. */
export const needsExtensions = (kind: ReadyMade): boolean => kind !== "heading" && (!(kind in RESERVED) || RESERVED[kind as ReservedValue].extension);

/** Footers to begin with, in mm: the highest that reaches into no field. */
const FOOTERS_MM = [15, 12, 10, 8] as const;
const NUMBER_MM = { width: 60, height: 6 };
const DATE_MM = { width: 40, height: 6 };
/** Distance of a field from the edge of the page. */
const EDGE_MM = 10;
const SIGNATURE_MM = { width: 70, height: 6 };
/** Of the title of a document, and of the headings below it: sizes in points, heights in mm. */
const TITLE = { fontSize: 18, height: 10 };
const HEADING = { fontSize: 13, height: 8 };

type Point = { x: number; y: number };

/** Inserts it, where it belongs or at a point, in one step that undo takes back. */
export function insertReadyMade(editor: Editor, kind: ReadyMade, at?: Point): void {
  editor.actions.transaction({ kind: "add", name: editor.dict.readyMade[kind] }, () => {
    if (kind === "heading") heading(editor, at);
    else if (kind === "payment") payment(editor, at);
    else if (kind === "pageNumber") inFooter(editor, editor.dict.readyMade.pageNumber, editor.dict.readyMade.pageNumberText, at);
    else signature(editor, at);
  });
  revealAdded(editor);
}

/** Inserts one of the values that the format reserves, alone. */
export function insertReserved(editor: Editor, kind: ReservedValue, at?: Point): void {
  editor.actions.transaction({ kind: "add", name: editor.dict.readyMade[kind] }, () => reserved(editor, kind, at));
  revealAdded(editor);
}

/** Footers lie below the fold: what was added is shown once the canvas has it. */
export function revealAdded(editor: Editor): void {
  const id = editor.selectedIds().at(-1);
  requestAnimationFrame(() => {
    const field = editor.field(id ?? null);
    if (field) editor.revealField(field);
  });
}

function reserved(editor: Editor, kind: ReservedValue, at?: Point): void {
  const name = editor.dict.readyMade[kind];
  const { token } = RESERVED[kind];
  if (kind !== "documentDate") return inFooter(editor, name, token, at);
  const field = editor.actions.addField("text", at);
  named(editor, field, name);
  editor.actions.updateSchema(field.id, { ...DATE_MM, content: token });
}

/** Open for writing at once, as a text is; the first one is the title of the document, also for screen readers. */
function heading(editor: Editor, at?: Point): void {
  const isFirst = !editor.fields().some((field) => field?.role === "h1");
  const field = editor.actions.addField("text", at);
  named(editor, field, editor.dict.readyMade.heading);
  const emphasis = isExtended(editor.document.current().template) ? { role: isFirst ? "h1" : "h2", bold: true } as const : {};
  const width = roundMm(Math.max(field.width, editor.design().page.width - EDGE_MM - field.x));
  // The style of the texts around it would set the size, too.
  editor.actions.updateSchema(field.id, { style: undefined, ...(isFirst ? TITLE : HEADING), ...emphasis, width });
  if (editor.viewport.current) editor.editContent(field.id);
}

/** Names have no soft hyphens, which labels of buttons may have. */
function named(editor: Editor, field: Field, name: string): void {
  editor.actions.renameSchema(field.id, unusedName(name.replaceAll("\u00ad", ""), allNames(editor.document.current().template)));
}

/**
 * With what the data has for it. What is missing stays blank: a made-up account could be printed, while without one there is no
 * document, and the form says what it lacks.
 */
function payment(editor: Editor, at?: Point): void {
  const field = editor.actions.addField("qrcode" as "text", at) as Field;
  named(editor, field, editor.dict.readyMade.payment);
  editor.actions.updateSchema(field.id, { content: undefined, payload: { type: "epc", ...payeeIn(editor.sample) } });
  editor.ui.setState({ tab: "dados" });
}

const ACCOUNT = /(?:^|\.)iban$/i;
const HOLDER = /(?:^|\.)(?:holder|accountHolder|payee|creditor|(?:seller|company|sender|issuer|supplier|bank)\.(?:name|holder))$/i;
const AMOUNT = /(?:^|\.)(?:total|grandTotal|totalGross|gross|amountDue|amount)$/i;

/** Payee, account and amount as tokens of the values of the data that are called so. */
export function payeeIn(data: unknown): { name: string; iban: string; amount: string } {
  const values = [...walk(describeData(data))].filter(({ list, type }) => list === null && type !== "object" && type !== "array");
  const token = (node: DataNode | undefined) => (node ? `{${chainedPath(node.keys)}}` : "");
  return {
    name: token(values.find(({ path }) => HOLDER.test(path))),
    iban: token(values.find(({ path }) => ACCOUNT.test(path))),
    amount: token(values.find(({ path, type }) => type === "number" && AMOUNT.test(path))),
  };
}

/** A text of one line in the footer of the page, which is made where there is none. */
function inFooter(editor: Editor, name: string, content: string, at?: Point): void {
  const design = editor.design();
  const { width, height } = design.page;
  const footer = at ? design.footerHeight : footerOf(design);
  if (footer !== design.footerHeight) editor.actions.updatePageBand({ footerHeight: footer });
  const place = at ?? {
    x: roundMm((width - NUMBER_MM.width) / 2),
    y: roundMm(height - (footer ?? 0) + Math.max(0, ((footer ?? 0) - NUMBER_MM.height) / 2)),
  };
  // Beside another one that stands there, not on it.
  const isTaken = !at && design.schemas.some((other) => other?.x === place.x && other.y === place.y);
  if (isTaken) place.x = roundMm(Math.max(0, width - NUMBER_MM.width - EDGE_MM));
  const look = lookAround({ ...place, ...NUMBER_MM }, editor.design()) ?? { ...defaultLook(), fontSize: 9 };
  const field = editor.actions.addField("text", at);
  named(editor, field, name);
  editor.actions.updateSchema(field.id, { ...place, ...NUMBER_MM, ...look, content, alignment: "center" });
}

function footerOf(design: PageDesign): number {
  if ((design.footerHeight ?? 0) >= NUMBER_MM.height) return design.footerHeight!;
  const lowest = Math.max(0, ...design.schemas.map((field) => (field ? field.y + field.height : 0)));
  return FOOTERS_MM.find((footerHeight) => lowest <= design.page.height - footerHeight) ?? FOOTERS_MM.at(-1)!;
}

/** A line, and below it what is signed. */
function signature(editor: Editor, at?: Point): void {
  const line = editor.actions.addField("line" as "text", at) as Field;
  editor.actions.updateSchema(line.id, { width: SIGNATURE_MM.width });
  named(editor, line, editor.dict.readyMade.signatureLine);
  const text = editor.actions.addField("text", { x: line.x, y: roundMm(line.y + 1) }) as TextSchema;
  editor.actions.updateSchema(text.id, { ...SIGNATURE_MM, content: editor.dict.readyMade.signatureText, style: undefined, fontSize: 8, fontColor: "#475569" });
  named(editor, text, editor.dict.readyMade.signatureText);
  editor.select([line.id, text.id]);
}
