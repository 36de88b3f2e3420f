// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { focusLabelled } from "./label-focus";

afterEach(cleanup);

const rows = (control: React.ReactNode) => (
  <div>
    <div>
      <div>
        <label htmlFor="own" onClick={focusLabelled}>
          Name
        </label>
        <button tabIndex={-1}>Help</button>
      </div>
      <div>{control}</div>
    </div>
    <input aria-label="next" />
  </div>
);
const focusedBy = (control: React.ReactNode) => {
  render(rows(control));
  fireEvent.click(screen.getByText("Name"));
  const { activeElement } = document;
  cleanup();
  return activeElement?.getAttribute("data-own") ?? activeElement?.localName;
};

it("a click on a label focuses the control of its row: a group by what Tab reaches in it, a button without a press", () => {
  const press = vi.fn();
  expect(focusedBy(<div role="radiogroup"><button tabIndex={-1}>a</button><button data-own="b">b</button></div>)).toBe("b");
  expect(focusedBy(<button id="own" data-own="button" onClick={press}>x</button>)).toBe("button");
  expect(press).not.toHaveBeenCalled();
  // The control of the next row is not its own.
  expect(focusedBy(<button disabled>x</button>)).toBe("body");
});
