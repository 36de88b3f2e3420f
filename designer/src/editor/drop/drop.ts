/** Drops on the canvas: new fields, columns of sections, pictures, template files, and paths of the data. */
import type { DragEvent } from "react";
import type { Binding, DataDragPayload, Field, FieldType, PageDesign, SectionColumnDragPayload, TableColumn, TextSchema } from "../../core/types";
import { isExtended, SECTION_COLUMN_MIME } from "../../core/fields";
import { DATA_MIME, draggedPayload, PICTURE_MIME } from "../../panels/data/drag";
import { lookup } from "../../panels/data/lookup";
import { allNames, roundMm } from "../operations/design";
import { newField, titleOf, unusedName, wordsOf } from "../operations/names";
import { insertReadyMade, isReadyMade } from "../operations/ready-made";
import { tableLook } from "../operations/tables";
import { fieldIdAt } from "../canvas/targets";
import { fillCell } from "../operations/fill-cell";
import { columnTokenAt, lineAmountOf, tokenAt, totalsRow } from "../operations/value-token";
import { placeInZone } from "../operations/geometry";
import type { DropMark } from "../gestures/overlay-store";
import type { Editor } from "../store/editor";
import { PX_PER_MM, snapToGrid } from "../../core/page";
import type { Subject } from "../operations/flow";
import { isSmallDrawing } from "../operations/pictures";
import { type DropEffect, type DropTarget, effectOf } from "./effect";

/** The most that the table of a list leaves free at the right of a page without a margin of its own. */
const EDGE_MM = 20;

export const NEW_FIELD_MIME = "application/x-json-pdf-designer-new-field";

export function isDragOfOurs(event: DragEvent): boolean {
  const { types } = event.dataTransfer;
  return [NEW_FIELD_MIME, SECTION_COLUMN_MIME, DATA_MIME, "Files"].some((type) => types.includes(type));
}

export function handleDrop(editor: Editor, event: DragEvent<HTMLDivElement>): void {
  const { dataTransfer } = event;
  // Keys act on what was dropped.
  if (isDragOfOurs(event)) editor.viewport.current?.focus({ preventScroll: true });
  const kind = dataTransfer.getData(NEW_FIELD_MIME);
  if (kind) {
    event.preventDefault();
    const at = dropPoint(editor, event, subject(editor, isReadyMade(kind) ? "text" : (kind as FieldType)));
    if (isReadyMade(kind)) insertReadyMade(editor, kind, at);
    else if (kind === "section") {
      editor.actions.transaction({ kind: "add" }, () => {
        const section = editor.actions.createSection();
        editor.actions.setGeometry(section.id, { y: at.y });
      });
    } else editor.insertField(kind as Exclude<FieldType, "section">, at);
    return;
  }
  const column = parse<SectionColumnDragPayload>(dataTransfer.getData(SECTION_COLUMN_MIME));
  if (typeof column?.sectionId === "string" && typeof column.column === "string") {
    event.preventDefault();
    const at = dropPoint(editor, event, subject(editor, "text"));
    editor.actions.dropSectionColumn(column, at.x, at.y);
    return;
  }
  // Formats that are not printed as they are, are converted.
  const picture = [...dataTransfer.files].find((file) => file.type.startsWith("image/"));
  if (picture) {
    event.preventDefault();
    void insertDropped(editor, picture, imageAt(editor, event), dropPoint(editor, event, subject(editor, "image")));
    return;
  }
  if (editor.host.onCanvasDrop) {
    editor.host.onCanvasDrop(event);
    return;
  }
  const [file] = dataTransfer.files;
  if (file) {
    // The browser would leave the page for it.
    event.preventDefault();
    if (Object.values(editor.permissions).every(Boolean)) editor.ui.setState({ importing: file });
    return;
  }
  const payload = parse<DataDragPayload>(dataTransfer.getData(DATA_MIME));
  // Any page may offer JSON.
  if (typeof payload?.path !== "string" || payload.path === "") return;
  if (!(payload.columns ?? []).every?.((name) => typeof name === "string")) return;
  event.preventDefault();
  dropPath(editor, payload, dropPoint(editor, event, subjectOf(editor, payload)), targetOf(editor, event), pointOf(editor, event));
}

