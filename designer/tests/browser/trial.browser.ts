/**
 * The trials of the designer: somebody who has never been here makes an own invoice with a payment code from a blank page, and an own
 * contract of the one that is shipped, without code and without the docs. What is done is counted, and nothing that is done is in vain.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { missing } from "../reportctl";
import { Hand } from "./hand";
import { logo } from "./logo";
import { useVisit } from "./program";

const MOST_ACTIONS = 45;

describe.skipIf(missing)("the trial", () => {
  const visit = useVisit({ viewport: { width: 1600, height: 1000 }, locale: "en-US" }, async ({ running, port, page }) => {
    running.run("init", ".");
    page.setDefaultTimeout(20_000);
    await page.goto(await running.start(["design", "--no-open", "--port", String(port)], /the designer is at (http:\/\/[^/]+)/));
    await page.getByRole("button", { name: "New template" }).waitFor();
  });
  const stored = (id: string) => JSON.parse(readFileSync(join(visit.running.folder, `templates/${id}.json`), "utf8")).template;

  it(`makes an own invoice with a GiroCode in at most ${MOST_ACTIONS} actions`, { timeout: 300_000 }, async () => {
    const { page, running } = visit;
    const hand = new Hand(page);
    const button = (name: string | RegExp, scope: Page | Locator = page) => scope.getByRole("button", { name, exact: typeof name === "string" });
    const tab = (name: string) => page.getByRole("tab", { name, exact: true });
    /** The buttons for new fields stand below the list of fields. */
    const add = async (name: string) => {
      const own = page.locator("[data-part=toolbar]").getByRole("button", { name: new RegExp(`^${name}$`, "i") });
      if (!(await own.isVisible())) await hand.click(tab("Fields"));
      await hand.click(own);
    };
    const selected = () => page.locator("[data-part=canvas] [data-field-id][data-selected]").first();
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });

    await hand.click(button("New template"));
    await hand.fill(page.getByLabel("Name", { exact: true }), "Our invoice");
    await hand.click(button("New template", page.getByRole("dialog")));
    await page.locator("[data-sheet]").waitFor();

    // The sender, with a logo above.
    await add("image");
    await hand.click(tab("Data"));
    await hand.file(button(/^Choose a picture|^Choose/), { name: "logo.png", mimeType: "image/png", buffer: await logo(page) });
    await hand.drag(selected(), 15, 10);

    await add("text");
    await hand.type("Atelier Nordwind GmbH\nSpeicherstr. 12, 20457 Hamburg");
    await hand.press("Escape");
    await hand.drag(selected(), 110, 15);

    // The customer, from the data.
    await hand.click(button("Expand customer"));
    await hand.click(button("Insert customer.name"));
    await hand.drag(selected(), 15, 55);
    await hand.click(button("Insert customer.address"));
    await hand.drag(selected(), 15, 65);
    await hand.click(button("Insert number"));
    await hand.drag(selected(), 110, 55);

    // The lines of the invoice.
    await hand.click(button("Insert items"));
    await hand.click(page.getByRole("menuitem", { name: "Table" }).or(button("Table")).filter({ visible: true }).first());
    await hand.drag(selected(), 15, 100);
    await add("text");
    await hand.type("VAT 19 %: {CURRENCY(total * 0.19)}");
    await hand.press("Escape");
    await hand.drag(selected(), 110, 140);
    await add("text");
    await hand.type("Total: {CURRENCY(total * 1.19)}");
    await hand.press("Escape");
    await hand.drag(selected(), 110, 155);

    // How it is paid.
    await add("payment code");
    await hand.click(tab("Data"));
    await hand.fill(field("Payee"), "Atelier Nordwind GmbH");
    await hand.fill(field("IBAN"), "DE89 3704 0044 0532 0130 00");
    // It is the total of the data already, without the tax.
    await hand.click(field("Amount"));
    await hand.press("Control+a");
    await hand.type("{ROUND(total * 1.19, 2)}");
    await hand.drag(selected(), 15, 170);

    await add("page number");
    await hand.click(button("Save"));
    await expect.poll(() => page.locator(".app-state").textContent()).toBe("Saved");
    console.info(`an own invoice with a payment code: ${hand.summary()}`);
    expect(hand.actions).toBeLessThanOrEqual(MOST_ACTIONS);

    // It is what it looks like: nothing is reported, it prints, and a bank reads its code.
    await expect.poll(() => page.locator("[data-part=field-list] [class*=warn]").allInnerTexts()).toEqual([]);
    expect(stored("our-invoice").schemas.map(({ type }: { type: string }) => type)).toEqual(["image", "text", "text", "text", "text", "table", "text", "text", "qrcode", "image", "text"]);
    running.run("render", "our-invoice", "--data", "templates/our-invoice.data/typical.json", "--output", "out.pdf", "--strict");
    const inFolder = { cwd: running.folder, encoding: "utf8" } as const;
    const words = execFileSync("pdftotext", ["-layout", "out.pdf", "-"], inFolder);
    for (const part of ["Atelier Nordwind GmbH", "Northern Light Ltd", "Bristol BS1 5DB", "2026-001", "Consulting", "Travel", "VAT 19 %: 79.52", "Total: 498.02", "Page 1 of 1"]) expect(words).toContain(part);
    execFileSync("pdftoppm", ["-r", "200", "-png", "-singlefile", "out.pdf", "out"], inFolder);
    expect(execFileSync("zbarimg", ["--quiet", "--raw", "out.png"], inFolder).split("\n")).toEqual(expect.arrayContaining(["Atelier Nordwind GmbH", "DE89370400440532013000", "EUR498.02"]));
  });

  it(`makes an own contract of the shipped one in at most ${MOST_ACTIONS} actions`, { timeout: 300_000 }, async () => {
    const { page, running } = visit;
    const hand = new Hand(page);
    const named = (role: "button" | "tab" | "radio", name: string, scope: Page | Locator = page) => scope.getByRole(role, { name, exact: true });
    /** Writes over what an input has. */
    const overwrite = async (what: Locator, value: string) => {
      await hand.click(what);
      await hand.press("Control+a");
      await hand.type(value);
    };

    await hand.click(named("button", "New template"));
    await hand.click(named("radio", "Contract"));
    await hand.click(named("button", "New template", page.getByRole("dialog")));
    await page.locator("[data-sheet]").waitFor();

    // Client, date and clauses are filled in together.
    await hand.click(named("button", "Fill in"));
    const form = page.getByRole("dialog");
    const client = form.getByRole("group", { name: "Client", exact: true });
    await overwrite(client.getByLabel("Name", { exact: true }), "Atelier Nordwind GmbH");
    await overwrite(client.getByLabel("Address", { exact: true }), "Speicherstr. 12\n20457 Hamburg");
    await overwrite(client.getByLabel("Signatory", { exact: true }), "Ana Souza");
    await overwrite(client.getByLabel("Place", { exact: true }), "Bremen");
    // In the part of the month.
    await form.getByLabel("Date", { exact: true }).click({ position: { x: 14, y: 12 } });
    hand.clicks += 1;
    await hand.type("06012026");
    await overwrite(form.getByRole("table").first().getByRole("textbox").nth(3), "The Provider does what Annex A lists.");
    await hand.click(named("button", "Remove row 10", form).first());
    await hand.click(named("button", "Add a row", form).first());
    await hand.type("Secrecy");
    await hand.press("Tab");
    await hand.type("Both parties keep plans secret.");
    await hand.click(named("button", "Use this data", form));

    // The own logo in the header.
    const sheet = (await page.locator("[data-sheet]").boundingBox())!;
    const mm = sheet.width / 210;
    hand.actions += 1;
    hand.clicks += 2;
    await page.mouse.dblclick(sheet.x + 179 * mm, sheet.y + 18 * mm);
    await hand.click(named("tab", "Data"));
    await hand.file(named("button", "Use a picture instead"), { name: "logo.png", mimeType: "image/png", buffer: await logo(page) });

    // Headings of the clauses, back in the body.
    hand.actions += 1;
    hand.clicks += 2;
    await page.mouse.dblclick(sheet.x + 60 * mm, sheet.y + 131.5 * mm);
    await hand.click(named("tab", "Style"));
    await hand.click(page.getByLabel("Colour", { exact: true }));
    // The dark blue of the theme.
    await hand.click(named("button", "@accent"));

    await hand.click(named("button", "Save"));
    await expect.poll(() => page.locator(".app-state").textContent()).toBe("Saved");
    const [download] = await Promise.all([page.waitForEvent("download"), hand.click(named("button", "Download PDF"))]);
    console.info(`an own contract of the shipped one: ${hand.summary()}`);
    expect(hand.actions).toBeLessThanOrEqual(MOST_ACTIONS);

    await download.saveAs(join(running.folder, "contract.pdf"));
    const words = execFileSync("pdftotext", ["-layout", "contract.pdf", "-"], { cwd: running.folder, encoding: "utf8" });
    for (const part of ["Atelier Nordwind GmbH", "Speicherstr. 12", "Ana Souza", "Bremen", "as of 1 June 2026", "The Provider does what Annex A lists.", "Secrecy", "Both parties keep plans secret."]) expect(words).toContain(part);
    expect(words).not.toContain("Subcontractors");
    expect(words).not.toContain("Hafenwerk");
    const { schemas } = stored("contract");
    expect(schemas.find(({ name }: { name: string }) => name === "logo")).toMatchObject({ type: "image", y: 12 });
    expect(schemas.find(({ name }: { name: string }) => name === "clause_title")).toMatchObject({ styleOverrides: { fontColor: "@accent" } });
  });
});
