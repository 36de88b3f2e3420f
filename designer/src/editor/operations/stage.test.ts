import { describe, expect, it } from "vitest";
import { text } from "../testing";
import { GAP_MM, Stage } from "./stage";

const a4 = { width: 210, height: 297 };
const runs = [
  { design: 0, pages: 2, ...a4 },
  { design: 1, pages: 3, width: 148, height: 210 },
];

describe("the pages on the canvas", () => {
  it("lie below each other, and places are counted from the first page of the edited design", () => {
    const first = Stage.of(runs, 0)!;
    expect(first.sheet(1)).toEqual({ number: 1, design: 0, x: 0, y: 0, ...a4 });
    expect(first.sheet(2)).toMatchObject({ y: 297 + GAP_MM });
    expect(first.sheet(3)).toMatchObject({ design: 1, x: 31, y: 2 * (297 + GAP_MM) });
    expect(first.sheet(6)).toBeUndefined();
    expect([first.width, first.height, first.pageCount]).toEqual([210, 2 * (297 + GAP_MM) + 3 * 210 + 2 * GAP_MM, 5]);
    const second = Stage.of(runs, 1)!;
    expect(second.sheet(3)).toMatchObject({ x: 0, y: 0 });
    expect(second.sheet(1)).toMatchObject({ x: -31, y: -2 * (297 + GAP_MM) });
    expect([second.x, second.y]).toEqual([-31, -2 * (297 + GAP_MM)]);
    expect(Stage.of(runs, 2)).toBeNull();
  });

  it("are found by their height, however many there are", () => {
    const stage = Stage.of([{ design: 0, pages: 5000, ...a4 }], 0)!;
    expect(stage.between(-100, 100)).toEqual([1, 1]);
    expect(stage.between(300, 4000 * (297 + GAP_MM) + 1)).toEqual([1, 4001]);
    expect(stage.between(1e9, 1e9)).toEqual([5000, 5000]);
  });

  it("show a field where it is printed, and move with it before it is drawn again", () => {
    const stage = Stage.of(runs, 0)!;
    const drawing = { svg: "", page: 2, order: 0, box: { x: 10, y: 30, width: 80, height: 25 }, shift: { x: 0, y: -20, width: 0, height: 15 } };
    const field = text("a");
    expect(stage.place(field, drawing)).toEqual({ x: 10, y: 297 + GAP_MM + 30, width: 80, height: 25 });
    expect(stage.place({ ...field, x: 17, y: 60 }, drawing)).toEqual({ x: 17, y: 297 + GAP_MM + 40, width: 80, height: 25 });
    expect(stage.place(field, undefined)).toEqual({ x: 10, y: 50, width: 80, height: 10 });
  });
});
