/** The way from a colour of a field to the colour of the theme that it names. */
import { expect, it } from "vitest";
import { Editor, template, text, useBrowser } from "./harness";

interface Box {
  y: number;
  height: number;
}

useBrowser();

it("leads to the colour of the theme by a press, from a line of its own", async () => {
  const e = await Editor.open({ template: template([text("a", 20, 40, { fontColor: "@accent" })], { extensions: 1, theme: { colors: { accent: "#1f4e79" } } } as never) });
  await e.click(30, 45);
  await e.page.getByRole("tab", { name: "Style", exact: true }).click();
  const everywhere = e.page.getByRole("button", { name: "Change everywhere: accent" });
  const [button, control] = (await Promise.all([everywhere.boundingBox(), e.page.locator("[data-property=fontColor] .jpd-colorfield").boundingBox()])) as [Box, Box];
  // The control below it stays in sight.
  expect(button.y + button.height).toBeLessThanOrEqual(control.y + control.height + 0.5);
  await everywhere.click();
  await e.page.locator("input[value='#1f4e79']").first().waitFor();
});
