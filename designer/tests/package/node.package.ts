/** The package in an empty project of Node: no React, no pdf.js. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { invoice, METADATA, Project, renderedByProgram } from "./project";

let project: Project;
let expected: Buffer;

beforeAll(() => {
  project = new Project("node");
  project.write("invoice.json", JSON.stringify(invoice));
  expected = renderedByProgram(join(project.folder, "expected.pdf"));
});

const ESM = {
  name: "esm.mjs",
  head: `import { readFileSync, writeFileSync } from "node:fs"; import * as server from "reportctl-designer/server";
    const otherCopy = (await import("node:module")).createRequire(import.meta.url)("reportctl-designer/server");`,
};
const CJS = {
  name: "cjs.cjs",
  head: `const { readFileSync, writeFileSync } = require("node:fs"); const server = require("reportctl-designer/server");
    let otherCopy;`,
};

/** A script that prints what an expression gives. */
const printing = ({ head }: { head: string }, body: string) => `${head}
  const { file, data } = JSON.parse(readFileSync("invoice.json", "utf8"));
  const first = server.renderTemplate("{a} and {b.c}", { a: 1, b: { c: "x" } });
  (async () => {
    otherCopy ??= await import("reportctl-designer/server");
    const result = await (async () => { ${body} })();
    process.stdout.write(JSON.stringify(result));
  })();`;

test("nothing else is installed", () => {
  for (const name of ["react", "react-dom", "pdfjs-dist", "react-rnd", "wawoff2", "zustand"]) {
    expect(existsSync(join(project.folder, "node_modules", name)), name).toBe(false);
  }
});

describe.each([ESM, CJS])("$name", (entry) => {
  test("synchronous functions work in the first statement", () => {
    expect(project.run(entry.name, printing(entry, "return first;"))).toBe("1 and x");
  });

  test.each([false, true])("a document has the bytes of the command line (worker: %s)", (worker) => {
    const body = `
      const before = JSON.stringify([file, data]);
      const bytes = await server.generatePdf(file.template, data, file.bindings, { ...${JSON.stringify(METADATA)}, worker: ${worker} });
      writeFileSync("out.pdf", bytes);
      return { unchanged: before === JSON.stringify([file, data]), isBytes: bytes instanceof Uint8Array };`;
    expect(project.run(entry.name, printing(entry, body))).toEqual({ unchanged: true, isBytes: true });
    expect(project.read("out.pdf").equals(expected)).toBe(true);
  });

  test("what cannot be processed is thrown as its class, in both copies of the package", () => {
    const body = `
      const rows = Array.from({ length: 200 }, (_, n) => ({ n }));
      const template = { page: { width: 210, height: 30 }, schemas: [{ id: "t", name: "table", type: "table", x: 0, y: 0,
        width: 100, height: 20, head: ["n"], content: [["{n}"]] }] };
      const bindings = [{ schemaName: "table", type: "array", path: "rows", columns: ["n"] }];
      const error = await server.generatePdf(template, { rows }, bindings, { maxPages: 3, worker: true }).catch((error) => error);
      const { name, code, blame, field, maxPages } = error;
      const described = server.describePdfError(error, server.dictFor("pt-BR"));
      return { name, code, blame, field, maxPages, title: described.title,
        own: error instanceof server.PageLimitError, other: error instanceof otherCopy.PageLimitError,
        different: server.PageLimitError !== otherCopy.PageLimitError, base: error instanceof otherCopy.PdfGenerationError,
        wrong: error instanceof otherCopy.TooManyImagesError, isPdfError: otherCopy.isPdfError(error) };`;
    expect(project.run(entry.name, printing(entry, body))).toEqual({
      name: "PageLimitError",
      code: "pageLimit",
      blame: "data",
      field: "table",
      maxPages: 3,
      title: "O relatório passou de 3 páginas",
      own: true,
      other: true,
      different: true,
      base: true,
      wrong: false,
      isPdfError: true,
    });
  });

  test("the event loop stays free with a worker, and a document can be given up", () => {
    const body = `
      const rows = Array.from({ length: 60000 }, (_, n) => ({ n, text: "row " + n }));
      const template = { page: { width: 210, height: 297 }, schemas: [{ id: "t", name: "table", type: "table", x: 10, y: 10,
        width: 100, height: 20, head: ["n", "text"], content: [["{n}", "{text}"]] }] };
      const bindings = [{ schemaName: "table", type: "array", path: "rows", columns: ["n", "text"] }];
      let ticks = 0;
      const timer = setInterval(() => { ticks += 1; }, 5);
      const bytes = await server.generatePdf(template, { rows }, bindings, { worker: true });
      clearInterval(timer);
      const controller = new AbortController();
      const given = server.generatePdf(template, { rows }, bindings, { worker: true, signal: controller.signal });
      setTimeout(() => controller.abort(), 20);
      const reason = await given.catch((error) => error.name);
      return { ticked: ticks > 3, long: bytes.length > 100000, reason };`;
    expect(project.run(entry.name, printing(entry, body))).toEqual({ ticked: true, long: true, reason: "AbortError" });
  });

  test("the plain engine renders too", () => {
    const body = `
      const { loadEngine } = await import("reportctl-designer/engine");
      const module = readFileSync("node_modules/reportctl-designer/dist/engine.wasm");
      const engine = await loadEngine({ module });
      const { bytes, pages } = await engine.render({ template: file.template, bindings: file.bindings, data, options: ${JSON.stringify(METADATA)} });
      writeFileSync("plain.pdf", bytes);
      return pages;`;
    expect(project.run(entry.name, printing(entry, body))).toBeGreaterThan(0);
    expect(project.read("plain.pdf").equals(expected)).toBe(true);
  });
});

/** The oldest version that the package promises; npm brings it. */
describe("Node 18", () => {
  let old: Project;
  beforeAll(() => {
    old = new Project("node18", "node@18");
  });

  test.each([
    { name: "esm.mjs", load: `const load = (name) => import(name);` },
    { name: "cjs.cjs", load: `const load = async (name) => require(name);` },
  ])("renders ($name)", ({ name, load }) => {
    const script = `${load}
      load("reportctl-designer/server").then(async ({ generatePdf, renderTemplate }) => {
        const template = { page: { width: 100, height: 100 }, schemas: [] };
        const sizes = [];
        for (const worker of [false, true]) sizes.push((await generatePdf(template, {}, [], { worker })).length);
        console.log(JSON.stringify({ version: process.version.split(".")[0], text: renderTemplate("{UPPER(a)}", { a: "x" }), same: sizes[0] > 500 && sizes[0] === sizes[1] }));
      });`;
    const node = join(old.folder, "node_modules/node/bin/node");
    expect(old.run(name, script, node)).toEqual({ version: "v18", text: "X", same: true });
  });
});

test("deep imports are closed", () => {
  const script = `import("reportctl-designer/dist/server.js").then(() => console.log("true"), (e) => console.log(JSON.stringify(e.code)));`;
  expect(project.run("deep.mjs", script)).toBe("ERR_PACKAGE_PATH_NOT_EXPORTED");
});
