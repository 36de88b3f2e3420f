/**
 * The document as the preview shows it. One drawing runs at a time, of later ones only the last is made;
 * what was drawn stays until its successor is there. The PDF itself is made when the document rests.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { DocumentInput, DrawnDocument, DrawnPage, EngineAdapter, Problem } from "../../engine/types";

export interface PreviewState {
  /** Drawn pages of the current or, until they are drawn again, of an earlier state. */
  pages: ReadonlyMap<number, DrawnPage>;
  /** Pages that show an earlier state. */
  stale: ReadonlySet<number>;
  images: Readonly<Record<number, string>>;
  pageCount: number;
  warnings: readonly Problem[];
  status: "idle" | "working" | "ready" | "failed";
  error: unknown;
  /** The PDF of the current state, once it is made. */
  pdf: { bytes: Uint8Array; ms: number } | null;
  /** The document is so large that it is drawn only when the user pauses. */
  paused: boolean;
}

const EMPTY: PreviewState = {
  pages: new Map(),
  stale: new Set(),
  images: {},
  pageCount: 0,
  warnings: [],
  status: "idle",
  error: null,
  pdf: null,
  paused: false,
};

const LARGE_PAGES = 100;
const SLOW_MS = 1000;
const PAUSE_MS = 800;
/** The PDF follows when nothing changed for this long. */
const PDF_REST_MS = 250;
const FIRST_PAGES = [1, 2];

export class PreviewSession {
  readonly store: StoreApi<PreviewState> = createStore(() => EMPTY);
  private engine: EngineAdapter | null = null;
  private input: DocumentInput | null = null;
  /** Input of the drawn pages. */
  private version = 0;
  private drawnVersion = -1;
  private visible: readonly number[] = FIRST_PAGES;
  private running: AbortController | null = null;
  private again = false;
  private restTimer: ReturnType<typeof setTimeout> | undefined;
  private pauseTimer: ReturnType<typeof setTimeout> | undefined;
  private lastMs = 0;

  /** Another engine is one that was given other files, or speaks another language. */
  update(engine: EngineAdapter, input: DocumentInput): void {
    this.engine = engine;
    this.input = input;
    this.version += 1;
    const { pageCount, pdf } = this.store.getState();
    if (pdf) this.store.setState({ pdf: null });
    clearTimeout(this.pauseTimer);
    if (pageCount > LARGE_PAGES || this.lastMs > SLOW_MS) {
      this.store.setState({ paused: true });
      this.pauseTimer = setTimeout(() => this.request(), PAUSE_MS);
    } else {
      if (this.store.getState().paused) this.store.setState({ paused: false });
      this.request();
    }
  }

  show(pages: readonly number[]): void {
    if (pages.length === 0 || (pages.length === this.visible.length && pages.every((page, index) => page === this.visible[index]))) return;
    this.visible = pages;
    if (this.missing().length > 0) this.request();
  }

  dispose(): void {
    clearTimeout(this.restTimer);
    clearTimeout(this.pauseTimer);
    this.running?.abort();
    this.again = false;
    this.input = null;
  }

  /** The PDF of the current state, made now when it is not there yet. */
  async bytes(): Promise<Uint8Array> {
    const { pdf } = this.store.getState();
    if (pdf) return pdf.bytes;
    if (!this.input || !this.engine) throw new Error("there is no document yet");
    return (await this.engine.render(this.input)).bytes;
  }

  private missing(): number[] {
    const { pages, stale, pageCount } = this.store.getState();
    return this.visible.filter((page) => (this.drawnVersion === -1 || page <= pageCount) && (!pages.has(page) || stale.has(page)));
  }

  private request(): void {
    if (this.running) {
      this.again = true;
      return;
    }
    void this.run();
  }

  private async run(): Promise<void> {
    do {
      this.again = false;
      if (!this.input || !this.engine) return;
      const { version, input, engine } = this;
      const fresh = version !== this.drawnVersion;
      const wanted = fresh ? [...this.visible] : this.missing();
      if (wanted.length === 0) break;
      const controller = new AbortController();
      this.running = controller;
      clearTimeout(this.restTimer);
      this.store.setState({ status: "working" });
      const started = performance.now();
      try {
        const drawn = await engine.draw(input, wanted, controller.signal);
        if (controller.signal.aborted) return;
        this.lastMs = performance.now() - started;
        this.take(drawn, version, fresh);
      } catch (error) {
        if (controller.signal.aborted) return;
        this.drawnVersion = version;
        this.store.setState({ status: "failed", error });
      }
      this.running = null;
    } while (this.again || (this.version !== this.drawnVersion && !this.store.getState().paused) || this.needsMore());
    this.running = null;
    this.restTimer = setTimeout(() => void this.makePdf(), PDF_REST_MS);
  }

  /** Pages that came into view while others were drawn. */
  private needsMore(): boolean {
    return this.store.getState().status !== "failed" && this.missing().length > 0;
  }

  private take(drawn: DrawnDocument, version: number, fresh: boolean): void {
    const before = this.store.getState();
    const pages = new Map([...before.pages].filter(([number]) => number <= drawn.pageCount));
    const stale = new Set(fresh ? pages.keys() : before.stale);
    for (const page of drawn.pages) {
      pages.set(page.number, page);
      stale.delete(page.number);
    }
    this.drawnVersion = version;
    this.store.setState({
      pages,
      stale,
      images: { ...before.images, ...drawn.images },
      pageCount: drawn.pageCount,
      warnings: drawn.warnings,
      status: "ready",
      error: null,
      paused: false,
    });
  }

  private async makePdf(): Promise<void> {
    const { input, version, engine } = this;
    if (!input || !engine || this.store.getState().status !== "ready" || this.store.getState().pdf) return;
    const started = performance.now();
    try {
      const { bytes } = await engine.render(input);
      if (version === this.version && this.input) this.store.setState({ pdf: { bytes, ms: Math.round(performance.now() - started) } });
    } catch (error) {
      if (version === this.version && this.input) this.store.setState({ status: "failed", error });
    }
  }
}
