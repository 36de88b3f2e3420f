/** The engine of a designer: the host's adapter, or ours, loaded when the designer is mounted. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { Template } from "../../core/types";
import type { EngineAdapter } from "../../engine/types";
import { withNamedFonts } from "../../core/named-fonts";
import { namesIn } from "../../library/names";
import type { LibraryStore } from "../../library/store";
import { useStoreValue } from "../../library/useLibrary";
import type { Editor, EngineState, Host } from "../store/editor";
import { configured, type EngineSettings } from "./configured";

/** Loads the engine of the package. */
export type EngineLoader = () => Promise<EngineAdapter>;

let loader: EngineLoader = async () => {
  const { loadBrowserEngine } = await import("../../core/browser-engine");
  // The editor never changes a document in place, so the engine may keep what it prepared for one.
  return loadBrowserEngine({ immutable: true, inline: true });
};

/** Loads the engine from elsewhere, such as from the host's own file. */
export function setEngineLoader(load: EngineLoader): void {
  loader = load;
}

export interface ConnectOptions extends EngineSettings {
  engine: Host["engine"];
  fonts: Host["fonts"];
  library: LibraryStore | null;
  template: Template;
}

const LOADING: EngineState = { engine: null, status: "loading" };
const NONE: EngineState = { engine: null, status: "none" };

export function useConnectedEngine(editor: Editor, { engine = "wasm", fonts, library, template, ...settings }: ConnectOptions): void {
  const [state, setState] = useState(LOADING);
  useEffect(() => {
    if (engine === null) {
      setState(NONE);
      return;
    }
    if (typeof engine !== "string") {
      setState({ engine, status: "ready" });
      return;
    }
    let left = false;
    let loaded: EngineAdapter | null = null;
    setState(LOADING);
    const load: EngineLoader = engine === "http" ? async () => (await import("../../engine/http")).createHttpEngine() : loader;
    load().then(
      (adapter) => {
        loaded = adapter;
        if (left) adapter.dispose();
        else setState({ engine: adapter, status: "ready" });
      },
      (error: unknown) => {
        // The designer stays usable with its own drawing; the reason helps the host.
        console.warn("The print engine could not be started:", error);
        if (!left) setState(NONE);
      },
    );
    return () => {
      left = true;
      loaded?.dispose();
    };
  }, [editor, engine]);

  const adapter = state.engine;
  const { texts, namedFonts, fallbackFont, locale } = settings;
  const drawnWith = useSuppliedFonts(adapter, fonts);
  const named = useMemo(() => withNamedFonts(template, namedFonts), [template, namedFonts]);
  const supplied = useSuppliedLibrary(adapter, library, named);
  // Another object for each state of what it was given: those who show documents then ask it again.
  const shown = useMemo<EngineState>(() => {
    if (adapter === null) return state;
    if (supplied === null || drawnWith === null) return LOADING;
    const engine = configured(adapter, { texts, namedFonts, fallbackFont, locale }, supplied + drawnWith);
    return { engine, status: "ready" };
  }, [state, adapter, supplied, drawnWith, texts, namedFonts, fallbackFont, locale]);
  useEffect(() => editor.engine.setState(shown), [editor, shown]);
}

/** Gives the engine the fonts of the host. The result grows with each set that it got; `null` until it has the first. */
function useSuppliedFonts(adapter: EngineAdapter | null, fonts: Host["fonts"]): number | null {
  const [supplied, setSupplied] = useState<{ adapter: EngineAdapter; fonts: Host["fonts"]; times: number } | null>(null);
  const had = useRef(false);
  useEffect(() => {
    if (!adapter || (fonts === undefined && !had.current)) return undefined;
    had.current = true;
    let current = true;
    const done = () => current && setSupplied((before) => ({ adapter, fonts, times: (before?.times ?? 0) + 1 }));
    adapter.setFonts((fonts ?? []).map((font) => font.bytes)).then(done, (error: unknown) => {
      // Documents are still shown, with the fonts that the engine has.
      console.warn("A font could not be used:", error);
      done();
    });
    return () => {
      current = false;
    };
  }, [adapter, fonts]);
  if (fonts === undefined && !had.current) return 0;
  return supplied && supplied.adapter === adapter && supplied.fonts === fonts ? supplied.times : null;
}

/**
 * Gives the engine the files that the template names. The result grows with each state of them that it got; `null` until
 * it has the first.
 */
function useSuppliedLibrary(adapter: EngineAdapter | null, library: LibraryStore | null, template: Template): number | null {
  const names = useMemo(() => (library ? namesIn(template).join("\n") : ""), [library, template]);
  const revision = useStoreValue(library, (state) => state.revision, 0);
  const [supplied, setSupplied] = useState<{ adapter: EngineAdapter; library: LibraryStore; times: number } | null>(null);
  useEffect(() => {
    if (!adapter || !library) return undefined;
    let current = true;
    const supply = async () => {
      const files: Record<string, Uint8Array> = {};
      const load = async (name: string) => {
        // The engine says which file is missing, and where the template names it.
        const content = await library.load(name).catch(() => null);
        if (content) files[name] = content;
      };
      await Promise.all(names === "" ? [] : names.split("\n").map(load));
      if (!current) return;
      await adapter.setLibrary?.(files);
      if (current) setSupplied((before) => ({ adapter, library, times: (before?.times ?? 0) + 1 }));
    };
    void supply();
    return () => {
      current = false;
    };
  }, [adapter, library, names, revision]);
  useEffect(() => {
    if (!library) return undefined;
    const renew = () => void library.renew();
    addEventListener("focus", renew);
    return () => removeEventListener("focus", renew);
  }, [library]);
  if (!library) return 0;
  return supplied && supplied.adapter === adapter && supplied.library === library ? supplied.times : null;
}