/** The elements under the pointer that show fields, the upper ones first, whatever lies over them, such as the handles of a selection. */
function fieldElementsAt(event: DragEvent): Element[] {
  const below = typeof document.elementsFromPoint === "function" ? document.elementsFromPoint(event.clientX, event.clientY) : [event.target];
  return below.filter((element): element is Element => fieldIdAt(element) !== undefined);
}

/** The picture under the pointer: an image, or a drawing that may be a logo. */
function imageAt(editor: Editor, event: DragEvent): string | undefined {
  if (!editor.permissions.data) return undefined;
  return fieldElementsAt(event).flatMap((element) => fieldIdAt(element) ?? []).find((id) => {
    const field = editor.field(id);
    return field?.type === "image" || (field !== undefined && isSmallDrawing(field, editor.design().page));
  });
}

/** A value that is dragged from a page of the host, which only the drop says. */
const UNKNOWN: DataDragPayload = { path: "", kind: "scalar" };

/** Marks the place that a drop would change, with the effect as a hint. */
export function showDropTarget(editor: Editor, event: DragEvent): void {
  const drop = markOf(editor, event);
  const { drop: shown } = editor.overlay.getState();
  if (JSON.stringify(shown) !== JSON.stringify(drop)) editor.overlay.setState({ drop });
}

function markOf(editor: Editor, event: DragEvent): DropMark | null {
  const { types } = event.dataTransfer;
  const picture = types.includes("Files") ? editor.field(imageAt(editor, event) ?? null) : undefined;
  if (picture) return { kind: "replacePicture", box: editor.shownRect(picture), at: null };
  if (!types.includes(DATA_MIME) || !editor.permissions.data || editor.host.onCanvasDrop) return null;
  const payload = draggedPayload();
  const target = targetOf(editor, event);
  const at = dropPoint(editor, event, subjectOf(editor, payload ?? UNKNOWN));
  const effect = payload ? effectOf(editor, payload, at, target) : effectOf(editor, UNKNOWN, at, target, types.includes(PICTURE_MIME));
  const field = "field" in effect ? effect.field : undefined;
  if (!field) return { kind: effect.kind, box: null, at: pointOf(editor, event) };
  const { x, y, width, height } = editor.shownRect(field);
  const cell = effect.kind === "cell" ? effect.cell.box : null;
  return { kind: effect.kind, box: cell ? { ...cell, x: x + cell.x, y: y + cell.y } : { x, y, width, height }, at: null };
}

/** The field under the pointer, and the place in it. Of a repeated field it is that of the first place. */
function targetOf(editor: Editor, event: DragEvent): DropTarget {
  const [element = null] = fieldElementsAt(event);
  const id = fieldIdAt(element);
  const field = editor.field(id ?? null);
  if (!field) return {};
  const point = pointOf(editor, event);
  const part = element?.closest("[data-part-of]")?.getBoundingClientRect();
  const scale = PX_PER_MM * editor.view.getState().zoom;
  if (part) return { field: id, within: { x: (event.clientX - part.left) / scale, y: (event.clientY - part.top) / scale } };
  const { x, y } = editor.shownRect(field);
  return { field: id, within: { x: point.x - x, y: point.y - y } };
}

async function insertDropped(editor: Editor, file: File, image: string | undefined, at: { x: number; y: number }): Promise<void> {
  if (!(await editor.insertPicture(file, image, at))) return;
  const field = editor.field(image ?? null);
  if (!field) return;
  editor.select([field.id]);
  editor.announce(editor.dict.gestures.replacedPicture(field.name));
}

