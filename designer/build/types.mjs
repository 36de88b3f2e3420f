/** Writes the declarations of the package: for ES modules into `dist/types`, for CommonJS into `dist/cjs/types`. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const designer = fileURLToPath(new URL("../", import.meta.url));
const types = join(designer, "dist/types");

rmSync(types, { recursive: true, force: true });
execFileSync(process.execPath, [join(designer, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.types.json"], {
  cwd: designer,
  stdio: "inherit",
});
// What is declared by hand beside generated JavaScript is not copied by the compiler.
cpSync(join(designer, "src/engine/generated"), join(types, "engine/generated"), {
  recursive: true,
  filter: (file) => statSync(file).isDirectory() || file.endsWith(".d.ts"),
});

// Declarations of the editor name types of this library, which hosts need not install.
const vendored = join(types, "vendor/zustand");
for (const name of ["index", "vanilla", "react"]) cpSync(join(designer, `node_modules/zustand/${name}.d.ts`), join(vendored, `${name}.d.ts`));

/** Node resolves relative imports only with the ending of the file, which sources leave out. */
for (const file of readdirSync(types, { recursive: true }).map((name) => join(types, name))) {
  if (!file.endsWith(".d.ts")) continue;
  const text = readFileSync(file, "utf8").replace(/["']zustand(\/vanilla|\/react)?["']/g, (_, part) => {
    const path = relative(dirname(file), `${vendored}${part ?? "/index"}`);
    return `"${path.startsWith(".") ? path : `./${path}`}"`;
  });
  const complete = text.replace(/((?:from|import)\s*\(?\s*")(\.{1,2}(?:\/[^"]*)?)(")/g, (_, before, path, after) => {
    return before + ending(dirname(file), path) + after;
  });
  writeFileSync(file, complete);
}

function ending(folder, path) {
  if (path.endsWith(".js")) return path;
  if (existsSync(resolve(folder, `${path}.d.ts`))) return `${path}.js`;
  if (existsSync(resolve(folder, path, "index.d.ts"))) return `${path}/index.js`;
  throw new Error(`no declarations of ${path} for ${folder}`);
}

cpSync(types, join(designer, "dist/cjs/types"), { recursive: true });
