// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Template } from "../core/types";
import type { DocumentInput, DrawnDocument, EngineAdapter } from "../engine/types";
import { DesignerPageSettings } from "../panels/page/PageSettings";
import { DesignerPreview } from "../panels/preview/Preview";
import { DesignerPropertyPanel } from "../panels/properties/PropertyPanel";
import { fields, mount, unfold } from "../panels/testing";
import type { DocumentLibrary, LibrarySaveOptions } from "./types";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A library in memory; `save` waits until the test lets it. */
function memory(start: Record<string, string> = {}, more: Partial<DocumentLibrary> = {}) {
  const files = new Map(Object.entries(start).map(([name, text]) => [name, bytesOf(text)]));
  const sent: { name: string; options: LibrarySaveOptions; finish: (error?: Error) => Promise<void> }[] = [];
  const library: DocumentLibrary = {
    list: async () => [...files].map(([name, bytes]) => ({ name, bytes: bytes.length })).sort((a, b) => a.name.localeCompare(b.name)),
    load: vi.fn(async (name: string) => {
      const content = files.get(name);
      if (!content) throw new Error(`there is no file ${name}`);
      return content;
    }),
    save: (name, file, options) =>
      new Promise((resolve, reject) => {
        const finish = async (error?: Error) => {
          if (error) return reject(error);
          files.set(name, bytesOf(`${file.size} bytes`));
          resolve();
        };
        sent.push({ name, options, finish });
      }),
    remove: vi.fn(async (name: string) => void files.delete(name)),
    ...more,
  };
  return { files, sent, library };
}

const engineOf = (): EngineAdapter & { supplied: Record<string, Uint8Array>[]; inputs: DocumentInput[] } => {
  const supplied: Record<string, Uint8Array>[] = [];
  const inputs: DocumentInput[] = [];
  const empty: DrawnDocument = { pageCount: 0, pages: [], warnings: [], images: {} };
  return {
    supplied,
    inputs,
    render: async () => ({ bytes: new Uint8Array(), pages: 0, warnings: [] }),
    draw: async (input) => {
      inputs.push(input);
      return empty;
    },
    check: async () => [],
    evaluate: async () => ({ text: "" }),
    measureText: async () => ({ width: 0, ascent: 0, descent: 0 }),
    schema: async () => ({}),
    setFonts: async () => {},
    setLibrary: async (files) => void supplied.push(files),
    dispose: () => {},
  };
};

beforeEach(() => {
  let number = 0;
  // jsdom has none of them.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Object.assign(URL, { createObjectURL: () => `blob:${++number}`, revokeObjectURL: () => {} });
});
afterEach(cleanup);

const file = (name: string, text = "content") => new File([text], name);
const panel = <DesignerPropertyPanel section="dados" />;
const open = async () => {
  fireEvent.click(screen.getByRole("button", { name: "Image: choose from the library" }));
  const dialog = await screen.findByRole("dialog", { name: "Pictures of the library" });
  await within(dialog).findByRole("list", { name: "Pictures of the library" });
  return dialog;
};
const choose = (dialog: HTMLElement, ...files: File[]) => fireEvent.change(dialog.querySelector("input[type=file]")!, { target: { files } });

