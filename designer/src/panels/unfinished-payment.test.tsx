// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { errorFrom, type EngineProblem } from "../core/errors";
import type { Field } from "../core/types";
import { text } from "../editor/testing";
import type { EngineAdapter, Problem } from "../engine/types";
import { NEEDED } from "../core/payments";
import { LANGUAGES, loadDict, type Locale } from "../i18n";
import { DesignerPreview, DesignerProblems, DesignerPropertyPanel } from ".";
import { missingText, wrongPart } from "./properties/missing-payment";
import { mount } from "./testing";

afterEach(cleanup);

const payment = (payload: object) => ({ id: "p", name: "Payment code", type: "qrcode", x: 20, y: 40, width: 30, height: 30, payload }) as unknown as Field;
const empty = payment({ type: "epc", name: "", iban: "", amount: "" });
const wrong = payment({ type: "epc", name: "Ana", iban: "DE00", amount: "" });
const found: Problem = { code: "paymentPayload", severity: "error", message: "the payment is wrong in `name`: it is missing", field: "Payment code", pointer: "/template/schemas/1/payload/name" };
const fault = Object.assign(new Error(found.message), { code: found.code, field: found.field, blame: "data" });

const engine = {
  check: vi.fn(async () => [found]),
  draw: vi.fn(async () => {
    throw fault;
  }),
} as unknown as EngineAdapter;

const summary = () => document.querySelector(".jpd-problems__summary")?.textContent;

describe("a payment that is not filled in yet", () => {
  it("is no problem while it is selected to be filled in, and one afterwards", async () => {
    const designer = mount(<DesignerProblems />, [text("a"), empty], { engine, data: {}, select: ["p"] });
    await waitFor(() => expect(document.querySelector(".jpd-problem")).toBeTruthy());
    expect(document.querySelector<HTMLElement>(".jpd-problem")!.dataset.tone).toBe("info");
    expect(summary()).not.toContain("1 error");
    designer.run(({ selection }) => selection.setSelectedIds(["a"]));
    expect(document.querySelector<HTMLElement>(".jpd-problem")!.dataset.tone).toBe("error");
    expect(summary()).toContain("1 error");
  });

  it("is one at once where its values are there, but wrong", async () => {
    mount(<DesignerProblems />, [text("a"), wrong], { engine, data: {}, select: ["p"] });
    await waitFor(() => expect(document.querySelector<HTMLElement>(".jpd-problem")?.dataset.tone).toBe("error"));
  });

  it("is explained by the preview, which leads to its form", async () => {
    const designer = mount(<DesignerPreview />, [text("a"), empty], { engine, data: {}, select: ["a"] });
    const note = await screen.findByRole("alert");
    expect(note.textContent).toContain("“Payment code” is not filled in yet");
    expect(note.textContent).toMatch(/Still missing: .*(name|payee).*IBAN/i);
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Fill it in" })));
    expect(designer.now.selection.selectedIds).toEqual(["p"]);
    expect(designer.now.ui.focusRequest).toMatchObject({ fieldId: "p", property: "payload/name" });
  });

  it.each(Object.keys(LANGUAGES) as Locale[])("is explained in words of its form, never by keys: %s", async (locale) => {
    const dict = await loadDict(locale);
    for (const type of Object.keys(NEEDED)) expect(missingText({ type }, dict, locale)).not.toMatch(/\/|\b(?:zip|town|pa|pn|ACC)\b/);
  });

  it("names the part that is wrong as its form does", async () => {
    const dict = await loadDict("de");
    expect(wrongPart(errorFrom({ ...found, part: "amount" } as unknown as EngineProblem), dict)).toBe("Betrag");
    expect(wrongPart({ ...found, part: "creditor.zip" }, dict)).toBe("Postleitzahl");
    expect(wrongPart(new Error("no answer"), dict)).toBeNull();
  });

  it("waits with the focus for a control that another panel hides", async () => {
    const designer = mount(<DesignerPropertyPanel section="dados" />, [text("a"), empty], { data: {}, select: ["a"] });
    const visible = vi.fn(() => false);
    (HTMLElement.prototype as { checkVisibility?: () => boolean }).checkVisibility = visible;
    try {
      designer.run(({ actions }) => actions.reveal({ fieldId: "p", property: "payload/iban" }));
      expect(visible).toHaveBeenCalled();
      expect(document.activeElement).toBe(document.body);
      expect(designer.now.ui.focusRequest).not.toBeNull();
      visible.mockReturnValue(true);
      designer.run(({ actions }) => actions.updateSchema("a", { content: "b" }));
      expect(document.activeElement?.closest<HTMLElement>("[data-property]")?.dataset.property).toBe("payload/iban");
    } finally {
      delete (HTMLElement.prototype as { checkVisibility?: () => boolean }).checkVisibility;
    }
  });

  it("keeps the words of other faults", async () => {
    mount(<DesignerPreview />, [text("a"), wrong], { engine, data: {} });
    const note = await screen.findByRole("alert");
    expect(note.textContent).toContain("it is missing");
    expect(screen.queryByRole("button", { name: "Fill it in" })).toBeNull();
  });
});
