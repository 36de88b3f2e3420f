/** Payload of a drag from a data explorer, ours or the host's. */
import type { DataDragPayload } from "../../core/types";

export const DATA_MIME = "application/json";
/** Marks a value that is a picture, which a page can see before it is dropped. */
export const PICTURE_MIME = "application/x-json-pdf-designer-picture";
const KINDS = ["scalar", "arraySource", "arrayColumn", "native"];

/** The payload of a drop, `null` for drops of something else. */
export function readDragPayload(transfer: DataTransfer | null): DataDragPayload | null {
  const text = transfer?.getData(DATA_MIME);
  if (!text) return null;
  try {
    const payload = JSON.parse(text) as Partial<DataDragPayload> | null;
    if (payload === null || typeof payload !== "object" || typeof payload.path !== "string") return null;
    return KINDS.includes(payload.kind as string) ? (payload as DataDragPayload) : null;
  } catch {
    return null;
  }
}

/** Marks parts of the page whose values go into the input that takes them, so that a press there does not end the writing. */
export const GIVES_VALUES = "data-gives-values";

let dragged: DataDragPayload | null = null;

/** The value that is dragged from the data of this page: browsers show the content of a drag only to its drop. */
export const draggedPayload = (): DataDragPayload | null => dragged;

export function endDrag(): void {
  dragged = null;
}

export function writeDragPayload(transfer: DataTransfer, payload: DataDragPayload, isPicture = false): void {
  dragged = payload;
  transfer.setData(DATA_MIME, JSON.stringify(payload));
  if (isPicture) transfer.setData(PICTURE_MIME, payload.path);
  transfer.setData("text/plain", `{${payload.path}}`);
  transfer.effectAllowed = "copy";
}
