/**
 * The design as JSON text, both ways: what is written there is designed at once, and what is designed is written there.
 * A text that cannot be read leaves the design as it is.
 */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json, jsonLanguage } from "@codemirror/lang-json";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { type Diagnostic, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Annotation, Compartment, EditorState, Prec, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { problemLine, problemText } from "../../core/problem-text";
import { useDesignerActions, useDesignerConfig, useDesignerData, useDesignerEngine, useDesignerSelection, useEditor } from "../../editor/hooks";
import { usePartRoot } from "../../editor/parts/root";
import { fieldsOf, hasPages } from "../../editor/operations/design";
import { inBand } from "../../editor/operations/zones";
import type { Editor } from "../../editor/store/editor";
import type { DocumentPair, PartProps } from "../../editor/types";
import type { Problem } from "../../engine/types";
import { type Dict, type Locale, useLocale, useT } from "../../i18n";
import { cx } from "../../ui/cx";
import { jsonHighlighting } from "../data/JsonEditor";
import { jsonFault } from "../data/parse";
import { editorTheme } from "../formula/editor-theme";
import { useProblems } from "../problems/live";
import { useIsOnActiveTab } from "../../editor/parts/active-tab";
import { schemaCompletion, schemaHover } from "./assistance";
import { changeBetween, readText, reuse, textOf } from "./document-text";
import { parseTree, pathAt, rangeOf } from "./json-tree";
import type { Schema } from "./schema";

export type DesignerCodeProps = PartProps;

/** After this rest the design follows what was typed. */
const REST_MS = 200;

/** Changes of the text that come from the design. */
const fromDesign = Annotation.define<boolean>();

export function DesignerCode({ className, style, whenTab }: DesignerCodeProps) {
  const t = useT();
  const shown = useIsOnActiveTab(whenTab);
  const root = usePartRoot();
  if (!shown) return null;
  return (
    <div ref={root} className={cx("jpd-part jpd-code-view", className)} style={style} data-part="code" role="region" aria-label={t.codePanel.title}>
      <Code />
    </div>
  );
}

function Code() {
  const t = useT();
  const locale = useLocale();
  const texts = t.codePanel;
  const editor = useEditor();
  const actions = useDesignerActions();
  const pair = useDesignerData();
  const { selectedId } = useDesignerSelection();
  const { engine } = useDesignerEngine();
  const { permissions } = useDesignerConfig();
  const { problems } = useProblems();
  const readOnly = !Object.values(permissions).every(Boolean);
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  /** The design that the text stands for. */
  const stated = useRef<DocumentPair>(pair);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [fault, setFault] = useState<Fault | null>(null);
  const [schema, setSchema] = useState<Schema | null>(null);
  const [editable] = useState(() => new Compartment());

  const follow = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const own = view.current;
    if (!own) return;
    const text = own.state.doc.toString();
    const reading = readText(text);
    if (!("pair" in reading)) {
      setFault(faultOf(reading, text, live.current.t));
      return;
    }
    setFault(null);
    const before = editor.document.current();
    const after = { template: reuse(before.template, reading.pair.template), bindings: reuse(before.bindings, reading.pair.bindings) };
    stated.current = after;
    actions.change({ kind: "custom", name: live.current.t.codePanel.step }, () => after, "code");
  };
  const live = useRef({ t, follow, schema });
  live.current = { t, follow, schema };

  useLayoutEffect(() => {
    const made = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: textOf(stated.current),
        extensions: [
          history(),
          drawSelection(),
          lineNumbers(),
          codeFolding(),
          foldGutter(),
          json(),
          jsonHighlighting,
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          autocompletion({ icons: false }),
          jsonLanguage.data.of({ autocomplete: schemaCompletion(() => live.current.schema) }),
          schemaHover(() => live.current.schema),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...foldKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
          // Esc leaves the list of completions first; Tab goes on to the next control.
          Prec.lowest(EditorView.domEventHandlers({ blur: () => void (timer.current !== undefined && live.current.follow()) })),
          tooltips({ position: "fixed" }),
          editorTheme,
          editable.of([]),
          EditorView.contentAttributes.of({ "aria-label": texts.label, spellcheck: "false", tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((one) => one.annotation(fromDesign))) {
              clearTimeout(timer.current);
              timer.current = setTimeout(() => live.current.follow(), REST_MS);
            } else if (update.selectionSet && update.view.hasFocus) selectAt(editor, update.view);
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      if (timer.current !== undefined) live.current.follow();
      made.destroy();
      view.current = null;
    };
  }, [editor, editable, texts.label]);

  useEffect(() => {
    view.current?.dispatch({ effects: editable.reconfigure(readOnly ? [EditorState.readOnly.of(true), EditorView.contentAttributes.of({ "aria-readonly": "true" })] : []) });
  }, [editable, readOnly, texts.label]);

  useEffect(() => {
    let current = true;
    engine?.schema().then(
      (found) => current && setSchema(found as Schema),
      // Without it there are no suggestions.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [engine]);

  // The design changed elsewhere: the text says so, and keeps the caret and the view.
  useEffect(() => {
    const own = view.current;
    if (!own || timer.current !== undefined) return;
    const { template, bindings } = stated.current;
    if (reuse(template, pair.template) === template && reuse(bindings, pair.bindings) === bindings) return;
    stated.current = pair;
    setFault(null);
    const changes = changeBetween(own.state.doc.toString(), textOf(pair));
    if (changes) own.dispatch({ changes, annotations: [fromDesign.of(true), Transaction.addToHistory.of(false)] });
  }, [pair]);

  // The field that is selected on the canvas is in view.
  useEffect(() => {
    const own = view.current;
    if (!own || own.hasFocus) return;
    const pointer = pointerOf(editor.document.current(), selectedId);
    if (pointer === null) return;
    const text = own.state.doc.toString();
    const { from } = rangeOf(parseTree(text), text, pointer);
    own.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "start", yMargin: 40 }) });
  }, [editor, selectedId]);

  useEffect(() => {
    const own = view.current;
    if (!own) return;
    own.dispatch(setDiagnostics(own.state, fault ? [diagnosticOf(fault, own.state.doc.length)] : diagnosticsOf(problems, own.state.doc.toString(), t, locale)));
  }, [fault, problems, pair, t, locale]);

  return (
    <>
      <div ref={host} className="jpd-code-view__text" />
      <p className={fault ? "jpd-error jpd-code-view__note" : "jpd-hint jpd-code-view__note"} role="status">
        {fault ? `${texts.at(fault.line, fault.column, fault.message)} ${texts.stale}` : readOnly ? texts.readOnly : texts.hint}
      </p>
    </>
  );
}

