/**
 * A plugin of Rolldown: `new Worker(new URL("./x.ts", import.meta.url), …)` starts the worker out of a text.
 *
 * Bundlers of hosts follow such addresses into packages in different ways, some not at all, and CommonJS has none; a
 * text works everywhere. Where a policy forbids workers out of texts, callers go on without a worker.
 */
import { dirname, resolve } from "node:path";
import { rolldown, type Plugin, type RolldownOptions } from "rolldown";

const WORKER = /new Worker\(new URL\("(\.[^"]+\.ts)", import\.meta\.url\)(?:, \{ type: "module" \})?\)/g;
const PREFIX = "inline-worker:";
/** Too large to be loaded before it is needed. */
const LAZY = /pdf\.worker\.ts$/;
/** Workers of Node are CommonJS; those of browsers classic scripts. */
const OF_NODE = /node\.worker\.ts$/;

export function inlineWorkers(options: RolldownOptions): Plugin {
  return {
    name: "inline-workers",
    transform: {
      filter: { id: /\/src\/.*\.ts$/ },
      handler(code, id) {
        const imports: string[] = [];
        const changed = code.replace(WORKER, (_, path: string) => {
          const module = JSON.stringify(PREFIX + resolve(dirname(id), path));
          if (LAZY.test(path)) return `(await import(${module})).start(Worker)`;
          imports.push(`import { start as startWorker${imports.length} } from ${module};\n`);
          return `startWorker${imports.length - 1}(Worker)`;
        });
        return changed === code ? null : { code: imports.join("") + changed };
      },
    },
    resolveId(source) {
      return source.startsWith(PREFIX) ? source : null;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const file = id.slice(PREFIX.length);
      const ofNode = OF_NODE.test(file);
      const { tsconfig, external } = options;
      const bundle = await rolldown({
        tsconfig, external, input: file, platform: ofNode ? "node" : "browser", checks: { eval: false },
        // Scripts know no address of their own; what pdf.js would load from there is not used.
        transform: { define: { "import.meta": "{}" } },
      });
      const { output } = await bundle.generate({ format: ofNode ? "cjs" : "iife", name: "worker", minify: true, codeSplitting: false });
      await bundle.close();
      const text = JSON.stringify(output[0].code);
      return ofNode
        ? `const code = ${text};\nexport const start = (Worker) => new Worker(code, { eval: true });`
        : `const code = ${text};\nlet url;\nexport function start(Worker) {\n` +
            `  url ??= URL.createObjectURL(new Blob([code], { type: "text/javascript" }));\n  return new Worker(url);\n}`;
    },
  };
}
