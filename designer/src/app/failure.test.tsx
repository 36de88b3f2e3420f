// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { I18nProvider, loadDict } from "../i18n";
import { ApiError } from "./api";
import { Failure } from "./Failure";
import { textsFor } from "./texts";

it("says in the language of the page what the service refuses, with its words behind that", async () => {
  const dict = await loadDict("de");
  const refusal = { error: "`ana@` is not an email address", code: "invalidEmail", advice: "write one such as `ana@example.org`", value: "ana@" };
  const { container, rerender } = render(
    <I18nProvider locale="de">
      <Failure error={new ApiError(422, refusal)} />
    </I18nProvider>,
  );
  expect(screen.getByRole("alert").querySelector(":scope > p")?.textContent).toBe(`${dict.problemTitles.invalidEmail}: ana@.`);
  const detail = container.querySelector("details p");
  expect(detail?.getAttribute("lang")).toBe("en");
  expect(detail?.textContent).toBe("`ana@` is not an email address. Write one such as ana@example.org.".replaceAll("`", ""));
  rerender(
    <I18nProvider locale="de">
      <Failure error={new ApiError(0, { error: "the service does not answer", code: "noAnswer" })} />
    </I18nProvider>,
  );
  expect(screen.getByRole("alert").textContent).toBe((textsFor("de") as { noAnswer: string }).noAnswer);
});
