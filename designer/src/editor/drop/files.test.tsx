// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { ImageSchema } from "../../core/types";
import { DesignerCanvas } from "../index";
import { bench, template } from "../testing";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PNG = Uint8Array.from(atob("iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4f4CB4cB/AAxAA3+bjvwUAAAAAElFTkSuQmCC"), (letter) => letter.charCodeAt(0));
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0, 0xff, 0xd9]);

const dropped = async (name: string, type: string, bytes: Uint8Array | string) => {
  const designer = bench(template([]), [], {}, <DesignerCanvas />);
  const file = new File([bytes as BlobPart], name, { type });
  // The files of jsdom have no such method.
  Object.assign(file, { text: async () => (typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes)) });
  await act(async () => {
    fireEvent.drop(document.querySelector("[data-part=canvas] [data-sheet]")!, { dataTransfer: { types: ["Files"], files: [file], getData: () => "" } });
  });
  return { designer, images: () => designer.now.page.design.schemas as ImageSchema[] };
};

it("a picture that is dropped is a new image, by its bytes, whatever its name says", async () => {
  const { images } = await dropped("logo.png", "image/png", PNG);
  await waitFor(() => expect(images()).toMatchObject([{ type: "image", name: "Logo", width: 40, height: 20 }]), { timeout: 4000 });
  cleanup();
  const named = await dropped("photo.png", "image/png", JPEG);
  await waitFor(() => expect(named.images()).toHaveLength(1), { timeout: 4000 });
  expect(named.images()[0]!.content).toMatch(/^data:image\/jpeg;base64,/);
});

it.each([
  ["text", "logo.png", "image/png", "no picture"],
  ["another format that the browser does not read", "drawing.tiff", "image/tiff", "II*\0"],
])("a file of %s that is named as a picture is refused by its name", async (_, name, type, bytes) => {
  const { images } = await dropped(name, type, bytes);
  const alert = await screen.findByRole("alert", {}, { timeout: 4000 });
  expect(alert.textContent).toBe(`${name}: The file cannot be used as an image. Check that it is a PNG or JPEG and try again.`);
  expect(images()).toEqual([]);
  fireEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a picture that breaks off behind its header is refused", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("broken")));
  const { images } = await dropped("logo.png", "image/png", PNG.slice(0, 40));
  expect((await screen.findByRole("alert", {}, { timeout: 4000 })).textContent).toContain("logo.png: The file cannot be used as an image");
  expect(images()).toEqual([]);
});

it.each([
  ["notes.txt", "text/plain", "Dear Ana"],
  ["invoice.pdf", "application/pdf", "%PDF-1.7\n"],
])("a file that is no template, such as %s, says which files can be used", async (name, type, bytes) => {
  await dropped(name, type, bytes);
  const alert = await screen.findByRole("alert", {}, { timeout: 4000 });
  expect(alert.textContent).toBe(
    `${name}: This kind of file cannot be imported. Templates are .json files. Pictures (PNG, JPEG, WebP) are dropped on the page, data (.xlsx, .csv, .json) on the panel Data.`,
  );
  expect(screen.queryByRole("button", { name: /Replace/ })).toBeNull();
});

it("a template with a fault says where that is", async () => {
  await dropped("invoice.json", "application/json", "{\n  page:");
  expect((await screen.findByRole("alert", {}, { timeout: 4000 })).textContent).toMatch(/^invoice\.json: The file is not JSON: see line 2/);
});
