// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { DesignerDataExplorer } from "..";
import { loadedPart } from "../../core/loaded-part";
import { problemText } from "../../core/problem-text";
import { ErrorBoundary } from "../../editor/parts/ErrorBoundary";
import { de } from "../../i18n/de";
import { mount } from "../testing";
import { file as workbook, inline, row } from "./xlsx/testing";

vi.mock("./xlsx", () => {
  throw new TypeError("Failed to fetch dynamically imported module: https://example.org/assets/xlsx-1.js");
});

beforeAll(() => {
  // The editor of text beside it measures, which jsdom does not draw.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

const chosen = (name: string, bytes: Uint8Array) => Object.assign(new File([], name), { arrayBuffer: () => Promise.resolve(bytes.slice().buffer) });

it("says that the page has to be loaded again where the reader of spreadsheets does not load", async () => {
  mount(<DesignerDataExplorer />, [], { data: {}, onChangeData: () => {}, documentId: "a" });
  const sheet = chosen("staff.xlsx", workbook([{ name: "Staff", rows: row(inline("Name")) }]));
  fireEvent.change(screen.getByLabelText("From a file"), { target: { files: [sheet] } });
  expect(await screen.findByText("A part of the page could not be loaded. Reload the page. Unsaved changes are kept as a draft, which the page then offers.")).toBeTruthy();
  expect(screen.queryByText(/damaged/)).toBeNull();
});

it("says so of a panel that does not load, and only where there are drafts that there is one", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Panel = lazy(async () => ({ default: await loadedPart<() => null>(() => Promise.reject(new TypeError("Importing a module script failed."))) }));
  mount(
    <ErrorBoundary name="Code">
      <Suspense fallback={null}>
        <Panel />
      </Suspense>
    </ErrorBoundary>,
    [],
  );
  expect((await screen.findByRole("alert")).textContent).toContain("Code cannot be shown.A part of the page could not be loaded. Reload the page.Try again");
});

it("says so in the language of the page where an error is shown as a problem", async () => {
  const error = await loadedPart(() => Promise.reject(new TypeError("error loading dynamically imported module"))).catch((failure: unknown) => failure);
  expect(problemText(error, de, "de")).toEqual({ text: "Ein Teil der Seite konnte nicht geladen werden. Laden Sie die Seite neu.", facts: [] });
});
