/** Fields that are inserted ready for what they are for: payment codes, page numbers, signature lines. */
import type { Field, PageDesign, TextSchema } from "../../core/types";
import { chainedPath } from "../../core/formulas";
import { type DataNode, describeData, walk } from "../../panels/data/tree";
import type { Editor } from "../store/editor";
import { allNames, roundMm } from "./design";
import { unusedName } from "./names";

export const READY_MADE = ["payment", "pageNumber", "signatureLine"] as const;
export type ReadyMade = (typeof READY_MADE)[number];

export const isReadyMade = (kind: string): kind is ReadyMade => (READY_MADE as readonly string[]).includes(kind);

/** Whether it consists of what only the extensions of the format have. */
export const needsExtensions = (kind: ReadyMade): boolean => kind !== "pageNumber";

/** Footers to begin with, in mm: the highest that reaches into no field. */
const FOOTERS_MM = [15, 12, 10, 8] as const;
const NUMBER_MM = { width: 60, height: 6 };
const SIGNATURE_MM = { width: 70, height: 6 };

type Point = { x: number; y: number };

/** Inserts it, where it belongs or at a point, in one step that undo takes back. */
export function insertReadyMade(editor: Editor, kind: ReadyMade, at?: Point): void {
  editor.actions.transaction({ kind: "add", name: editor.dict.readyMade[kind] }, () => {
    if (kind === "payment") payment(editor, at);
    else if (kind === "pageNumber") pageNumber(editor, at);
    else signature(editor, at);
  });
}

function named(editor: Editor, field: Field, name: string): void {
  editor.actions.renameSchema(field.id, unusedName(name, allNames(editor.document.current().template)));
}

/**
 * With what the data has for it. What is missing stays blank: a made-up account could be printed, while without one there is no
 * document, and the form says what it lacks.
 */
function payment(editor: Editor, at?: Point): void {
  const field = editor.actions.addField("qrcode" as "text", at) as Field;
  named(editor, field, editor.dict.readyMade.payment);
  editor.actions.updateSchema(field.id, { content: undefined, payload: { type: "epc", ...payeeIn(editor.host.data) } });
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

/** In the footer of the page, which is made where there is none. */
function pageNumber(editor: Editor, at?: Point): void {
  const design = editor.design();
  const { width, height } = design.page;
  const footer = at ? design.footerHeight : footerOf(design);
  if (footer !== design.footerHeight) editor.actions.updatePageBand({ footerHeight: footer });
  const field = editor.actions.addField("text", at);
  named(editor, field, editor.dict.readyMade.pageNumber);
  const place = at ?? {
    x: roundMm((width - NUMBER_MM.width) / 2),
    y: roundMm(height - (footer ?? 0) + Math.max(0, ((footer ?? 0) - NUMBER_MM.height) / 2)),
  };
  editor.actions.updateSchema(field.id, { ...place, ...NUMBER_MM, content: editor.dict.readyMade.pageNumberText, fontSize: 9, alignment: "center" });
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
  editor.actions.updateSchema(text.id, { ...SIGNATURE_MM, content: editor.dict.readyMade.signatureText, fontSize: 8, fontColor: "#475569" });
  named(editor, text, editor.dict.readyMade.signatureText);
  editor.select([line.id, text.id]);
}
