/**
 * A second engine in the thread of the page, for documents that are drawn within a few milliseconds: a browser hands over what
 * a worker answers to a key only after the next frame, so that the key would show two frames later.
 */
import { EngineCore } from "./core";
import type { Needs } from "./call-queue";
import type { Supplies, Task } from "./protocol";

/** Longer drawings stay in the worker, in milliseconds. */
const QUICK_MS = 8;
/** More to take over than this would hold the page up, in bytes. */
const LIGHT = 1_000_000;
/** A template that differs by more from the last one may have another picture, which takes time to read. */
const ALIKE = 32_000;
/** Between two attempts to get ready, in milliseconds: each takes a few in which the page does nothing else. */
const APART_MS = 2000;
/** Number of drawings whose costs decide whether drawing here is quick. */
const COSTS = 3;
/** More pages than those of the last document are refused, so that none can become long unseen. */
const MORE_PAGES = 4;
/** A page that was opened just now has other things to do, in milliseconds. */
const SETTLE_MS = 1000;
/** Then it is waited for idle time for this long, in milliseconds. */
const IDLE_MS = 2000;

export interface InlineOptions {
  /** Runs something while nothing else is to be done. */
  idle?: (run: () => void) => void;
  /** In the place of `QUICK_MS`. */
  quickMs?: number;
}

function whenIdle(run: () => void): void {
  setTimeout(() => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => run(), { timeout: IDLE_MS });
    else run();
  }, SETTLE_MS);
}

type Draw = Extract<Task, { op: "draw" }>;

export class InlineEngine {
  readonly #make: () => EngineCore;
  readonly #idle: (run: () => void) => void;
  readonly #quickMs: number;
  #core: EngineCore | null = null;
  #keys = new Set<number>();
  #forget: number[] = [];
  #fonts = 0;
  #library = 0;
  /** Length of the template that was drawn last; nothing: it is not ready. */
  #length: number | null = null;
  #pages = 1;
  /** Durations of the last drawings here, in milliseconds. */
  #costs: number[] = [];
  #waiting: { needs: Needs; task: Draw } | null = null;
  #ended = false;
  #earliest = 0;

  /** Called with a drawing that no caller asked for: it has the pictures that later ones do not give again. */
  onPrepared: (text: string) => void = () => {};

  /** `make` starts an engine in this thread. */
  constructor(make: () => EngineCore, { idle = whenIdle, quickMs = QUICK_MS }: InlineOptions = {}) {
    this.#make = make;
    this.#idle = idle;
    this.#quickMs = quickMs;
  }

  /** A drawing that the worker made: where that was quick, the next one can be made here. */
  prepare(needs: Needs, task: Draw, ms: number): void {
    if (this.#ended || ms > this.#quickMs || this.#ready(needs) || performance.now() < this.#earliest || weight(needs) > LIGHT) return;
    const planned = this.#waiting !== null;
    this.#waiting = { needs, task };
    if (planned) return;
    this.#idle(() => {
      const { needs, task } = this.#waiting ?? {};
      this.#waiting = null;
      if (!needs || !task || this.#ended) return;
      this.#earliest = performance.now() + APART_MS;
      const first = this.#run(needs, task);
      if (first === null) return;
      this.onPrepared(first);
      // The first one took everything in, which says nothing about what the next one takes.
      this.#costs = [];
      this.#run(needs, task);
    });
  }

  /** The drawing as a JSON text; nothing where it is not ready for it, or has to leave it to the worker. */
  draw(needs: Needs, task: Draw): string | null {
    if (!this.#ready(needs)) return null;
    const options = (task.options === "" ? {} : JSON.parse(task.options)) as { maxPages?: number };
    const maxPages = Math.min(options.maxPages ?? Number.POSITIVE_INFINITY, this.#pages + MORE_PAGES);
    return this.#run(needs, { ...task, options: JSON.stringify({ ...options, maxPages }) });
  }

  forget(key: number): void {
    if (this.#keys.delete(key)) this.#forget.push(key);
  }

  /** Gives up what it knows. */
  dispose(): void {
    this.#ended = true;
    this.#lose();
    this.#core?.dispose();
    this.#core = null;
  }

  #ready({ fonts, library, template, data }: Needs): boolean {
    return (
      this.#core !== null &&
      this.#length !== null &&
      // One of them may have been slow because of something else.
      Math.min(...this.#costs) <= this.#quickMs &&
      this.#fonts === fonts.version &&
      this.#library === (library?.version ?? 0) &&
      (data === undefined || this.#keys.has(data.key)) &&
      template !== undefined &&
      Math.abs(template.template.length + template.bindings.length - this.#length) <= ALIKE
    );
  }

  #run(needs: Needs, task: Draw): string | null {
    const { fonts, library, template, data } = needs;
    const supplies: Supplies = { forget: this.#forget };
    this.#forget = [];
    if (this.#fonts !== fonts.version) supplies.fonts = fonts;
    if (library && this.#library !== library.version) supplies.library = library;
    if (template && !this.#keys.has(template.key)) supplies.templates = [template];
    if (data && !this.#keys.has(data.key)) supplies.data = [data];
    const started = performance.now();
    try {
      this.#core ??= this.#make();
      const reply = this.#core.run({ id: 0, supplies, task });
      if (!("result" in reply) || typeof reply.result !== "string") {
        // The worker says what is wrong with the document. What was taken in until then is not known.
        this.#lose();
        return null;
      }
      this.#fonts = fonts.version;
      this.#library = library?.version ?? 0;
      for (const known of [template, data]) if (known) this.#keys.add(known.key);
      this.#length = template ? template.template.length + template.bindings.length : null;
      this.#costs = [...this.#costs.slice(1 - COSTS), performance.now() - started];
      return reply.result;
    } catch {
      // There is no engine to be had in this thread.
      this.#ended = true;
      this.#lose();
      return null;
    }
  }

  /** Number of pages of the document drawn last. */
  drawn(pages: number): void {
    this.#pages = pages;
  }

  #lose(): void {
    this.#forget.push(...this.#keys);
    this.#keys.clear();
    this.#fonts = -1;
    this.#library = -1;
    this.#length = null;
  }
}

function weight({ fonts, library, template, data }: Needs): number {
  const files = [...fonts.files, ...Object.values(library?.files ?? {})];
  const texts = (template ? template.template.length + template.bindings.length : 0) + (data?.text.length ?? 0);
  return texts + files.reduce((sum, file) => sum + file.byteLength, 0);
}