describe("the library in the panel of an image", () => {
  it("is absent where the host has none", () => {
    mount(panel, [fields.image]);
    expect(screen.queryByRole("button", { name: /from the library/ })).toBeNull();
  });

  it("offers pictures only, and turns the extensions on with the first one that is chosen", async () => {
    const { library } = memory({ "logo.png": "png", "Serif.ttf": "font", "paper.pdf": "pdf", "mark.svg": "<svg/>" });
    const designer = mount(panel, [fields.image], { library, extended: false });
    const dialog = await open();
    await waitFor(() => expect(within(dialog).getAllByRole("listitem").map((item) => item.querySelector(".jpd-library__name span")!.textContent)).toEqual(["logo.png", "mark.svg"]));
    fireEvent.change(within(dialog).getByRole("searchbox"), { target: { value: "MARK" } });
    expect(within(dialog).getAllByRole("listitem")).toHaveLength(1);
    fireEvent.click(within(dialog).getByRole("button", { name: "Use mark.svg" }));
    expect(designer.field("image")).toMatchObject({ content: "lib:mark.svg" });
    expect(designer.now.data.template.extensions).toBe(1);
    expect(designer.now.history.position).toBe(1);
    expect(screen.queryByRole("dialog")).toBeNull();
    // The panel shows the file.
    await waitFor(() => expect(screen.getByAltText("Picture of image").getAttribute("src")).toMatch(/^blob:/));
    screen.getByText("mark.svg of the library");
  });

  it("stores a picture with its progress, under a name that every file system knows, and uses it", async () => {
    const { library, sent } = memory();
    const designer = mount(panel, [fields.image], { library });
    const dialog = await open();
    await within(dialog).findByText("There is no such file yet. Upload one, or drop it here.");
    choose(dialog, file("Logótipo novo.png"));
    expect(sent[0]).toMatchObject({ name: "Logotipo-novo.png", options: { replace: false } });
    act(() => sent[0]!.options.onProgress!(0.5));
    expect((within(dialog).getByLabelText("Uploading Logotipo-novo.png") as HTMLProgressElement).value).toBe(0.5);
    await act(() => sent[0]!.finish());
    await waitFor(() => expect(designer.field("image")).toMatchObject({ content: "lib:Logotipo-novo.png" }));
  });

  it("can cancel an upload", async () => {
    const { library, sent } = memory();
    mount(panel, [fields.image], { library });
    const dialog = await open();
    choose(dialog, file("a.png"));
    fireEvent.click(within(dialog).getByRole("button", { name: "Cancel the upload of a.png" }));
    expect(sent[0]!.options.signal!.aborted).toBe(true);
    expect(within(dialog).queryByLabelText("Uploading a.png")).toBeNull();
  });

  it("refuses what is too large or of another kind before it is sent, and shows what the service says", async () => {
    const { library, sent } = memory({}, { maxBytes: 2048 });
    mount(panel, [fields.image], { library });
    const dialog = await open();
    within(dialog).getByText(/at most 2 KB each/);
    choose(dialog, file("large.png", "x".repeat(2049)), file("notes.txt"), file("good.png"));
    expect(sent.map(({ name }) => name)).toEqual(["good.png"]);
    const said = () => within(dialog).getAllByRole("alert").map((alert) => alert.querySelector("p")!.textContent);
    expect(said()).toEqual(["large.png: The file is larger than 2 KB.", "notes.txt: A file ending in png, jpg, jpeg, svg is needed here."]);
    await act(() => sent[0]!.finish(Object.assign(new Error("the disk is full"), { advice: "ask the administrator" })));
    await waitFor(() => expect(said().at(-1)).toBe("good.png: The disk is full. Ask the administrator."));
  });

  it("asks before it replaces a file, and keeps both on request", async () => {
    const { library, sent } = memory({ "logo.png": "old" });
    mount(panel, [fields.image], { library });
    const dialog = await open();
    await within(dialog).findByText("logo.png");
    choose(dialog, file("logo.png"));
    expect(sent).toEqual([]);
    const question = within(dialog).getByRole("group", { name: "There is a file logo.png already." });
    expect(document.activeElement?.textContent).toBe("Cancel");
    fireEvent.click(within(question).getByRole("button", { name: "Keep both" }));
    expect(sent[0]).toMatchObject({ name: "logo-2.png", options: { replace: false } });
    await act(() => sent[0]!.finish());
    cleanup();

    mount(panel, [fields.image], { library });
    const again = await open();
    await within(again).findByText("logo.png");
    fireEvent.click(within(again).getByRole("button", { name: "Replace logo.png" }));
    choose(again, file("new.png", "12345"));
    const replace = within(again).getByRole("group", { name: "Replace logo.png by new.png (1 KB)?" });
    fireEvent.click(within(replace).getByRole("button", { name: "Replace" }));
    expect(sent[1]).toMatchObject({ name: "logo.png", options: { replace: true } });
    // Somebody else was faster: nothing is overwritten before it is asked again.
    await act(() => sent[1]!.finish(Object.assign(new Error("changed"), { code: "conflict" })));
    await within(again).findByText(/Somebody else stored a file of this name meanwhile/);
  });

  it("asks before it deletes a file, with what that does to this template", async () => {
    const { library, files } = memory({ "logo.png": "old", "other.png": "other" });
    mount(panel, [{ ...fields.image, content: "lib:logo.png" } as never], { library });
    const dialog = await open();
    await within(dialog).findByText("in this template");
    fireEvent.click(within(dialog).getByRole("button", { name: "Delete logo.png" }));
    expect(files.has("logo.png")).toBe(true);
    within(dialog).getByText("This template uses it, and cannot be printed without it.");
    await act(async () => void fireEvent.click(within(dialog).getByRole("button", { name: "Delete" })));
    expect([...files.keys()]).toEqual(["other.png"]);
    await within(dialog).findByText("logo.png was deleted.");
  });

  it("only shows files to those who may not change them", async () => {
    const { library } = memory({ "logo.png": "x" });
    const { list, load } = library;
    mount(panel, [fields.image], { library: { list, load } });
    const dialog = await open();
    await within(dialog).findByText("logo.png");
    expect(within(dialog).queryByRole("button", { name: /Upload|Replace|Delete/ })).toBeNull();
  });
});

