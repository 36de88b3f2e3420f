/** Drops on the canvas: new fields, columns of sections, pictures, template files, and paths of the data. */
import type { DragEvent } from "react";
import type { Binding, DataDragPayload, Field, FieldType, SectionColumnDragPayload, TableColumn } from "../../core/types";
import { tokenFor } from "../../core/expressions";
import { isExtended, SECTION_COLUMN_MIME, sectionOfItems } from "../../core/fields";
import { chainedPath } from "../../core/formulas";
import { DATA_MIME, PICTURE_MIME } from "../../panels/data/drag";
import { keysAt, lookup, valuesIn } from "../../panels/data/lookup";
import { imageFacts, readImage } from "../../panels/properties/images";
import { allNames, roundMm } from "../operations/design";
import { unusedName, wordsOf } from "../operations/names";
import { insertReadyMade, isReadyMade } from "../operations/ready-made";
import { sectionAt } from "../operations/geometry";
import { tableLook } from "../operations/tables";
import { fieldIdAt } from "../canvas/targets";
import { columnTokenAt, tokenAt } from "../operations/value-token";
import type { Editor } from "../store/editor";
import { PX_PER_MM } from "../../core/page";

/** Width of the table of a list, and what it leaves free at the edge of the page. */
const LIST_MM = 180;
const EDGE_MM = 10;

const CODES: ReadonlySet<string> = new Set(["qrcode", "barcode"]);
const DRAWINGS: ReadonlySet<string> = new Set(["svg", "path"]);

export const NEW_FIELD_MIME = "application/x-json-pdf-designer-new-field";

export function isDragOfOurs(event: DragEvent): boolean {
  const { types } = event.dataTransfer;
  return [NEW_FIELD_MIME, SECTION_COLUMN_MIME, DATA_MIME, "Files"].some((type) => types.includes(type));
}

