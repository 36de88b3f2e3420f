import type { Page } from "playwright-core";

/** A picture as offices have them: twice as wide as high. */
export async function logo(page: Page): Promise<Buffer> {
  const uri = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 200 });
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#0f4c4a";
    context.fillRect(0, 0, 400, 200);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64");
}