describe("the engine", () => {
  it("gets the files that the template names, and draws again when one changes", async () => {
    const { library, files } = memory({ "logo.png": "1", "other.png": "2" });
    const engine = engineOf();
    const designer = mount(panel, [{ ...fields.image, content: "lib:logo.png" } as never], { library, engine });
    const engineNow = () => designer.now.editor.engine.getState().engine;
    await waitFor(() => expect(engineNow()).not.toBeNull());
    expect(engine.supplied.at(-1)).toEqual({ "logo.png": bytesOf("1") });
    const before = engineNow();
    designer.run(({ actions }) => actions.updateSchema("image", { content: "lib:other.png" }));
    await waitFor(() => expect(engine.supplied.at(-1)).toEqual({ "other.png": bytesOf("2") }));
    await waitFor(() => expect(engineNow()).not.toBe(before));
    // Somebody else changes it; it is looked at when the window is used again.
    files.set("other.png", bytesOf("3"));
    act(() => void fireEvent.focus(window));
    await waitFor(() => expect(engine.supplied.at(-1)).toEqual({ "other.png": bytesOf("3") }));
  });

  it("is not kept from drawing by a file that is missing", async () => {
    const { library } = memory();
    const engine = engineOf();
    const designer = mount(panel, [{ ...fields.image, content: "lib:logo.png" } as never], { library, engine });
    await waitFor(() => expect(designer.now.editor.engine.getState().engine).not.toBeNull());
    expect(engine.supplied.at(-1)).toEqual({});
  });

  it("sees the texts that templates share, and the locale that the preview was given", async () => {
    const engine = engineOf();
    const onChangeDocumentLocale = vi.fn();
    mount(<DesignerPreview />, [fields.text], { engine, texts: { de: { total: "Summe" } }, onChangeDocumentLocale, documentLocale: "de" });
    await waitFor(() => expect(engine.inputs.length).toBeGreaterThan(0));
    const input = engine.inputs.at(-1)!;
    expect((input.template as Template).texts).toEqual({ de: { total: "Summe" } });
    expect(input.options).toEqual({ locale: "de" });
    const choice = screen.getByLabelText<HTMLSelectElement>("Language and region of the document");
    expect(choice.value).toBe("de");
    expect(within(within(choice).getByRole("group", { name: "With texts" })).getAllByRole("option").map((option) => option.textContent)).toEqual(["German (de)"]);
    fireEvent.change(choice, { target: { value: "pt-BR" } });
    expect(onChangeDocumentLocale).toHaveBeenCalledWith("pt-BR");
    fireEvent.change(choice, { target: { value: "" } });
    expect(onChangeDocumentLocale).toHaveBeenLastCalledWith(undefined);
  });
});

