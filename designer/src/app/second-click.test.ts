// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guardSecondClick } from "./second-click";

let end = () => {};
beforeEach(() => {
  document.body.innerHTML = '<a id="card"><b>Invoice</b></a><main><button id="beneath">Delete</button></main>';
  end = guardSecondClick();
});
afterEach(() => end());

const at = (id: string) => document.getElementById(id)!;

function click(target: Element, detail: number, x = 100): void {
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: 50, detail }));
  }
}

describe("the second click of a double click", () => {
  it("does not hit what appears where the first one was", () => {
    const pressed = vi.fn();
    at("beneath").addEventListener("click", pressed);
    at("beneath").addEventListener("pointerdown", pressed);
    click(at("card").querySelector("b")!, 1);
    at("card").remove();
    click(at("beneath"), 2);
    expect(pressed).not.toHaveBeenCalled();
    // Elsewhere it is a click of its own.
    click(at("beneath"), 1, 300);
    expect(pressed).toHaveBeenCalledTimes(2);
  });

  it("reaches what the first one was on, and the designer", () => {
    const pressed = vi.fn();
    at("card").addEventListener("click", pressed);
    click(at("card").querySelector("b")!, 1);
    click(at("card"), 2);
    expect(pressed).toHaveBeenCalledTimes(2);
    const designer = document.querySelector("main")!;
    designer.className = "app-workspace";
    at("beneath").addEventListener("click", pressed);
    click(at("beneath"), 1, 300);
    at("beneath").insertAdjacentHTML("afterend", '<button id="drawn">Text</button>');
    at("beneath").remove();
    at("drawn").addEventListener("click", pressed);
    click(at("drawn"), 2, 300);
    expect(pressed).toHaveBeenCalledTimes(4);
  });
});
