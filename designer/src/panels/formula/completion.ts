/** Completion inside expressions: functions, word operators, and the names that work at this place with their values. */
import { type Completion, type CompletionContext, type CompletionResult, type CompletionSource, startCompletion } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { readable } from "../../core/formulas";
import { RESERVED } from "../../editor/operations/ready-made";
import type { Dict } from "../../i18n";
import { functionHelp } from "./functions";
import { plainName, type Scope, totalsOf } from "./scope";
import { inQuotes, spanAt } from "./tokens";

/** The typed part of a name: letters, and the brackets and dots of paths. */
const WORD = /[\p{L}\p{N}_$.[\]"'-]*$/u;

/** Operators that are words. */
const OPERATORS = ["AND", "OR", "NOT"];

function suggestions(extended: boolean, t: Dict): Completion[] {
  const functions = functionHelp(extended, t).map(({ name, call, help, insert }) => ({
    label: name,
    type: "function",
    apply: insert,
    detail: call.slice(name.length),
    info: help,
    boost: 1,
  }));
  return [...functions, ...OPERATORS.map((name) => ({ label: name, type: "keyword", apply: `${name} `, boost: 0 }))];
}

export function completionSource(read: () => { scope: Scope | null; t: Dict; bare: boolean }): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const { scope, t, bare } = read();
    const text = context.state.doc.toString();
    const span = spanAt(text, context.pos, bare);
    if (span === null || inQuotes(text, span.from, context.pos)) return null;
    const word = WORD.exec(text.slice(span.from, context.pos))![0];
    // A brace that was just opened asks for what can stand in it.
    const isOpened = !bare && context.pos === span.from;
    if (word === "" && !context.explicit && !isOpened) return null;
    const known = scope?.names ?? [];
    // A total is a whole expression, and no parameter of another call.
    const isFirst = text.slice(span.from, context.pos - word.length).trim() === "";
    const names: Completion[] = known.map((own) => {
      const { name, node, sample, reserved } = own;
      const plain = plainName(own, t);
      return {
        // Names of the format are found by what people call them, too.
        label: reserved ? `${name} ${plain}` : name,
        displayLabel: plain,
        ...(reserved && { apply: isFirst && !bare ? RESERVED[reserved].token.slice(1, -1) : name }),
        ...(node?.type === "object" && known.some((other) => other.name.startsWith(`${name}.`)) && { apply: enter(name), boost: -1 }),
        type: node?.type === "array" ? "namespace" : node?.type === "object" ? "class" : "variable",
        detail: node?.type === "array" ? t.dataExplorer.items(node.items ?? 0) : sample,
      };
    });
    const totals: Completion[] = (scope && isFirst ? totalsOf(scope, t, bare) : []).map(({ label, formula }) => ({ label: formula, displayLabel: label, type: "function", detail: readable(formula), boost: 2 }));
    return {
      from: context.pos - word.length,
      options: word === "" && isOpened && !context.explicit ? [...totals, ...names] : [...totals, ...names, ...suggestions(scope?.extended ?? false, t)],
      // With the first letter functions are there too.
      ...(word !== "" && { validFor: /^[\p{L}\p{N}_$.[\]"'-]*$/u }),
    };
  };
}

/** An object prints nothing of use: its name is completed up to the dot, and its keys are offered. */
function enter(name: string) {
  return (view: EditorView, _: Completion, from: number, to: number): void => {
    const insert = `${name}.`;
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input.complete" });
    startCompletion(view);
  };
}
