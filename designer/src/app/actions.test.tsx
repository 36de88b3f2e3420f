// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Actions } from "./Actions";
import { AppContext, type AppValue } from "./context";
import { textsFor } from "./texts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (narrow: boolean, inMenu = false) => {
  vi.stubGlobal("matchMedia", () => ({ matches: narrow, addEventListener: () => {}, removeEventListener: () => {} }));
  render(
    <AppContext.Provider value={{ t: textsFor("en") } as unknown as AppValue}>
      <Actions inMenu={inMenu} actions={[{ label: "Versions", run() {} }, { label: "Download PDF", main: true, run() {} }, { label: "Send", run() {} }]}>
        <i />
      </Actions>
    </AppContext.Provider>,
  );
  return Object.fromEntries(screen.getAllByRole("button").map((button) => [button.getAttribute("aria-label") ?? button.textContent, button.dataset.variant]));
};

it("only the main action is outlined beside Save", () => {
  expect(open(false)).toEqual({ Versions: "ghost", "Download PDF": "outline", Send: "ghost" });
});

it("a narrow window has the main action beside one quiet button for the others", () => {
  expect(open(true)).toEqual({ "More actions": "ghost", "Download PDF": "outline" });
});

it("so has a header that holds the bar of the designer too", () => {
  expect(open(false, true)).toEqual({ "More actions": "ghost", "Download PDF": "outline" });
});
