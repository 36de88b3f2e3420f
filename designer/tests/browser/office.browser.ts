/** The designer inside a page of a host: its size, its font, its colour, and its keys. */
import { describe, expect, it } from "vitest";
import { Editor, template, text, useBrowser } from "./harness";

useBrowser();

const data = { client: { name: "Nordlicht GmbH", city: "Hamburg" }, number: 7 };

describe("embedded", () => {
  it("fills a parent that has a height, in a font of its own", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40)]), data });
    await e.page.addStyleTag({ content: "html, body, #root { font-family: 'Times New Roman' !important } #root { display: block !important; height: 100vh !important } #host { display: none }" });
    const root = e.page.locator(".jpd-designer");
    await expect.poll(async () => (await root.boundingBox())?.height).toBe(900);
    expect(await root.evaluate((element) => getComputedStyle(element).fontFamily)).toContain("system-ui");
    // A host that wants its own says so.
    await e.page.addStyleTag({ content: ":root { --jpd-font-sans: Georgia }" });
    expect(await root.evaluate((element) => getComputedStyle(element).fontFamily)).toBe("Georgia");
  });

  it("has one accent", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40)]), data });
    await e.click(40, 45);
    await e.page.addStyleTag({ content: ":root { --jpd-accent: oklch(50% 0.15 30) }" });
    const hue = (selector: string, property: string) =>
      e.page.locator(selector).first().evaluate((element, name) => Number(/oklch\([\d.%]+ [\d.%]+ ([\d.]+)/.exec(getComputedStyle(element).getPropertyValue(name))?.[1]), property);
    await expect.poll(() => hue("[data-field-id=a]", "outline-color")).toBeCloseTo(30, 0);
    await expect.poll(() => hue(".jpd-handle", "border-top-color")).toBeCloseTo(30, 0);
  });

  it("has its status on one line, in every width and language", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "{client}" })], { extensions: 1 }), data, locale: "de" });
    await e.press("h");
    const status = e.page.locator(".jpd-status");
    for (const width of [1600, 1280, 1100, 1000]) {
      await e.page.setViewportSize({ width, height: 720 });
      await expect.poll(async () => (await status.boundingBox())?.height, { message: String(width) }).toBeLessThanOrEqual(32);
      // Nothing that can be pressed is pushed out.
      const right = (await status.boundingBox())!.x + (await status.boundingBox())!.width;
      for (const button of await status.getByRole("button").all()) {
        const box = (await button.boundingBox())!;
        expect(box.x + box.width).toBeLessThanOrEqual(right);
      }
    }
  });

  it("undoes with the focus elsewhere on the page", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40)]), data });
    await e.click(40, 45);
    await e.press("ArrowRight");
    expect(await e.get("a")).toMatchObject({ x: 20.5 });
    await e.page.locator("#host").focus();
    await e.press("Control+z");
    expect(await e.get("a")).toMatchObject({ x: 20 });
  });

  it("leads from the number of problems to the first", async () => {
    const e = await Editor.open({ template: template([text("a", 20, 40, { content: "{client}" })]), data });
    await e.page.getByRole("button", { name: "1 problem" }).click();
    await expect.poll(() => e.selected()).toEqual(["a"]);
  });
});

describe("an object of the data on the page", () => {
  it("asks which of its values is meant", async () => {
    const e = await Editor.open({ template: template([]), data });
    const at = await e.at(60, 60);
    await e.page.evaluate(({ x, y }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("application/json", JSON.stringify({ path: "client", kind: "scalar", label: "client" }));
      document.querySelector("[data-sheet]")!.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true, clientX: x, clientY: y }));
    }, at);
    await e.page.getByRole("menuitem", { name: "city" }).click();
    expect((await e.template()).schemas).toMatchObject([{ type: "text", content: "{client.city}", x: 60, y: 60 }]);
  });
});
