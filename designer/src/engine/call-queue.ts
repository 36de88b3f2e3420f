/** Calls to one engine, one at a time; an engine that fails or is busy with what no caller wants any more is replaced. */
import type { Port, Reply, Request, Result, Supplies, Task } from "./protocol";
import type { Problem } from "./types";

/** Time for which a cancelled call may keep others waiting, in milliseconds. */
const TIMEOUT = 250;

/** Input that the engine must have for a call. */
export interface Needs {
  fonts: { version: number; files: readonly Uint8Array[] };
  /** Files that templates name; nothing: version 0, which has none. */
  library?: { version: number; files: Readonly<Record<string, Uint8Array>> };
  template?: { key: number; template: string; bindings: string };
  data?: { key: number; text: string };
}

interface Call {
  needs: Needs;
  task: Task;
  /** A smaller number goes first. */
  rank: number;
  settle: (reply: Reply | null) => void;
  cancelled: boolean;
  /** An engine ended while it ran; it is tried once more. */
  retried: boolean;
}

/** A failure of the engine itself, as a problem. */
export function crashed(reason: string): Problem {
  return { code: "internal", severity: "error", blame: "package", message: `the engine failed: ${reason}` };
}

export class CallQueue {
  readonly #open: () => Port;
  #port: Port | null = null;
  #queue: Call[] = [];
  #running: { id: number; call: Call } | null = null;
  #known = { fonts: 0, library: 0, keys: new Set<number>() };
  #forget: number[] = [];
  #next = 1;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Duration of the engine's last task, in milliseconds. */
  lastMs = Number.POSITIVE_INFINITY;
  /** Called when the engine starts again, with nothing that it knew. */
  onRestart: () => void = () => {};

  constructor(open: () => Port) {
    this.#open = open;
  }

  /** Runs a task. Rejects with a problem, or with the reason of the signal. */
  call(task: Task, needs: Needs, rank: number, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted || this.#closed) {
        reject(abortError(signal));
        return;
      }
      const call: Call = { needs, task, rank, cancelled: false, retried: false, settle: () => {} };
      const cancel = () => {
        call.cancelled = true;
        reject(abortError(signal));
        this.#queue = this.#queue.filter((other) => other !== call);
        this.#hurry();
      };
      signal?.addEventListener("abort", cancel, { once: true });
      call.settle = (reply) => {
        signal?.removeEventListener("abort", cancel);
        if (reply && "result" in reply) resolve(reply.result);
        else if (reply && "problem" in reply) reject(reply.problem);
        else if (reply && "crash" in reply) reject(crashed(reply.crash));
        else reject(this.#closed ? abortError(signal) : crashed("its worker ended"));
      };
      this.#queue.push(call);
      this.#advance();
      this.#hurry();
    });
  }

  /** The engine need not keep what has this key. */
  forget(key: number): void {
    if (this.#known.keys.delete(key)) this.#forget.push(key);
  }

  close(): void {
    this.#closed = true;
    const waiting = this.#queue;
    const running = this.#running;
    this.#queue = [];
    this.#drop();
    for (const call of [running?.call, ...waiting]) if (call && !call.cancelled) call.settle(null);
  }

  #advance(): void {
    if (this.#running || this.#queue.length === 0 || this.#closed) return;
    const first = this.#queue.reduce((best, call) => (call.rank < best.rank ? call : best));
    this.#queue = this.#queue.filter((call) => call !== first);
    const request: Request = { id: this.#next++, supplies: this.#supplies(first.needs), task: first.task };
    this.#running = { id: request.id, call: first };
    try {
      if (!this.#port) {
        const port = this.#open();
        this.#port = port;
        port.receive((reply) => this.#port === port && this.#receive(reply));
      }
      this.#port.send(request);
    } catch (error) {
      // There is no worker to be had, or the request cannot be sent.
      this.#receive({ id: request.id, crash: error instanceof Error ? error.message : String(error) });
    }
  }

  #supplies({ fonts, library, template, data }: Needs): Supplies {
    const supplies: Supplies = {};
    if (this.#forget.length > 0) {
      supplies.forget = this.#forget;
      this.#forget = [];
    }
    if (this.#known.fonts !== fonts.version) supplies.fonts = fonts;
    if (library && this.#known.library !== library.version) supplies.library = library;
    if (template && !this.#known.keys.has(template.key)) supplies.templates = [template];
    if (data && !this.#known.keys.has(data.key)) supplies.data = [data];
    return supplies;
  }

  #receive(reply: Reply | null): void {
    const running = this.#running;
    if (!running) {
      // An engine that ends while it has nothing to do would never answer the next call.
      if (reply === null) this.#drop();
      return;
    }
    if (reply && reply.id !== running.id) return;
    this.#running = null;
    clearTimeout(this.#timeout);
    const { needs, settle, cancelled } = running.call;
    if (reply && "result" in reply) {
      this.lastMs = reply.ms ?? Number.POSITIVE_INFINITY;
      this.#known.fonts = needs.fonts.version;
      if (needs.library) this.#known.library = needs.library.version;
      if (needs.template) this.#known.keys.add(needs.template.key);
      if (needs.data) this.#known.keys.add(needs.data.key);
    } else if (reply && "problem" in reply) {
      // Which of the supplies it took before it refused is not known; giving them again does no harm.
      const keys = [needs.template?.key, needs.data?.key].filter((key) => key !== undefined && !this.#known.keys.has(key));
      this.#forget.push(...(keys as number[]));
      if (this.#known.fonts !== needs.fonts.version) this.#known.fonts = -1;
      if (needs.library && this.#known.library !== needs.library.version) this.#known.library = -1;
    } else if (reply) {
      this.#restarted();
    } else {
      this.#drop();
      if (!running.call.retried && !cancelled) {
        running.call.retried = true;
        this.#queue.unshift(running.call);
        this.#advance();
        return;
      }
    }
    if (reply && "forgot" in reply) {
      if (!cancelled) this.#queue.unshift(running.call);
      this.#advance();
      return;
    }
    if (!cancelled) settle(reply);
    this.#advance();
  }

  /** Ends a call that no caller waits for, if others do. */
  #hurry(): void {
    clearTimeout(this.#timeout);
    if (!this.#running?.call.cancelled || this.#queue.length === 0) return;
    this.#timeout = setTimeout(() => {
      if (!this.#running?.call.cancelled) return;
      this.#drop();
      this.#advance();
    }, TIMEOUT);
  }

  /** Closes the port; the next call opens another. */
  #drop(): void {
    clearTimeout(this.#timeout);
    this.#running = null;
    this.#port?.close();
    this.#port = null;
    this.#restarted();
  }

  #restarted(): void {
    this.#known = { fonts: 0, library: 0, keys: new Set() };
    this.#forget = [];
    this.onRestart();
  }
}

function abortError(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? new DOMException("The engine was closed or the call cancelled.", "AbortError");
}
