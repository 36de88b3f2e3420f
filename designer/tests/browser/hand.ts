import type { Locator, Page } from "playwright-core";

/**
 * Does what a person does, and counts it. An action is something done to one thing: a click, a drag, a text that is entered, a key,
 * a choice in a list, a file.
 */
export class Hand {
  actions = 0;
  /** Presses of the button of the mouse. */
  clicks = 0;
  /** Presses of keys. */
  keys = 0;

  constructor(readonly page: Page) {}

  async click(what: Locator): Promise<void> {
    this.actions += 1;
    this.clicks += 1;
    await what.click();
  }

  /** Enters a text into an empty input, which is clicked for it. */
  async fill(what: Locator, text: string): Promise<void> {
    await what.click();
    this.clicks += 1;
    await this.type(text);
  }

  /** Writes where the caret is. */
  async type(text: string): Promise<void> {
    this.actions += 1;
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    this.actions += 1;
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  /** Opens a list and takes an entry. */
  async choose(what: Locator, label: string): Promise<void> {
    this.actions += 1;
    this.clicks += 2;
    await what.selectOption({ label });
  }

  /** Clicks a button that asks for a file, and chooses one. */
  async file(what: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent("filechooser"), this.click(what)]);
    this.actions += 1;
    this.clicks += 1;
    await chooser.setFiles(file);
  }

  /** Drags a field by its middle, so that its corner comes to a place of the first page, in mm. */
  async drag(what: Locator, x: number, y: number): Promise<void> {
    this.actions += 1;
    this.clicks += 1;
    const [to, box] = [await this.onSheet(x, y), await what.boundingBox()];
    if (!box) throw new Error("the field is not on the page");
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const by = { x: to.x - box.x, y: to.y - box.y };
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
    await mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
    await mouse.up();
  }

  /** Drags a file from a folder to a place of the first page, in mm. */
  async drop({ name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer }, x: number, y: number): Promise<void> {
    this.actions += 1;
    this.clicks += 1;
    const at = await this.onSheet(x, y);
    await this.page.locator("[data-sheet]").evaluate(
      (sheet, { name, mimeType, base64, at }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type: mimeType }));
        const target = document.elementFromPoint(at.x, at.y) ?? sheet;
        for (const type of ["dragenter", "dragover", "drop"]) {
          target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, clientX: at.x, clientY: at.y }));
        }
      },
      { name, mimeType, base64: buffer.toString("base64"), at },
    );
  }

  /** A place of the first page, given in mm, in pixels of the window. */
  private async onSheet(x: number, y: number): Promise<{ x: number; y: number }> {
    const sheet = await this.page.locator("[data-sheet]").boundingBox();
    const zoom = Number.parseInt((await this.page.locator(".jpd-zoombar__value").textContent()) ?? "", 10) / 100;
    if (!sheet) throw new Error("there is no page");
    const scale = (zoom * 96) / 25.4;
    return { x: sheet.x + x * scale, y: sheet.y + y * scale };
  }

  summary(): string {
    return `${this.actions} actions, ${this.clicks} clicks, ${this.keys} keys`;
  }
}
