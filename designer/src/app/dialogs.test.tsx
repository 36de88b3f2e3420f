// @vitest-environment jsdom
/** Dialogs of the application with an input: what was entered is not lost by mistake, and a second click does nothing. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { I18nProvider, LANGUAGES, type Locale, loadDict } from "../i18n";
import { AppContext, type AppValue } from "./context";
import { CreateTemplate } from "./CreateTemplate";
import { DataSets } from "./DataSets";
import { MailTexts } from "./MailTexts";
import { SendReport } from "./SendReport";
import { TemplateList } from "./TemplateList";
import { stubIntersectionObserver } from "./testing";
import { loadTexts, textsFor } from "./texts";
import type { OpenDataSets } from "./useDataSets";

const LOCALES = Object.keys(LANGUAGES) as Locale[];
beforeAll(() => Promise.all(LOCALES.flatMap((locale) => [loadTexts(locale), loadDict(locale)])));
beforeEach(stubIntersectionObserver);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const never = () => new Promise<never>(() => {});
const session = { mail: "smtp mail.example.org", scopes: ["templates:write"], version: "1", tenant: null };

function show(dialog: ReactNode, api: object = {}, locale: Locale = "en") {
  render(
    <I18nProvider locale={locale}>
      <AppContext.Provider value={{ t: textsFor(locale), locale, session, api, library: {} } as unknown as AppValue}>{dialog}</AppContext.Provider>
    </I18nProvider>,
  );
}
const dialog = () => screen.getByRole("dialog");
const type = (label: string, value: string) => fireEvent.change(within(dialog()).getByLabelText(label), { target: { value } });
const escape = () => fireEvent.keyDown(dialog(), { key: "Escape" });
const click = (name: string) => fireEvent.click(within(dialog()).getByRole("button", { name }));

const sets = { names: [], name: null, create: async () => {}, remove: async () => {} } as unknown as OpenDataSets;
const named = { id: "a", name: "Letter" };

/** Each dialog, opened, with one of its inputs. */
const DIALOGS: [string, string, (onClose: () => void) => Promise<void> | void][] = [
  ["Text of the e-mail", "Text", (onClose) => show(<MailTexts mail={undefined} onSave={never} onClose={onClose} />)],
  ["Send a report by mail", "Recipient", (onClose) => show(<SendReport id="a" data={{}} locale={undefined} onClose={onClose} onSent={() => {}} />)],
  ["New template", "Name", (onClose) => show(<CreateTemplate onClose={onClose} />, { shipped: async () => [] })],
  [
    "New data set",
    "Name: lower-case letters, digits and hyphens",
    () => {
      show(<DataSets sets={sets} readOnly={false} />);
      fireEvent.click(screen.getByRole("button", { name: "New data set" }));
    },
  ],
  ["Rename", "Name", () => openFromCard("Rename", {})],
];

it("a search in the dialog of a new template begins with what it finds, not with the blank page", async () => {
  const create = vi.fn(() => never());
  const shipped = [{ id: "letter", name: "Letter" }, { id: "contract", name: "Contract" }];
  show(<CreateTemplate onClose={() => {}} />, { create, shipped: async () => shipped, shippedTemplate: async (id: string) => ({ name: id, template: { schemas: [] }, bindings: [] }) });
  await screen.findByRole("radio", { name: "Contract" });
  const blank = () => screen.queryByRole<HTMLInputElement>("radio", { name: "A blank page" });
  expect(blank()?.checked).toBe(true);
  const search = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
  search("zeppelin");
  expect(within(dialog()).getByRole<HTMLButtonElement>("button", { name: "New template" }).disabled).toBe(true);
  search("");
  expect(blank()?.checked).toBe(true);
  search("contract");
  expect(blank()).toBeNull();
  await act(async () => click("New template"));
  expect(create).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: "Contract" }));
});

