/** The way to an own logo in the place of one that a template draws, in its header. */
import { expect, it } from "vitest";
import { Editor, template, text, useBrowser } from "./harness";
import { logo } from "./logo";

useBrowser();

const drawing = { id: "star", name: "logo", type: "path", x: 170, y: 6, width: 12, height: 12, d: "M0 0H10V10Z", viewBox: [0, 0, 10, 10], color: "#243b6b" };
const start = { template: template([drawing as never, text("a", 20, 40)], { extensions: 1 }) };

it("a double click selects what it meets in header or body, and edits there", async () => {
  const e = await Editor.open(start);
  await e.click(176, 12, { clickCount: 2 });
  expect(await e.canvas.getAttribute("data-mode")).toBe("bands");
  expect(await e.selected()).toEqual(["star"]);
  await e.click(30, 45, { clickCount: 2 });
  expect(await e.canvas.getAttribute("data-mode")).toBe("body");
  expect(await e.selected()).toEqual(["a"]);
  // An empty place selects nothing.
  await e.click(60, 10, { clickCount: 2 });
  expect(await e.canvas.getAttribute("data-mode")).toBe("bands");
  expect(await e.selected()).toEqual([]);
});

it("a drawing becomes a picture in its place, by its panel and by a double click", async () => {
  const e = await Editor.open(start);
  const file = { name: "own.png", mimeType: "image/png", buffer: await logo(e.page) };
  await e.click(176, 12, { clickCount: 2 });
  await e.page.getByRole("tab", { name: "Data", exact: true }).click();
  const [chooser] = await Promise.all([e.page.waitForEvent("filechooser"), e.page.getByRole("button", { name: "Use a picture instead" }).click()]);
  await chooser.setFiles(file);
  await expect.poll(async () => (await e.get("star")).type).toBe("image");
  expect(await e.get("star")).toMatchObject({ name: "logo", x: 170, y: 6 });
  await e.page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await e.get("star")).type).toBe("path");
  const [again] = await Promise.all([e.page.waitForEvent("filechooser"), e.click(176, 12, { clickCount: 2 })]);
  await again.setFiles(file);
  await expect.poll(async () => (await e.get("star")).type).toBe("image");
});
