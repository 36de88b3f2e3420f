/** The engine of a designer: the host's adapter, or ours, loaded when the designer is mounted. */
import { useEffect } from "react";
import type { EngineAdapter } from "../../engine/types";
import type { Editor, Host } from "../store/editor";

/** Loads the engine of the package. */
export type EngineLoader = () => Promise<EngineAdapter>;

let loader: EngineLoader = async () => {
  const { loadBrowserEngine } = await import("../../core/browser-engine");
  // The editor never changes a document in place, so the engine may keep what it prepared for one.
  return loadBrowserEngine({ immutable: true });
};

/** Loads the engine from elsewhere, such as from the host's own file. */
export function setEngineLoader(load: EngineLoader): void {
  loader = load;
}

export function useConnectedEngine(editor: Editor, engine: Host["engine"] = "wasm", fonts: Host["fonts"] = undefined): void {
  useEffect(() => {
    if (engine === null) {
      editor.engine.setState({ engine: null, status: "none" });
      return;
    }
    if (typeof engine !== "string") {
      editor.engine.setState({ engine, status: "ready" });
      return;
    }
    let left = false;
    let loaded: EngineAdapter | null = null;
    editor.engine.setState({ engine: null, status: "loading" });
    const load: EngineLoader = engine === "http" ? async () => (await import("../../engine/http")).createHttpEngine() : loader;
    load().then(
      (adapter) => {
        loaded = adapter;
        if (left) adapter.dispose();
        else editor.engine.setState({ engine: adapter, status: "ready" });
      },
      (error: unknown) => {
        // The designer stays usable with its own drawing; the reason helps whoever embeds it.
        console.warn("The print engine could not be started:", error);
        if (!left) editor.engine.setState({ engine: null, status: "none" });
      },
    );
    return () => {
      left = true;
      loaded?.dispose();
    };
  }, [editor, engine]);

  const adapter = editor.engine.getState().engine;
  useEffect(() => {
    if (adapter && fonts) void adapter.setFonts(fonts.map((font) => font.bytes));
  }, [adapter, fonts]);
}
