// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { setEngineLoader } from "../editor";
import { template, text } from "../editor/testing";
import { I18nProvider } from "../i18n";
import { ApiError } from "./api";
import { AppContext, type AppValue } from "./context";
import { TemplateEditor } from "./TemplateEditor";
import { TemplateList } from "./TemplateList";
import { stubIntersectionObserver } from "./testing";
import { loadTexts } from "./texts";

const keptHere = vi.hoisted(() => new Map<string, unknown>());
vi.mock("../editor/store/kept", () => ({
  kept: (kind: string) => ({
    load: async (key: string) => keptHere.get(`${kind} ${key}`),
    store: async (key: string, value: unknown) => (keptHere.set(`${kind} ${key}`, value), true),
    remove: async (key: string) => void keptHere.delete(`${kind} ${key}`),
    keys: async () => [...keptHere.keys()].flatMap((name) => (name.startsWith(`${kind} `) ? [name.slice(kind.length + 1)] : [])),
  }),
}));
vi.mock("./engine", () => ({ ENGINE_BUILD: "engine-1", takeEngine: () => Promise.reject(new Error("no engine")), helpersReady: async () => {} }));
const saved = vi.hoisted(() => [] as string[]);
vi.mock("../core/download", () => ({ saveBlob: (_: Blob, name: string) => saved.push(name), downloadPdf: () => {} }));

const INVOICE = { id: "invoice", name: "Invoice", template: template([text("a", { content: "{number}" })]), bindings: [] };
const DATA = { number: 1, lines: [{ name: "Pen" }, { name: "Ink" }] };

/** The query of the window that holds. */
let matching = "";
beforeAll(() => {
  vi.stubGlobal("matchMedia", (media: string) => ({ matches: media === matching, addEventListener() {}, removeEventListener() {} }));
  // Functions that jsdom does not have.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Element.prototype.scrollTo = () => {};
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  stubIntersectionObserver();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  setEngineLoader(() => Promise.reject(new Error("no engine")));
  localStorage.setItem("reportctl:tour", "done");
});
beforeEach(() => {
  matching = "";
  keptHere.clear();
  saved.splice(0);
});
afterEach(cleanup);

/** `dataSet`: the answer of the service for the one data set; `over`: further answers. */
async function open(dataSet = Promise.resolve({ value: DATA, version: "1" }), invoice: object = INVOICE, pdf = async () => new Blob(), over: object = {}) {
  const api = {
    templates: async () => ({ templates: [{ id: "invoice", name: "Invoice" }, { id: "letter", name: "Letter" }, { id: "archive/letter", name: "Letter" }], more: false }),
    template: async () => ({ value: invoice, version: "1" }),
    texts: async () => ({}),
    fonts: async () => ({ files: [], named: {}, fallback: true }),
    dataSets: async () => [{ name: "sample" }],
    dataSet: () => dataSet,
    versions: vi.fn(async () => []),
    keptVersions: async () => ({ kept: "folder" }),
    save: vi.fn(async () => ({ version: "2" })),
    saveDataSet: vi.fn(async () => "2"),
    pdf: vi.fn(pdf),
    ...over,
  };
  const session = { tenant: "t", mail: null, scopes: ["templates:read", "templates:write"] };
  const context = { api, session, library: { list: async () => [] }, t: await loadTexts("en"), locale: "en" } as unknown as AppValue;
  const page = (content: React.ReactNode) => (
    <I18nProvider locale="en">
      <AppContext.Provider value={context}>{content}</AppContext.Provider>
    </I18nProvider>
  );
  const view = render(page(<TemplateEditor id="invoice" settings={null} />));
  await screen.findByRole("button", { name: "Download PDF" });
  return { api, list: () => act(async () => view.rerender(page(<TemplateList settings={null} />))) };
}

/** A key where the focus is. */
const key = (name: string) => act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ctrlKey: true }));