describe("the fonts of the host", () => {
  it("are there before the first drawing, and where the template names them", async () => {
    const given: Uint8Array[][] = [];
    const engine = engineOf();
    engine.setFonts = async (files) => {
      expect(engine.inputs).toEqual([]);
      given.push([...files]);
    };
    const namedFonts = { house: { regular: "lib:house.ttf" }, other: { regular: "builtin:times" } };
    const { library } = memory({ "house.ttf": "1", "other.ttf": "2" });
    const text = { ...fields.text, fontName: "house" } as never;
    const designer = mount(<DesignerPreview />, [text], { engine, library, fonts: [{ bytes: bytesOf("font") }], namedFonts, fallbackFont: false });
    await waitFor(() => expect(engine.inputs.length).toBeGreaterThan(0));
    expect(given).toEqual([[bytesOf("font")]]);
    const input = engine.inputs.at(-1)!;
    expect((input.template as Template).fonts).toEqual({ house: namedFonts.house });
    expect(input.options).toEqual({ fallbackFont: false });
    // The files that they name are those of the library.
    expect(engine.supplied.at(-1)).toEqual({ "house.ttf": bytesOf("1") });
    // The template itself does not change.
    expect(designer.now.data.template.fonts).toBeUndefined();
  });

  it("can be chosen for a text", () => {
    const namedFonts = { house: { regular: "lib:house.ttf" } };
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [fields.text], { namedFonts });
    const choice = screen.getByLabelText<HTMLSelectElement>("Font");
    expect(within(within(choice).getByRole("group", { name: "Fonts of the settings" })).getAllByRole("option").map((option) => option.textContent)).toEqual(["house"]);
    fireEvent.change(choice, { target: { value: "=house" } });
    expect(designer.field("text")).toMatchObject({ fontName: "house" });
  });

  it("that cannot be used do not keep documents from being shown", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const engine = engineOf();
    engine.setFonts = () => Promise.reject(new Error("damaged"));
    mount(<DesignerPreview />, [fields.text], { engine, fonts: [{ bytes: bytesOf("x") }] });
    await waitFor(() => expect(engine.inputs.length).toBeGreaterThan(0));
    expect(warn).toHaveBeenCalledWith("A font could not be used:", expect.any(Error));
    warn.mockRestore();
  });
});

describe("attached files", () => {
  const pdf = (designer: ReturnType<typeof mount>) => (designer.now.data.template as { pdf?: { attachments?: unknown } }).pdf;

  it("come from the library, or from a file into the template", async () => {
    const { library } = memory({ "terms.pdf": "1", "logo.png": "2" });
    const designer = mount(<DesignerPageSettings />, [fields.text], { library });
    unfold();
    fireEvent.click(screen.getByRole("button", { name: "Attach a file" }));
    const card = () => screen.getByRole("group", { name: /^Attached file / });
    fireEvent.click(within(card()).getByRole("button", { name: "Content: choose from the library" }));
    // Files of every kind are offered.
    await screen.findByRole("button", { name: "Use logo.png" });
    fireEvent.click(screen.getByRole("button", { name: "Use terms.pdf" }));
    expect(pdf(designer)).toEqual({ attachments: [{ name: "terms.pdf", source: "lib:terms.pdf" }] });
    within(card()).getByText("terms.pdf of the library");

    fireEvent.change(within(card()).getByLabelText("Relation to the document"), { target: { value: "Data" } });
    const description = within(card()).getByLabelText("Description");
    fireEvent.change(description, { target: { value: "The terms" } });
    fireEvent.blur(description);
    expect(pdf(designer)).toEqual({ attachments: [{ name: "terms.pdf", source: "lib:terms.pdf", relationship: "Data", description: "The terms" }] });

    fireEvent.change(card().querySelector("input[type=file]")!, { target: { files: [new File(["a;b"], "rows.csv", { type: "text/csv" })] } });
    await waitFor(() => expect(pdf(designer)).toMatchObject({ attachments: [{ name: "rows.csv", source: "data:text/csv;base64,YTti" }] }));
    within(card()).getByText("text/csv, 1 KB, inside the template");
    fireEvent.click(within(card()).getByRole("button", { name: "Remove the attached file rows.csv" }));
    expect(pdf(designer)).toBeUndefined();
  });

  it("keep a name that was given to them", async () => {
    const { library } = memory({ "terms.pdf": "1" });
    const designer = mount(<DesignerPageSettings />, [fields.text], { library });
    designer.setTemplate({ ...designer.now.data.template, pdf: { attachments: [{ name: "AGB.pdf", source: "lib:old.pdf" }] } } as never);
    unfold();
    fireEvent.click(screen.getByRole("button", { name: "Content: choose from the library" }));
    fireEvent.click(await screen.findByRole("button", { name: "Use terms.pdf" }));
    expect(pdf(designer)).toEqual({ attachments: [{ name: "AGB.pdf", source: "lib:terms.pdf" }] });
  });
});

