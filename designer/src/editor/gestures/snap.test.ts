import { describe, expect, it } from "vitest";
import type { TableSchema } from "../../core/types";
import { template, text } from "../testing";
import { columnWidths, guidesOf, resizeRect, scaled, snapMove } from "./snap";

const none = { x: [], y: [] };
const box = { x: 12, y: 50, width: 80, height: 10 };

describe("snapping while moving", () => {
  it("27 moves to a multiple of the grid, wherever the field came from", () => {
    const { dx, dy } = snapMove(box, box, 7, 7, { guides: none, tolerance: 1, grid: 5 });
    expect([box.x + dx, box.y + dy]).toEqual([20, 55]);
  });

  it("28 leaves a field off the grid alone while the pointer does not move", () => {
    expect(snapMove(box, box, 0, 0.005, { guides: none, tolerance: 1, grid: 5 })).toMatchObject({ dx: 0, dy: 0 });
  });

  it("does not snap without a grid and guides", () => {
    expect(snapMove(box, box, 7.3, 1.2, { guides: none, tolerance: 0, grid: 0 })).toMatchObject({ dx: 7.3, dy: 1.2 });
  });

  it("38 prefers a guide within its tolerance to the grid, and shows it", () => {
    const design = template([text("a", { x: 31.4, y: 100 })]);
    const guides = guidesOf(design, new Set(["b"]), () => true);
    const { dx, guides: shown } = snapMove(box, box, 19, 0, { guides, tolerance: 1.06, grid: 5 });
    expect(box.x + dx).toBeCloseTo(31.4, 9);
    expect(shown).toContainEqual({ axis: "x", at: 31.4, from: 50, to: 110 });
  });

  it("does not snap to the field's own edges, nor to those that are not shown", () => {
    const design = template([text("a", { x: 31.4 }), text("b", { x: 52.2 })], { page: { width: 1000, height: 1000 } });
    const { x } = guidesOf(design, new Set(["b"]), (field) => field.id !== "a");
    expect(x.map((line) => line.at)).toEqual([0, 500, 1000]);
  });

  it("finds equal gaps between two fields", () => {
    const others = [
      { x: 0, y: 50, width: 20, height: 10 },
      { x: 100, y: 50, width: 20, height: 10 },
    ];
    const moving = { x: 30, y: 50, width: 20, height: 10 };
    const { dx, guides } = snapMove(moving, moving, 19.5, 0, { guides: none, tolerance: 1, grid: 5, others });
    expect(moving.x + dx).toBe(50);
    expect(guides.map((guide) => guide.gap)).toEqual([30, 30]);
  });
});

describe("resizing", () => {
  const options = { guides: none, tolerance: 0, grid: 0, keepRatio: false, fromCentre: false, area: { x: 0, y: 0, width: 210, height: 297 }, minimum: { width: 1, height: 1 } };

  it("35 goes down to 1 mm and no further", () => {
    expect(resizeRect(box, { x: 1, y: 1 }, -500, -500, options).rect).toEqual({ x: 12, y: 50, width: 1, height: 1 });
    expect(resizeRect(box, { x: -1, y: -1 }, 500, 500, options).rect).toEqual({ x: 91, y: 59, width: 1, height: 1 });
  });

  it("35 keeps the ratio when asked to, at each handle", () => {
    expect(resizeRect(box, { x: 1, y: 1 }, 80, 0, { ...options, keepRatio: true }).rect).toEqual({ x: 12, y: 50, width: 160, height: 20 });
    expect(resizeRect(box, { x: -1, y: -1 }, -8, -1, { ...options, keepRatio: true }).rect).toEqual({ x: 4, y: 49, width: 88, height: 11 });
  });

  it("resizes around the centre", () => {
    expect(resizeRect(box, { x: 1, y: 0 }, 5, 0, { ...options, fromCentre: true }).rect).toEqual({ x: 7, y: 50, width: 90, height: 10 });
  });

  it("brings the moved edge to the grid, and leaves the others", () => {
    expect(resizeRect(box, { x: 1, y: 1 }, 6, 3, { ...options, grid: 5 }).rect).toEqual({ x: 12, y: 50, width: 88, height: 15 });
  });

  it("stays on the page", () => {
    expect(resizeRect(box, { x: 1, y: 0 }, 500, 0, options).rect.width).toBe(198);
  });

  it("scales the fields of a group by the same factors", () => {
    const bounds = { x: 10, y: 10, width: 100, height: 50 };
    expect(scaled({ x: 60, y: 35, width: 50, height: 25 }, bounds, { x: 10, y: 10, width: 200, height: 100 }, { width: 1, height: 1 })).toEqual({ x: 110, y: 60, width: 100, height: 50 });
  });
});

describe("columns", () => {
  it("without a width share what the others leave", () => {
    const table: TableSchema = { id: "t", name: "t", type: "table", x: 0, y: 0, width: 190, height: 30, head: ["a", "b", "c"], content: [], columnWidths: [40, null as never, null as never] };
    expect(columnWidths(table)).toEqual([40, 75, 75]);
  });
});
