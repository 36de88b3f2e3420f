import { describe, expect, it, vi } from "vitest";
import { createHttpEngine } from "./http";

const input = { template: { pdf: { einvoice: {} } }, bindings: [], data: { number: 7 } };

function engine(answer: () => Response) {
  const send = vi.fn<typeof fetch>(async () => answer());
  return { send, einvoice: () => createHttpEngine({ url: "http://service", token: "secret", fetch: send }).einvoice!(input) };
}
const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

describe("the e-invoice of the service", () => {
  it("is asked for with template and data", async () => {
    const { send, einvoice } = engine(() => new Response("<a/>", { headers: { "Content-Type": "application/xml; charset=utf-8" } }));
    expect(await einvoice()).toEqual({ xml: "<a/>", problems: [] });
    const [address, request] = send.mock.calls[0]!;
    expect(address).toBe("http://service/api/reports/preview?as=einvoice");
    expect(request!.headers).toMatchObject({ Authorization: "Bearer secret" });
    expect(JSON.parse(request!.body as string)).toEqual({ ...input });
  });

  it("is a list of problems where rules are broken", async () => {
    const broken = { error: "BR-02: an invoice has a number", code: "einvoiceRule", blame: "data", rule: "BR-02", advice: "give `number`" };
    const answer = json(422, { ...broken, problems: [broken] });
    const problem = { code: "einvoiceRule", severity: "error", message: "BR-02: an invoice has a number", blame: "data", rule: "BR-02", help: "give `number`" };
    expect(await engine(answer).einvoice()).toEqual({ xml: null, problems: [problem] });
  });

  it("comes with its warnings", async () => {
    const warnings = JSON.stringify([{ error: "no text `terms`", code: "textMissing", blame: "template" }]);
    const answer = () => new Response("<a/>", { headers: { "Content-Type": "application/xml", "X-Reportctl-Warnings": warnings } });
    expect((await engine(answer).einvoice())?.problems).toEqual([{ code: "textMissing", severity: "warning", message: "no text `terms`", blame: "template" }]);
  });

  it("is not there where the service knows no such view, or no preview", async () => {
    const refusal = { error: "`as` must be one of pdf, drawing, layout, problems", code: "invalidField", field: "as" };
    expect(await engine(json(422, refusal)).einvoice()).toBeNull();
    expect(await engine(json(400, refusal)).einvoice()).toBeNull();
    expect(await engine(() => new Response("not found", { status: 404 })).einvoice()).toBeNull();
  });

  it("fails with the message of the service for everything else", async () => {
    await expect(engine(json(422, { error: "the template cannot be read", code: "invalidTemplate" })).einvoice()).rejects.toThrow("the template cannot be read");
    await expect(engine(() => new Response("", { status: 503 })).einvoice()).rejects.toThrow("503");
  });
});
