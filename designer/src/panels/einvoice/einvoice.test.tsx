// @vitest-environment jsdom
import { EditorView } from "@codemirror/view";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { bench, template as blankTemplate } from "../../editor/testing";
import { I18nProvider, loadDict, type Locale } from "../../i18n";
import { documentProperties } from "../properties/description";
import { PropertyField } from "../properties/PropertyField";
import { useDocumentTarget } from "../properties/target";
import { loadTerms } from "./EinvoiceTerms";

const data = { number: "R-7", seller: { name: "Nord GmbH" }, lines: [{ item: "Pen", discounts: [{ sum: 1 }] }] };

beforeAll(async () => {
  await loadTerms();
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Pdf() {
  return <PropertyField property={documentProperties.find(({ key }) => key === "pdf")!} target={useDocumentTarget("template")} />;
}

function toggle(details: HTMLDetailsElement, open: boolean) {
  act(() => {
    details.open = open;
    fireEvent(details, new Event("toggle"));
  });
}

/** What is folded around the terms, and the groups with these identifiers. */
function unfold(...groups: string[]) {
  for (const name of ["PDF", "E-"]) {
    const folded = [...document.querySelectorAll<HTMLDetailsElement>("details.jpd-disclosure:not(.jpd-terms__group)")].find((own) => own.querySelector("summary")?.textContent?.startsWith(name));
    if (folded && !folded.open) toggle(folded, true);
  }
  for (const id of groups) toggle(document.querySelector<HTMLDetailsElement>(`details[data-group="${id}"]`)!, true);
}

/** Returns true if the focus was put into a row; the editor of expressions takes none in jsdom. */
function focused(term: string, spy: { mock: { contexts: unknown[] } }): boolean {
  return spy.mock.contexts.some((element) => row(term)?.contains(element as Node) ?? false);
}

function show(einvoice: object, { locale = "en" as Locale, currency = "EUR", open = [] as string[] } = {}) {
  const template = { ...blankTemplate([]), extensions: 1, currency, pdf: { einvoice } } as never;
  const designer = bench(template, [], { data }, <I18nProvider locale={locale}>{<Pdf />}</I18nProvider>);
  unfold(...open);
  return { designer, map: () => (designer.now.data.template.pdf as { einvoice: { map?: Record<string, unknown>; preset?: string } }).einvoice.map };
}

const row = (term: string) => document.querySelector<HTMLElement>(`[data-term="${term}"]`);

function type(term: string, text: string) {
  const editor = EditorView.findFromDOM(row(term)!.querySelector<HTMLElement>(".cm-content")!)!;
  act(() => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } }));
}

