/** The choice between the printed pages and the boxes of the template. */
import { useStore } from "zustand";
import { useT } from "../../i18n";
import { useDesignerEngine, useDesignerSample, useEditor } from "../hooks";

const VIEWS = ["document", "layout"] as const;

/** Without an engine there is nothing to choose. */
export function ViewChoice() {
  const editor = useEditor();
  const t = useT().editor;
  const { status } = useDesignerEngine();
  const { data } = useDesignerSample();
  const wanted = useStore(editor.ui, (ui) => ui.view);
  const { stage } = useStore(editor.stage);
  if (status !== "ready") return null;
  const possible = data !== undefined && data !== null;
  const view = possible ? wanted : "layout";
  const texts = { document: [t.viewDocument, possible ? t.viewDocumentHint : t.viewNeedsData], layout: [t.viewLayout, t.viewLayoutHint] } as const;
  return (
    <span className="jpd-status__view" role="radiogroup" aria-label={t.viewOf} data-shown={stage ? "document" : "layout"}>
      {VIEWS.map((own) => (
        <button
          key={own}
          type="button"
          className="jpd-status__btn"
          role="radio"
          aria-checked={view === own}
          tabIndex={view === own ? 0 : -1}
          disabled={own === "document" && !possible}
          title={texts[own][1]}
          onClick={() => editor.setView(own)}
          onKeyDown={(event) => {
            if (!event.key.startsWith("Arrow") || !possible) return;
            event.preventDefault();
            event.stopPropagation();
            const other = own === "document" ? "layout" : "document";
            editor.setView(other);
            const buttons = event.currentTarget.parentElement?.querySelectorAll("button");
            buttons?.[VIEWS.indexOf(other)]?.focus();
          }}
        >
          {texts[own][0]}
        </button>
      ))}
    </span>
  );
}
