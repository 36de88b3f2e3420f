/**
 * The printed pages below each other, as the canvas shows them, in millimetres from the top left of the first page that the edited
 * design prints: on that page a place is the same as in the template, unless something above it grew.
 */
import type { Rect } from "../../core/page";
import type { Field } from "../../core/types";
import type { FieldDrawing, PageRun } from "../drawing/drawing-store";

/** Between two pages. */
export const GAP_MM = 8;

/** A printed page. */
export interface Sheet extends Rect {
  /** From 1. */
  number: number;
  /** Index of the page design that it is made from. */
  design: number;
}

interface Placed extends PageRun {
  /** Number of its first page, and where that is. */
  first: number;
  x: number;
  y: number;
}

export class Stage {
  readonly width: number;
  readonly height: number;
  readonly pageCount: number;

  private constructor(
    private readonly runs: readonly Placed[],
    /** The first page of the edited design. */
    readonly origin: Sheet,
    /** The top left corner of everything. */
    readonly x: number,
    readonly y: number,
    size: { width: number; height: number; pageCount: number },
  ) {
    this.width = size.width;
    this.height = size.height;
    this.pageCount = size.pageCount;
  }

  /** `null` where the design prints no page. */
  static of(runs: readonly PageRun[], design: number): Stage | null {
    const width = Math.max(0, ...runs.map((run) => run.width));
    let [first, y] = [1, 0];
    const placed = runs.map((run): Placed => {
      const own = { ...run, first, x: (width - run.width) / 2, y };
      first += run.pages;
      y += run.pages * (run.height + GAP_MM);
      return own;
    });
    const origin = placed.find((run) => run.design === design && run.pages > 0);
    if (!origin) return null;
    const moved = placed.map((run) => ({ ...run, x: run.x - origin.x, y: run.y - origin.y }));
    const sheet = { number: origin.first, design, x: 0, y: 0, width: origin.width, height: origin.height };
    return new Stage(moved, sheet, -origin.x, -origin.y, { width, height: Math.max(0, y - GAP_MM), pageCount: first - 1 });
  }

  sheet(number: number): Sheet | undefined {
    const run = this.runs.find(({ first, pages }) => number >= first && number < first + pages);
    if (!run) return undefined;
    const { design, x, width, height } = run;
    return { number, design, x, y: run.y + (number - run.first) * (height + GAP_MM), width, height };
  }

  /** The pages from one number to another. */
  sheets([first, last]: readonly [number, number]): Sheet[] {
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => this.sheet(first + index)).filter((sheet) => sheet !== undefined);
  }

  /** The pages between two heights: the number of the first and of the last one. */
  between(top: number, bottom: number): [number, number] {
    return [this.numberAt(top), this.numberAt(bottom)];
  }

  /** The page at a height; above and below all, the first and the last one. */
  private numberAt(y: number): number {
    const run = this.runs.findLast((own) => own.pages > 0 && own.y <= y) ?? this.runs.find((own) => own.pages > 0);
    if (!run) return 1;
    return run.first + Math.max(0, Math.min(run.pages - 1, Math.floor((y - run.y) / (run.height + GAP_MM))));
  }

  sheetAt(y: number): Sheet {
    return this.sheet(this.numberAt(y)) ?? this.origin;
  }

  /** First printed place of a field; its place in the template where it is not printed. */
  place(field: Field, drawing: FieldDrawing | undefined): Rect {
    const sheet = drawing && this.sheet(drawing.page);
    if (!sheet) return { x: field.x, y: field.y, width: field.width, height: field.height };
    const { shift } = drawing;
    return {
      x: sheet.x + field.x + shift.x,
      y: sheet.y + field.y + shift.y,
      width: Math.max(0, field.width + shift.width),
      height: Math.max(0, field.height + shift.height),
    };
  }
}
