/**
 * What a browser runs first. A template that the address names needs the engine, its worker and answers of the service:
 * they are on their way while the application itself is still read.
 */
import "../theme.css";
import "./app.css";
import { templateInAddress } from "./address";
import { prefetch } from "./prefetch";
import { preloadEngine } from "./engine";
import { applyTheme, storedLocale, storedTheme } from "./storage";
import { dictLoaders } from "../i18n/loaders";
import { loadTexts } from "./texts";

// In the language and the colours that the application will have.
const locale = storedLocale();
document.documentElement.lang = locale;
applyTheme(storedTheme());
const waiting = document.createElement("p");
waiting.role = "status";
loadTexts(locale).then(
  ({ loading }) => (waiting.textContent = loading),
  () => {},
);
if (locale !== "en") dictLoaders[locale]().catch(() => {});
document.getElementById("root")?.append(waiting);

const id = templateInAddress();
if (id !== null) {
  preloadEngine();
  prefetch(id);
}
void import("./main").then(({ show }) => show());
