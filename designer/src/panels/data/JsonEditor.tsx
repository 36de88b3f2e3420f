import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers, placeholder as placeholderText, tooltips } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useLayoutEffect, useRef } from "react";
import { editorTheme } from "../formula/editor-theme";

export interface JsonEditorProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  placeholder?: string;
  error: { line: number; column: number; message: string } | null;
}

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--jpd-accent)" },
  { tag: tags.string, color: "var(--jpd-warn-text-2)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--jpd-section-text)" },
]);

/** Colours of JSON, by the variables of the theme. */
export const jsonHighlighting = [syntaxHighlighting(colors), syntaxHighlighting(defaultHighlightStyle, { fallback: true })];

/** A text editor for data, with its fault marked. */
export function JsonEditor({ value, onChange, label, placeholder = "", error }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const live = useRef({ value, onChange });
  live.current = { value, onChange };

  useLayoutEffect(() => {
    const made = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: live.current.value,
        extensions: [
          history(),
          drawSelection(),
          lineNumbers(),
          json(),
          jsonHighlighting,
          keymap.of([...historyKeymap, ...defaultKeymap]),
          tooltips({ position: "fixed" }),
          editorTheme,
          placeholderText(placeholder),
          EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) live.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, [label, placeholder]);

  useEffect(() => {
    const own = view.current;
    if (own && own.state.doc.toString() !== value) own.dispatch({ changes: { from: 0, to: own.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const own = view.current;
    if (!own) return;
    const { doc } = own.state;
    const line = error && error.line <= doc.lines ? doc.line(error.line) : null;
    const from = line && error ? Math.min(line.from + error.column - 1, line.to) : 0;
    own.dispatch(
      setDiagnostics(own.state, line && error ? [{ from, to: Math.min(from + 1, doc.length), severity: "error", message: error.message }] : []),
    );
  }, [error?.line, error?.column, error?.message, value]);

  return <div ref={host} className="jpd-codebox" />;
}