/** A service where others store the template, too; refuses a save of an older version. */
function shared(first: object) {
  const now = { value: first as Record<string, unknown>, version: "1" };
  const store = (value: object) => Object.assign(now, { value, version: `${Number(now.version) + 1}` });
  const save = async (_: string, document: object, version: string) => {
    if (version !== now.version) throw new ApiError(412, { error: "it was changed", code: "conflict" } as never);
    return { version: store(document).version };
  };
  return { now, store, over: { template: async () => ({ ...now }), save } };
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

const addText = () => fireEvent.keyDown(document.querySelector("[data-part=canvas]") as Element, { key: "t" });

const downloadButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Download PDF" });

it("Ctrl+S and Ctrl+K act while the focus is in the bar of the application, but not over a dialog", async () => {
  const { api } = await open();
  screen.getByRole("button", { name: "Versions" }).focus();
  await key("s");
  expect(api.save).toHaveBeenCalledOnce();
  await key("k");
  const commands = screen.getByRole("dialog", { name: "Commands" });
  await key("s");
  expect(api.save).toHaveBeenCalledOnce();
  fireEvent.keyDown(within(commands).getByRole("combobox"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("says that data is stored, as it does of the template", async () => {
  const { api } = await open();
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Download PDF" }).disabled).toBe(false));
  await act(async () => document.querySelector<HTMLElement>(".app-docks button")!.click());
  fireEvent.click(await screen.findByRole("button", { name: "Fill in" }, { timeout: 5000 }));
  const dialog = await screen.findByRole("dialog", { name: "Fill in the data" });
  fireEvent.change(within(dialog).getAllByRole("textbox")[0]!, { target: { value: "77" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Use this data" }));
  const state = () => document.querySelector(".app-state")?.textContent;
  await waitFor(() => expect(state()).toBe("Saving…"));
  await waitFor(() => expect(state()).toBe("Data saved"), { timeout: 5000 });
  expect(api.saveDataSet).toHaveBeenCalledOnce();
});

it("keeps changes when it is left for the list at once, which marks the template", async () => {
  const { list } = await open();
  fireEvent.keyDown(document.querySelector("[data-part=canvas]") as Element, { key: "t" });
  await screen.findByText("Not saved");
  await list();
  const [invoice, letter] = await screen.findAllByRole("listitem");
  await waitFor(() => expect(invoice?.textContent).toContain("Unsaved changes"));
  expect(letter?.textContent).not.toContain("Unsaved changes");
  expect(keptHere.get("drafts t/invoice")).toMatchObject({ name: "Invoice", version: "1", template: { schemas: [{ id: "a" }, {}] } });
});

it("offers its own actions in the list of commands", async () => {
  const { api } = await open();
  await waitFor(() => expect(downloadButton().disabled).toBe(false));
  await key("k");
  const commands = screen.getByRole("dialog", { name: "Commands" });
  fireEvent.change(within(commands).getByRole("combobox"), { target: { value: "download" } });
  await act(async () => void fireEvent.click(within(commands).getByRole("option", { name: "Download PDF" })));
  await waitFor(() => expect(api.pdf).toHaveBeenCalledOnce());
});

it("names templates of one name by their ids too", async () => {
  const { list } = await open();
  await list();
  const names = (await screen.findAllByRole("link")).map((link) => link.textContent?.trim());
  expect(names.filter((name) => /Invoice|Letter/.test(name ?? ""))).toEqual(["Invoice", "Letter letter", "Letter archive/letter"]);
});

it("makes no document before its data has arrived", async () => {
  let answer = (_: { value: typeof DATA; version: string }) => {};
  const { api } = await open(new Promise((resolve) => (answer = resolve)));
  fireEvent.click(downloadButton());
  expect(downloadButton().disabled).toBe(true);
  await act(async () => answer({ value: DATA, version: "1" }));
  await waitFor(() => expect(downloadButton().disabled).toBe(false));
  await act(async () => void fireEvent.click(downloadButton()));
  expect(api.pdf).toHaveBeenCalledExactlyOnceWith(INVOICE.template, [], DATA, undefined);
});

it("downloads the document that is shown, also with data to test with", async () => {
  const { api } = await open();
  await waitFor(() => expect(downloadButton().disabled).toBe(false));
  const downloaded = async () => {
    await act(async () => void fireEvent.click(downloadButton()));
    return (api.pdf.mock.lastCall as unknown as unknown[])[2];
  };
  expect(await downloaded()).toEqual(DATA);
  fireEvent.click(screen.getByRole("button", { name: "All data" }));
  const variant = await screen.findByLabelText("Test this data at its limits");
  fireEvent.change(variant, { target: { value: "one" } });
  expect(await downloaded()).toEqual({ number: 1, lines: [{ name: "Pen" }] });
  fireEvent.change(variant, { target: { value: "sample" } });
  expect(await downloaded()).toEqual(DATA);
});

it("on a telephone the form of an unfinished payment takes the place of the panel that covers it", async () => {
  matching = "(max-width: 600px)";
  const payment = { id: "p", name: "Payment", type: "qrcode", x: 20, y: 40, width: 30, height: 30, payload: { type: "epc", name: "Ana", iban: "" } };
  const invoice = { ...INVOICE, template: template([payment as never], { extensions: 1 }) };
  await open(undefined, invoice, () => Promise.reject(new ApiError(422, { error: "it is missing", code: "paymentPayload", field: "Payment" } as never)));
  fireEvent.click(screen.getByRole("button", { name: "All data" }));
  expect(document.querySelector("[data-dock]")).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Download PDF" })));
  await act(async () => fireEvent.click(await screen.findByRole("button", { name: "Fill it in" })));
  expect(document.querySelector("[data-dock]")).toBeNull();
  await waitFor(() => expect(document.activeElement?.closest<HTMLElement>("[data-property]")?.dataset.property).toBe("payload/iban"));
});

it("a conflict keeps the texts of the mail and the strictness that others stored meanwhile", async () => {
  const service = shared({ ...INVOICE, mail: { subject: "Old" } });
  await open(undefined, undefined, undefined, service.over);
  addText();
  await screen.findByText("Not saved");
  service.store({ ...INVOICE, strict: true, mail: { subject: "New" } });
  await press("Save");
  const rows = within(await screen.findByRole("dialog")).getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual(["PartYoursTheirsKeep", "Setting mail— changed Theirs", "Setting strict— added Theirs", "Field Textadded — Yours"]);
  await press("Keep all of mine");
  await press("Save");
  await waitFor(() => expect(service.now).toMatchObject({ version: "3", value: { strict: true, mail: { subject: "New" }, template: { schemas: [{ id: "a" }, { type: "text" }] } } }));
});

it("a draft is compared with the version that it changed, and takes nothing back that others stored since", async () => {
  const [a, b] = [text("a", { content: "{number}" }), text("b", { content: "old" })];
  const [changed, theirs] = [{ ...a, content: "mine" } as typeof a, { ...b, content: "theirs" } as typeof b];
  const service = shared({ ...INVOICE, template: template([a, b]) });
  keptHere.set("drafts t/invoice", { name: "Invoice", template: template([changed, b]), bindings: [], base: service.now.value, version: "1", time: 1 });
  service.store({ ...INVOICE, template: template([a, theirs]) });
  await open(undefined, undefined, undefined, service.over);
  await press("Restore them");
  expect(keptHere.get("drafts t/invoice")).toMatchObject({ base: { template: { schemas: [a, b] } } });
  await press("Save");
  const rows = within(await screen.findByRole("dialog")).getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual(["PartYoursTheirsKeep", "Field achanged — Yours", "Field b— changed Theirs"]);
  await press("Use this");
  await press("Save");
  await waitFor(() => expect(service.now).toMatchObject({ version: "3", value: { template: { schemas: [changed, theirs] } } }));
});

it("a draft that does not say what it changed takes nothing back unasked", async () => {
  const [a, b] = [text("a"), text("b", { content: "old" })];
  const theirs = { ...b, content: "theirs" } as typeof b;
  const service = shared({ ...INVOICE, template: template([a, theirs]) });
  keptHere.set("drafts t/invoice", { name: "Invoice", template: template([a, b]), bindings: [], version: "0", time: 1 });
  await open(undefined, undefined, undefined, service.over);
  await press("Restore them");
  await press("Save");
  const rows = within(await screen.findByRole("dialog")).getAllByRole("row");
  expect(rows.filter((row) => within(row).queryByRole("combobox")).map((row) => row.textContent)).toEqual(["Field badded added YoursTheirs"]);
});

it("changes that are made while a draft is offered are kept beside it", async () => {
  const offered = { name: "Invoice", template: template([text("a", { content: "offered" })]), bindings: [], version: "1", time: 1 };
  keptHere.set("drafts t/invoice", offered);
  const { list } = await open();
  addText();
  await screen.findByText("Not saved");
  await list();
  await screen.findAllByRole("listitem");
  expect(keptHere.get("drafts t/invoice")).toMatchObject({ template: { schemas: [{ id: "a", content: "{number}" }, {}] }, earlier: offered });
  cleanup();
  const again = await open();
  await press("Restore them");
  // The older one is still there.
  await press("Restore them");
  await again.list();
  await screen.findAllByRole("listitem");
  expect(keptHere.get("drafts t/invoice")).toMatchObject({ template: { schemas: [{ content: "offered" }] }, earlier: { template: { schemas: [{ content: "{number}" }, {}] } } });
});

const stored = (commit: string) => ({ commit, author: "Ana", date: `2026-01-0${commit}T00:00:00Z`, subject: `Version ${commit}` });
const useVersion = (dialog: HTMLElement) => within(dialog).getByRole<HTMLButtonElement>("button", { name: "Use this version" });

it("a version that was chosen is used only once it is here, not the one that was chosen before", async () => {
  const content = (commit: string) => ({ ...INVOICE, template: template([text("a", { content: `of ${commit}` })]) });
  let answer = (_: object) => {};
  const version = (_: string, commit: string) => (commit === "3" ? Promise.resolve(content("3")) : new Promise((done) => (answer = done)));
  const { api } = await open(undefined, undefined, undefined, { versions: async () => [stored("3"), stored("2")], version });
  await press("Versions");
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(useVersion(dialog).disabled).toBe(false));
  await act(async () => void fireEvent.click(within(dialog).getByText("Version 2")));
  expect(useVersion(dialog).disabled).toBe(true);
  await act(async () => answer(content("2")));
  await act(async () => void fireEvent.click(useVersion(dialog)));
  await press("Save");
  expect((api.save.mock.lastCall as unknown as [string, typeof INVOICE])[1].template.schemas).toMatchObject([{ content: "of 2" }]);
});

it("undo of a version that was used brings back the name, too, and redo that of the version", async () => {
  await open(undefined, undefined, undefined, { versions: async () => [stored("3")], version: async () => ({ ...INVOICE, name: "Old name", template: template([text("a", { content: "old" })]) }) });
  await press("Versions");
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(useVersion(dialog).disabled).toBe(false));
  await act(async () => void fireEvent.click(useVersion(dialog)));
  const title = () => document.querySelector("h1")?.textContent;
  expect(title()).toBe("Old name");
  await press("Undo");
  expect(title()).toBe("Invoice");
  await press("Redo");
  expect(title()).toBe("Old name");
});

it("a template that is deleted leaves no draft behind", async () => {
  const { list } = await open(undefined, undefined, undefined, { remove: async () => {} });
  addText();
  await screen.findByText("Not saved");
  await list();
  await screen.findAllByRole("listitem");
  expect(keptHere.has("drafts t/invoice")).toBe(true);
  screen.getByRole("button", { name: "More actions: Invoice" }).focus();
  await act(async () => void fireEvent.keyDown(document.activeElement!, { key: "Enter" }));
  await act(async () => void fireEvent.click(await screen.findByRole("menuitem", { name: "Delete" })));
  await act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" })));
  expect([...keptHere.keys()].filter((name) => /^(drafts|data) /.test(name))).toEqual([]);
});
