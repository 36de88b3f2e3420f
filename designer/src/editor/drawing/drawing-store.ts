/**
 * Drawings of fields by the print engine. One request runs at a time; of later ones only the last is sent,
 * so that a series of keystrokes is neither queued nor starved. What was drawn stays until its successor is there.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { withoutUnfinished } from "../../core/payments";
import type { Field, PageDesign, Template } from "../../core/types";
import { pictureElement } from "../../engine/picture-element";
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
  /** Distance of the printed field from its place in the template, and its growth; in mm. */
  shift: Box;
  /** Its place in the order of painting on its page. */
  order: number;
  /** Repetition of its section that it belongs to, from 0. */
  item?: number | undefined;
}

/** A field as it is printed at one place of a page. */
export interface PrintedPart {
  /** Of the field. */
  id: string;
  type: Field["type"];
  /** Index of the page design that the field belongs to. */
  design: number;
  zone: Placement["zone"];
  /** The first place of its field, which the field itself shows. */
  first: boolean;
  /** Repetition of its section that it belongs to, from 0. */
  item?: number | undefined;
  svg: string;
  box: Box;
}

export interface PrintedPage {
  number: number;
  design: number;
  background: string;
  /** In the order of painting. */
  parts: readonly PrintedPart[];
}

/** Printed pages of one design that follow each other. */
export interface PageRun {
  design: number;
  pages: number;
  /** Of each page, in mm. */
  width: number;
  height: number;
}