describe("fonts and backgrounds", () => {
  it("fonts get their faces from the library; a new name follows to where the font is used", async () => {
    const { library } = memory({ "Serif.ttf": "1", "Serif-Bold.ttf": "2", "logo.png": "3" });
    const designer = mount(<DesignerPageSettings />, [{ ...fields.text, fontName: "default" } as never], { library });
    const fonts = () => (designer.now.data.template as unknown as { fonts: unknown }).fonts;
    fireEvent.click(screen.getByRole("button", { name: "Add font" }));
    expect(fonts()).toEqual({ default: { regular: "builtin:helvetica" } });
    const bold = screen.getByLabelText<HTMLSelectElement>("Bold of default");
    await waitFor(() => expect([...bold.options].map((option) => option.value)).toContain("lib:Serif-Bold.ttf"));
    expect([...bold.options].map((option) => option.value)).not.toContain("lib:logo.png");
    fireEvent.change(bold, { target: { value: "lib:Serif-Bold.ttf" } });
    expect(fonts()).toEqual({ default: { regular: "builtin:helvetica", bold: "lib:Serif-Bold.ttf" } });
    const name = screen.getByLabelText("Name of the font default");
    fireEvent.blur(name, { target: { value: "brand" } });
    expect(Object.keys(fonts() as object)).toEqual(["brand"]);
    expect(designer.field("text")).toMatchObject({ fontName: "brand" });
    fireEvent.change(screen.getByLabelText("Bold of brand"), { target: { value: "" } });
    expect(fonts()).toEqual({ brand: { regular: "builtin:helvetica" } });
    fireEvent.click(screen.getByRole("button", { name: "Remove the font brand" }));
    expect(fonts()).toBeUndefined();
  });

  it("a text takes one of the fonts of the template", () => {
    const designer = mount(<DesignerPropertyPanel section="estilo" />, [fields.text], {});
    designer.setTemplate({ ...designer.now.data.template, fonts: { brand: { regular: "builtin:times" } } } as never);
    const choice = screen.getByLabelText<HTMLSelectElement>("Font");
    expect([...choice.options].map((option) => option.textContent)).toEqual(["That of the document", "brand", "helvetica", "times", "courier", "sans"]);
    fireEvent.change(choice, { target: { value: "=brand" } });
    expect(designer.field("text")).toMatchObject({ fontName: "brand" });
    fireEvent.change(choice, { target: { value: "=" } });
    expect(designer.field("text")).not.toHaveProperty("fontName");
  });

  it("the background of a page is a picture of the library", async () => {
    const { library } = memory({ "paper.png": "1" });
    const designer = mount(<DesignerPageSettings />, [fields.text], { library, extended: false });
    fireEvent.click(screen.getByRole("button", { name: "Background: choose from the library" }));
    fireEvent.click(await screen.findByRole("button", { name: "Use paper.png" }));
    expect(designer.now.data.template).toMatchObject({ backgroundImage: "lib:paper.png", extensions: 1 });
    await waitFor(() => expect(screen.getByAltText("Background of the page").getAttribute("src")).toMatch(/^blob:/));
  });
});
