/** Front ends of hosts, built with the built package, also in the place of json-pdf-designer. */
import react from "@vitejs/plugin-react";
import { build, type InlineConfig, type Plugin, preview, type PreviewServer } from "vite";

export const at = (path: string) => new URL(`../../../${path}`, import.meta.url).pathname;

export interface HostOptions {
  /** Where `/api` is. */
  proxy?: string;
  /** A folder whose `node_modules` has another version of React than the one that the package is developed with. */
  react?: string;
  /** The text of `App.tsx`, which is not a file here. */
  app?: string;
}

/** A module of this folder that only has a text. */
function written(path: string, text: string): Plugin {
  return {
    name: "written",
    enforce: "pre",
    resolveId: (id) => (id === "./App" ? path : null),
    load: (id) => (id === path ? text : null),
  };
}

/** Builds a page of this folder, and serves it. */
export async function host(name: string, out: string, { proxy, react: otherReact, app }: HostOptions = {}): Promise<{ server: PreviewServer; address: string }> {
  const other = otherReact === undefined ? [] : [{ find: /^(react(?:-dom)?)(?=\/|$)/, replacement: `${otherReact}/node_modules/$1` }];
  const config: InlineConfig = {
    configFile: false,
    root: at("tests/browser/host"),
    plugins: [...(app === undefined ? [] : [written(at("tests/browser/host/App.tsx"), app)]), react()],
    resolve: {
      alias: [
        { find: /^(?:json-pdf|reportctl)-designer$/, replacement: at("dist/index.js") },
        { find: /^(?:json-pdf|reportctl)-designer\/preview$/, replacement: at("dist/preview.js") },
        { find: /^(?:json-pdf|reportctl)-designer\/theme\.css$/, replacement: at("dist/theme.css") },
        ...other,
      ],
      dedupe: ["react", "react-dom"],
    },
    build: { outDir: out, emptyOutDir: true, target: "es2022", minify: false, rolldownOptions: { input: at(`tests/browser/host/${name}.html`) } },
    preview: { host: "127.0.0.1", port: 0, ...(proxy && { proxy: { "/api": { target: proxy } } }) },
    logLevel: "error",
  };
  await build(config);
  const server = await preview(config);
  const address = server.httpServer.address();
  if (!address || typeof address === "string") throw new Error("the server has no port");
  return { server, address: `http://127.0.0.1:${address.port}` };
}