/** Position of the pointer on the canvas, in mm. */
function pointOf(editor: Editor, event: DragEvent): { x: number; y: number } {
  const rect = editor.viewport.current?.querySelector("[data-sheet]")?.getBoundingClientRect();
  const scale = PX_PER_MM * editor.view.getState().zoom;
  return { x: (event.clientX - (rect?.left ?? 0)) / scale, y: (event.clientY - (rect?.top ?? 0)) / scale };
}

/** Drop position in the template, in mm. It snaps to the grid; holding Shift turns snapping off. */
function dropPoint(editor: Editor, event: DragEvent, subject: Subject): { x: number; y: number } {
  const grid = event.shiftKey ? 0 : editor.grid;
  const point = pointOf(editor, event);
  const zone = subject.type === "section" ? null : editor.zoneAt({ ...point, width: subject.width, height: subject.height }, [point.y]);
  if (zone && zone.zone !== "body") {
    const onGrid = { ...subject, x: snapToGrid(zone.x, grid), y: snapToGrid(zone.y, grid) };
    const { x, y } = placeInZone(onGrid, editor.design(), [point.y - zone.sheet.y]);
    return { x: roundMm(x), y: roundMm(y) };
  }
  const { x, y } = editor.placeAt(zone ? { x: point.x, y: zone.sheet.y + zone.y } : point, subject, { grid });
  return { x: roundMm(snapToGrid(x, grid)), y };
}

function parse<T>(text: string): T | null {
  try {
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    // Whatever else was dragged.
    return null;
  }
}

/** A field as it will be added. */
const subject = (editor: Editor, type: FieldType): Subject => newField(type, editor.dict, new Set());

/** Lists mostly become tables. */
const subjectOf = (editor: Editor, { kind }: DataDragPayload): Subject => subject(editor, kind === "arraySource" ? "table" : "text");

/** Applies the effect of a drop at a place of the template; `shown` is that of the canvas. */
export function dropPath(editor: Editor, payload: DataDragPayload, at: { x: number; y: number }, target: DropTarget = {}, shown = at): void {
  const effect = effectOf(editor, payload, at, target);
  switch (effect.kind) {
    case "chooseValue":
    case "newList":
      editor.dropChoice.setState({ payload, at, target, shown });
      return;
    case "newText":
      addText(editor, effect.token, at, payload);
      return;
    case "sectionColumn":
      editor.actions.dropSectionColumn({ sectionId: effect.field.id, column: effect.column }, at.x, at.y);
      return;
    default:
      fill(editor, effect, payload);
      editor.select([effect.field.id]);
  }
}

type Filling = Extract<DropEffect, { field: Field }>;

/** Shows a value in a field that is there. */
function fill(editor: Editor, effect: Exclude<Filling, { kind: "sectionColumn" }>, payload: DataDragPayload): void {
  const { actions } = editor;
  const { field } = effect;
  const label = { kind: "bind", name: field.name } as const;
  switch (effect.kind) {
    case "picture":
      actions.setBinding(field.name, { schemaName: field.name, type: "template", template: effect.token });
      return;
    case "code":
    case "card":
      actions.transaction(label, () => {
        // A binding would print in the place of the content.
        actions.setBinding(field.name, null);
        actions.updateSchema(field.id, effect.kind === "code" ? { content: effect.token } : { value: effect.token });
      });
      return;
    case "text":
    case "addToText":
      actions.transaction(label, () => {
        const isBound = editor.document.current().bindings.some((own) => own?.schemaName === field.name);
        if (isBound) actions.setBinding(field.name, { schemaName: field.name, type: "template", template: effect.content });
        else actions.updateSchema(field.id, { content: effect.content });
        if (effect.kind === "text") actions.updateSchema(field.id, wrapping(editor, payload));
      });
      return;
    case "listOfTable":
      showList(editor, field.name, payload);
      return;
    case "column":
      editor.select([field.id]);
      if (effect.first) showList(editor, field.name, { ...payload, path: payload.sourcePath ?? "", columns: [effect.column] });
      else actions.addTableColumn(effect.column);
      return;
    case "cell":
      actions.transaction(label, () => fillCell(editor, effect.field, effect.cell, effect.token));
  }
}

