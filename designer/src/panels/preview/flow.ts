/** The flow of fields: those that are not printed, with the reason, and neighbours that are printed below each other. */
import { useEffect, useState } from "react";
import type { Field, Template } from "../../core/types";
import { designsOf, fieldsOf, hasPages } from "../../editor/operations/design";
import type { DocumentInput, EngineAdapter } from "../../engine/types";

export interface Stacked {
  /** The one whose `y` would be changed, and the one that it would stand beside. */
  lower: Field;
  upper: Field;
  design: number;
}

export interface Flow {
  hidden: readonly { field: Field; design: number }[];
  stacked: readonly Stacked[];
}

interface Place {
  pointer?: string;
  y?: number;
  members?: Place[];
}

interface PageModel {
  number: number;
  placements?: Place[];
  bands?: Place[];
}

/** Fields whose authored tops are this near to each other were meant to be in one row. */
const NEAR_MM = 2;
/** And this much further apart in print is another row. */
const APART_MM = 0.5;

function pointerOf(template: Template, design: number, index: number): string {
  return hasPages(template) ? `/template/pages/${design}/schemas/${index}` : `/template/schemas/${index}`;
}

export function flowOf(template: Template, layout: unknown): Flow {
  const { pages = [] } = layout as { pages?: PageModel[] };
  /** The first place of each field: page and top. */
  const printed = new Map<string, { page: number; y: number }>();
  const visit = (place: Place, page: number): void => {
    if (place.pointer !== undefined && !printed.has(place.pointer)) printed.set(place.pointer, { page, y: place.y ?? 0 });
    for (const member of place.members ?? []) visit(member, page);
  };
  for (const { number, placements = [], bands = [] } of pages) for (const place of [...placements, ...bands]) visit(place, number);

  const hidden: { field: Field; design: number }[] = [];
  const stacked: Stacked[] = [];
  designsOf(template).forEach((own, design) => {
    const fields = fieldsOf(own).flatMap((field, index) => (field ? [{ field, at: printed.get(pointerOf(template, design, index)) }] : []));
    for (const { field, at } of fields) if (at === undefined) hidden.push({ field, design });
    for (const { field: lower, at } of fields) {
      if (!at || lower.sectionId) continue;
      const upper = fields.find(
        ({ field, at: other }) =>
          field !== lower &&
          !field.sectionId &&
          other?.page === at.page &&
          (lower.x >= field.x + field.width || field.x >= lower.x + lower.width) &&
          lower.y > field.y &&
          lower.y - field.y <= NEAR_MM &&
          at.y - other.y > lower.y - field.y + APART_MM,
      );
      if (upper) stacked.push({ lower, upper: upper.field, design });
    }
  });
  return { hidden, stacked };
}

const NOTHING: Flow = { hidden: [], stacked: [] };
const REST_MS = 200;

/** Kept up with the document, while it is asked for. */
export function useFlow(engine: EngineAdapter, { template, bindings, data }: DocumentInput, on: boolean): Flow {
  const [flow, setFlow] = useState<Flow>(NOTHING);
  useEffect(() => {
    if (!on || !engine.layout) {
      setFlow(NOTHING);
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      engine.layout?.({ template, bindings, data }, controller.signal).then(
        (layout) => !controller.signal.aborted && setFlow(flowOf(template as Template, layout)),
        // The preview itself says what is wrong with the document.
        () => !controller.signal.aborted && setFlow(NOTHING),
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [engine, template, bindings, data, on]);
  return flow;
}