describe("the terms of an e-invoice", () => {
  it("needs none where the data has the known names, and says so", () => {
    const { map } = show({ preset: "invoice" }, { open: [""] });
    expect(screen.getByText("Nothing is missing for EN 16931 (COMFORT).")).toBeTruthy();
    expect(screen.getByText(/an ordinary invoice needs no term here/)).toBeTruthy();
    expect(map()).toBeUndefined();
    expect(row("BT-1")!.querySelector(".cm-placeholder")?.textContent).toBe("{number}");
  });

  it("offers the known names where terms are missing", () => {
    const { designer } = show({});
    expect(screen.getByText(/terms are missing for EN 16931/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Use the known names" }));
    expect((designer.now.data.template.pdf as { einvoice: { preset?: string } }).einvoice.preset).toBe("invoice");
    expect(screen.getByText("Nothing is missing for EN 16931 (COMFORT).")).toBeTruthy();
  });

  it("leads from what is missing to its input", async () => {
    show({ profile: "xrechnung", preset: "invoice", map: { "BG-25": { each: "lines", map: {} } } });
    const focus = vi.spyOn(HTMLElement.prototype, "focus");
    expect(row("BT-131")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Invoice line net amount" }));
    await waitFor(() => expect(focused("BT-131", focus)).toBe(true));
    expect(row("BT-131")!.textContent).toContain("Required by rule BR-24.");
  });

  it("fills a term with an expression, and removes it when it is empty", () => {
    const { map } = show({}, { open: ["BG-4"] });
    type("BT-27", "{seller.name}");
    expect(map()).toEqual({ "BT-27": "{seller.name}" });
    type("BT-27", "");
    expect(map()).toBeUndefined();
  });

  it("changes a term where the template has it", () => {
    const { map } = show({ map: { "BG-4": { "BG-5": { "BT-40": "DE" } } } }, { open: ["BG-4"] });
    type("BT-40", "AT");
    expect(map()).toEqual({ "BG-4": { "BG-5": { "BT-40": "AT" } } });
  });

  it("nests lists in lists", () => {
    const { map } = show({ map: { "BG-25": { each: "lines", map: { "BG-27": { each: "discounts", map: { "BT-136": "{sum}" } } } } } }, { open: ["BG-25"] });
    type("BT-136", "{sum + 1}");
    expect(map()).toEqual({ "BG-25": { each: "lines", map: { "BG-27": { each: "discounts", map: { "BT-136": "{sum + 1}" } } } } });
    // Names are those of the items of the inner list.
    expect(row("BT-136")!.textContent).toContain("2");
  });

  it("adds to the lines of the known names, and keeps the rest of a group that it replaces", () => {
    const { map } = show({ preset: "invoice" });
    fireEvent.change(screen.getByRole("searchbox", { name: "Find a term by name or number" }), { target: { value: "BT-133" } });
    type("BT-133", "{account}");
    expect(map()).toEqual({ "BG-25": { "BT-133": "{account}" } });
    fireEvent.change(screen.getByRole("searchbox", { name: "Find a term by name or number" }), { target: { value: "BT-98" } });
    type("BT-98", "95");
    expect(map()!["BG-20"]).toMatchObject({ "BT-98": "95", "BT-92": "{discount.amount}" });
  });

  it("lets the reason of an exemption stand outside of the breakdown that is derived", () => {
    const { map } = show({ preset: "invoice" }, { open: ["BG-23"] });
    type("BT-120", "{reason}");
    expect(map()).toEqual({ "BT-120": "{reason}" });
  });

  it("takes several values of a term from a list", () => {
    const { map } = show({ map: { "BT-29": "4000001000005" } }, { open: ["BG-4"] });
    fireEvent.click(screen.getByRole("button", { name: "Take several values from a list" }));
    expect(map()).toEqual({ "BT-29": { "BT-29": "4000001000005" } });
    const each = document.querySelector<HTMLInputElement>('[data-property="pdf/einvoice/map/BT-29/each"] input')!;
    fireEvent.change(each, { target: { value: "seller.ids" } });
    fireEvent.blur(each);
    expect(map()).toEqual({ "BT-29": { each: "seller.ids", map: { "BT-29": "4000001000005" } } });
  });

  it("shows the terms of the profile alone, and all of them when asked", () => {
    show({ profile: "minimum", preset: "invoice" }, { open: [""] });
    expect(document.querySelector('[data-group="BG-25"]')).toBeNull();
    expect(row("BT-14")).toBeNull();
    cleanup();
    show({ preset: "invoice" }, { open: [""] });
    expect(row("BT-14")).toBeNull();
    fireEvent.click(document.querySelector<HTMLElement>('[data-group=""] button[aria-expanded]')!);
    expect(row("BT-14")).not.toBeNull();
  });

  it("finds terms by name and by number, in the language of the page", async () => {
    await loadDict("de");
    show({ preset: "invoice" }, { locale: "de" });
    expect(screen.getByText("Für EN 16931 (COMFORT) fehlt nichts.")).toBeTruthy();
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "wareneingang" } });
    expect(row("BT-15")!.textContent).toContain("Wareneingangsreferenz");
    expect(row("BT-1")).toBeNull();
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "kein solcher" } });
    expect(screen.getByText("Kein Begriff heißt so.")).toBeTruthy();
  });

  it("opens at the term that a finding names", async () => {
    const template = { ...blankTemplate([]), extensions: 1, pdf: { einvoice: { preset: "invoice" } } } as never;
    const designer = bench(template, [], { data }, <I18nProvider locale="en">{<Pdf />}</I18nProvider>);
    expect(row("BT-131")).toBeNull();
    const focus = vi.spyOn(HTMLElement.prototype, "focus");
    act(() => designer.now.actions.reveal({ pointer: "/template/pdf/einvoice/map/BG-25/map/BT-131" }));
    await waitFor(() => expect(focused("BT-131", focus)).toBe(true));
  });
});