/** The columns of a list in a table that shows none yet. */
function showList(editor: Editor, name: string, { path, columns = [] }: DataDragPayload): void {
  editor.actions.handleChangeBinding(name, { schemaName: name, type: "array", path, columns: columns.map((column) => columnOf(editor, path, column)) });
}

/** A value of the data as a new field of the chosen kind. */
export function addValueAs(editor: Editor, kind: "text" | "qrcode" | "barcode" | "image", payload: DataDragPayload, at: { x: number; y: number }): void {
  if (kind === "text") return dropPath(editor, payload, at);
  editor.actions.transaction({ kind: "add", name: payload.path }, () => {
    const field = editor.actions.addField(kind as "text", at) as Field;
    editor.actions.renameSchema(field.id, unusedName(wordsOf(payload.path), allNames(editor.document.current().template)));
    const effect = effectOf(editor, payload, at, { field: field.id });
    if (effect.kind === "code" || effect.kind === "picture") fill(editor, effect, payload);
  });
}

/** The term of payment that most invoices have. */
export const USUAL_TERM_DAYS = 14;

/** The token of a day some days after a day of the data, such as when a payment is due; `null` for other values, and without the extensions. */
export function laterToken(editor: Editor, { path }: DataDragPayload, days = USUAL_TERM_DAYS): string | null {
  const { template } = editor.document.current();
  const [, day] = /^\{DATE\((.*)\)\}$/s.exec(tokenAt(template, editor.sample, path, editor.table()?.rows)) ?? [];
  return day === undefined || !isExtended(template) ? null : `{DATE(DATEADD(${day}, ${days}, "day"))}`;
}

/** A text with the day some days after a day of the data. */
export function addLaterDay(editor: Editor, payload: DataDragPayload, at: { x: number; y: number }): void {
  const token = laterToken(editor, payload);
  if (token !== null) addText(editor, token, at, payload);
}

/** Values of more characters are no label: at the usual size they reach over the width of a new text. */
const LONG_VALUE = 40;

/** The looks of a text for a value: addresses, notes and the like wrap, and the box grows with them. */
function wrapping(editor: Editor, { kind, path }: DataDragPayload): Pick<TextSchema, "wrap" | "overflow"> {
  if (kind !== "scalar" || !isExtended(editor.document.current().template)) return {};
  const values = (editor.table()?.rows ?? [editor.sample]).map((row) => lookup(row, path));
  const isLong = values.some((value) => typeof value === "string" && (value.includes("\n") || value.length > LONG_VALUE));
  return isLong ? { wrap: "word", overflow: "expand" } : {};
}

function addText(editor: Editor, content: string, at: { x: number; y: number }, payload: DataDragPayload): void {
  editor.actions.transaction({ kind: "add" }, () => {
    const field = editor.actions.addField("text", at);
    const most = editor.design().page.width - field.width;
    // Dropped at the right, it begins further left, so that it prints whole.
    if (field.x > most) editor.actions.setGeometry(field.id, { x: roundMm(Math.max(0, most)) });
    editor.actions.updateSchema(field.id, { content, ...wrapping(editor, payload) });
  });
}

/** A column of a list: numbers as people write them, everything else by its key. */
function columnOf(editor: Editor, list: string, column: string): TableColumn {
  const { template } = editor.document.current();
  const formula = columnTokenAt(template, editor.sample, list, column, editor.table()?.rows);
  return formula.includes("(") ? { label: titleOf(column), formula } : column;
}

export type ListKind = "table" | "tableWithTotal" | "section" | "chart" | "kpi";

const totalsOfList = (editor: Editor, { path, columns = [] }: DataDragPayload): string[] | null =>
  totalsRow(editor.document.current().template, editor.sample, path, columns, editor.dict.tableEditor.total);

