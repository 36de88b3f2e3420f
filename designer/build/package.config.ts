/** The files of the package: `npm run build`. One run gives ES modules, one gives CommonJS. */
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type RolldownOptions } from "rolldown";
import { gzip } from "./gzip";
import { inlineWorkers } from "./inline-workers";
import { licenses } from "./licenses";
import { stylesheet } from "./stylesheet";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** What hosts bring. */
const external = [/^react($|\/)/, /^react-dom($|\/)/, /^node:/];

const shared: RolldownOptions = {
  input: {
    index: path("src/index.ts"),
    server: path("src/server.ts"),
    preview: path("src/preview/index.ts"),
    engine: path("src/engine/index.ts"),
  },
  external,
  platform: "browser",
  tsconfig: path("tsconfig.json"),
  moduleTypes: { ".ttf": "base64" },
  onLog(level, log, handler) {
    // Components of dependencies are marked for servers; the marks mean nothing in a bundle.
    if (log.code !== "MODULE_LEVEL_DIRECTIVE") handler(level, log);
  },
  checks: { pluginTimings: false },
};

/** What is no module: stylesheets, the plain engine, and what says that `cjs` is CommonJS. */
function otherFiles(): Plugin {
  return {
    name: "other-files",
    async writeBundle() {
      await writeFile(path("dist/theme.css"), await stylesheet(path("src/theme.css")));
      await copyFile(path("dist/theme.css"), path("dist/style.css"));
      await writeFile(path("dist/reset.css"), await stylesheet(path("src/reset.css")));
      await copyFile(path("src/engine/generated/engine.wasm"), path("dist/engine.wasm"));
      await mkdir(path("dist/cjs"), { recursive: true });
      await writeFile(path("dist/cjs/package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
    },
  };
}

function cleanFolder(): Plugin {
  return {
    name: "clean-folder",
    async buildStart() {
      await rm(path("dist"), { recursive: true, force: true });
    },
  };
}

export default defineConfig([
  {
    ...shared,
    plugins: [cleanFolder(), gzip() as Plugin, inlineWorkers(shared), licenses(), otherFiles()],
    output: { dir: path("dist"), format: "esm", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
  },
  {
    ...shared,
    // What pdf.js would load from beside its own file is not used.
    transform: { define: { "import.meta": "{}" } },
    plugins: [gzip() as Plugin, inlineWorkers(shared)],
    output: {
      dir: path("dist/cjs"),
      format: "cjs",
      exports: "named",
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
    },
  },
]);
