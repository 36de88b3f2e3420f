/** The printed pages that the canvas shows, and which of them are in sight. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { useCommitEffect } from "../commit-effect";
import type { Field } from "../../core/types";
import { mmToPx, type Rect } from "../../core/page";
import { useDesignerSample, useEditor } from "../hooks";
import { Stage } from "../operations/stage";

/** The pages of the document, where there are data and a drawing, and the canvas is not asked for the layout; else `null`. */
export function useStage(design: number): Stage | null {
  const editor = useEditor();
  const { data } = useDesignerSample();
  const view = useStore(editor.ui, (ui) => ui.view);
  const drawn = useStore(editor.drawing.store, (state) => state.drawn);
  const runs = useStore(editor.drawing.store, (state) => state.runs);
  const wanted = view === "document" && drawn && data !== undefined && data !== null;
  const stage = useMemo(() => (wanted ? Stage.of(runs, design) : null), [wanted, runs, design]);
  useCommitEffect(() => {
    editor.stage.setState({ stage });
  }, [editor, stage]);
  useEffect(() => () => editor.stage.setState({ stage: null }), [editor]);
  return stage;
}

/** Scrolls to the first page of a design when another one is edited, unless it is in sight. */
export function useShownDesign(root: RefObject<HTMLDivElement | null>, stage: Stage | null): void {
  const before = useRef<Stage["origin"] | null>(null);
  useCommitEffect(() => {
    const [old, origin] = [before.current, stage?.origin ?? null];
    before.current = origin;
    const box = root.current;
    if (!box || !old || !origin || old.design === origin.design) return;
    const area = box.getBoundingClientRect();
    const sheet = box.querySelector<HTMLElement>("[data-sheet]");
    const place = sheet?.getBoundingClientRect();
    if (!place || (place.top < area.bottom && place.bottom > area.top)) return;
    sheet?.scrollIntoView?.({ block: "start", inline: "nearest" });
  }, [root, stage]);
}

/** Places of the shown fields, again after each drawing. */
export function useShownRects(): (fields: readonly Field[]) => Rect[] {
  const editor = useEditor();
  const { stage } = useStore(editor.stage);
  const byField = useStore(editor.drawing.store, (state) => (stage ? state.byField : null));
  return useCallback((fields) => fields.map((field) => (stage ? stage.place(field, byField?.get(field.id)) : field)), [stage, byField]);
}

/** Beyond the edges of the canvas, as a share of its height: pages are there before they are scrolled to. */
const AHEAD = 0.5;

/** The numbers of the first and the last page in sight. */
export function useSight(stage: Stage | null, root: RefObject<HTMLDivElement | null>, zoom: number): readonly [number, number] {
  const editor = useEditor();
  const [sight, setSight] = useState<readonly [number, number]>([1, 1]);
  useCommitEffect(() => {
    const box = root.current;
    if (!stage || !box) {
      editor.drawing.show(null);
      return undefined;
    }
    let frame = 0;
    const look = () => {
      frame = 0;
      const sheet = box.querySelector<HTMLElement>("[data-sheet]");
      if (!sheet) return;
      const area = box.getBoundingClientRect();
      const scale = mmToPx(editor.view.getState().zoom);
      const top = (area.top - sheet.getBoundingClientRect().top) / scale;
      // Without a layout, as in tests without a browser, nothing has a height.
      const height = Math.max(1, area.height / scale);
      const [first, last] = stage.between(top - AHEAD * height, top + (1 + AHEAD) * height);
      setSight((before) => (before[0] === first && before[1] === last ? before : [first, last]));
      editor.drawing.show(Array.from({ length: last - first + 1 }, (_, index) => first + index));
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    look();
    box.addEventListener("scroll", later, { passive: true });
    const sized = typeof ResizeObserver === "function" ? new ResizeObserver(later) : null;
    sized?.observe(box);
    return () => {
      cancelAnimationFrame(frame);
      box.removeEventListener("scroll", later);
      sized?.disconnect();
    };
  }, [editor, stage, root, zoom]);
  return sight;
}
