import { expect, it } from "vitest";
import { readingOf } from "./reading";

const place = (name: string, more: object = {}) => ({ name, pointer: `/template/schemas/${name}`, x: 1, y: 2, ...more });

it("what is read is numbered over all pages: top, body with the members of sections, bottom, without decoration", () => {
  const layout = {
    pages: [
      {
        number: 1,
        placements: [place("title"), place("line", { read: false }), place("section", { members: [place("a"), place("b")] }), place("end")],
        bands: [place("page", { zone: "footer" }), place("letterhead", { zone: "header" }), place("mark", { zone: "header", read: false })],
      },
      { number: 2, placements: [place("more")], bands: [] },
    ],
  };
  expect(readingOf(layout).map(({ number, page, name }) => `${number} ${name} ${page}`)).toEqual([
    "1 letterhead 1",
    "2 title 1",
    "3 a 1",
    "4 b 1",
    "5 end 1",
    "6 page 1",
    "7 more 2",
  ]);
  expect(readingOf({})).toEqual([]);
});