export interface DrawingState {
  byField: ReadonlyMap<string, FieldDrawing>;
  /** Printed pages by their number: those that were drawn last, each in its last state. */
  pages: ReadonlyMap<number, PrintedPage>;
  /** All printed pages, also those that are not drawn. */
  runs: readonly PageRun[];
  /** Ids of fields that are printed nowhere with this data. */
  nowhere: ReadonlySet<string>;
  /** First printed page of each page design, for thumbnails. */
  firstPages: ReadonlyMap<number, DrawnPage>;
  backgrounds: ReadonlyMap<number, string>;
  pageCount: number;
  warnings: readonly Problem[];
  /** Why the last drawing failed; the previous one is shown. */
  error: unknown;
  /** True if there is a drawing of the current kind at all. */
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
/** Drawn before it is known which pages are in sight, and where fields are printed. */
const FIRST_PAGES = [1, 2];

export const NOTHING_DRAWN: DrawingState = {
  byField: new Map(),
  pages: new Map(),
  runs: [],
  nowhere: new Set(),
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
  private next: { input: DrawingInput; pages: number[] | undefined; whole: boolean } | null = null;
  private running: AbortController | null = null;
  private lastInput: DrawingInput | null = null;
  private wholeTimer: ReturnType<typeof setTimeout> | undefined;
  /** Printed pages that hold the first places of the fields of each design. */
  private readonly pagesOf = new Map<number, Set<number>>();
  /** True if the engine marks the first place of each field, so that some pages of a document are enough. */
  private marks = true;
  /** The pages that are shown; `null`: only the fields are. */
  private sight: readonly number[] | null = null;
  /** The pages that were drawn of the last state. */
  private fresh: { input: DrawingInput | null; pages: Set<number> } = { input: null, pages: new Set() };

  /** `prefix` tells the ids of pictures of several designers on one page apart; those of glyphs mean the same everywhere. */
  constructor(readonly prefix: string) {}

  setEngine(engine: EngineAdapter | null): void {
    if (engine === this.engine) return;
    this.engine = engine;
    this.running?.abort();
    this.running = null;
    this.pagesOf.clear();
    this.marks = true;
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
    this.next = { input, pages: this.neededPages(input.design), whole: false };
    if (!this.running) void this.run();
  }

  /** The pages that are shown are drawn with each change; `null` where only the first place of each field is. */
  show(pages: readonly number[] | null): void {
    const before = this.sight;
    if (pages === before || (pages && before && pages.length === before.length && pages.every((page, index) => page === before[index]))) return;
    this.sight = pages;
    this.fill();
  }

  /** Draws what is to be seen and was not drawn of the last state. */
  private fill(): void {
    const { lastInput: input, next } = this;
    if (!input || !this.engine || this.fresh.input !== input || (next && !next.whole)) return;
    const { pageCount } = this.store.getState();
    const missing = this.neededPages(input.design)?.filter((page) => page <= pageCount && !this.fresh.pages.has(page)) ?? [];
    if (missing.length === 0) return;
    this.next = { input, pages: missing, whole: false };
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
    const known = this.fresh.input !== null;
    const pages = known ? this.neededPages(input.design) : undefined;
    const drawn = pages && this.engine.drawNow?.(documentOf(input), pages);
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
      const { input, pages, whole } = this.next;
      this.next = null;
      const controller = new AbortController();
      this.running = controller;
      const started = performance.now();
      try {
        const document = await this.engine.draw(documentOf(input), pages, controller.signal);
        if (controller.signal.aborted) return;
        this.lastDuration = performance.now() - started;
        this.take(document, input, whole);
      } catch (error) {
        if (controller.signal.aborted) return;
        this.store.setState({ error });
      }
      if (!this.next) this.fill();
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
    this.next = { input: this.lastInput, pages: this.allPages(), whole: true };
    void this.run();
  }

  private allPages(): number[] | undefined {
    const { pageCount } = this.store.getState();
    return pageCount > WHOLE_PAGES ? range(1, WHOLE_PAGES) : undefined;
  }

  private neededPages(design: number): number[] | undefined {
    const { pageCount } = this.store.getState();
    const pages = this.pagesOf.get(design);
    if (!this.marks) return pages ? inOrder(pages) : pageCount === 0 ? range(1, WHOLE_PAGES) : this.allPages();
    if (this.sight) return [...this.sight];
    return pages && pages.size > 0 ? inOrder(pages) : FIRST_PAGES;
  }

  private take(document: DrawnDocument, input: DrawingInput, whole: boolean): void {
    this.addDefs(document);
    const before = this.store.getState();
    const fields = fieldsByPointer(input.pair.template);
    const { fields: firstPages } = document;
    this.marks = firstPages !== undefined;
    if (this.fresh.input !== input) this.fresh = { input, pages: new Set() };
    for (const page of document.pages) this.fresh.pages.add(page.number);
    // Without marks the first place that is drawn is the first one, if all pages before it are drawn.
    const complete = !this.marks && (whole || this.pagesOf.size === 0);

    const found = new Map<string, FieldDrawing>();
    const seen = new Map<number, Set<number>>();
    const pages = new Map([...before.pages].filter(([number]) => number <= document.pageCount));
    const thumbnails = new Map(before.firstPages);
    const backgrounds = new Map(before.backgrounds);
    const earliest = new Set<number>();
    for (const page of document.pages) {
      const thumbnail = thumbnails.get(page.design);
      if (!earliest.has(page.design) && (whole || complete || !thumbnail || thumbnail.number >= page.number)) {
        thumbnails.set(page.design, this.prefixed(page));
        backgrounds.set(page.design, this.rewrite(page.background));
      }
      earliest.add(page.design);
      const parts: PrintedPart[] = [];
      page.placements.forEach((placement, order) => {
        const own = fields.get(placement.pointer);
        if (!own) return;
        const { id } = own.field;
        const first = firstPages ? placement.first === true && !found.has(id) : !found.has(id) && (complete || before.byField.get(id)?.page === page.number);
        if (first) found.set(id, this.drawingOf(placement, own.field, page.number, order, before.byField.get(id)));
        parts.push({ id, type: own.field.type, design: own.design, zone: placement.zone, first, item: placement.item, svg: this.rewrite(placement.svg), box: boxOf(placement) });
        if (first) setOf(seen, page.design).add(page.number);
      });
      const { number, design } = page;
      pages.set(number, unchanged(before.pages.get(number), { number, design, background: this.rewrite(page.background), parts }));
    }

    const byField = new Map(complete ? [] : before.byField);
    for (const [id, drawing] of found) byField.set(id, drawing);
    const nowhere = new Set<string>();
    if (firstPages) {
      this.pagesOf.clear();
      const there = new Set<string>();
      for (const { pointer, page } of firstPages) {
        const own = fields.get(pointer);
        if (!own) continue;
        const { id } = own.field;
        const drawing = byField.get(id);
        if (page === undefined) {
          nowhere.add(id);
          continue;
        }
        there.add(id);
        setOf(this.pagesOf, own.design).add(page);
        // It is printed on a page that is drawn only when it comes in sight.
        if (!drawing) byField.set(id, { svg: "", box: boxOf(own.field), page, shift: NOT_MOVED, order: 0 });
        else if (drawing.page !== page) byField.set(id, { ...drawing, page });
      }
      for (const id of byField.keys()) if (!there.has(id)) byField.delete(id);
    } else {
      if (complete || document.pageCount !== before.pageCount) {
        this.pagesOf.clear();
        for (const [design, own] of seen) this.pagesOf.set(design, own);
      }
      // A partial drawing says nothing about the fields of other designs and pages.
      if (!complete) for (const { id } of fieldsOf(designOf(input.pair.template, input.design)).filter(Boolean)) if (!found.has(id)) byField.delete(id);
      for (const { field } of fields.values()) if (!byField.has(field.id)) nowhere.add(field.id);
    }
    this.store.setState({
      byField,
      pages,
      runs: same(before.runs, this.runsOf(document, input.pair.template, before)),
      nowhere: before.nowhere.size === nowhere.size && [...nowhere].every((id) => before.nowhere.has(id)) ? before.nowhere : nowhere,
      firstPages: thumbnails,
      backgrounds,
      pageCount: document.pageCount,
      warnings: document.warnings,
      error: null,
      drawn: true,
    });
  }

  private runsOf(document: DrawnDocument, template: Template, before: DrawingState): PageRun[] {
    if (document.designs) {
      return document.designs.map(({ design, pages }) => {
        const { width, height } = designOf(template, design).page ?? { width: 210, height: 297 };
        return { design, pages, width, height };
      });
    }
    if (document.pages.length < document.pageCount && before.pageCount === document.pageCount) return [...before.runs];
    const runs: PageRun[] = [];
    for (const { design, width, height } of document.pages) {
      const last = runs.at(-1);
      if (last?.design === design) last.pages += 1;
      else runs.push({ design, pages: 1, width, height });
    }
    return runs;
  }

  /** The previous object where nothing changed, so that React leaves the field alone. */
  private drawingOf(placement: Placement, field: Field, page: number, order: number, before: FieldDrawing | undefined): FieldDrawing {
    const svg = this.rewrite(placement.svg);
    const box = boxOf(placement);
    const { x, y } = placement.offset ?? { x: box.x - field.x, y: box.y - field.y };
    const shift = { x, y, width: box.width - field.width, height: box.height - field.height };
    if (before && before.svg === svg && before.page === page && before.order === order && before.item === placement.item && sameBox(before.box, box) && sameBox(before.shift, shift)) return before;
    return { svg, box, page, shift, order, item: placement.item };
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
      add(id, pictureElement(id, uri));
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
  return { template: withoutUnfinished(pair.template), bindings: pair.bindings, data: data ?? {} };
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

/** Fields by their JSON pointer, with the design that they belong to. */
function fieldsByPointer(template: Template): Map<string, { field: Field; design: number }> {
  const all = new Map<string, { field: Field; design: number }>();
  const add = (fields: readonly Field[], base: string, design: number) =>
    fields.forEach((field, index) => field && all.set(`${base}/schemas/${index}`, { field, design }));
  if (hasPages(template)) template.pages.forEach((page, index) => add(fieldsOf(page), `/template/pages/${index}`, index));
  else add(fieldsOf(template), "/template", 0);
  return all;
}

function setOf(map: Map<number, Set<number>>, key: number): Set<number> {
  let set = map.get(key);
  if (!set) map.set(key, (set = new Set()));
  return set;
}

const NOT_MOVED: Box = { x: 0, y: 0, width: 0, height: 0 };

const boxOf = ({ x, y, width, height }: Box): Box => ({ x, y, width, height });

function sameBox(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function samePart(a: PrintedPart, b: PrintedPart): boolean {
  return a.id === b.id && a.type === b.type && a.design === b.design && a.zone === b.zone && a.first === b.first && a.item === b.item && a.svg === b.svg && sameBox(a.box, b.box);
}

/** The previous page and the previous parts where nothing changed. */
function unchanged(before: PrintedPage | undefined, page: PrintedPage): PrintedPage {
  if (!before) return page;
  const parts = page.parts.map((part, index) => {
    const old = before.parts[index];
    return old && samePart(old, part) ? old : part;
  });
  const all = before.design === page.design && before.background === page.background && before.parts.length === parts.length;
  return all && parts.every((part, index) => part === before.parts[index]) ? before : { ...page, parts };
}

function same(before: readonly PageRun[], runs: readonly PageRun[]): readonly PageRun[] {
  const equal = (run: PageRun, index: number) => {
    const old = before[index];
    return old !== undefined && old.design === run.design && old.pages === run.pages && old.width === run.width && old.height === run.height;
  };
  return before.length === runs.length && runs.every(equal) ? before : runs;
}
