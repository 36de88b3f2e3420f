/** A host of the designer for tests in a browser: keeps template and bindings, and shows them to the test. */
import { Profiler, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Binding, Template } from "../../../src/core/types";
import { Designer } from "../../../src/editor/Designer";
import type { Locale } from "../../../src/i18n/types";
import { useDesignerZoom } from "../../../src/editor";
import "../../../src/theme.css";

interface Start {
  template: Template;
  bindings: Binding[];
  data?: unknown;
  locale?: Locale;
  theme?: "light" | "dark";
  props?: Record<string, unknown>;
}

declare global {
  interface Window {
    host: {
      template: Template;
      bindings: Binding[];
      calls: string[];
      setTemplate: (template: Template) => void;
      setBindings: (bindings: Binding[]) => void;
      commits: number;
    };
    start: (options: Start) => void;
    setZoom: (zoom: number) => void;
  }
}

/** Gives tests the zoom, which has steps only on the screen. */
function Reach() {
  window.setZoom = useDesignerZoom().setZoom;
  return null;
}

let root: ReturnType<typeof createRoot> | null = null;

window.start = ({ template: firstTemplate, bindings: firstBindings, data, locale = "en", theme, props = {} }) => {
  document.documentElement.lang = locale;
  if (theme) document.documentElement.dataset.jpdTheme = theme;
  const calls: string[] = [];
  function Host() {
    const [template, setTemplate] = useState(firstTemplate);
    const [bindings, setBindings] = useState(firstBindings);
    window.host = { template, bindings, calls, setTemplate, setBindings, commits: window.host?.commits ?? 0 };
    return (
      <>
        <a id="host" href="#elsewhere">
          A link of the host
        </a>
        <Profiler
          id="designer"
          onRender={() => {
            window.host.commits += 1;
          }}
        >
          <Designer
            template={template}
            onChangeTemplate={(action) => {
              calls.push("template");
              setTemplate(action);
            }}
            bindings={bindings}
            onChangeBindings={(action) => {
              calls.push("bindings");
              setBindings(action);
            }}
            data={data}
            locale={locale}
            style={{ flex: 1, minHeight: 0 }}
            toolbarExtra={<Reach />}
            {...props}
          />
        </Profiler>
      </>
    );
  }
  root?.unmount();
  root = createRoot(document.getElementById("root") as HTMLElement);
  root.render(
    <StrictMode>
      <Host />
    </StrictMode>,
  );
};
