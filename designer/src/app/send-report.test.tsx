// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { I18nProvider, LANGUAGES, type Locale } from "../i18n";
import { mailFolder } from "./api";
import { AppContext, type AppValue } from "./context";
import { SendReport } from "./SendReport";
import { loadTexts, textsFor } from "./texts";

const LOCALES = Object.keys(LANGUAGES) as Locale[];
beforeAll(() => Promise.all(LOCALES.map(loadTexts)));
afterEach(cleanup);

function open(locale: Locale, mail: string): string {
  render(
    <I18nProvider locale={locale}>
      <AppContext.Provider value={{ t: textsFor(locale), locale, session: { mail } } as AppValue}>
        <SendReport id="invoice" data={{}} locale={undefined} onClose={() => {}} onSent={() => {}} />
      </AppContext.Provider>
    </I18nProvider>,
  );
  return screen.getByRole("dialog").textContent ?? "";
}

describe("sending a report", () => {
  it.each(LOCALES)("says that mails are kept where no mail server is set, and the folder as a detail: %s", (locale) => {
    const { mailKept, mailWhere } = textsFor(locale);
    const text = open(locale, "folder .reportctl/outbox");
    expect(text).toContain(mailKept);
    expect(text).not.toContain("folder .reportctl");
    const detail = screen.getByText(mailWhere).closest("details");
    expect(detail?.open).toBe(false);
    expect(detail?.textContent).toContain(".reportctl/outbox");
    expect(mailKept).not.toMatch(/outbox|folder|Ordner|carpeta|dossier|pasta/);
  });

  it("names the mail server where there is one", () => {
    expect(open("en", "smtp mail.example.org:465 (tls)")).toContain("Mail goes via smtp mail.example.org:465 (tls).");
    expect(mailFolder({ mail: "smtp folder.example.org" })).toBeNull();
    expect(mailFolder({ mail: null })).toBeNull();
  });
});
