/** Numbers at the fields, in the order in which they are read aloud. */
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n";
import { useDesignerData, useDesignerEngine, useDesignerPage, useDesignerSample, useEditor } from "../hooks";
import { fieldsOf } from "../operations/design";
import type { Stage } from "../operations/stage";
import { mm } from "./length";
import { readingOf, type ReadPlace } from "./reading";

const REST_MS = 200;

interface Props {
  stage: Stage | null;
  /** Numbers of the first and the last page in sight. */
  sight: readonly [number, number];
}

export function ReadingOrder(props: Props) {
  const editor = useEditor();
  const isShown = useStore(editor.ui, (ui) => ui.readingOrder);
  return isShown ? <Numbers {...props} /> : null;
}

function Numbers({ stage, sight: [first, last] }: Props) {
  const t = useT();
  const { template } = useDesignerData();
  const { design, index } = useDesignerPage();
  const places = useReading();
  const marks = useMemo(() => {
    if (stage) {
      return places.flatMap((place) => {
        const sheet = place.page >= first && place.page <= last ? stage.sheet(place.page) : undefined;
        return sheet ? [{ ...place, x: sheet.x + place.x, y: sheet.y + place.y }] : [];
      });
    }
    // The layout has each field once.
    const base = template.pages?.length ? `/template/pages/${index}/schemas/` : "/template/schemas/";
    const once = new Map<string, ReadPlace>();
    for (const place of places) if (!once.has(place.pointer)) once.set(place.pointer, place);
    return fieldsOf(design).flatMap((field, at) => {
      const place = once.get(`${base}${at}`);
      return field && place ? [{ ...place, x: field.x, y: field.y }] : [];
    });
  }, [places, stage, first, last, template, design, index]);
  return (
    <ol className="jpd-reading" aria-label={t.editor.readingOrder}>
      {marks.map(({ number, name, x, y }) => (
        <li key={number} className="jpd-reading__number" style={{ left: mm(x), top: mm(y) }} aria-label={`${number} ${name}`}>
          {number}
        </li>
      ))}
    </ol>
  );
}

/** Kept up with the document. */
function useReading(): readonly ReadPlace[] {
  const { template, bindings } = useDesignerData();
  const { data } = useDesignerSample();
  const { engine } = useDesignerEngine();
  const [places, setPlaces] = useState<readonly ReadPlace[]>([]);
  useEffect(() => {
    const { layout } = engine ?? {};
    if (!engine || !layout) {
      setPlaces([]);
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      layout.call(engine, { template, bindings, data: data ?? {} }, controller.signal).then(
        (found) => !controller.signal.aborted && setPlaces(readingOf(found)),
        // The problems say what is wrong with the document.
        () => !controller.signal.aborted && setPlaces([]),
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [engine, template, bindings, data]);
  return places;
}
