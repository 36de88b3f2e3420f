/**
 * The engine of the page, with the check of the service where a template asks for standards or an e-invoice: only the service makes
 * e-invoices, and knows the standards that its settings ask for.
 */
import type { DocumentInput, EngineAdapter } from "../engine/types";

/** Returns true if what the service finds may differ from what the engine of the page finds. */
const isForService = (template: unknown): boolean => {
  const pdf = (template as { pdf?: { conformance?: unknown; einvoice?: unknown } | null } | null)?.pdf;
  return Boolean(pdf?.conformance ?? pdf?.einvoice);
};

export function checkedByService(engine: EngineAdapter, service: EngineAdapter): EngineAdapter {
  return {
    ...engine,
    checksInvoices: true,
    ...(service.einvoice && { einvoice: service.einvoice.bind(service) }),
    async check(input: Omit<DocumentInput, "data"> & { data?: unknown }, signal?: AbortSignal) {
      if (!isForService(input.template)) return engine.check(input, signal);
      try {
        return await service.check(input, signal);
      } catch (error) {
        if (signal?.aborted) throw error;
        // Without the service there is what the page finds itself.
        return engine.check(input, signal);
      }
    },
    dispose() {
      service.dispose();
      engine.dispose();
    },
  };
}
