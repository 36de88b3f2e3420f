/**
 * The designer's engine against the program: evaluated expressions, found problems, and the engine of a service. No page is
 * opened here, but the program is needed, as for `app.ts`.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpEngine } from "../../src/engine/http";
import { loadEngine } from "../../src/engine/load";
import type { Engine } from "../../src/engine/adapter";
import type { DrawnDocument, EngineAdapter, Problem } from "../../src/engine/types";
import { vectors } from "../conformance/vectors";
import { missing, program } from "../reportctl";

const root = new URL("../../../", import.meta.url).pathname;
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const packaged = () => readFileSync(join(root, "designer/src/engine/generated/engine.wasm"));

interface Fault {
  code: string;
  template: unknown;
  bindings?: unknown[];
  data?: unknown;
}

const text = (more: object = {}) => ({ id: "t", name: "t", type: "text", x: 10, y: 30, width: 60, height: 6, content: "x", fontSize: 10, ...more });
const page = (schemas: unknown[], more: object = {}) => ({ version: 1, page: { width: 210, height: 297 }, schemas, ...more });
const table = (more: object = {}) => ({ ...text(), type: "table", content: [["{a}", "{b}"]], head: ["A", "B"], ...more });
const rows = { schemaName: "t", type: "array", path: "rows", columns: ["a", "b"] };

const CASES = new URL("../../../tests/cases/", import.meta.url).pathname;

/** A template alone, or with what belongs to it. */
const asFile = (value: { template?: unknown; bindings?: unknown[] }) => (value.template === undefined ? { template: value } : { template: value.template, bindings: value.bindings ?? [] });

/** A faulty template for each code that editors meet. */
const FAULTS: Fault[] = [
  { code: "missingPath", template: page([text({ content: "{customer.nam}" })]), data: { customer: { name: "A" } } },
  { code: "textTooWide", template: page([text({ width: 5, content: "{a}" })]), data: { a: "a text that is far too wide" } },
  { code: "offPage", template: page([text({ x: 190 })]) },
  { code: "bandOverlap", template: page([text({ y: 260, height: 25 })], { footerHeight: 20 }) },
  { code: "neverDrawn", template: page([{ ...text(), type: "chart", width: 0 }]) },
  { code: "missingBinding", template: page([text({ type: "section" })]) },
  { code: "unusedBinding", template: page([text()]), bindings: [{ schemaName: "other", type: "scalar", path: "a" }], data: { a: 1 } },
  { code: "duplicateName", template: page([text(), text({ id: "u", y: 50 })]) },
  { code: "suspiciousOperator", template: page([text({ content: "{a /b}" })]), data: { a: 4, b: 2, "a /b": 1 } },
  { code: "trailingContent", template: page([text({ content: "{a , b}" })]), data: { a: 1, b: 2 } },
  { code: "operatorWithoutLeft", template: page([text({ content: "{a + * b}" })]), data: { a: 1, b: 2 } },
  { code: "unclosedParen", template: page([text({ content: "{(a}" })]), data: { a: 1 } },
  { code: "braceUnclosed", template: page([text({ content: "a {b" })]) },
  { code: "braceUnopened", template: page([text({ content: "a} b" })]) },
  { code: "braceNested", template: page([text({ content: "{a {b}}" })]), data: { b: 1 } },
  { code: "unknownFunction", template: page([text({ content: "{SUMM(a)}" })]), data: { a: 1 } },
  { code: "unusedArgument", template: page([text({ content: "{UPPER(a, 2)}" })]), data: { a: "x" } },
  { code: "unknownKey", template: page([text({ fontsize: 10 })]) },
  { code: "ignoredValue", template: page([text({ fontColor: "reddish" })]) },
  { code: "invalidTemplate", template: page([text({ x: "far" })]) },
  { code: "outOfRange", template: page([text({ fontSize: -4 })]) },
  { code: "columnWidths", template: page([table({ columnWidths: [150, 150] })]), bindings: [rows], data: { rows: [{ a: 1, b: 2 }] } },
  { code: "incompleteFilter", template: page([table()]), bindings: [{ ...rows, filters: [[{ column: "a", op: "=", value: "" }]] }], data: { rows: [{ a: 1, b: 2 }] } },
  { code: "emptyList", template: page([table()]), bindings: [rows], data: { rows: [] } },
  { code: "unknownSection", template: page([text({ sectionId: "nowhere" })]) },
  { code: "unknownIcon", template: page([{ ...text(), type: "kpi", value: "1", icon: "hous" }]) },
  { code: "imageUnreadable", template: page([{ ...text(), type: "image", content: "data:image/png;base64,AAAA" }]) },
  { code: "unsupportedGlyph", template: page([text({ content: "{a}" })]), data: { a: "🎉" } },
  { code: "invalidPageSize", template: { ...page([]), page: { width: 0, height: 10 } } },
  { code: "templateVersionTooNew", template: { ...page([]), version: 99 } },
  { code: "extensionsAbsent", template: page([text({ bold: true })]) },
];