/** The kinds of fields that show a list, with a total where one of its columns has a sum. */
export const listKinds = (editor: Editor, payload: DataDragPayload): ListKind[] => ["table", ...(totalsOfList(editor, payload) ? (["tableWithTotal"] as const) : []), "section", "chart", "kpi"];

/** From a place to the right margin, or as far from the edge as the place is. What is dropped in the right half begins further left. */
function roomForTable({ page: { width }, marginLeft = 0, marginRight = 0 }: Pick<PageDesign, "page" | "marginLeft" | "marginRight">, at: number): { x: number; width: number } {
  const left = Math.max(0, at);
  const right = marginRight > 0 ? marginRight : Math.min(left, EDGE_MM);
  const x = left <= width / 2 ? left : marginLeft > 0 ? marginLeft : right;
  return { x: roundMm(x), width: roundMm(width - x - right) };
}

/** A list as a field of the chosen kind, with its binding, in one step. */
export function addListAs(editor: Editor, chosen: ListKind, payload: DataDragPayload, at: { x: number; y: number }): void {
  const { path, columns = [], columnTypes = {} } = payload;
  const kind = chosen === "tableWithTotal" ? "table" : chosen;
  editor.actions.transaction({ kind: "add", name: path }, () => {
    if (isReadyMade(kind)) insertReadyMade(editor, kind, at);
    else if (kind === "section") {
      const section = editor.actions.createSection(path);
      editor.actions.setGeometry(section.id, { y: at.y });
      return;
    }
    const { width } = editor.design().page;
    const room = kind === "table" ? roomForTable(editor.design(), at.x) : null;
    const x = room?.x ?? at.x;
    const field = editor.actions.addField(kind, { x, y: at.y });
    if (room) editor.actions.updateSchema(field.id, { width: room.width });
    else if (x + field.width > width) editor.actions.setGeometry(field.id, { x: roundMm(Math.max(0, width - field.width)) });
    editor.actions.renameSchema(field.id, unusedName(wordsOf(path), allNames(editor.document.current().template)));
    const name = editor.field(field.id)?.name ?? field.name;
    const numeric = columns.find((column) => columnTypes[column] === "number");
    const label = columns.find((column) => columnTypes[column] !== "number") ?? columns[0];
    let binding: Binding | null = null;
    // The sum of prices of units says nothing: the total stands under the amounts of the lines.
    const amount = chosen === "tableWithTotal" ? lineAmountOf(editor.document.current().template, editor.sample, path, columns, editor.table()?.rows) : null;
    const amounts = amount ? [{ label: unusedName(editor.dict.tableEditor.amount, new Set(columns.map(titleOf))), formula: amount.cell }] : [];
    if (kind === "table") binding = { schemaName: name, type: "array", path, columns: [...columns.map((column) => columnOf(editor, path, column)), ...amounts] };
    else if (kind === "chart" && label && numeric) {
      binding = { schemaName: name, type: "chart", path, labelColumn: label, valueColumn: numeric };
    } else if (kind === "kpi") {
      binding = numeric
        ? { schemaName: name, type: "kpi", path, aggregation: "sum", valueColumn: numeric }
        : { schemaName: name, type: "kpi", path, aggregation: "count" };
    }
    if (binding) editor.actions.handleChangeBinding(name, binding);
    if (kind === "table" && isExtended(editor.document.current().template)) {
      const keys = [...columns, ...amounts.map(({ formula }) => formula)];
      editor.actions.updateSchema(field.id, tableLook(keys, { ...columnTypes, ...Object.fromEntries(amounts.map(({ formula }) => [formula, "number" as const])) }));
    }
    const withAmount = amount && [editor.dict.tableEditor.total, ...columns.slice(1).map(() => ""), amount.total];
    const footer = chosen === "tableWithTotal" ? (withAmount ?? totalsOfList(editor, payload)) : null;
    if (footer) editor.actions.updateSchema(field.id, { footer });
  });
}
