/** All panels side by side around one document, for tests in a browser. */
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { generatePdf } from "../../../src";
import type { Binding, Template } from "../../../src/core/types";
import { DesignerCanvas, DesignerProvider, useDesignerActions, useDesignerSelection } from "../../../src/editor";
import { I18nProvider } from "../../../src/i18n";
import type { Locale } from "../../../src/i18n/types";
import {
  DesignerBindingEditor,
  DesignerCode,
  DesignerDataExplorer,
  DesignerFilterPanel,
  DesignerPageSettings,
  DesignerPreview,
  DesignerProblems,
  DesignerPropertyPanel,
} from "../../../src/panels";
import "../../../src/theme.css";

interface PanelsStart {
  template: Template;
  bindings?: Binding[];
  data?: unknown;
  locale?: Locale;
  documentId?: string;
  theme?: "light" | "dark";
  select?: string[];
  /** Which panels are shown; default: all. */
  show?: string[];
}

interface PanelsHost {
  template: Template;
  bindings: Binding[];
  data: unknown;
  select: (ids: string[]) => void;
  selected: string[];
  actions: ReturnType<typeof useDesignerActions>;
  /** The document as PDF, one character per byte. */
  pdf: () => Promise<string>;
}

declare global {
  interface Window {
    panels: PanelsHost;
    startPanels: (options: PanelsStart) => void;
  }
}

const PANELS = {
  dados: <DesignerPropertyPanel section="dados" />,
  estilo: <DesignerPropertyPanel section="estilo" />,
  binding: <DesignerBindingEditor />,
  filter: <DesignerFilterPanel />,
  page: <DesignerPageSettings />,
  data: <DesignerDataExplorer />,
  problems: <DesignerProblems />,
  preview: <DesignerPreview />,
  code: <DesignerCode />,
  canvas: <DesignerCanvas />,
};

window.startPanels = ({ template: first, bindings: firstBindings = [], data: firstData, locale = "en", theme = "light", select = [], show, documentId }) => {
  document.documentElement.lang = locale;
  document.documentElement.dataset.jpdTheme = theme;
  function Reach() {
    const { selectedIds, setSelectedIds } = useDesignerSelection();
    window.panels.selected = selectedIds;
    window.panels.select = setSelectedIds;
    window.panels.actions = useDesignerActions();
    useEffect(() => setSelectedIds(select), [setSelectedIds]);
    return null;
  }
  function Host() {
    const [template, setTemplate] = useState(first);
    const [bindings, setBindings] = useState(firstBindings);
    const [data, setData] = useState(firstData);
    const pdf = async () => new TextDecoder("latin1").decode(await generatePdf(template, data, bindings));
    window.panels = { ...window.panels, template, bindings, data, pdf };
    return (
      <I18nProvider locale={locale}>
        <DesignerProvider {...(documentId !== undefined && { documentId })} template={template} onChangeTemplate={setTemplate} bindings={bindings} onChangeBindings={setBindings} data={data} onChangeData={setData}>
          <Reach />
          <main>
            {Object.entries(PANELS)
              .filter(([name]) => !show || show.includes(name))
              .map(([name, panel]) => (
                <section key={name} aria-label={`dock ${name}`}>
                  {panel}
                </section>
              ))}
          </main>
        </DesignerProvider>
      </I18nProvider>
    );
  }
  createRoot(document.getElementById("root") as HTMLElement).render(
    <StrictMode>
      <Host />
    </StrictMode>,
  );
};
