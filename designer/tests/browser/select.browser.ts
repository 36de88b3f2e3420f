import { describe, expect, it } from "vitest";
import { Editor, template, text, useBrowser } from "./harness";

useBrowser();

const three = () => template([text("a", 20, 50), text("b", 20, 80), text("c", 20, 110)]);

describe("selection", () => {
  it.each(["Control", "Shift"] as const)("39 %s+click adds a field to the selection and takes it out, in canvas, list and inspector", async (key) => {
    const e = await Editor.open({ template: three() });
    await e.click(50, 55);
    await e.click(50, 85, { modifiers: [key] });
    expect(await e.selected()).toEqual(["a", "b"]);
    await e.click(50, 55, { modifiers: [key] });
    expect(await e.selected()).toEqual(["b"]);
    await e.page.locator("[data-part=field-list] .jpd-rowname", { hasText: "c" }).click({ modifiers: [key] });
    expect(await e.selected()).toEqual(["b", "c"]);
    await e.page.getByRole("tab", { name: "Info" }).click();
    await e.page.locator("[data-part=inspector] .jpd-rowname", { hasText: "b" }).click({ modifiers: [key] });
    expect(await e.selected()).toEqual(["c"]);
  });

  it("40 Esc, Ctrl+A, Tab and Shift+Tab with the focus in the canvas", async () => {
    const e = await Editor.open({ template: three() });
    await e.canvas.focus();
    await e.press("Tab");
    expect(await e.selected()).toEqual(["a"]);
    await e.press("Tab");
    expect(await e.selected()).toEqual(["b"]);
    await e.press("Shift+Tab");
    expect(await e.selected()).toEqual(["a"]);
    await e.press("Control+a");
    expect(await e.selected()).toEqual(["a", "b", "c"]);
    await e.press("Escape");
    expect(await e.selected()).toEqual([]);
  });

  it("40 Tab behind the last field leaves the canvas", async () => {
    const e = await Editor.open({ template: three() });
    await e.canvas.focus();
    await e.press("Tab", "Tab", "Tab", "Tab");
    expect(await e.selected()).toEqual([]);
    expect(await e.canvas.evaluate((element) => element === document.activeElement)).toBe(false);
  });

  it("a marquee selects what it crosses; a click on the empty page nothing", async () => {
    const e = await Editor.open({ template: three() });
    await e.drag([150, 45], [80, 84]);
    expect(await e.selected()).toEqual(["a", "b"]);
    await e.click(150, 200);
    expect(await e.selected()).toEqual([]);
  });

  it("Alt+click reaches what lies below", async () => {
    const e = await Editor.open({ template: template([text("below", 20, 50), text("above", 20, 50)]) });
    await e.click(50, 55);
    expect(await e.selected()).toEqual(["above"]);
    await e.click(50, 55, { modifiers: ["Alt"] });
    expect(await e.selected()).toEqual(["below"]);
  });

  it("22 a field of a band cannot be selected outside isolated mode, nor one of the body inside it", async () => {
    const e = await Editor.open({ template: template([text("head", 20, 5), text("body", 20, 50)]) });
    const opacity = (id: string) => e.field(id).evaluate((element) => getComputedStyle(element).opacity);
    await e.click(50, 10);
    expect(await e.selected()).toEqual([]);
    expect([await opacity("head"), await opacity("body")]).toEqual(["0.55", "1"]);
    await e.click(150, 10, { clickCount: 2 });
    await e.click(50, 10);
    expect(await e.selected()).toEqual(["head"]);
    await e.click(50, 55);
    expect(await e.selected()).toEqual([]);
    expect([await opacity("head"), await opacity("body")]).toEqual(["1", "0.55"]);
  });

  it("a small field can be hit 24 px wide", async () => {
    const e = await Editor.open({ template: template([text("rule", 20, 50, { height: 0.5 })]) });
    const at = await e.at(50, 50);
    await e.page.mouse.click(at.x, at.y + 9);
    expect(await e.selected()).toEqual(["rule"]);
  });
});

