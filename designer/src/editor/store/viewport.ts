/** Zoom and scrolling of the mounted canvas. */
import type { SetStateAction } from "react";
import { clampZoom, mmToPx, nextZoom } from "../../core/page";
import { MM } from "../canvas/length";
import { boundsOf } from "../operations/geometry";
import type { Rect } from "../../core/page";
import type { Editor } from "./editor";

/** Room around the page when it is fitted. */
const FIT_MARGIN_PX = 48;
const SCROLL_BAR_PX = 15;

export function createViewport(editor: Editor) {
  const { view, viewport } = editor;

  /** Zooms and keeps the point of the canvas that is under `at` (client coordinates; default: the middle) where it is. */
  function zoomTo(zoom: number, at?: { x: number; y: number }): void {
    const next = clampZoom(zoom);
    const before = view.getState().zoom;
    const box = viewport.current;
    if (next === before) return;
    if (!box) return view.setState({ zoom: next });
    const sheet = box.querySelector<HTMLElement>("[data-sheet]");
    const area = box.getBoundingClientRect();
    const point = at ?? { x: area.left + box.clientWidth / 2, y: area.top + box.clientHeight / 2 };
    const old = sheet?.getBoundingClientRect();
    // All lengths of the sheet are multiples of this property: it has its new size at once, before React renders.
    box.style.setProperty(MM, `${mmToPx(next)}px`);
    if (sheet && old) {
      const now = sheet.getBoundingClientRect();
      const x = now.left + ((point.x - old.left) / old.width) * now.width;
      const y = now.top + ((point.y - old.top) / old.height) * now.height;
      box.scrollBy({ left: x - point.x, top: y - point.y, behavior: "instant" });
    }
    view.setState({ zoom: next });
  }

  function fit(rect: Rect, axis: "width" | "height" | "both"): void {
    const box = viewport.current;
    if (!box) return;
    const width = (box.clientWidth - FIT_MARGIN_PX) / mmToPx(rect.width);
    const height = (box.clientHeight - FIT_MARGIN_PX) / mmToPx(rect.height);
    const zoom = axis === "width" ? width : axis === "height" ? height : Math.min(width, height);
    // Rounding up would bring the scroll bar back.
    const next = clampZoom(Math.floor(zoom * 100) / 100);
    box.style.setProperty(MM, `${mmToPx(next)}px`);
    view.setState({ zoom: next });
    reveal(rect);
  }

  /** The zoom that follows the width of the canvas, until another one is chosen. */
  let following: number | null = null;

  /** Shows the whole width of a page that is wider than the canvas, from its top, also once the canvas has another width. */
  function fitWider(): void {
    following = view.getState().zoom;
    followWidth();
    viewport.current?.scrollTo({ left: 0, top: 0, behavior: "instant" });
  }

  function followWidth(): void {
    const box = viewport.current;
    if (!box || !isFollowing()) return;
    // Whether there is a scroll bar depends on the zoom, so the zoom must not depend on it.
    const zoom = (box.offsetWidth - FIT_MARGIN_PX - SCROLL_BAR_PX) / mmToPx(page().width);
    following = clampZoom(Math.min(1, Math.floor(zoom * 100) / 100));
    zoomTo(following);
  }

  const isFollowing = () => following !== null && following === view.getState().zoom;

  function reveal(rect: Rect): void {
    const box = viewport.current;
    const sheet = box?.querySelector<HTMLElement>("[data-sheet]");
    if (!box || !sheet) return;
    const { zoom } = view.getState();
    const area = box.getBoundingClientRect();
    const origin = sheet.getBoundingClientRect();
    const x = origin.left - area.left + mmToPx(rect.x + rect.width / 2) * zoom - box.clientWidth / 2;
    const y = origin.top - area.top + mmToPx(rect.y + rect.height / 2) * zoom - box.clientHeight / 2;
    box.scrollBy({ left: x, top: y, behavior: "instant" });
  }

  const page = (): Rect => ({ x: 0, y: 0, ...editor.design().page });

  return {
    setZoom: (action: SetStateAction<number>) => zoomTo(typeof action === "function" ? action(view.getState().zoom) : action),
    zoomTo,
    zoomIn: () => zoomTo(nextZoom(view.getState().zoom, 1)),
    zoomOut: () => zoomTo(nextZoom(view.getState().zoom, -1)),
    reset: () => zoomTo(1),
    fitWider,
    followWidth,
    isFollowing,
    fitWidth: () => fit(page(), "width"),
    fitHeight: () => fit(page(), "height"),
    fitPage: () => fit(page(), "both"),
    fitSelection: () => {
      const ids = new Set(editor.selectedIds());
      const fields = editor.fields().filter((field) => field && ids.has(field.id));
      if (fields.length > 0) fit(boundsOf(fields.map((field) => editor.shownRect(field))), "both");
    },
  };
}
