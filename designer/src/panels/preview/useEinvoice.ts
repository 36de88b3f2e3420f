/** The e-invoice of the document as the service makes it, kept up with the document while it is looked at. */
import { useEffect, useState } from "react";
import type { DocumentInput, EngineAdapter, Problem } from "../../engine/types";

export interface EinvoiceState {
  /** `absent`: the template asks for none, or no service makes one. */
  status: "absent" | "making" | "ready" | "failed";
  xml: string | null;
  /** Reasons why it cannot be made. */
  problems: readonly Problem[];
  error: unknown;
}

const ABSENT: EinvoiceState = { status: "absent", xml: null, problems: [], error: null };
const REST_MS = 400;

/** `isShown`: without that, the service is asked once whether it makes e-invoices. */
export function useEinvoice(engine: EngineAdapter, { template, bindings, data }: DocumentInput, isShown: boolean): EinvoiceState {
  const [state, setState] = useState(ABSENT);
  const isAsked = Boolean((template as { pdf?: { einvoice?: unknown } | null } | null)?.pdf?.einvoice);
  const isPossible = engine.einvoice !== undefined && isAsked;
  const isDue = isPossible && (isShown || state.status === "absent");
  useEffect(() => {
    if (!isPossible) setState(ABSENT);
  }, [isPossible, engine]);
  useEffect(() => {
    if (!isDue) return undefined;
    const controller = new AbortController();
    const settle = (next: EinvoiceState) => !controller.signal.aborted && setState(next);
    // The former XML stays on the screen until its successor is there.
    setState((before) => (before.status === "absent" ? before : { ...before, status: "making" }));
    const timer = setTimeout(() => {
      engine.einvoice!({ template, bindings, data }, controller.signal).then(
        (made) => settle(made === null ? ABSENT : { status: "ready", ...made, error: null }),
        (error: unknown) => settle({ status: "failed", xml: null, problems: [], error }),
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // Finding out is done once for a document; changes are followed while the XML is shown.
  }, [isDue, engine, template, bindings, data]);
  return state;
}