describe("adding", () => {
  const kinds = [
    ["text", 80, 10],
    ["table", 150, 30],
    ["image", 40, 40],
    ["chart", 100, 70],
    ["indicator", 55, 35],
  ] as const;

  it.each(kinds)("18 %s appears with its size, centred on the grid, selected", async (name, width, height) => {
    const e = await Editor.open({ template: template([]) });
    await e.page.getByRole("button", { name, exact: true }).click();
    const [field] = (await e.template()).schemas;
    expect(field).toMatchObject({ width, height });
    expect([(field?.x ?? 0) % 5, (field?.y ?? 0) % 5]).toEqual([0, 0]);
    expect(Math.abs((field?.x ?? 0) + width / 2 - 105)).toBeLessThanOrEqual(2.5);
    expect(Math.abs((field?.y ?? 0) + height / 2 - 151)).toBeLessThanOrEqual(2.5);
    expect(await e.selected()).toEqual([field?.id]);
  });

  it("18 a section spans the body from its left margin, selected", async () => {
    const e = await Editor.open({ template: template([], { marginLeft: 15, marginRight: 20 }) });
    await e.page.getByRole("button", { name: "section", exact: true }).click();
    await e.page.getByRole("button", { name: "Nothing yet (empty section)" }).click();
    const [field] = (await e.template()).schemas;
    expect(field).toMatchObject({ type: "section", x: 15, width: 175, height: 20 });
    expect((field?.y ?? 0) % 5).toBe(0);
    expect(Math.abs((field?.y ?? 0) + 10 - 151)).toBeLessThanOrEqual(2.5);
    expect(await e.selected()).toEqual([field?.id]);
    // Without a source it has no binding.
    expect(await e.bindings()).toEqual([]);
  });

  it("19 ten quick clicks give ten fields none of which covers another exactly", async () => {
    const e = await Editor.open({ template: template([]) });
    const button = e.page.getByRole("button", { name: "text", exact: true });
    for (let i = 0; i < 10; i++) await button.click({ delay: 0 });
    const { schemas } = await e.template();
    expect(new Set(schemas.map(({ x, y }) => `${x} ${y}`)).size).toBe(10);
    expect(new Set(schemas.map(({ name }) => name)).size).toBe(10);
  });

  it("20 a section can be empty or bound, in one step", async () => {
    const e = await Editor.open({ template: template([]), props: { dataSources: [{ path: "lines", label: "Lines" }] } });
    await e.page.getByRole("button", { name: "section", exact: true }).click();
    await expect.poll(() => e.page.getByRole("group", { name: "What should the section repeat over?" }).getByRole("button").allTextContents()).toEqual(["Nothing yet (empty section)", "Lines", "Cancel"]);
    await e.page.getByRole("button", { name: "Lines" }).click();
    const [field] = (await e.template()).schemas;
    expect(field?.type).toBe("section");
    expect(await e.bindings()).toEqual([{ schemaName: field?.name, type: "section", path: "lines" }]);
    await e.canvas.focus();
    await e.press("Control+z");
    expect([(await e.template()).schemas, await e.bindings()]).toEqual([[], []]);
  });

  it("21 in isolated mode a new table lands inside the header band", async () => {
    const e = await Editor.open({ template: template([]) });
    await e.canvas.focus();
    await e.press("h", "b");
    const [table] = (await e.template()).schemas;
    expect((table?.y ?? 0) + (table?.height ?? 0)).toBeLessThanOrEqual(20);
    expect(await e.selected()).toEqual([table?.id]);
  });

  it("a button of the toolbar can be dragged onto the page", async () => {
    const e = await Editor.open({ template: template([]) });
    const to = await e.at(60, 100);
    const button = await e.page.getByRole("button", { name: "text", exact: true }).boundingBox();
    await e.page.mouse.move((button?.x ?? 0) + 20, (button?.y ?? 0) + 20);
    await e.page.mouse.down();
    await e.page.mouse.move(to.x + 10, to.y + 10, { steps: 5 });
    await e.page.mouse.move(to.x, to.y);
    await e.page.mouse.up();
    expect((await e.template()).schemas).toMatchObject([{ type: "text", x: 60, y: 100 }]);
  });

  it("73 a path dropped on the canvas becomes a text at the pointer", async () => {
    const e = await Editor.open({ template: template([]) });
    const at = await e.at(60, 100);
    const drop = (payload: object) =>
      e.page.evaluate(
        ({ x, y, payload }) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.setData("application/json", JSON.stringify(payload));
          const target = document.elementFromPoint(x, y);
          target?.dispatchEvent(new DragEvent("drop", { dataTransfer, clientX: x, clientY: y, bubbles: true, cancelable: true }));
        },
        { ...at, payload },
      );
    await drop({ path: "customer.name", kind: "scalar" });
    await e.page.waitForSelector("[data-field-id]");
    expect((await e.template()).schemas).toMatchObject([{ x: 60, y: 100, content: "{customer.name}" }]);
    await e.press("Control+z");
    expect((await e.template()).schemas).toEqual([]);
    await drop({ path: "lines", kind: "arraySource", columns: ["item", "amount"], columnTypes: { amount: "number" } });
    await e.page.getByRole("menuitem", { name: "Table", exact: true }).click();
    const [table] = (await e.template()).schemas;
    // To the right margin, which is 20 mm wide.
    expect(table).toMatchObject({ type: "table", head: ["Item", "Amount"], width: 130 });
    expect(await e.bindings()).toMatchObject([{ schemaName: table?.name, type: "array", path: "lines" }]);
  });
});

