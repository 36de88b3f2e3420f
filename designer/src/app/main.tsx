/** The designer as an application: the page that `reportctl serve` and `reportctl design` show. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { setEngineLoader } from "../editor";
import { App } from "./App";
import { createHttpEngine } from "../engine/http";
import { takeEngine } from "./engine";
import { loadLanguage } from "./preferences";
import { guardSecondClick } from "./second-click";
import { checkedByService } from "./service-check";
import { storedLocale, storedToken } from "./storage";

export async function show(): Promise<void> {
  setEngineLoader(async () => checkedByService(await takeEngine(), createHttpEngine({ token: storedToken() })));
  // Without the texts of the language, English ones are better than none.
  await loadLanguage(storedLocale()).catch(() => {});
  const root = document.getElementById("root");
  if (!root) return;
  guardSecondClick();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
