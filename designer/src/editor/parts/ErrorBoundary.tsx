/** Keeps the rest of the designer alive when one part fails, and offers to try again and to take the design along. */
import { Component, type ReactNode } from "react";
import { saveBlob } from "../../core/download";
import { PartNotLoaded } from "../../core/loaded-part";
import { useT } from "../../i18n";
import { useEditor } from "../hooks";
import { useNotLoadedText } from "./not-loaded";

interface Props {
  /** Name of the part in the message. */
  name: string;
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { failed: unknown }> {
  override state = { failed: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { failed: error ?? new Error("unknown") };
  }

  override render() {
    if (this.state.failed === null) return this.props.children;
    return <Failure name={this.props.name} error={this.state.failed} onRetry={() => this.setState({ failed: null })} />;
  }
}

function Failure({ name, error, onRetry }: { name: string; error: unknown; onRetry: () => void }) {
  const t = useT().editor;
  const editor = useEditor();
  const notLoaded = useNotLoadedText();
  const save = () => {
    const { template, bindings } = editor.document.current();
    saveBlob(new Blob([`${JSON.stringify({ template, bindings }, null, 2)}\n`], { type: "application/json" }), "template.json");
  };
  return (
    <div className="jpd-callout" data-tone="danger" role="alert">
      <p>{t.partFailed(name)}</p>
      <p className="jpd-hint">{error instanceof PartNotLoaded ? notLoaded : error instanceof Error ? error.message : String(error)}</p>
      <button type="button" className="jpd-linkbtn" onClick={onRetry}>
        {t.retry}
      </button>
      <button type="button" className="jpd-linkbtn" onClick={save}>
        {t.saveDesign}
      </button>
    </div>
  );
}
