import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallQueue, type Needs } from "./call-queue";
import type { Port, Reply, Request } from "./protocol";

/** A way to no engine: the test answers. */
class FakePort implements Port {
  requests: Request[] = [];
  closed = false;
  reply: (reply: Reply | null) => void = () => {};

  send(request: Request): void {
    this.requests.push(structuredClone(request));
  }

  receive(listener: (reply: Reply | null) => void): void {
    this.reply = listener;
  }

  close(): void {
    this.closed = true;
  }

  answer(result = "done"): void {
    this.reply({ id: this.last.id, result });
  }

  get last(): Request {
    return this.requests.at(-1) as Request;
  }
}

const task = (text: string) => ({ op: "evaluate", text, data: 0 }) as const;
const noFonts = { version: 0, files: [] };
const needs = (template?: number, data?: number): Needs => ({
  fonts: noFonts,
  ...(template && { template: { key: template, template: `t${template}`, bindings: "[]" } }),
  ...(data && { data: { key: data, text: `d${data}` } }),
});

describe("a queue of calls", () => {
  let ports: FakePort[];
  let queue: CallQueue;
  const port = () => ports.at(-1) as FakePort;

  beforeEach(() => {
    vi.useFakeTimers();
    ports = [];
    queue = new CallQueue(() => {
      ports.push(new FakePort());
      return port();
    });
  });
  afterEach(() => vi.useRealTimers());

  it("runs one call at a time, the most urgent first", async () => {
    const order: string[] = [];
    const call = (name: string, rank: number) => queue.call(task(name), needs(), rank).then(() => order.push(name));
    const calls = [call("first", 2), call("document", 2), call("canvas", 0), call("check", 1)];
    expect(port().requests).toHaveLength(1);
    for (let i = 0; i < 4; i++) port().answer();
    await Promise.all(calls);
    expect(order).toEqual(["first", "canvas", "check", "document"]);
  });

  it("supplies what the engine does not know yet, once", async () => {
    void queue.call(task("a"), needs(1, 2), 0);
    expect(port().last.supplies).toEqual({ templates: [{ key: 1, template: "t1", bindings: "[]" }], data: [{ key: 2, text: "d2" }] });
    port().answer();
    void queue.call(task("b"), needs(1, 3), 0);
    expect(port().last.supplies).toEqual({ data: [{ key: 3, text: "d3" }] });
    port().answer();
    queue.forget(2);
    queue.forget(99);
    void queue.call(task("c"), needs(1, 3), 0);
    expect(port().last.supplies).toEqual({ forget: [2] });
  });

  it("supplies again what was refused, so that nothing is held twice", async () => {
    const refused = queue.call(task("a"), needs(1), 0);
    port().reply({ id: port().last.id, problem: { code: "pageLimit", severity: "error", message: "m" } });
    await expect(refused).rejects.toMatchObject({ code: "pageLimit" });
    void queue.call(task("b"), needs(1), 0);
    expect(port().last.supplies).toMatchObject({ forget: [1], templates: [{ key: 1 }] });
    expect(ports).toHaveLength(1);
  });

  it("rejects a cancelled call at once and never runs one that waited", async () => {
    const running = new AbortController();
    const waiting = new AbortController();
    const calls = [queue.call(task("a"), needs(), 0, running.signal), queue.call(task("b"), needs(), 0, waiting.signal)];
    running.abort();
    waiting.abort();
    for (const call of calls) await expect(call).rejects.toMatchObject({ name: "AbortError" });
    const next = queue.call(task("c"), needs(), 0);
    port().answer("late");
    port().answer("right");
    await expect(next).resolves.toBe("right");
    expect(port().requests.map((request) => (request.task as { text: string }).text)).toEqual(["a", "c"]);
  });

  it("does not start a call that was cancelled before", async () => {
    await expect(queue.call(task("a"), needs(), 0, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
    expect(ports).toHaveLength(0);
  });

  it("replaces an engine that is busy with calls that were given up", async () => {
    const controller = new AbortController();
    queue.call(task("long"), needs(1), 0, controller.signal).catch(() => {});
    controller.abort();
    vi.advanceTimersByTime(10_000);
    expect(ports).toHaveLength(1);
    const next = queue.call(task("next"), needs(1), 0);
    vi.advanceTimersByTime(240);
    expect(ports).toHaveLength(1);
    vi.advanceTimersByTime(20);
    expect(ports).toHaveLength(2);
    expect(ports[0]?.closed).toBe(true);
    expect(port().last.supplies.templates).toHaveLength(1);
    // What the old one says late is not for the new call.
    ports[0]?.reply({ id: port().last.id, result: "old" });
    port().answer("new");
    await expect(next).resolves.toBe("new");
  });

  it("opens another engine when one ends, and runs the call there; one that ends it again fails", async () => {
    const restarts = vi.fn();
    queue.onRestart = restarts;
    const call = queue.call(task("a"), needs(1), 0);
    const next = queue.call(task("b"), needs(1), 0);
    port().reply(null);
    expect(ports).toHaveLength(2);
    expect(ports[0]?.closed).toBe(true);
    expect(port().last).toMatchObject({ task: { text: "a" }, supplies: { templates: [{ key: 1 }] } });
    port().reply(null);
    await expect(call).rejects.toMatchObject({ code: "internal", blame: "package" });
    expect(ports).toHaveLength(3);
    expect(port().last).toMatchObject({ task: { text: "b" }, supplies: { templates: [{ key: 1 }] } });
    port().answer();
    await next;
    expect(restarts).toHaveBeenCalledTimes(2);
  });

  it("opens another engine when one ended that had nothing to do", async () => {
    void queue.call(task("a"), needs(1), 0);
    port().answer();
    port().reply(null);
    const next = queue.call(task("b"), needs(1), 0);
    expect(ports).toHaveLength(2);
    expect(port().last.supplies.templates).toHaveLength(1);
    port().answer("b");
    await expect(next).resolves.toBe("b");
  });

  it("goes on with an engine that survived its own failure, which knows nothing any more", async () => {
    void queue.call(task("a"), needs(1), 0);
    port().answer();
    const crashed = queue.call(task("b"), needs(1), 0);
    port().reply({ id: port().last.id, crash: "index out of bounds" });
    await expect(crashed).rejects.toMatchObject({ message: "the engine failed: index out of bounds" });
    void queue.call(task("c"), needs(1), 0);
    expect(ports).toHaveLength(1);
    expect(port().last.supplies.templates).toHaveLength(1);
  });

  it("asks again when the engine forgot what it was given", async () => {
    void queue.call(task("a"), needs(1), 0);
    port().answer();
    const call = queue.call(task("b"), needs(1), 0);
    expect(port().last.supplies).toEqual({});
    port().reply({ id: port().last.id, forgot: true });
    expect(port().last.supplies.templates).toHaveLength(1);
    port().answer("b");
    await expect(call).resolves.toBe("b");
  });

  it("rejects everything when it is closed", async () => {
    const calls = [queue.call(task("a"), needs(), 0), queue.call(task("b"), needs(), 0)];
    queue.close();
    expect(port().closed).toBe(true);
    calls.push(queue.call(task("c"), needs(), 0));
    for (const call of calls) await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });

  it("rejects a call for which no engine can be opened", async () => {
    const broken = new CallQueue(() => {
      throw new Error("workers are forbidden here");
    });
    await expect(broken.call(task("a"), needs(), 0)).rejects.toMatchObject({ message: "the engine failed: workers are forbidden here" });
  });
});
