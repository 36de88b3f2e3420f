/** The designer as an application: the page that `reportctl serve` and `reportctl design` show. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadBrowserEngine } from "../core/browser-engine";
import { setEngineLoader } from "../editor";
import engine from "../engine/generated/engine.wasm?url";
import { App } from "./App";
import "../theme.css";
import "./app.css";

// The editor never changes a template in place, so what stayed the same need not be compared. The engine is a file of its
// own: the page is there before it.
setEngineLoader(() => loadBrowserEngine({ immutable: true, module: engine }));

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