interface Fault {
  from: number;
  line: number;
  column: number;
  message: string;
}

function faultOf(reading: Exclude<ReturnType<typeof readText>, { pair: DocumentPair }>, text: string, t: Dict): Fault {
  const { codePanel: texts } = t;
  if (reading.fault === "syntax") {
    const place = jsonFault(text);
    const lines = text.split("\n").slice(0, place.line - 1);
    return { ...place, from: lines.reduce((length, line) => length + line.length + 1, 0) + place.column - 1, message: texts.syntax };
  }
  const { from } = rangeOf(parseTree(text), text, reading.pointer);
  const before = text.slice(0, from);
  const place = { from, line: before.split("\n").length, column: from - before.lastIndexOf("\n") };
  if (reading.fault === "version") return { ...place, message: problemLine(reading.error, t) };
  return { ...place, message: reading.fault === "key" ? texts.otherKey : texts.shape };
}

function diagnosticOf({ from, message }: Fault, length: number): Diagnostic {
  const at = Math.min(from, length);
  return { from: at, to: Math.min(at + 1, length), severity: "error", message };
}

/** Findings of the check at their places. */
function diagnosticsOf(problems: readonly Problem[], text: string, t: Dict, locale: Locale): Diagnostic[] {
  const placed = problems.filter(({ pointer }) => pointer !== undefined);
  if (placed.length === 0) return [];
  const tree = parseTree(text);
  return placed
    .map((problem) => {
      const { action } = problemText(problem, t, locale);
      const { pointer = "", severity, code } = problem;
      const line = problemLine(problem, t, locale);
      return { ...rangeOf(tree, text, pointer), severity, source: code, message: action === undefined ? line : `${line}. ${action}` };
    })
    .toSorted((a, b) => a.from - b.from);
}

function pointerOf({ template }: DocumentPair, id: string | null): string | null {
  if (id === null) return null;
  const designs = hasPages(template) ? template.pages : [template];
  for (const [page, design] of designs.entries()) {
    const index = fieldsOf(design).findIndex((field) => field?.id === id);
    if (index >= 0) return `/template${hasPages(template) ? `/pages/${page}` : ""}/schemas/${index}`;
  }
  return null;
}

/** The field that the caret is in becomes the selected one. */
function selectAt(editor: Editor, view: EditorView): void {
  const text = view.state.doc.toString();
  const [first, ...path] = pathAt(parseTree(text), text, view.state.selection.main.head);
  if (first !== "template") return;
  const { template } = editor.document.current();
  const page = path[0] === "pages" ? Number(path[1]) : 0;
  const [list, index] = path[0] === "pages" ? path.slice(2) : path;
  const design = hasPages(template) ? template.pages[page] : template;
  if (list !== "schemas" || index === undefined || !design) return;
  const field = fieldsOf(design)[Number(index)];
  if (!field || inBand(field, design) !== editor.ui.getState().isolateBands) return;
  const selected = editor.selectedIds();
  if (selected.length === 1 && selected[0] === field.id) return;
  if (page !== editor.page) editor.actions.setPage(page);
  editor.select([field.id]);
}
