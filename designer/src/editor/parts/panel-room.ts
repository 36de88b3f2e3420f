/** The room that panels beside the canvas take: widths that are chosen and kept, and windows where panels lie over the page. */
import { useState, useSyncExternalStore } from "react";
import { useCommitEffect } from "../commit-effect";
import { readLocal, writeLocal } from "../store/local";

/** The same as in `editor.css`. Narrower windows have panels below the page, wider ones beside it. */
const OVER_PAGE = "(min-width: 601px) and (max-width: 1099px)";

export const MIN_WIDTH_PX = 224;
/** Of the window: the page keeps the larger part. */
const MOST = 0.45;

export const mostWidth = (): number => Math.max(MIN_WIDTH_PX, Math.floor((globalThis.innerWidth ?? 0) * MOST));

const keyOf = (panel: string) => `json-pdf-designer:width:${panel}`;

/** The chosen width in pixels, and how it is changed; `null` is the one of the stylesheet. */
export function usePanelWidth(panel: string): [number | null, (width: number | null) => void] {
  const [width, setWidth] = useState<number | null>(null);
  // A page that a server made does not know it.
  useCommitEffect(() => {
    const kept = readLocal(keyOf(panel));
    setWidth(typeof kept === "number" && kept >= MIN_WIDTH_PX ? kept : null);
  }, [panel]);
  const choose = (next: number | null) => {
    setWidth(next);
    writeLocal(keyOf(panel), next);
  };
  return [width, choose];
}

const query = () => (typeof matchMedia === "function" ? matchMedia(OVER_PAGE) : null);

export const panelsOverPage = (): boolean => query()?.matches ?? false;

function listen(changed: () => void): () => void {
  const list = query();
  list?.addEventListener("change", changed);
  return () => list?.removeEventListener("change", changed);
}

/** Returns true if panels lie over the page, so that one of them is open at a time. */
export const usePanelsOverPage = (): boolean => useSyncExternalStore(listen, panelsOverPage, () => false);
