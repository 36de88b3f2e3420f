import { describe, expect, it } from "vitest";
import type { DrawnPage } from "../../engine/types";
import { isPaintable, pixelsOf, svgOf, withResolution } from "./picture";

const page: DrawnPage = {
  number: 1,
  design: 0,
  x: 0,
  y: 0,
  width: 210,
  height: 297,
  defs: '<path id="g1" d="M0 0"/>',
  background: "<rect/>",
  pictures: [2],
  placements: [{ field: "a", pointer: "/template/schemas/0", zone: "body", x: 0, y: 0, width: 1, height: 1, svg: '<use href="#g1"/>' }],
};

describe("pictures of pages", () => {
  it("have the pixels of the page at the resolution", () => {
    expect(pixelsOf(page, 300)).toEqual({ width: 2480, height: 3508 });
    expect(pixelsOf({ width: 0.01, height: 50 }, 96)).toEqual({ width: 1, height: 189 });
  });

  it("are refused where browsers would give an empty one", () => {
    expect(isPaintable(pixelsOf(page, 600))).toBe(true);
    expect(isPaintable(pixelsOf({ width: 2000, height: 1000 }, 300))).toBe(false);
    expect(isPaintable(pixelsOf({ width: 1400, height: 10 }, 300))).toBe(false);
  });

  it("are painted from one file with all that the page uses", () => {
    const svg = svgOf(page, { 2: 'data:image/png;base64,A&"' }, { width: 794, height: 1123 });
    expect(svg).toContain('viewBox="0 0 210 297"');
    expect(svg).toContain('width="794" height="1123"');
    expect(svg).toContain('<image id="image-2" width="1" height="1" preserveAspectRatio="none" style="image-orientation:none" href="data:image/png;base64,A&amp;&quot;"/>');
    expect(svg.indexOf("<rect/>")).toBeLessThan(svg.indexOf('<use href="#g1"/>'));
  });

  it("say their resolution behind the header, with a checksum", () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...new Uint8Array(25), 1, 2, 3]);
    const result = withResolution(png, 300);
    expect([...result.slice(0, 33)]).toEqual([...png.slice(0, 33)]);
    expect([...result.slice(-3)]).toEqual([1, 2, 3]);
    const chunk = new DataView(result.buffer, 33, 21);
    expect(new TextDecoder().decode(result.slice(37, 41))).toBe("pHYs");
    // 300 dots per inch are 11811 per metre; the checksum is that of the chunk in files of other programs.
    expect([chunk.getUint32(0), chunk.getUint32(8), chunk.getUint32(12), chunk.getUint8(16)]).toEqual([9, 11811, 11811, 1]);
    expect(chunk.getUint32(17)).toBe(0x78a53f76);
  });
});
