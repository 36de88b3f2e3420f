/** Finding words in the printed document, by its page model. */
import { useEffect, useState } from "react";
import { searchable } from "../../core/letters";
import type { DocumentInput, EngineAdapter } from "../../engine/types";

/** A printed place whose text has the words. */
export interface Hit {
  page: number;
  /** JSON pointer of the field. */
  pointer: string;
  y: number;
}

/** Keys of the page model whose values are printed. */
const PRINTED = new Set(["value", "cells", "headCells", "footerCells", "title", "subtitle", "label", "text", "items", "lines"]);

function texts(value: unknown, printed = false): string[] {
  if (typeof value === "string") return printed ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((entry) => texts(entry, printed));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => texts(entry, printed || PRINTED.has(key)));
}

/** Places of the words, in the order of the document; case and accents do not count. */
export function findInLayout(layout: unknown, words: string): Hit[] {
  const wanted = searchable(words.trim());
  if (wanted === "") return [];
  const { pages = [] } = layout as { pages?: { number: number; placements?: unknown[]; bands?: unknown[] }[] };
  return pages.flatMap(({ number, placements = [], bands = [] }) => {
    const places = [...placements, ...bands] as { pointer?: string; y?: number }[];
    return places
      .filter((place) => place.pointer !== undefined && texts(place).some((text) => searchable(text).includes(wanted)))
      .map((place) => ({ page: number, pointer: place.pointer as string, y: place.y ?? 0 }))
      .sort((a, b) => a.y - b.y);
  });
}

const REST_MS = 200;
const NO_HITS: readonly Hit[] = [];

/** The hits for the words, kept up with the document. */
export function useHits(engine: EngineAdapter, input: DocumentInput, words: string): readonly Hit[] {
  const [hits, setHits] = useState(NO_HITS);
  const { template, bindings, data } = input;
  useEffect(() => {
    if (words.trim() === "" || !engine.layout) {
      setHits(NO_HITS);
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      engine.layout?.({ template, bindings, data }, controller.signal).then(
        (layout) => !controller.signal.aborted && setHits(findInLayout(layout, words)),
        // The preview itself says what is wrong with the document.
        () => !controller.signal.aborted && setHits(NO_HITS),
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [engine, template, bindings, data, words]);
  return hits;
}
