/**
 * Drawings of fields by the print engine. One request runs at a time; of later ones only the last is sent,
 * so that a series of keystrokes is neither queued nor starved. What was drawn stays until its successor is there.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Field, PageDesign, Template } from "../../core/types";
import type { Box, DocumentInput, DrawnDocument, DrawnPage, EngineAdapter, Placement, Problem } from "../../engine/types";
import { fieldsOf, hasPages } from "../operations/design";
import { samePair } from "../store/document";
import type { DocumentPair } from "../types";

/** The first place of a field in the printed document. */
export interface FieldDrawing {
  /** Elements in coordinates of `box`' page. */
  svg: string;
  box: Box;
  /** Number of the printed page, from 1. */
  page: number;
}

export interface DrawingState {
  byField: ReadonlyMap<string, FieldDrawing>;
  /** First printed page of each page design, for thumbnails. */
  firstPages: ReadonlyMap<number, DrawnPage>;
  backgrounds: ReadonlyMap<number, string>;
  pageCount: number;
  warnings: readonly Problem[];
  /** Why the last drawing failed; the previous one is shown. */
  error: unknown;
  /** Whether there is a drawing of the current kind at all. */
  drawn: boolean;
}

export interface DrawingInput {
  pair: DocumentPair;
  data: unknown;
  /** Index of the page design that is edited. */
  design: number;
}

/** Documents up to this many pages are drawn as a whole for thumbnails and to find where fields are printed. */
const WHOLE_PAGES = 40;
const WHOLE_DELAY_MS = 250;

export const NOTHING_DRAWN: DrawingState = {
  byField: new Map(),
  firstPages: new Map(),
  backgrounds: new Map(),
  pageCount: 0,
  warnings: [],
  error: null,
  drawn: false,
};

export class Drawing {
  readonly store: StoreApi<DrawingState> = createStore(() => NOTHING_DRAWN);
  /** Called with elements to add to `<defs>`. */
  onDefs: (elements: string) => void = () => {};
  /** Milliseconds from request to drawing, of the last one. */
  lastDuration = 0;
  private readonly known = new Map<string, string>();
  private engine: EngineAdapter | null = null;
  private next: { input: DrawingInput; whole: boolean } | null = null;
  private running: AbortController | null = null;
  private lastInput: DrawingInput | null = null;
  private wholeTimer: ReturnType<typeof setTimeout> | undefined;
  /** Printed pages that hold the first places of the fields of each design. */
  private readonly pagesOf = new Map<number, Set<number>>();

  /** `prefix` tells the ids of pictures of several designers on one page apart; those of glyphs mean the same everywhere. */
  constructor(readonly prefix: string) {}

  setEngine(engine: EngineAdapter | null): void {
    if (engine === this.engine) return;
    this.engine = engine;
    this.running?.abort();
    this.running = null;
    this.pagesOf.clear();
    if (!engine) this.store.setState(NOTHING_DRAWN, true);
    else if (this.lastInput) this.start(this.lastInput);
  }

  /** Draws a state of the document, unless it is the one that was asked for last. */
  request(input: DrawingInput): void {
    const { lastInput: last } = this;
    const asked = last && last.data === input.data && last.design === input.design && samePair(last.pair, input.pair);
    if (!asked) this.start(input);
  }

  private start(input: DrawingInput): void {
    this.lastInput = input;
    clearTimeout(this.wholeTimer);
    if (!this.engine) return;
    this.next = { input, whole: false };
    if (!this.running) void this.run();
  }

  /** Draws another state of the document with the same data. */
  redraw(pair: DocumentPair): void {
    if (this.lastInput) this.request({ ...this.lastInput, pair });
  }

  /** The same before this returns where the engine can do that: what is shown with the next frame has to be there by then. */
  redrawNow(pair: DocumentPair): void {
    if (!this.lastInput || !this.engine) return;
    const input = { ...this.lastInput, pair };
    const pages = this.pagesOf.get(input.design);
    const drawn = pages && this.engine.drawNow?.(documentOf(input), inOrder(pages));
    if (!drawn) {
      this.start(input);
      return;
    }
    // What is drawn of an earlier state is not wanted any more.
    this.running?.abort();
    this.running = null;
    this.next = null;
    this.lastInput = input;
    this.take(drawn, input, false);
    this.wholeLater();
  }

  dispose(): void {
    clearTimeout(this.wholeTimer);
    this.running?.abort();
    this.running = null;
    this.next = null;
    this.engine = null;
  }

  /** All elements that were added to `<defs>` so far, for one that is mounted again. */
  allDefs(): string {
    return [...this.known.values()].join("");
  }

