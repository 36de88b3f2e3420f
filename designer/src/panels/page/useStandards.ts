/** Findings against accessibility and archiving, by the engine's check of the same document with these standards. */
import { useEffect, useState } from "react";
import { useDesignerData, useDesignerEngine, useDesignerSample } from "../../editor/hooks";
import type { Template } from "../../core/types";
import type { Problem } from "../../engine/types";
import { isOfStandard } from "../problems/standards";

const REST_MS = 400;

export type Findings = readonly Problem[] | "checking" | "failed";

/** The template with other standards, and without its e-invoice, which is a matter of its own. */
export function asking(template: Template, conformance: readonly string[]): Template {
  const { einvoice: _, ...pdf } = (template.pdf ?? {}) as Record<string, unknown>;
  return { ...template, extensions: 1, pdf: { ...pdf, conformance } } as Template;
}

/**
 * The findings for a standard, kept up with the document. `null` where nothing can be found: without an engine, and without data, since
 * only a document that is laid out is checked.
 */
export function useFindings(standard: string): Findings | null {
  const { template, bindings } = useDesignerData();
  const { data } = useDesignerSample();
  const { engine } = useDesignerEngine();
  const [findings, setFindings] = useState<Findings>("checking");
  const isPossible = engine !== null && data !== undefined && data !== null;
  useEffect(() => {
    if (!engine || data === undefined || data === null) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      engine.check({ template: asking(template, [standard]), bindings, data }, controller.signal).then(
        (problems) => !controller.signal.aborted && setFindings(problems.filter(isOfStandard)),
        () => !controller.signal.aborted && setFindings("failed"),
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [engine, template, bindings, data, standard]);
  return isPossible ? findings : null;
}