export function handleDrop(editor: Editor, event: DragEvent<HTMLDivElement>): void {
  const { dataTransfer } = event;
  const at = dropPoint(editor, event);
  // Keys act on what was dropped.
  if (isDragOfOurs(event)) editor.viewport.current?.focus({ preventScroll: true });
  const kind = dataTransfer.getData(NEW_FIELD_MIME);
  if (kind) {
    event.preventDefault();
    if (isReadyMade(kind)) insertReadyMade(editor, kind, at);
    else if (kind === "section") {
      const section = editor.actions.createSection();
      editor.actions.setGeometry(section.id, { y: at.y });
    } else editor.insertField(kind as Exclude<FieldType, "section">, at);
    return;
  }
  const column = parse<SectionColumnDragPayload>(dataTransfer.getData(SECTION_COLUMN_MIME));
  if (typeof column?.sectionId === "string" && typeof column.column === "string") {
    event.preventDefault();
    editor.actions.dropSectionColumn(column, at.x, at.y);
    return;
  }
  const picture = [...dataTransfer.files].find((file) => file.type === "image/png" || file.type === "image/jpeg");
  const image = imageAt(editor, event);
  // Over a picture, other formats that the browser reads are meant for it too.
  const other = image !== undefined ? [...dataTransfer.files].find((file) => file.type.startsWith("image/")) : undefined;
  if (picture ?? other) {
    event.preventDefault();
    void insertDropped(editor, (picture ?? other)!, image, at);
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
  dropPath(editor, payload, at, fieldIdAt(event.target));
}

/** The picture under the pointer, whatever lies over it: an image, or a drawing that may be a logo. */
function imageAt(editor: Editor, event: DragEvent): string | undefined {
  if (!editor.permissions.data) return undefined;
  const below = typeof document.elementsFromPoint === "function" ? document.elementsFromPoint(event.clientX, event.clientY) : [event.target as Element];
  return below.flatMap((element) => fieldIdAt(element) ?? []).find((id) => {
    const field = editor.field(id);
    return field?.type === "image" || (field !== undefined && isSmallDrawing(field, editor.design().page));
  });
}

/** Larger drawings are shapes that things stand on. */
const isSmallDrawing = ({ type, width, height }: Field, page: { width: number; height: number }): boolean =>
  DRAWINGS.has(type) && width * height * 20 < page.width * page.height;

/** Marks the picture that a dragged file would replace, or the field that would show a dragged value. */
export function showDropTarget(editor: Editor, event: DragEvent): void {
  const { types } = event.dataTransfer;
  const dropPicture = types.includes("Files") ? (imageAt(editor, event) ?? null) : null;
  const over = types.includes(DATA_MIME) && editor.permissions.data ? editor.field(fieldIdAt(event.target) ?? null) : undefined;
  // The value that is dragged can be read only when it is dropped; its types can be before.
  const takes = over !== undefined && (over.type === "text" || isCode(over) || (types.includes(PICTURE_MIME) && showsPictures(editor, over)));
  const dropValue = takes ? over.id : null;
  const shown = editor.overlay.getState();
  if (shown.dropPicture !== dropPicture || shown.dropValue !== dropValue) editor.overlay.setState({ dropPicture, dropValue });
}

/** Returns true if it is a code that prints its content; payment codes are made of their own parts. */
const isCode = (field: Field): boolean => CODES.has(field.type) && !(field as { payload?: unknown }).payload;

/** Returns true if it is an image that takes pictures of the data: members of a section take none from the document. */
const showsPictures = (editor: Editor, field: Field): boolean => field.type === "image" && !sectionOfItems(field, editor.design(), isExtended(editor.document.current().template));

async function insertDropped(editor: Editor, file: File, image: string | undefined, at: { x: number; y: number }): Promise<void> {
  if (file.type === "image/png" || file.type === "image/jpeg") await editor.insertPicture(file, image, at);
  else {
    const read = await readImage(file);
    if ("error" in read) return editor.announce(editor.dict.errors.imageUploadUnreadable.title);
    const png = await fetch(read.uri);
    await editor.insertPicture(await png.blob(), image, at);
  }
  const field = editor.field(image ?? null);
  if (!field) return;
  editor.select([field.id]);
  editor.announce(editor.dict.gestures.replacedPicture(field.name));
}

/** Place of the pointer on the sheet, on the grid unless Shift is held. */
function dropPoint(editor: Editor, event: DragEvent): { x: number; y: number } {
  const rect = editor.viewport.current?.querySelector("[data-sheet]")?.getBoundingClientRect();
  const scale = PX_PER_MM * editor.view.getState().zoom;
  const free = event.shiftKey || editor.grid <= 0;
  const place = (mm: number) => (free ? roundMm(mm) : Math.round(mm / editor.grid) * editor.grid);
  const at = editor.placeAt({ x: (event.clientX - (rect?.left ?? 0)) / scale, y: (event.clientY - (rect?.top ?? 0)) / scale });
  return { x: place(at.x), y: place(at.y) };
}

function parse<T>(text: string): T | null {
  try {
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    // Whatever else was dragged.
    return null;
  }
}

/** A path of keys joined by dots as token. */
const tokenOfPath = (editor: Editor, path: string): string => tokenAt(editor.document.current().template, editor.sample, path, editor.table()?.rows);

export function dropPath(editor: Editor, payload: DataDragPayload, at: { x: number; y: number }, over: string | undefined): void {
  const target = editor.field(over ?? null);
  if (payload.kind === "scalar" && valuesIn(editor.sample, payload.path).length > 0) {
    // An object prints nothing of use: one of its values is chosen.
    editor.dropChoice.setState({ payload, at, over });
    return;
  }
  if (target && (payload.kind === "scalar" || payload.kind === "native" || payload.kind === "arrayColumn") && showValue(editor, target, payload)) return;
  switch (payload.kind) {
    case "arraySource":
      editor.dropChoice.setState({ payload, at, over: undefined });
      return;
    case "arrayColumn": {
      const column = payload.column ?? payload.path;
      const section =
        target?.type === "section" ? target : sectionAt({ ...at, width: 0, height: 0 }, editor.design());
      if (target?.type === "table") {
        editor.select([target.id]);
        editor.actions.addTableColumn(column);
      } else if (section) editor.actions.dropSectionColumn({ sectionId: section.id, column }, at.x, at.y);
      else addText(editor, tokenOfPath(editor, payload.path), at);
      return;
    }
    case "native":
      addText(editor, `{${payload.path}}`, at);
      return;
    default:
      if (target?.type === "text") {
        editor.actions.updateSchema(target.id, { content: `${target.content} ${tokenOfPath(editor, payload.path)}` });
      } else addText(editor, tokenOfPath(editor, payload.path), at, String(lookup(editor.sample, payload.path)).includes("\n"));
  }
}

/** A value as it is in the data, which codes hold and pictures are. */
const rawToken = (editor: Editor, { path, kind, sourcePath, column }: DataDragPayload, field: Field): string => {
  if (kind === "native") return `{${path}}`;
  const { template, bindings } = editor.document.current();
  const section = sectionOfItems(field, editor.design(), isExtended(template));
  const isOfItem = kind === "arrayColumn" && column !== undefined && bindings.some((own) => own?.type === "section" && own.schemaName === section?.name && own.path === sourcePath);
  return isOfItem ? tokenFor(column) : `{${chainedPath(keysAt(editor.sample, path))}}`;
};

/** Shows the value in a code, or a picture in an image, in the place of what it shows; `false` where the field is neither. */
function showValue(editor: Editor, field: Field, payload: DataDragPayload): boolean {
  const isPicture = payload.kind === "scalar" && showsPictures(editor, field) && imageFacts(String(lookup(editor.sample, payload.path))) !== null;
  if (!isPicture && !isCode(field)) return false;
  editor.actions.transaction({ kind: "bind", name: field.name }, () => {
    if (isPicture) editor.actions.setBinding(field.name, { schemaName: field.name, type: "template", template: rawToken(editor, payload, field) });
    else {
      // A binding would print in the place of the content.
      editor.actions.setBinding(field.name, null);
      editor.actions.updateSchema(field.id, { content: rawToken(editor, payload, field) });
    }
  });
  editor.select([field.id]);
  return true;
}

/** A value of the data as a new field of the chosen kind. */
export function addValueAs(editor: Editor, kind: "text" | "qrcode" | "barcode" | "image", payload: DataDragPayload, at: { x: number; y: number }): void {
  if (kind === "text") return dropPath(editor, payload, at, undefined);
  editor.actions.transaction({ kind: "add", name: payload.path }, () => {
    const field = editor.actions.addField(kind as "text", at) as Field;
    editor.actions.renameSchema(field.id, unusedName(wordsOf(payload.path), allNames(editor.document.current().template)));
    showValue(editor, editor.field(field.id) ?? field, payload);
  });
}

/** `hasLines`: its value has several lines, which a text that wraps prints as such. */
function addText(editor: Editor, content: string, at: { x: number; y: number }, hasLines = false): void {
  editor.actions.transaction({ kind: "add" }, () => {
    const field = editor.actions.addField("text", at);
    const most = editor.design().page.width - field.width;
    // Dropped at the right, it begins further left, so that it prints whole.
    if (field.x > most) editor.actions.setGeometry(field.id, { x: roundMm(Math.max(0, most)) });
    const wraps = hasLines && isExtended(editor.document.current().template);
    editor.actions.updateSchema(field.id, { content, ...(wraps && { wrap: "word", overflow: "expand" }) });
  });
}

/** A column of a list: numbers as people write them, everything else by its key. */
function columnOf(editor: Editor, list: string, column: string): TableColumn {
  const { template } = editor.document.current();
  const formula = columnTokenAt(template, editor.sample, list, column, editor.table()?.rows);
  return formula.includes("(") ? { label: column, formula } : column;
}

/** A list as a field of the chosen kind, with its binding, in one step. */
export function addListAs(editor: Editor, kind: "table" | "section" | "chart" | "kpi", payload: DataDragPayload, at: { x: number; y: number }): void {
  const { path, columns = [], columnTypes = {} } = payload;
  editor.actions.transaction({ kind: "add", name: path }, () => {
    if (isReadyMade(kind)) insertReadyMade(editor, kind, at);
    else if (kind === "section") {
      const section = editor.actions.createSection(path);
      editor.actions.setGeometry(section.id, { y: at.y });
      return;
    }
    const { width } = editor.design().page;
    // A table is as wide as the page lets it be; what is dropped at the right begins further left.
    const wide = roundMm(Math.min(LIST_MM, width - 2 * EDGE_MM));
    const x = kind === "table" ? Math.max(0, Math.min(at.x, width - EDGE_MM - wide)) : at.x;
    const field = editor.actions.addField(kind, { x, y: at.y });
    if (kind === "table") editor.actions.updateSchema(field.id, { width: wide });
    else if (x + field.width > width) editor.actions.setGeometry(field.id, { x: roundMm(Math.max(0, width - field.width)) });
    editor.actions.renameSchema(field.id, unusedName(wordsOf(path), allNames(editor.document.current().template)));
    const name = editor.field(field.id)?.name ?? field.name;
    const numeric = columns.find((column) => columnTypes[column] === "number");
    const label = columns.find((column) => columnTypes[column] !== "number") ?? columns[0];
    let binding: Binding | null = null;
    if (kind === "table") binding = { schemaName: name, type: "array", path, columns: columns.map((column) => columnOf(editor, path, column)) };
    else if (kind === "chart" && label && numeric) {
      binding = { schemaName: name, type: "chart", path, labelColumn: label, valueColumn: numeric };
    } else if (kind === "kpi") {
      binding = numeric
        ? { schemaName: name, type: "kpi", path, aggregation: "sum", valueColumn: numeric }
        : { schemaName: name, type: "kpi", path, aggregation: "count" };
    }
    if (binding) editor.actions.handleChangeBinding(name, binding);
    if (kind === "table" && isExtended(editor.document.current().template)) editor.actions.updateSchema(field.id, tableLook(columns, columnTypes));
  });
}