/** A picture of one pixel. */
function png(color: string): string {
  const chunk = (kind: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind), content]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(content.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const pixels = deflateSync(Buffer.from(`00${color}`, "hex"));
  const file = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
  return `data:image/png;base64,${file.toString("base64")}`;
}

describe.skipIf(missing)("the engine of the designer and the program", () => {
  let folder: string;
  let engine: Engine;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "reportctl-command-"));
    engine = await loadEngine({ module: packaged() });
  });
  afterAll(() => {
    engine.dispose();
    rmSync(folder, { recursive: true });
  });

  const file = (name: string, value: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(value));
    return path;
  };

  it("79: give the same for 50 expressions of the vectors", async () => {
    const chosen = vectors("expressions").filter(({ input }) => typeof input.template === "string" && input.template !== "" && !("today" in input)).slice(0, 50);
    expect(chosen).toHaveLength(50);
    const differing: unknown[] = [];
    for (const { id, input } of chosen) {
      const arguments_ = ["eval", input.template as string, "--data", file("data.json", input.data)];
      const { status, stdout } = spawnSync(program, arguments_, { cwd: folder, encoding: "utf8" });
      const ours = (await engine.evaluate(input.template as string, input.data)).text;
      if (status !== 0 || stdout !== `${ours}\n`) differing.push({ id, template: input.template, ours, program: stdout });
    }
    expect(differing).toEqual([]);
  });

  it.each(FAULTS.map((fault) => [fault.code, fault] as const))("87: find %s at the same place", async (code, { template, bindings = [], data = {} }) => {
    const found = await engine.check({ template, bindings, data });
    const arguments_ = ["check", file("template.json", { name: "x", template, bindings }), "--data", file("data.json", data), "--format", "json"];
    const { stdout } = spawnSync(program, arguments_, { cwd: folder, encoding: "utf8" });
    const theirs = (JSON.parse(stdout) as { problems: Problem[] }).problems;
    const places = (list: readonly Problem[]) => list.map((problem) => `${problem.code} ${problem.pointer ?? ""}`).sort();
    expect(places(found)).toEqual(places(theirs));
    expect(found.map((problem) => problem.code)).toContain(code);
  });

  it("87: find the same in the layout cases, which use the extensions too", { timeout: 60_000 }, async () => {
    const cases = readdirSync(CASES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("template.json"));
    const codes = new Set<string>();
    const differing: unknown[] = [];
    for (const name of cases) {
      const path = join(CASES, name);
      const withData = existsSync(join(dirname(path), "data.json"));
      const { template, bindings = [] } = asFile(JSON.parse(readFileSync(path, "utf8")));
      const data = withData ? JSON.parse(readFileSync(join(dirname(path), "data.json"), "utf8")) : {};
      const ours = await engine.check({ template, bindings, data });
      const arguments_ = ["check", path, "--data", withData ? join(dirname(path), "data.json") : file("data.json", {}), "--format", "json"];
      const { stdout } = spawnSync(program, arguments_, { cwd: folder, encoding: "utf8" });
      const theirs = (JSON.parse(stdout) as { problems: Problem[] }).problems;
      const places = (list: readonly Problem[]) => list.map((problem) => `${problem.code} ${problem.pointer ?? ""}`).sort();
      for (const { code } of theirs) codes.add(code);
      if (JSON.stringify(places(ours)) !== JSON.stringify(places(theirs))) differing.push({ name, ours: places(ours), theirs: places(theirs) });
    }
    expect(differing).toEqual([]);
    expect(codes.size).toBeGreaterThan(25);
  });

  describe("as a service", () => {
    let service: ChildProcess;
    let remote: EngineAdapter;
    beforeAll(async () => {
      execFileSync(program, ["init", "."], { cwd: folder, stdio: "ignore" });
      service = spawn(program, ["serve", "--listen", "127.0.0.1:0"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
      const url = await new Promise<string>((resolve, reject) => {
        let said = "";
        service.once("exit", () => reject(new Error(said)));
        service.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
          const address = /listening on (http:\S+)/.exec((said += chunk));
          if (address?.[1]) resolve(address[1]);
        });
      });
      remote = createHttpEngine({ url });
    });
    afterAll(async () => {
      remote.dispose();
      service.kill("SIGINT");
      await new Promise((resolve) => service.once("exit", resolve));
    });

    const shipped = (name: string) => {
      const { template, bindings } = read(`templates/${name}.json`);
      return { template, bindings, data: read(`samples/${name}.json`) };
    };
    const invoice = () => shipped("invoice");
    /** Numbers of pictures are each engine's own. */
    const unnumbered = (drawn: DrawnDocument) => JSON.parse(JSON.stringify({ ...drawn, images: Object.values(drawn.images) }).replaceAll(/#image-\d+/g, "#image"), (key, value) => (key === "pictures" ? value.length : value));

    it("draws, lays out, checks and renders what the engine of the package does", async () => {
      const input = invoice();
      // The program has outlines of their own for bold texts, which the module leaves out: this design has none.
      const plain = shipped("delivery-note");
      expect(unnumbered(await remote.draw(plain))).toEqual(unnumbered(await engine.draw(plain)));
      expect((await remote.draw(input, [1])).pages.map(({ number }) => number)).toEqual([1]);
      expect(await remote.layout?.(input)).toEqual(await engine.layout(input));
      expect(await remote.check(input)).toEqual(await engine.check(input));
      const [theirs, ours] = [await remote.render(input), await engine.render(input)];
      expect(new TextDecoder().decode(theirs.bytes.slice(0, 8))).toBe("%PDF-1.7");
      expect(theirs.pages).toBe(ours.pages);
    });

    it("evaluates and measures", async () => {
      expect(await remote.evaluate("{SUM(rows.a)} of {name}", { name: "Ana", rows: [{ a: 1 }, { a: 2 }] })).toEqual({ text: "3 of Ana" });
      expect(await remote.evaluate("{a}", { a: "document" }, { a: "item" })).toEqual({ text: "item" });
      expect((await remote.evaluate("{SUM(a}", {})).error?.message).toBeTruthy();
      const [theirs, ours] = [await remote.measureText("Wide text", 12), await engine.measureText("Wide text", 12)];
      expect(theirs.width).toBeCloseTo(ours.width, 3);
      expect([theirs.ascent, theirs.descent]).toEqual([expect.closeTo(ours.ascent, 3), expect.closeTo(ours.descent, 3)]);
    });

    it("keeps the numbers of pictures, gives errors of their classes, and can be cancelled", async () => {
      const picture = (id: string, content: string) => ({ id, name: id, type: "image", x: 1, y: 1, width: 10, height: 10, content });
      const design = (...schemas: object[]) => ({ template: { page: { width: 50, height: 50 }, schemas }, bindings: [], data: {} });
      const [red, blue] = [png("f00000"), png("0000f0")];
      const first = await remote.draw(design(picture("a", red), picture("b", blue)));
      const second = await remote.draw(design(picture("b", blue)));
      const number = Object.entries(first.images).find(([, uri]) => uri === blue)?.[0];
      expect(Object.keys(second.images)).toEqual([number]);
      expect(second.pages[0]?.placements[0]?.svg).toContain(`#image-${number}`);
      const glyph = { id: "t", name: "t", type: "text", x: 1, y: 1, width: 10, height: 10, content: "🎉" };
      await expect(remote.render(design(glyph))).rejects.toMatchObject({ name: "UnsupportedGlyphError", code: "unsupportedGlyph", field: "t" });
      const controller = new AbortController();
      const cancelled = remote.render(invoice(), controller.signal);
      controller.abort();
      await expect(cancelled).rejects.toMatchObject({ name: "AbortError" });
    });
  });
});