describe("list", () => {
  it("42 a rename to a taken name is refused with a message; a valid one renames the binding too", async () => {
    const bindings = [{ schemaName: "a", type: "scalar" as const, path: "x" }];
    const e = await Editor.open({ template: three(), bindings });
    await e.page.locator("[data-row=a] .jpd-rowname").dblclick();
    await e.page.keyboard.type("b");
    await e.press("Enter");
    await expect.poll(() => e.page.getByRole("alert").textContent()).toContain('Another field is called "b"');
    await e.page.keyboard.type("x");
    await e.press("Enter");
    expect((await e.get("a")).name).toBe("bx");
    expect(await e.bindings()).toEqual([{ schemaName: "bx", type: "scalar", path: "x" }]);
  });

  it("43 front and back change the order", async () => {
    const e = await Editor.open({ template: three() });
    await e.click(50, 55);
    await e.page.getByRole("button", { name: "Bring a to front" }).click();
    expect((await e.template()).schemas.map(({ id }) => id)).toEqual(["b", "c", "a"]);
    await e.page.getByRole("button", { name: "Send a to back" }).click();
    expect((await e.template()).schemas.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  it("44 every control of a row names the field; arrows and typing move through the list", async () => {
    const e = await Editor.open({ template: template([text("alpha", 20, 50), text("beta", 20, 80), text("gamma", 20, 110)]) });
    await e.click(50, 55);
    const names = await e.page.$$eval("[data-row=alpha] button", (buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? button.textContent));
    expect(names.length).toBeGreaterThan(4);
    expect(names.every((name) => name?.includes("alpha"))).toBe(true);
    const card = { id: "k", name: "delta", type: "kpi", x: 20, y: 140, width: 60, height: 30, title: "T", value: "V", backgroundColor: "#000000", textColor: "#ffffff" } as never;
    await e.page.evaluate((field) => window.host.setTemplate({ ...window.host.template, schemas: [...window.host.template.schemas, field] }), card);
    await e.page.locator("[data-row=k] .jpd-rowname").click();
    const ofCard = await e.page.$$eval("[data-row=k] button", (buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? button.textContent));
    expect(ofCard.length).toBeGreaterThan(14);
    expect(ofCard.filter((name) => !name?.includes("delta"))).toEqual([]);
    await e.page.locator("[data-row=alpha] .jpd-rowname").focus();
    await e.press("ArrowDown");
    expect(await e.selected()).toEqual(["beta"]);
    await e.press("g");
    expect(await e.selected()).toEqual(["gamma"]);
    await e.press("Home");
    expect(await e.selected()).toEqual(["alpha"]);
  });
});

describe("shell", () => {
  it("12 the tabs are those of the selected kind", async () => {
    const fields = [
      text("t", 20, 50),
      { id: "c", name: "c", type: "chart" as const, x: 20, y: 80, width: 60, height: 40, chartType: "pie" as const, displayMode: "both" as const },
      { id: "i", name: "i", type: "image" as const, x: 20, y: 140, width: 40, height: 40, content: "" },
    ];
    const e = await Editor.open({ template: template(fields), bindings: [{ schemaName: "c", type: "chart", path: "a", labelColumn: "b", valueColumn: "c" }] });
    const tabs = () => e.page.getByRole("tab").allTextContents();
    await expect.poll(tabs).toEqual(["Fields", "Page", "Info"]);
    await e.click(50, 55);
    await expect.poll(tabs).toEqual(["Fields", "Data", "Style", "Page", "Info"]);
    await e.click(50, 100);
    await expect.poll(tabs).toEqual(["Fields", "Data", "Style", "Filter", "Page", "Info"]);
    await e.click(40, 160);
    await expect.poll(tabs).toEqual(["Fields", "Data", "Page", "Info"]);
  });

  it("13 another field of the kind keeps the tab; an image falls back to Fields", async () => {
    const image = { id: "i", name: "i", type: "image" as const, x: 20, y: 140, width: 40, height: 40, content: "" };
    const e = await Editor.open({ template: template([text("a", 20, 50), text("b", 20, 80), image]) });
    const active = () => e.page.locator("[role=tab][aria-selected=true]").textContent();
    await e.click(50, 55);
    await e.page.getByRole("tab", { name: "Style" }).click();
    await e.click(50, 85);
    await expect.poll(active).toBe("Style");
    await e.click(40, 160);
    await expect.poll(active).toBe("Fields");
  });

  it("14 hidden and reordered tabs survive a reload; the default comes back", async () => {
    const start = { template: three() };
    const e = await Editor.open(start);
    await e.page.getByRole("tab", { name: "Info" }).click();
    await e.page.getByRole("tab", { name: "Info" }).focus();
    await e.press("Control+Shift+ArrowLeft");
    await e.page.getByRole("tab", { name: "Page" }).click();
    await e.page.getByRole("button", { name: "Show and hide tabs" }).click();
    await e.page.getByRole("menuitem", { name: 'Hide "Page"' }).click();
    const stored = () => e.page.evaluate(() => [localStorage.getItem("json-pdf-designer:tab-order"), localStorage.getItem("json-pdf-designer:hidden-tabs")]);
    await expect.poll(stored).toEqual(['["campos","dados","estilo","filtro","inspetor","pagina"]', '["pagina"]']);
    await e.page.reload();
    await e.page.waitForFunction(() => "start" in window);
    await e.page.evaluate((options) => window.start(options as never), { bindings: [], ...start });
    await e.page.waitForSelector("[role=tab]");
    await expect.poll(() => e.page.getByRole("tab").allTextContents()).toEqual(["Fields", "Info"]);
    await e.page.getByRole("button", { name: "Show and hide tabs" }).click();
    await e.page.getByRole("menuitem", { name: "Restore default" }).click();
    await expect.poll(() => e.page.getByRole("tab").allTextContents()).toEqual(["Fields", "Page", "Info"]);
  });

  it("17 another language changes no byte of template or bindings", async () => {
    const e = await Editor.open({ template: three(), locale: "pt-BR" });
    await expect.poll(() => e.page.getByRole("tab").allTextContents()).toEqual(["Campos", "Página", "Info"]);
    expect(await e.template()).toEqual(three());
    expect(await e.calls()).toEqual([]);
  });

  it("23 the sheet is white in the dark theme, and its text is black", async () => {
    const e = await Editor.open({ template: three(), theme: "dark" });
    const colors = await e.page.evaluate(() => [
      getComputedStyle(document.querySelector("[data-sheet]") as Element).backgroundColor,
      getComputedStyle(document.querySelector(".jpd-fieldtext span") ?? document.body).color,
    ]);
    expect(colors).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
  });
});
