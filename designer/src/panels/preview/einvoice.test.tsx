// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bench, template as blankTemplate, text } from "../../editor/testing";
import type { EngineAdapter, MadeEinvoice, Problem } from "../../engine/types";
import { I18nProvider } from "../../i18n";
import { DesignerPreview } from "..";

afterEach(cleanup);
configure({ asyncUtilTimeout: 10_000 });

const XML = '<?xml version="1.0"?>\n<rsm:Invoice>\n  <ram:ID>R-7</ram:ID>\n</rsm:Invoice>\n';
const WRONG: Problem = { code: "einvoiceRule", severity: "error", pointer: "/template/pdf/einvoice/map/BT-112", message: "BR-CO-15 at BT-112: expected 178.50, found 178.51" };
const LACKING: Problem & { terms: string } = { code: "einvoiceRule", severity: "error", pointer: "/template/pdf/einvoice", message: "BR-DE-15 at BT-10: Buyer reference (BT-10) is missing", terms: "BT-10" };
const WARNING: Problem = { code: "einvoiceRule", severity: "warning", pointer: "/template/pdf/einvoice", message: "BR-DE-17 at BT-3: type code" };

function show(einvoice: EngineAdapter["einvoice"] | undefined, { pdf = { einvoice: { profile: "xrechnung" } } as object, problems = [] as Problem[] } = {}) {
  const unused = () => new Promise<never>(() => {});
  const engine = { check: async () => problems, render: unused, draw: unused, evaluate: unused, measureText: unused, schema: unused, setFonts: unused, dispose: () => {}, ...(einvoice && { einvoice }) } as EngineAdapter;
  return bench(blankTemplate([text("a")], { extensions: 1, pdf } as never), [], { engine, data: { number: 7 } }, <I18nProvider locale="en">{<DesignerPreview name="order" />}</I18nProvider>);
}

const view = () => screen.findByRole("button", { name: "E-invoice" });

describe("the e-invoice in the preview", () => {
  it("shows the XML, and that it fulfils the rules of its profile", async () => {
    show(async () => ({ xml: XML, problems: [] }));
    fireEvent.click(await view());
    const xml = await screen.findByRole("region", { name: "XML of the e-invoice" });
    expect(xml.textContent).toBe(XML);
    expect([...xml.querySelectorAll("b")].map((value) => value.textContent?.trim()).filter(Boolean)).toEqual(["R-7"]);
    expect(screen.getByText("Fulfils the rules of XRechnung 3.0.")).toBeTruthy();
    expect(document.querySelector(".jpd-livepreview__scroll")!.hasAttribute("hidden")).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Pages" }));
    expect(screen.queryByRole("region", { name: "XML of the e-invoice" })).toBeNull();
  });

  it("shows the findings with the XML, and what keeps it from being made instead of it", async () => {
    const answers: MadeEinvoice[] = [{ xml: XML, problems: [] }];
    show(async () => answers[0]!, { problems: [WARNING] });
    fireEvent.click(await view());
    expect(await screen.findByText(/BR-DE-17/)).toBeTruthy();
    cleanup();
    const designer = show(async () => ({ xml: null, problems: [WRONG, LACKING] }));
    fireEvent.click(await view());
    expect(await screen.findByText("No e-invoice is made of this data. Correct what is listed.")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "XML of the e-invoice" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: /BR-CO-15/ }));
    expect(designer.now.ui.focusRequest?.property).toBe("pdf/einvoice/map/BT-112");
    // A term that the map lacks has no place in the template yet, but an input.
    fireEvent.click(screen.getByRole("button", { name: /BR-DE-15/ }));
    expect(designer.now.ui.focusRequest?.property).toBe("pdf/einvoice/map/BT-10");
  });

  it("follows the document while it is shown", async () => {
    const einvoice = vi.fn(async ({ template }: { template: unknown }): Promise<MadeEinvoice> => ({ xml: `<a>${(template as { currency?: string }).currency ?? "-"}</a>`, problems: [] }));
    const designer = show(einvoice);
    await view();
    const change = (currency: string) => act(() => designer.now.actions.change({ kind: "edit" }, (pair) => ({ ...pair, template: { ...pair.template, currency } })));
    change("EUR");
    await new Promise((done) => setTimeout(done, 600));
    // The pages are shown: that there is an e-invoice is known already.
    expect(einvoice).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole("button", { name: "E-invoice" }));
    expect(await screen.findByText("EUR")).toBeTruthy();
    const download = () => screen.getByRole<HTMLButtonElement>("button", { name: "Download XML" });
    expect(download().disabled).toBe(false);
    change("CHF");
    // The XML that is shown is that of the document before.
    expect([download().disabled, screen.queryByText("EUR") !== null]).toEqual([true, true]);
    expect(await screen.findByText("CHF")).toBeTruthy();
    expect(download().disabled).toBe(false);
  });

  it("is made with the language, the texts and the fonts that the host shares", async () => {
    const einvoice = vi.fn(async (): Promise<MadeEinvoice> => ({ xml: XML, problems: [] }));
    const unused = () => new Promise<never>(() => {});
    const engine = { check: async () => [], render: unused, draw: unused, evaluate: unused, measureText: unused, schema: unused, setFonts: unused, dispose: () => {}, einvoice } as unknown as EngineAdapter;
    const template = blankTemplate([text("a")], { extensions: 1, pdf: { einvoice: {} } } as never);
    bench(template, [], { engine, data: {}, texts: { en: { hello: "Hi" } }, documentLocale: "de-AT" }, <I18nProvider locale="en">{<DesignerPreview />}</I18nProvider>);
    await view();
    expect(einvoice.mock.calls[0]).toMatchObject([{ template: { texts: { en: { hello: "Hi" } } }, options: { locale: "de-AT" } }, expect.anything()]);
  });

  it("says that the service failed", async () => {
    show(() => Promise.reject(new Error("the service answered with 503")));
    fireEvent.click(await view());
    expect((await screen.findByRole("alert")).textContent).toContain("503");
  });

  it("is not offered without an e-invoice, by engines that make none, and by services that know no such view", async () => {
    const einvoice = vi.fn(async () => null);
    show(einvoice);
    await waitFor(() => expect(einvoice).toHaveBeenCalled());
    expect(screen.queryByRole("button", { name: "E-invoice" })).toBeNull();
    cleanup();
    show(undefined);
    const unasked = vi.fn(async () => ({ xml: XML, problems: [] }));
    show(unasked, { pdf: { title: "x" } });
    await new Promise((done) => setTimeout(done, 600));
    expect(unasked).not.toHaveBeenCalled();
    expect(screen.queryByRole("button", { name: "E-invoice" })).toBeNull();
  });
});
