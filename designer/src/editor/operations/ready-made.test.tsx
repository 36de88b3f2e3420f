// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Template } from "../../core/types";
import { DesignerCanvas } from "../canvas/DesignerCanvas";
import { DesignerToolbar } from "../parts/DesignerToolbar";
import { DesignerDataExplorer } from "../../panels";
import { bench, template, text } from "../testing";
import { insertReserved, payeeIn } from "./ready-made";

afterEach(cleanup);

const open = (start: Template) => bench(start, [], {}, [<DesignerToolbar key="toolbar" />]);
const button = (name: string) => screen.getByRole("button", { name });
const fields = (designer: ReturnType<typeof open>) => designer.now.data.template.schemas as unknown as Record<string, unknown>[];

describe("fields that are ready for what they are for", () => {
  it("a heading is the title first, and a smaller one below it after that, each with its role", () => {
    const designer = open(template([], { extensions: 1 }));
    fireEvent.click(button("Heading"));
    fireEvent.click(button("Heading"));
    const [title, second] = fields(designer);
    expect(title).toMatchObject({ type: "text", name: "Heading", role: "h1", bold: true, fontSize: 18 });
    expect(second).toMatchObject({ name: "Heading 2", role: "h2", bold: true, fontSize: 13 });
    expect((title!.x as number) + (title!.width as number)).toBe(200);
    designer.run(({ actions }) => actions.undo());
    expect(fields(designer)).toHaveLength(1);
  });

  it("a heading has no keys that json-pdf-designer does not know", () => {
    const designer = open(template([]));
    fireEvent.click(button("Heading"));
    expect(fields(designer)[0]).toMatchObject({ type: "text", fontSize: 18 });
    expect(fields(designer)[0]).not.toHaveProperty("role");
    expect(fields(designer)[0]).not.toHaveProperty("bold");
    expect(designer.now.data.template.extensions).toBeUndefined();
  });

  it("a payment code has the values of the data for it, and no account that is not given", () => {
    const designer = open(template([], { extensions: 1 }));
    fireEvent.click(button("Payment code"));
    expect(fields(designer)).toMatchObject([{ type: "qrcode", name: "Payment code", payload: { type: "epc", name: "", iban: "", amount: "" } }, { type: "image", name: "Guard" }]);
    expect(fields(designer)[0]).not.toHaveProperty("content");
    designer.run(({ actions }) => actions.undo());
    expect(fields(designer)).toEqual([]);
  });

  it("a page number stands in the footer, which takes no field in that stands there", () => {
    const designer = open(template([text("low", { y: 272, height: 14 })], { footerHeight: 0 }));
    fireEvent.click(button("Page number"));
    const { template: now } = designer.now.data;
    expect(now.footerHeight).toBe(10);
    expect(now.extensions).toBeUndefined();
    const number = fields(designer).at(-1) as { x: number; y: number; width: number; height: number; content: string };
    expect(number).toMatchObject({ content: "Page {pageNumber} of {pageCount}", alignment: "center", x: 75, width: 60 });
    expect(number.y).toBeGreaterThanOrEqual(297 - 10);
    expect(number.y + number.height).toBeLessThanOrEqual(297);
  });

  it("is selected and scrolled to, as footers lie below the fold", async () => {
    vi.stubGlobal("CSS", { escape: (text: string) => text });
    const shown: (string | undefined)[] = [];
    Element.prototype.scrollIntoView = function (this: HTMLElement) {
      shown.push(this.dataset.fieldId);
    };
    const designer = bench(template([]), [], {}, [<DesignerToolbar key="toolbar" />, <DesignerCanvas key="canvas" />]);
    fireEvent.click(button("Page number"));
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(designer.now.selection.selectedIds).toEqual([designer.now.page.design.schemas[0]!.id]);
    expect(shown).toContain(designer.now.selection.selectedIds[0]);
    vi.unstubAllGlobals();
  });

  it("the number of pages stands beside the page number", () => {
    const designer = open(template([]));
    fireEvent.click(button("Page number"));
    designer.run(({ editor }) => insertReserved(editor, "pageCount"));
    const [number, count] = fields(designer) as { x: number; y: number; width: number }[];
    expect(count).toMatchObject({ name: "Number of pages", content: "{pageCount}", y: number!.y });
    expect(count!.x + count!.width).toBeLessThanOrEqual(210);
    expect(count!.x).not.toBe(number!.x);
  });

  it("a signature line is a line with its words below", () => {
    const designer = open(template([], { extensions: 1 }));
    fireEvent.click(button("Signature line"));
    const [line, words] = fields(designer) as { x: number; y: number }[];
    expect(line).toMatchObject({ type: "line", name: "Signature line", width: 70 });
    expect(words).toMatchObject({ type: "text", content: "Place, date, signature", x: line!.x });
    expect(words!.y).toBeGreaterThan(line!.y);
  });
});

describe("values of the document beside the data", () => {
  it("are named in words, and one press adds each, also where there is no data yet", () => {
    const designer = bench(template([], { extensions: 1 }), [], {}, <DesignerDataExplorer />);
    const own = within(screen.getByRole("region", { name: "Values of the document" }));
    expect(own.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Page number", "Number of pages", "Document date"]);
    for (const chip of own.getAllByRole("button")) fireEvent.click(chip);
    expect(fields(designer as never).map(({ content }) => content)).toEqual(["{pageNumber}", "{pageCount}", "{DATE($doc.date)}"]);
    // The date stands in the body, where fields are written.
    const date = fields(designer as never)[2] as { y: number; name: string };
    expect(date).toMatchObject({ name: "Document date" });
    expect(date.y).toBeLessThan(297 - 15);
  });

  it("leave out what json-pdf-designer does not print", () => {
    bench(template([]), [], {}, <DesignerDataExplorer />);
    expect(screen.queryByRole("button", { name: "Insert Number of pages" })).not.toBeNull();
    expect(screen.queryByRole("button", { name: "Insert Document date" })).toBeNull();
  });
});

describe("the payee in the data", () => {
  it("is what is called so, outside of lists", () => {
    const data = { lines: [{ amount: 1 }], seller: { name: "Nordlicht GmbH", bank: { iban: "DE89370400440532013000" } }, total: 12.5, amount: "12,50" };
    expect(payeeIn(data)).toEqual({ name: "{seller.name}", iban: "{seller.bank.iban}", amount: "{total}" });
    expect(payeeIn(undefined)).toEqual({ name: "", iban: "", amount: "" });
    expect(payeeIn([{ iban: "x" }])).toEqual({ name: "", iban: "", amount: "" });
  });
});

describe("a template of json-pdf-designer", () => {
  it("is asked once before it gets what that prints without", () => {
    const designer = open(template([]));
    fireEvent.click(button("Payment code"));
    expect(fields(designer)).toEqual([]);
    fireEvent.click(button("Cancel"));
    expect(screen.queryByRole("button", { name: "Turn on and add" })).toBeNull();
    fireEvent.click(button("Signature line"));
    fireEvent.click(button("Turn on and add"));
    expect(designer.now.data.template.extensions).toBe(1);
    expect(fields(designer)).toHaveLength(2);
    // It is asked once: from now on the button adds, and the first payment brings its guard.
    fireEvent.click(button("Payment code"));
    expect(fields(designer)).toHaveLength(4);
  });
});
