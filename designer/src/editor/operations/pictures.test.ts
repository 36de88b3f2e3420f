import { describe, expect, it } from "vitest";
import { template } from "../testing";
import { picturePatch, withPictureFor, withRatio } from "./pictures";

/** The header of a PNG, with its size. */
function png(width: number, height: number): string {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
}

const image = (more: object = {}) => ({ id: "i", name: "i", type: "image" as const, x: 0, y: 0, width: 40, height: 40, content: "", ...more });

describe("a picture", () => {
  it("gets a box of its own ratio inside the box that was there", () => {
    expect(picturePatch(image(), template(), png(200, 100))).toMatchObject({ width: 40, height: 20 });
    expect(picturePatch(image(), template(), png(100, 200))).toMatchObject({ width: 20, height: 40 });
    expect(Object.keys(picturePatch(image({ fit: "contain" }), template([], { extensions: 1 }), png(200, 100)))).toEqual(["content"]);
  });

  it("takes the place of a drawing, with what both have", () => {
    const drawn = { id: "p", name: "logo", type: "path", x: 173, y: 12, width: 12, height: 12, d: "M0 0", viewBox: [0, 0, 1, 1], fit: "contain", color: "@accent", alt: "Our logo" };
    const { schemas } = withPictureFor(template([drawn as never, image() as never], { extensions: 1 }), "p", "data:image/png;base64,", { width: 200, height: 100 });
    expect(schemas[0]).toEqual({ id: "p", name: "logo", type: "image", x: 173, y: 12, width: 12, height: 6, content: "data:image/png;base64,", alt: "Our logo" });
    expect(schemas[1]).toEqual(image());
  });

  it("keeps its ratio when one side changes", () => {
    const own = image({ content: png(200, 100), height: 20 });
    expect(withRatio(own, template(), { width: 60 })).toEqual({ width: 60, height: 30 });
    expect(withRatio(own, template(), { height: 10 })).toEqual({ width: 20, height: 10 });
    // A picture that is stretched already is left so.
    expect(withRatio({ ...own, height: 40 }, template(), { width: 60 })).toEqual({ width: 60 });
    expect(withRatio(own, template(), { x: 5 } as never)).toEqual({ x: 5 });
  });
});