  /** The picture that a drawing of a field shows, as a data URI. */
  pictureOf(svg: string): string | null {
    const id = /href="#([^"]*image-\d+)"/.exec(svg)?.[1];
    const element = id === undefined ? undefined : this.known.get(id);
    return /href="([^"]*)"/.exec(element ?? "")?.[1] ?? null;
  }

  private async run(): Promise<void> {
    while (this.next && this.engine) {
      const { input, whole } = this.next;
      this.next = null;
      const controller = new AbortController();
      this.running = controller;
      const started = performance.now();
      try {
        const document = await this.engine.draw(
          documentOf(input),
          whole ? this.allPages() : this.neededPages(input.design),
          controller.signal,
        );
        if (controller.signal.aborted) return;
        this.lastDuration = performance.now() - started;
        this.take(document, input, whole);
      } catch (error) {
        if (controller.signal.aborted) return;
        this.store.setState({ error });
      }
      if (!this.next && !whole) this.wholeLater();
    }
    this.running = null;
  }

  private wholeLater(): void {
    clearTimeout(this.wholeTimer);
    this.wholeTimer = setTimeout(() => this.requestWhole(), WHOLE_DELAY_MS);
  }

  private requestWhole(): void {
    if (!this.lastInput || this.running) return;
    this.next = { input: this.lastInput, whole: true };
    void this.run();
  }

  private allPages(): number[] | undefined {
    const { pageCount } = this.store.getState();
    return pageCount > WHOLE_PAGES ? range(1, WHOLE_PAGES) : undefined;
  }

  private neededPages(design: number): number[] | undefined {
    const pages = this.pagesOf.get(design);
    const { pageCount } = this.store.getState();
    if (!pages) return pageCount === 0 ? range(1, WHOLE_PAGES) : this.allPages();
    return inOrder(pages);
  }

  private take(document: DrawnDocument, input: DrawingInput, whole: boolean): void {
    this.addDefs(document);
    const before = this.store.getState();
    const complete = whole || this.pagesOf.size === 0;
    const pageIds = idsByPointer(input.pair.template);
    const found = new Map<string, FieldDrawing>();
    const firstPages = new Map(before.firstPages);
    const backgrounds = new Map(before.backgrounds);
    const seen = new Map<number, Set<number>>();
    for (const page of document.pages) {
      const first = firstPages.get(page.design);
      const earliest = document.pages.find((other) => other.design === page.design) === page;
      if (earliest && (complete || !first || first.number >= page.number)) {
        firstPages.set(page.design, this.prefixed(page));
        backgrounds.set(page.design, this.rewrite(page.background));
      }
      for (const placement of page.placements) {
        const id = pageIds.get(placement.pointer);
        if (id === undefined || found.has(id)) continue;
        found.set(id, this.drawingOf(placement, page.number, before.byField.get(id)));
        let pages = seen.get(page.design);
        if (!pages) seen.set(page.design, (pages = new Set()));
        pages.add(page.number);
      }
    }
    if (complete || document.pageCount !== before.pageCount) {
      this.pagesOf.clear();
      for (const [design, pages] of seen) this.pagesOf.set(design, pages);
    }
    // A partial drawing says nothing about the fields of other designs and pages.
    const byField = new Map(complete ? found : before.byField);
    if (!complete) {
      const own = new Set(fieldsOf(designOf(input.pair.template, input.design)).map((field) => field?.id));
      for (const id of own) if (!found.has(id)) byField.delete(id);
      for (const [id, drawing] of found) byField.set(id, drawing);
    }
    this.store.setState({
      byField,
      firstPages,
      backgrounds,
      pageCount: document.pageCount,
      warnings: document.warnings,
      error: null,
      drawn: true,
    });
  }

  /** The previous object where nothing changed, so that React leaves the field alone. */
  private drawingOf(placement: Placement, page: number, before: FieldDrawing | undefined): FieldDrawing {
    const svg = this.rewrite(placement.svg);
    const { x, y, width, height } = placement;
    if (
      before &&
      before.svg === svg &&
      before.page === page &&
      before.box.x === x &&
      before.box.y === y &&
      before.box.width === width &&
      before.box.height === height
    ) {
      return before;
    }
    return { svg, box: { x, y, width, height }, page };
  }

  private prefixed(page: DrawnPage): DrawnPage {
    return {
      ...page,
      background: this.rewrite(page.background),
      placements: page.placements.map((placement) => ({ ...placement, svg: this.rewrite(placement.svg) })),
    };
  }

  private rewrite(svg: string): string {
    return svg.includes("#image-") ? svg.replaceAll("#image-", `#${this.prefix}image-`) : svg;
  }

  private addDefs(document: DrawnDocument): void {
    let added = "";
    const add = (id: string, element: string) => {
      if (this.known.get(id) === element) return;
      // An id that means something else now: the first element with it in the document would win.
      if (this.known.has(id)) this.onReplaced(id);
      this.known.set(id, element);
      added += element;
    };
    for (const [number, uri] of Object.entries(document.images)) {
      const id = `${this.prefix}image-${number}`;
      add(id, `<image id="${id}" width="1" height="1" preserveAspectRatio="none" href="${uri.replaceAll('"', "&quot;")}"/>`);
    }
    for (const page of document.pages) {
      for (const [element, , id] of page.defs.matchAll(DEFINITION)) add(id as string, element);
    }
    if (added !== "") this.onDefs(added);
  }

  /** Called with the id of an element of `<defs>` that has to go. */
  onReplaced: (id: string) => void = () => {};
}

/** One definition: an empty element, or one with contents up to its end tag. */
const DEFINITION = /<(\w+)\b[^>]*?\bid="([^"]+)"[^>]*?(?:\/>|>[\s\S]*?<\/\1>)/g;

function documentOf({ pair, data }: DrawingInput): DocumentInput {
  return { template: pair.template, bindings: pair.bindings, data: data ?? {} };
}

function inOrder(pages: ReadonlySet<number>): number[] {
  return [...pages].sort((a, b) => a - b);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function designOf(template: Template, index: number): PageDesign {
  return hasPages(template) ? (template.pages[index] ?? template) : template;
}

/** Ids of fields by their JSON pointer. */
function idsByPointer(template: Template): Map<string, string> {
  const ids = new Map<string, string>();
  const add = (fields: readonly Field[], base: string) =>
    fields.forEach((field, index) => field && ids.set(`${base}/schemas/${index}`, field.id));
  if (hasPages(template)) template.pages.forEach((page, index) => add(fieldsOf(page), `/template/pages/${index}`));
  else add(fieldsOf(template), "/template");
  return ids;
}
