/** Room for what is read: of the search in the data, the table of the inspector and the rulers beside the mark of the focus. */
import { describe, expect, it } from "vitest";
import { useBrowser } from "./harness";
import { data, panels } from "./panels";

useBrowser();

describe("room for what is read", () => {
  it("the search of a narrow data panel has a line of its own", async () => {
    const page = await panels({ show: ["data"], data });
    const panel = page.locator("[data-part=data-explorer]");
    await panel.evaluate((own) => {
      own.style.width = "240px";
    });
    const search = (await panel.getByRole("searchbox").boundingBox())!;
    const fill = (await panel.getByRole("button", { name: "Fill in" }).boundingBox())!;
    expect(search.width).toBeGreaterThan(180);
    expect(fill.y).toBeGreaterThanOrEqual(search.y + search.height);
  });
});
