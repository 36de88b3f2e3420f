/** The designer as an application: the page that `reportctl serve` and `reportctl design` show. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { setEngineLoader } from "../editor";
import { App } from "./App";
import { takeEngine } from "./engine";

export function show(): void {
  setEngineLoader(takeEngine);
  const root = document.getElementById("root");
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
