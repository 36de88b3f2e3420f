/** The designer as an application: the page that `reportctl serve` and `reportctl design` show. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { loadEngineFromFile } from "./engine";
import "../theme.css";
import "./app.css";

loadEngineFromFile();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
