/** Everything that is published is there, and nothing else is. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { inventory, names } from "./inventory";
import { Project, repository } from "./project";

let project: Project;
let installed: string;

beforeAll(() => {
  project = new Project("react", "react@19", "react-dom@19", "@types/react@19", "@types/react-dom@19", "@types/node@20");
  installed = join(project.folder, "node_modules/reportctl-designer");
});

const entries = Object.keys(inventory);
const listed = (entry: string, kind: "values" | "types") => {
  const lists = inventory[entry];
  return names(`${lists?.published[kind]} ${lists?.ours[kind]}`);
};
const specifier = (entry: string) => `reportctl-designer${entry.slice(1)}`;

describe.each(entries)("%s", (entry) => {
  test.each(["import", "require"])("publishes the listed values (%s)", (how) => {
    const name = JSON.stringify(specifier(entry));
    const script =
      how === "import"
        ? `import(${name}).then((all) => console.log(JSON.stringify(Object.keys(all).sort())));`
        : `console.log(JSON.stringify(Object.keys(require(${name})).sort()));`;
    expect(project.run(`inventory-${how}.cjs`, script)).toEqual(listed(entry, "values"));
  });

  test("publishes the listed types", () => {
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    const declared = declaredNames(join(installed, manifest.exports[entry].import.types));
    const values = new Set(listed(entry, "values"));
    expect([...declared].filter((name) => !values.has(name)).sort()).toEqual(listed(entry, "types"));
    expect([...values].filter((name) => !declared.has(name))).toEqual([]);
  });
});

/** The names that a declaration file exports, with those of the files that it passes on. */
function declaredNames(file: string): Set<string> {
  const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const found = new Set<string>();
  for (const [, list] of text.matchAll(/export\s+(?:type\s+)?\{([^}]*)\}/g)) {
    for (const item of (list ?? "").split(",")) {
      const name = item.trim().replace(/^type\s+/, "").split(/\s+as\s+/).pop();
      if (name) found.add(name);
    }
  }
  for (const [, name] of text.matchAll(/export\s+(?:declare\s+)?(?:abstract\s+)?(?:const|function|class|type|interface|let)\s+(\w+)/g)) {
    if (name) found.add(name);
  }
  for (const [, path] of text.matchAll(/export\s+(?:type\s+)?\*\s+from\s+"([^"]+)"/g)) {
    for (const name of declaredNames(resolve(dirname(file), (path ?? "").replace(/\.js$/, ".d.ts")))) found.add(name);
  }
  return found;
}

/** TypeScript of a host, strict and looking into the declarations of the package. */
describe.each([
  { module: "nodenext", file: "host.mts" },
  { module: "nodenext", file: "host.cts" },
  { module: "esnext", file: "host.ts" },
])("types for $file", ({ module, file }) => {
  test("compile", () => {
    const all = entries.map((entry, i) => {
      const types = listed(entry, "types").map((name) => `${name} as T${i}_${name}`);
      const values = listed(entry, "values").map((name) => `${name} as V${i}_${name}`);
      return [
        `import type { ${types.join(", ")} } from "${specifier(entry)}";`,
        `import { ${values.join(", ")} } from "${specifier(entry)}";`,
        `export const values${i}: unknown[] = [${values.map((name) => name.split(" as ")[1]).join(", ")}];`,
        `export type Types${i} = [${listed(entry, "types").map((name) => typeUse(i, name)).join(", ")}];`,
      ].join("\n");
    });
    project.write(file, `${all.join("\n")}\n${HOST}`);
    const options = ["--noEmit", "--strict", "--target", "es2022", "--jsx", "react-jsx", "--lib", "es2023,dom,dom.iterable"];
    const resolution = module === "nodenext" ? [] : ["--moduleResolution", "bundler"];
    const tsc = join(repository, "designer/node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, "--module", module, ...resolution, file], {
      cwd: project.folder,
      encoding: "utf8",
    });
    expect(stdout).toBe("");
    expect(status).toBe(0);
  });
});

function typeUse(entry: number, name: string): string {
  return `T${entry}_${name}`;
}

/** What a host writes. */
const HOST = `
import { generatePdf, type Binding, type Template, type TextSchema } from "reportctl-designer/server";
const title: TextSchema = { id: "t", name: "title", type: "text", x: 0, y: 0, width: 10, height: 10, content: "",
  fontSize: 10, fontColor: "#000000", alignment: "left" };
const template: Template = { page: { width: 210, height: 297 }, schemas: [title] };
const bindings: Binding[] = [{ schemaName: "title", type: "scalar", path: "a" }];
export const bytes: Promise<Uint8Array> = generatePdf(template, { a: 1 }, bindings, { maxPages: 2 });
`;

test("the bundle of the editor has no pdf.js, and that of the server no React", () => {
  const reached = (entry: string) => {
    const files = new Set<string>();
    const visit = (file: string) => {
      if (files.has(file)) return;
      files.add(file);
      for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)) {
        const next = resolve(dirname(file), path ?? "");
        if (existsSync(next)) visit(next);
      }
    };
    visit(join(installed, "dist", entry));
    return [...files].map((file) => readFileSync(file, "utf8")).join("\n");
  };
  expect(reached("index.js")).not.toContain("PDFDocumentProxy");
  expect(reached("preview.js")).toContain("PDFDocumentProxy");
  expect(reached("server.js")).not.toMatch(/from "react/);
  expect(reached("engine.js")).not.toMatch(/from "react/);
});

test("the licences are those of the last build, and of Cargo.lock", () => {
  const designer = join(repository, "designer");
  expect(readFileSync(join(designer, "LICENSES.md"), "utf8")).toBe(readFileSync(join(designer, "dist/LICENSES.md"), "utf8"));
  execFileSync(process.execPath, ["build/crates.mjs", "--check"], { cwd: designer });
});
