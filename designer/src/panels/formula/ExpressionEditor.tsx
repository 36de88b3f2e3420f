import { acceptCompletion, autocompletion, closeBrackets, closeCompletion, closeBracketsKeymap, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { linter, type Diagnostic } from "@codemirror/lint";
import { Annotation, Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, drawSelection, keymap, placeholder as placeholderText, tooltips } from "@codemirror/view";
import { forwardRef, useEffect, useImperativeHandle, useLayoutEffect, useRef, type CSSProperties } from "react";
import { useT } from "../../i18n";
import { cx } from "../../ui/cx";
import { completionSource } from "./completion";
import { diagnose } from "./diagnose";
import { editorTheme } from "./editor-theme";
import { highlighting } from "./highlight";
import { isCalculation, type Scope } from "./scope";
import type { GivenValue } from "./given";
import { functionInsertion, pathInsertion } from "./insertion";

/** Marks changes that come from the document, which are not to be written back to it. */
const fromOutside = Annotation.define<boolean>();

/** Breaks that are pasted into one line become blanks. */
const singleLine = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines <= 1) return transaction;
  const text = transaction.newDoc.toString().replace(/\s*\n\s*/g, " ");
  return {
    changes: { from: 0, to: transaction.startState.doc.length, insert: text },
    selection: { anchor: Math.min(transaction.newSelection.main.head, text.length) },
    annotations: transaction.annotation(fromOutside) ? fromOutside.of(true) : undefined,
  };
});

export interface ExpressionEditorHandle {
  /** Puts a path where the caret is: inside braces as it is, outside with braces around it. */
  insertPath: (path: string) => void;
  /** Puts a value of the data where the caret is: as it is written in a text, or its bare name inside an expression. */
  insertValue: (value: GivenValue) => void;
  /** Puts a call of a function where the caret is, with the caret between its parentheses. */
  insertFunction: (name: string) => void;
  replace: (from: number, to: number, text: string) => void;
  /** Adds at the end, with the caret between the two, and offers what can stand there. */
  complete: (before: string, after: string) => void;
  focus: () => void;
}

export interface ExpressionEditorProps {
  value: string;
  onChange: (value: string) => void;
  onCaret?: (caret: number) => void;
  onBlur?: () => void;
  label: string;
  /** Without braces: the whole text is the expression. */
  bare?: boolean;
  /** Several lines; their breaks are stored. */
  multiline?: boolean;
  placeholder?: string;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string;
  scope: Scope | null;
  className?: string;
  style?: CSSProperties;
}

/** Text with expressions: completion, colours, matching brackets, faults at their place. */
export const ExpressionEditor = forwardRef<ExpressionEditorHandle, ExpressionEditorProps>(function ExpressionEditor(props, ref) {
  const { value, label, bare = false, multiline = false, placeholder, disabled = false, invalid, describedBy, className, style } = props;
  const t = useT();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const live = useRef({ ...props, t });
  const attributes = useRef(new Compartment());
  live.current = { ...props, t };

  const contentAttributes = (): Extension => [
    EditorView.contentAttributes.of({
      "aria-label": label,
      role: "textbox",
      "aria-multiline": String(multiline),
      ...(describedBy && { "aria-describedby": describedBy }),
      ...(invalid && { "aria-invalid": "true" }),
      ...(disabled && { "aria-disabled": "true" }),
      spellcheck: "false",
      tabindex: "0",
    }),
    EditorView.editable.of(!disabled),
    EditorState.readOnly.of(disabled),
    placeholderText(placeholder ?? ""),
  ];

  useLayoutEffect(() => {
    const read = () => ({ scope: live.current.scope, t: live.current.t, bare });
    const state = EditorState.create({
      doc: live.current.value,
      extensions: [
        history(),
        drawSelection(),
        bracketMatching({ brackets: "{}()" }),
        closeBrackets(),
        autocompletion({ override: [completionSource(read)], icons: false, defaultKeymap: false }),
        keymap.of([
          ...completionKeymap,
          { key: "Tab", run: acceptCompletion },
          ...closeBracketsKeymap,
          ...historyKeymap,
          ...(multiline ? [] : [{ key: "Enter", run: () => true }]),
          ...defaultKeymap,
        ]),
        linter((own): Diagnostic[] => diagnose(own.state.doc.toString(), read()).map(({ fixes, ...found }) => ({
          ...found,
          actions: fixes.map((fix) => ({
            name: fix.label,
            apply: (target: EditorView) => target.dispatch({ changes: fix.change }),
          })),
        })), { delay: 200 }),
        highlighting(bare),
        tooltips({ position: "fixed" }),
        editorTheme,
        multiline ? EditorView.lineWrapping : singleLine,
        attributes.current.of(contentAttributes()),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((transaction) => transaction.annotation(fromOutside))) {
            live.current.onChange(update.state.doc.toString());
          }
          if (update.docChanged || update.selectionSet) live.current.onCaret?.(update.state.selection.main.head);
        }),
        EditorView.domEventHandlers({ blur: () => void live.current.onBlur?.() }),
      ],
    });
    const made = new EditorView({ state, parent: host.current! });
    view.current = made;
    made.dom.addEventListener("jpd-close-list", () => closeCompletion(made));
    return () => {
      made.destroy();
      view.current = null;
    };
  }, [bare, multiline]);

  useEffect(() => {
    const own = view.current;
    if (!own || own.state.doc.toString() === value) return;
    own.dispatch({ changes: { from: 0, to: own.state.doc.length, insert: value }, annotations: fromOutside.of(true) });
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({ effects: attributes.current.reconfigure(contentAttributes()) });
  }, [label, describedBy, invalid, disabled, placeholder, multiline]);

  useImperativeHandle(ref, () => {
    const replace = (from: number, to: number, text: string, caret = text.length) => {
      const own = view.current;
      if (!own) return;
      own.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + caret } });
      own.focus();
    };
    const put = (insertion: typeof pathInsertion, what: string) => {
      const own = view.current!;
      const { from, to } = own.state.selection.main;
      const { scope } = live.current;
      const made = insertion(own.state.doc.toString(), from, to, what, bare, (expression) => scope !== null && isCalculation(scope, expression));
      replace(made.from, made.to, made.insert, made.caret);
    };
    return {
      replace,
      complete: (before, after) => {
        const own = view.current!;
        const end = own.state.doc.length;
        replace(end, end, before + after, before.length);
        startCompletion(own);
      },
      insertFunction: (name) => put(functionInsertion, name),
      insertPath: (path) => put(pathInsertion, path),
      insertValue: ({ token, path }) =>
        put((text, from, to, name, isBare, isCalculated) => {
          const made = pathInsertion(text, from, to, name, isBare, isCalculated);
          return made.insert === `{${name}}` ? { ...made, insert: token, caret: token.length } : made;
        }, path),
      focus: () => view.current?.focus(),
    };
  }, [bare]);

  return <div ref={host} className={cx("jpd-formula", className)} style={style} data-multiline={multiline || undefined} data-invalid={invalid || undefined} />;
});