async function openFromCard(action: string, api: object) {
  show(<TemplateList settings={null} />, { templates: async () => ({ templates: [named], more: false }), template: never, ...api });
  const more = await screen.findByRole("button", { name: /More actions/ });
  fireEvent.keyDown(more, { key: "Enter" });
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
}

describe.each(DIALOGS)("%s", (title, label, open) => {
  it("asks before it drops what was entered", async () => {
    const onClose = vi.fn();
    await open(onClose);
    type(label, "kept");
    escape();
    expect(onClose).not.toHaveBeenCalled();
    expect(within(dialog()).getByRole("alert").textContent).toBe("Your changes are lost if you close this.");
    expect(document.activeElement?.textContent).toBe("Continue editing");
    click("Continue editing");
    expect((within(dialog()).getByLabelText(label) as HTMLInputElement).value).toBe("kept");
    escape();
    type(label, "more");
    expect(within(dialog()).queryByRole("alert")).toBeNull();
    escape();
    click("Discard the changes");
    expect(onClose.mock.calls.length === 1 || screen.queryByRole("dialog", { name: title }) === null).toBe(true);
  });

  it("closes at once where nothing was entered", async () => {
    const onClose = vi.fn();
    await open(onClose);
    expect(dialog().textContent).toContain(title);
    escape();
    expect(onClose.mock.calls.length === 1 || screen.queryByRole("dialog") === null).toBe(true);
  });
});

it.each(LOCALES)("the question is asked in each language: %s", async (locale) => {
  show(<SendReport id="a" data={{}} locale={undefined} onClose={() => {}} onSent={() => {}} />, {}, locale);
  type(textsFor(locale).address, "ana@example.org");
  escape();
  const { modal } = await loadDict(locale);
  expect(within(dialog()).getByRole("alert").textContent).toBe(modal.unsaved);
  click(modal.goOn);
  expect(document.activeElement).toBe(document.body.querySelector("[role=dialog] input[type=email]"));
});

describe("a second click", () => {
  const submitTwice = () =>
    act(async () => {
      const form = dialog().querySelector("form")!;
      fireEvent.submit(form);
      fireEvent.submit(form);
    });

  it("sends no second mail", async () => {
    const mail = vi.fn(never);
    show(<SendReport id="a" data={{}} locale={undefined} onClose={() => {}} onSent={() => {}} />, { mail });
    type("Recipient", "ana@example.org");
    await submitTwice();
    expect(mail).toHaveBeenCalledOnce();
  });

  it("stores the texts of mails once", async () => {
    const onSave = vi.fn(never);
    show(<MailTexts mail={undefined} onSave={onSave} onClose={() => {}} />);
    type("Subject", "Invoice");
    await submitTwice();
    expect(onSave).toHaveBeenCalledOnce();
  });

  it("makes a data set once, and removes it once", async () => {
    const [create, remove] = [vi.fn(never), vi.fn(never)];
    show(<DataSets sets={{ ...sets, names: ["a"], name: "a", create, remove }} readOnly={false} />);
    fireEvent.click(screen.getByRole("button", { name: "New data set" }));
    type("Name: lower-case letters, digits and hyphens", "b");
    click("New data set");
    click("New data set");
    expect(create).toHaveBeenCalledOnce();
    escape();
    click("Discard the changes");
    fireEvent.click(screen.getByRole("button", { name: "Delete data set" }));
    click("Delete");
    click("Delete");
    expect(remove).toHaveBeenCalledOnce();
  });

  it("renames a template once, and deletes it once", async () => {
    const [template, remove] = [vi.fn(never), vi.fn(never)];
    await openFromCard("Rename", { template });
    type("Name", "Other");
    const before = template.mock.calls.length;
    click("Rename");
    click("Rename");
    expect(template.mock.calls.length - before).toBe(1);
    cleanup();
    await openFromCard("Delete", { remove });
    click("Delete");
    click("Delete");
    expect(remove).toHaveBeenCalledOnce();
  });
});
