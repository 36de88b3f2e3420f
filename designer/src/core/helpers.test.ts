/** The synchronous functions share the instance of their thread with engines, and its failures. */
import { expect, test } from "vitest";
import { loadEngine } from "../engine";
import { segmentFor } from "./expressions";
import { helpers } from "./helpers";

const fail = () => helpers((engine) => engine.failForTest("no such page"));

test("a function that fails says why, and the next call runs in another instance", () => {
  expect(fail).toThrow("the engine failed: no such page");
  expect(segmentFor("unit price")).toBe('["unit price"]');
});

test("an engine of the thread takes its documents again after a function failed", async () => {
  const engine = await loadEngine();
  const text = { id: "a", name: "a", type: "text", x: 10, y: 10, width: 80, height: 6, content: "{name}" };
  const document = { template: { page: { width: 100, height: 50 }, schemas: [text] }, bindings: [], data: { name: "Ana" } };
  const before = (await engine.render(document)).bytes;
  expect(fail).toThrow("no such page");
  expect((await engine.render(document)).bytes).toEqual(before);
  engine.dispose();
});

test("a call that is wrong is no failure of the instance", () => {
  expect(() => helpers((engine) => engine.rowsOf("no JSON", "[]", 2026))).toThrow();
  expect(segmentFor("id")).toBe("[id]");
});
