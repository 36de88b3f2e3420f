import { describe, expect, it } from "vitest";
import { findInLayout } from "./search";

const layout = {
  pages: [
    {
      number: 1,
      placements: [
        { name: "title", pointer: "/template/schemas/0", y: 30, value: "Café Mirador" },
        { name: "lines", pointer: "/template/schemas/1", y: 50, headCells: ["Item"], cells: [["Pen"], ["café au lait"]] },
        { name: "cafe", pointer: "/template/schemas/2", y: 80, value: "" },
      ],
      bands: [{ name: "top", pointer: "/template/schemas/3", y: 5, value: "CAFE" }],
    },
    { number: 2, placements: [{ name: "lines", pointer: "/template/schemas/1", y: 20, cells: [["Ink"]] }], bands: [] },
  ],
};

describe("search in the preview", () => {
  it("finds words in values and cells, without case and accents, from top to bottom", () => {
    expect(findInLayout(layout, "cafe").map(({ page, pointer }) => `${page} ${pointer.at(-1)}`)).toEqual(["1 3", "1 0", "1 1"]);
    expect(findInLayout(layout, "INK")).toEqual([{ page: 2, pointer: "/template/schemas/1", y: 20 }]);
  });

  it("finds nothing for blanks, names and words that are not printed", () => {
    expect(findInLayout(layout, "  ")).toEqual([]);
    expect(findInLayout(layout, "lines")).toEqual([]);
  });
});
