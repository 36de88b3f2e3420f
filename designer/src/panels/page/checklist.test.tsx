// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { template, text } from "../../editor/testing";
import type { EngineAdapter, Problem } from "../../engine/types";
import { DesignerPageSettings } from "..";
import { mount } from "../testing";
import { asking } from "./useStandards";

afterEach(cleanup);
configure({ asyncUtilTimeout: 10_000 });

const NO_ALT: Problem = { code: "altTextMissing", severity: "error", field: "photo", pointer: "/template/schemas/0/alt", message: "PDF/UA-1 (7.3): `photo` has no alternative text" };
const PASSWORD: Problem = { code: "conformanceConflict", severity: "error", pointer: "/template/pdf/encryption", message: "PDF/A-3b (6.1.3) forbids passwords" };
const RULE: Problem = { code: "einvoiceRule", severity: "error", pointer: "/template/pdf/einvoice", message: "BR-02 at BT-1: An Invoice shall have an Invoice number" };
const OTHER: Problem = { code: "textTooWide", severity: "warning", field: "photo", message: "too wide" };

/** An engine that finds what a document that is asked for these standards would lack. */
function fakeEngine(more: Partial<EngineAdapter> = {}) {
  const check = vi.fn<EngineAdapter["check"]>(async ({ template: asked }) => {
    const { conformance = [], einvoice } = (asked as { pdf?: { conformance?: string[]; einvoice?: unknown } }).pdf ?? {};
    return [OTHER, ...(conformance.includes("pdfua-1") ? [NO_ALT] : []), ...(conformance.some((own) => own.startsWith("pdfa")) ? [PASSWORD] : []), ...(einvoice ? [RULE] : [])];
  });
  const unused = () => new Promise<never>(() => {});
  const engine = { check, render: unused, draw: unused, evaluate: unused, measureText: unused, schema: unused, setFonts: unused, dispose: () => {}, ...more } as EngineAdapter;
  return { engine, check };
}

const item = (name: string) => within(screen.getByRole("group", { name }));
const findings = (name: string) => item(name).queryAllByRole("listitem").map((own) => own.textContent);

/** Findings for accessible documents alone, with the place that each leads to. */
const OF_READERS: Problem[] = [
  { code: "headingMissing", severity: "warning", field: "title", pointer: "/template/schemas/0/role", message: "no text has the role `h1`" },
  { code: "headingSkipped", severity: "warning", field: "photo", pointer: "/template/schemas/1/role", message: "`photo` is a heading of level 3 after one of level 1" },
  { code: "contrastTooLow", severity: "warning", field: "photo", pointer: "/template/schemas/1/fontColor", message: "`photo` has a contrast of 2.1:1" },
  { code: "tableHeadMissing", severity: "warning", field: "photo", pointer: "/template/schemas/1/head", message: "`photo` has no titles" },
];

describe("the checklist of a document", () => {
  it("has headings, contrasts and titles of tables, each of which leads to its field", async () => {
    const { engine } = fakeEngine({ check: async ({ template: asked }) => (JSON.stringify(asked).includes("pdfua-1") ? OF_READERS : []) });
    const designer = mount(<DesignerPageSettings />, [text("title"), text("photo")], { engine, data: {}, select: [] });
    await waitFor(() => expect(findings("Accessible")).toHaveLength(OF_READERS.length));
    for (const { field, message } of OF_READERS) {
      act(() => designer.now.selection.setSelectedIds([]));
      fireEvent.click(item("Accessible").getByRole("button", { name: (name) => name.includes(message.replaceAll("`", "")) || name.includes(message) }));
      expect(designer.now.selection.selectedIds, message).toEqual([field]);
    }
  });

  it("says what each standard would demand, before it is asked for, and leads there", async () => {
    const { engine } = fakeEngine();
    const designer = mount(<DesignerPageSettings />, [text("photo")], { engine, data: {}, select: [] });
    await waitFor(() => expect(findings("Accessible")).toHaveLength(1));
    expect(findings("Accessible")[0]).toContain("photo has no alternative text");
    expect(findings("Archivable")[0]).toContain("forbids passwords");
    expect(item("E-invoice").getByText("PDF files carry no e-invoice.")).toBeTruthy();
    fireEvent.click(item("Accessible").getByRole("button", { name: /no alternative text/ }));
    expect(designer.now.selection.selectedIds).toEqual(["photo"]);
  });

  it("asks for accessible and archivable files beside each other", () => {
    const { engine } = fakeEngine();
    const designer = mount(<DesignerPageSettings />, [text("photo")], { engine, data: {} });
    const asked = () => (designer.now.data.template.pdf as { conformance?: string[] } | undefined)?.conformance;
    fireEvent.click(screen.getByRole("checkbox", { name: "Make accessible PDF files" }));
    expect(asked()).toEqual(["pdfua-1"]);
    fireEvent.change(screen.getByLabelText("Edition"), { target: { value: "pdfa-3a" } });
    expect(asked()).toEqual(["pdfa-3a", "pdfua-1"]);
    fireEvent.click(screen.getByRole("checkbox", { name: "Make accessible PDF files" }));
    fireEvent.change(screen.getByLabelText("Edition"), { target: { value: "" } });
    expect(asked()).toBeUndefined();
  });

  it("has findings of e-invoices only where the engine checks them", async () => {
    const einvoice = (designer: ReturnType<typeof mount>) =>
      act(() => designer.now.actions.change({ kind: "edit" }, (pair) => ({ ...pair, template: { ...pair.template, pdf: { einvoice: { profile: "xrechnung" } } } as typeof pair.template })));
    einvoice(mount(<DesignerPageSettings />, [text("a")], { engine: fakeEngine().engine, data: {} }));
    await waitFor(() => item("E-invoice").getByText("The service and the command line check e-invoices."));
    expect(findings("E-invoice")).toEqual([]);
    cleanup();
    einvoice(mount(<DesignerPageSettings />, [text("a")], { engine: fakeEngine({ checksInvoices: true }).engine, data: {} }));
    await waitFor(() => expect(findings("E-invoice")).toHaveLength(1));
    expect(findings("E-invoice")[0]).toContain("An Invoice shall have an Invoice number");
  });

  it("asks for data where there is none", () => {
    mount(<DesignerPageSettings />, [text("a")], { engine: fakeEngine().engine });
    expect(item("Accessible").getByText("With data this list says what is missing.")).toBeTruthy();
  });
});

it("another standard is asked for without the e-invoice, the rest stays", () => {
  const before = { ...template([]), pdf: { title: "T", einvoice: {}, conformance: ["pdfa-2b"] } } as never;
  expect(asking(before, ["pdfua-1"])).toMatchObject({ extensions: 1, pdf: { title: "T", conformance: ["pdfua-1"] } });
  expect((asking(before, []) as { pdf: object }).pdf).not.toHaveProperty("einvoice");
});
