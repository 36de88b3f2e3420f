/** The whole designer: canvas left, sidebar right; below 1100 px the sidebar lies over the page, below 600 px it is a sheet at the bottom. */
import type { CSSProperties } from "react";
import { I18nProvider, type Locale } from "../i18n";
import { cx, UiComponentsProvider, type UiComponentsOverride } from "../ui";
import { DesignerCanvas } from "./canvas/DesignerCanvas";
import { DesignerProvider } from "./DesignerProvider";
import { useDesignerConfig, useDesignerPage, useEditor } from "./hooks";
import { DesignerCommandBar } from "./parts/DesignerCommandBar";
import { DesignerHistory } from "./parts/DesignerHistory";
import { DesignerPages } from "./parts/DesignerPages";
import { DesignerRecovery } from "./parts/DesignerRecovery";
import { ResizableSidebar } from "./parts/ResizableSidebar";
import { ErrorBoundary } from "./parts/ErrorBoundary";
import { SaveButton } from "./parts/SaveButton";
import type { DesignerProviderProps } from "./types";

export type DesignerProps = Omit<DesignerProviderProps, "children"> & {
  /** Wording of the editor only, never of the PDF. Default: `en`. */
  locale?: Locale;
  /** Replaces primitives; must keep its identity between renders. */
  components?: UiComponentsOverride;
  className?: string;
  style?: CSSProperties;
};

export function Designer({ locale = "en", components, className, style, ...host }: DesignerProps) {
  return (
    <I18nProvider locale={locale}>
      <UiComponentsProvider components={components}>
        <DesignerProvider {...host}>
          <Shell className={className} style={style} locale={locale} />
        </DesignerProvider>
      </UiComponentsProvider>
    </I18nProvider>
  );
}

function Shell({ className, style, locale }: { className: string | undefined; style: CSSProperties | undefined; locale: Locale }) {
  const { multiple } = useDesignerPage();
  const { onSave } = useDesignerConfig();
  const editor = useEditor();
  return (
    <div className={cx("jpd-designer", className)} lang={locale} style={style}>
      <div className="jpd-designer__bar">
        <DesignerHistory />
        <DesignerCommandBar />
        {onSave && <SaveButton />}
      </div>
      <DesignerRecovery />
      <div className="jpd-designer__columns">
        {multiple && editor.native && <DesignerPages />}
        <ErrorBoundary name={editor.dict.editor.canvasLabel}>
          <DesignerCanvas />
        </ErrorBoundary>
        <ResizableSidebar />
      </div>
    </div>
  );
}
