import { expect, it } from "vitest";
import { nextZoom, ZOOM_MAX, ZOOM_MIN } from "./page";

it("zooms between its limits in steps that widen, the same ones in both directions", () => {
  const steps = (from: number, direction: 1 | -1) => {
    const seen = [from];
    while (seen.length < 100 && nextZoom(seen.at(-1)!, direction) !== seen.at(-1)) seen.push(nextZoom(seen.at(-1)!, direction));
    return seen;
  };
  const up = steps(1, 1);
  expect([up[1], up.at(-2), up.at(-1)]).toEqual([1.1, 7.5, 8]);
  expect(ZOOM_MAX).toBe(8);
  expect(up.length).toBeLessThan(30);
  expect(steps(ZOOM_MAX, -1).slice(0, up.length)).toEqual(up.toReversed());
  expect(steps(1, -1).at(-1)).toBe(ZOOM_MIN);
});
