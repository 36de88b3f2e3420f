/** Colours of expressions, by the tokens of the engine's own reader. */
import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { language, type ExpressionToken } from "./language";
import { bracesOf } from "./tokens";

const CLASS: Record<ExpressionToken["kind"], string | null> = {
  name: "jpd-x-path",
  path: "jpd-x-path",
  number: "jpd-x-number",
  text: "jpd-x-string",
  logical: "jpd-x-operator",
  compare: "jpd-x-operator",
  operator: "jpd-x-operator",
  punctuation: null,
};

function decorate(text: string, bare: boolean): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const mark = (from: number, to: number, name: string) => {
    if (to > from) builder.add(from, to, Decoration.mark({ class: name }));
  };
  const spans = bare ? [{ from: 0, to: text.length, closed: true }] : bracesOf(text).spans;
  for (const span of spans) {
    if (!bare) mark(span.from - 1, span.from, "jpd-x-brace");
    const tokens = language.tokens(text.slice(span.from, span.to));
    tokens.forEach(({ kind, start, end }, index) => {
      const next = tokens[index + 1];
      const call = kind === "name" && next !== undefined && text[span.from + next.start] === "(";
      const name = call ? "jpd-x-function" : CLASS[kind];
      if (name === null) return;
      // Quotes and brackets around a name with blanks are what the format asks for; the name is read.
      let at = start;
      for (const found of text.slice(span.from + start, span.from + end).matchAll(name === "jpd-x-path" ? /\["|"\]/g : /$^/g)) {
        const mute = start + found.index;
        mark(span.from + at, span.from + mute, name);
        mark(span.from + mute, span.from + mute + found[0].length, "jpd-x-quote");
        at = mute + found[0].length;
      }
      mark(span.from + at, span.from + end, name);
    });
    if (!bare && span.closed) mark(span.to, span.to + 1, "jpd-x-brace");
  }
  return builder.finish();
}

export function highlighting(bare: boolean): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = decorate(view.state.doc.toString(), bare);
      }
      update(update: ViewUpdate) {
        if (update.docChanged) this.decorations = decorate(update.state.doc.toString(), bare);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
