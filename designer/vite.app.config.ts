/** Builds the application of `src/app` into the crate that puts it into the program: `npm run build:app`. */
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compressed } from "./build/compressed";

const at = (path: string) => new URL(path, import.meta.url).pathname;

/** The application loads the engine as a file of its own, so the one that packages carry inside stays out. */
function withoutPackedEngine(): Plugin {
  return {
    name: "without-packed-engine",
    enforce: "pre",
    load: (id) => (id.endsWith("?gzip") ? 'export default "";' : null),
  };
}

/** Each language but English is loaded when it is used. */
function withoutLanguages(): Plugin {
  return {
    name: "without-languages",
    enforce: "pre",
    load: (id) => (id.endsWith("/src/i18n/at-once.ts") ? "export const atOnce = {};" : null),
  };
}

/** The page names the script of the application, so that it is on its way while the first one runs. */
function namesApplication(): Plugin {
  return {
    name: "names-application",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const main = Object.values(bundle).find((file) => file.type === "chunk" && file.facadeModuleId?.endsWith("/src/app/main.tsx"));
        if (!main) throw new Error("the application has no script of its own");
        return [{ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href: `./${main.fileName}` }, injectTo: "head" }];
      },
    },
  };
}

export default defineConfig({
  root: at("src/app"),
  base: "./",
  plugins: [react(), withoutPackedEngine(), withoutLanguages(), namesApplication(), compressed()],
  build: {
    outDir: at("../crates/designer-assets/dist"),
    emptyOutDir: true,
    target: "es2022",
    // The page must not load anything by `data:`; the service names each file by its hash.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4096,
  },
  worker: { format: "es", plugins: () => [withoutPackedEngine()] },
});
