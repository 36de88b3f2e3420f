import { describe, expect, it, vi } from "vitest";
import type { EngineAdapter, Problem } from "../engine/types";
import { checkedByService } from "./service-check";

const problem = (code: string): Problem => ({ code, severity: "error", message: code });
const engineOf = (check: EngineAdapter["check"]) => ({ check, dispose: vi.fn() }) as unknown as EngineAdapter;

describe("the check of the application", () => {
  const local = engineOf(async () => [problem("local")]);
  const check = async (service: EngineAdapter["check"], template: unknown, signal?: AbortSignal) =>
    (await checkedByService(local, engineOf(service)).check({ template, bindings: [] }, signal)).map(({ code }) => code);

  it("is that of the service for standards and e-invoices only", async () => {
    const service = async () => [problem("service")];
    expect(await check(service, { pdf: { title: "x" } })).toEqual(["local"]);
    expect(await check(service, { pdf: { conformance: ["pdfua-1"] } })).toEqual(["service"]);
    expect(await check(service, { pdf: { einvoice: {} } })).toEqual(["service"]);
  });

  it("is that of the page where the service does not answer, unless it was cancelled", async () => {
    const broken = () => Promise.reject(new Error("no answer"));
    expect(await check(broken, { pdf: { einvoice: {} } })).toEqual(["local"]);
    await expect(check(broken, { pdf: { einvoice: {} } }, AbortSignal.abort())).rejects.toThrow("no answer");
  });
});
